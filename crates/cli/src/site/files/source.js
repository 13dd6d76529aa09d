// Where the answers come from: the probe in this page, and the tables beside it, each fetched when it is first asked. The same
// functions as those of the service.

import { lang } from './words.js';

const BASE = document.baseURI;

// An answer that there is none: `code` for the page, `detail` for people; `fen` and `clock`, if a position was read.
export class Problem extends Error {
  constructor(code, detail, { fen, clock } = {}) {
    super(detail);
    Object.assign(this, { code, fen, clock });
  }
}

// What was fetched before the service worker watched. It is asked for once more, so that it is kept too.
const early = [];

async function load(path) {
  if (!navigator.serviceWorker?.controller) early.push(path);
  let response;
  try {
    response = await fetch(new URL(path, BASE));
  } catch {
    throw new Problem('offline', '');
  }
  if (!response.ok) throw new Problem('table-unreadable', `${path}: ${response.status}`);
  return response;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The probe: the exports of the module, and what has to be written and read there.
class Probe {
  constructor(module, { game, tables }) {
    this.module = module;
    this.here = new Set();
    this.game = game;
    this.tables = tables;
    this.write(encoder.encode(game));
    module.game();
    for (const name of tables) {
      this.write(encoder.encode(name));
      module.table();
    }
  }

  write(...parts) {
    const start = this.module.input(parts.reduce((sum, part) => sum + part.length, 0));
    let at = start;
    for (const part of parts) {
      new Uint8Array(this.module.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }

  add(name, bytes) {
    const text = encoder.encode(name);
    this.write(text, bytes);
    this.module.add(text.length);
    this.here.add(name);
  }

  answer(path, query, body) {
    const parts = [path, query, body].map(text => encoder.encode(text));
    this.write(...parts);
    const status = this.module.answer(parts[0].length, parts[1].length);
    const text = new Uint8Array(this.module.memory.buffer, this.module.output(), this.module.output_length());
    return { status, answer: JSON.parse(decoder.decode(text)) };
  }

  // Fetches the tables of the ending that a table is of.
  async bring(table) {
    if (this.here.has(table)) throw new Problem('table-damaged', table);
    const [ending] = table.split('.');
    await Promise.all(this.tables.filter(name => name.startsWith(`${ending}.`)).map(async name => {
      this.add(name, new Uint8Array(await (await load(`tables/${name}`)).arrayBuffer()));
    }));
  }
}

async function start() {
  const [bytes, tables] = await Promise.all([
    load('probe.wasm').then(response => response.arrayBuffer()),
    load('data/tables.json').then(response => response.json()),
  ]);
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return new Probe(instance.exports, tables);
}

let starting = null;

function probe() {
  starting ??= start().catch(problem => {
    starting = null;
    throw problem;
  });
  return starting;
}

// Answers as the service does. A table that is not here yet is fetched, and the question asked again.
async function ask(path, parameters, body = '') {
  const running = await probe();
  const stated = Object.entries({ ...parameters, lang: lang() }).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(stated).toString();
  for (;;) {
    const { status, answer } = running.answer(`/api/v1/${path}`, query, body);
    if (status === 200) return answer;
    if (status !== 503 || !answer.table) throw new Problem(answer.code, answer.detail, answer);
    await running.bring(answer.table);
  }
}

// What was found when the site was written: files. The site has the tables of one game.
async function data(name, game) {
  const { game: own } = await probe();
  if (game && game !== own) throw new Problem('no-table', game);
  return (await load(`data/${name}.json`)).json();
}

export const source = {
  // The values of a position and of its moves.
  probe: question => ask('probe', question),
  // Best play from a position.
  line: question => ask('line', question),
  // All endings that have tables.
  endings: game => data('endings', game),
  // One ending, always with its histogram.
  ending: (ending, game) => data(ending, game),
  // Positions of an ending: `of` is longest, mutual-zugzwang, only-move or spoilt.
  list: (ending, game, of) => data(`${ending}.${of}`, game),
  // The games of a PDN, judged.
  review: (text, game, rule) => ask('review', { game, rule }, text),
};

// What was fetched once stays usable without a network.
navigator.serviceWorker?.addEventListener('controllerchange', () => {
  for (const path of early.splice(0)) fetch(new URL(path, BASE)).catch(() => {});
});
navigator.serviceWorker?.register(new URL('worker.js', BASE)).catch(() => {});
