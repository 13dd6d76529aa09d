// Where the answers come from: the probe in this page, and the tables beside it, each fetched when it is first asked. The same
// functions as those of the service.

import { colourOf, count, parse } from './position.js';
import { Probe } from './probe.js';
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

const bytesOf = async table => new Uint8Array(await (await load(`tables/${table}`)).arrayBuffer());

// The probe, with what a second one needs.
async function start() {
  const [bytes, { game, tables }] = await Promise.all([
    load('probe.wasm').then(response => response.arrayBuffer()),
    load('data/tables.json').then(response => response.json()),
  ]);
  const { module, instance } = await WebAssembly.instantiate(bytes, {});
  return { module, game, tables, asked: new Probe(instance.exports, game, tables) };
}

let starting = null;

function probe() {
  starting ??= start().catch(problem => {
    starting = null;
    throw problem;
  });
  return starting;
}

// Fetches the tables of the ending that a table is of.
async function bring({ asked, tables }, table) {
  if (asked.here.has(table)) throw new Problem('table-damaged', table);
  const [ending] = table.split('.');
  await Promise.all(tables.filter(name => name.startsWith(`${ending}.`)).map(async name => asked.add(name, await bytesOf(name))));
}

function queryOf(parameters) {
  const stated = Object.entries({ ...parameters, lang: lang() }).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(stated).toString();
}

// Answers as the service does. A table that is not here yet is fetched, and the question asked again.
async function ask(path, parameters, body = '') {
  const running = await probe();
  const query = queryOf(parameters);
  for (;;) {
    const { status, answer } = running.asked.answer(`/api/v1/${path}`, query, body);
    if (status === 200) return answer;
    if (status !== 503 || !answer.table) throw new Problem(answer.code, answer.detail, answer);
    await bring(running, answer.table);
  }
}

// The positions of each step of a search, and the most pieces of the tables that it has.
const POSITIONS = [0, 20_000, 200_000, 2_000_000, 8_000_000];
const PIECES = 5;

// Whether captures and promotions may lead from a position to an ending.
function mayBecome(position, ending) {
  const fits = (side, colour) => side.length <= count(position, piece => colourOf(piece) === colour)
    && side.replaceAll('K', '').length <= count(position, piece => piece === colour.toLowerCase());
  const [first, second] = ending.split('v');
  return first.length + second.length <= PIECES
    && ((fits(first, 'W') && fits(second, 'B')) || (fits(first, 'B') && fits(second, 'W')));
}

// The workers that search, one for each kind of request, and the tables that each has.
const solvers = new Map();

// What a search answers, in the worker. It has the results alone of the endings that may come from a position.
async function searched(fen, signal, path, parameters, body = '') {
  const { module, game, tables } = await probe();
  const position = parse(fen, game);
  const wanted = tables.filter(name => {
    const [ending, metric] = name.split('.');
    return metric === 'wdl' && !solvers.get(path)?.has.has(name) && mayBecome(position, ending);
  });
  const brought = await Promise.all(wanted.map(async name => [name, await bytesOf(name)]));
  if (signal.aborted) throw new Problem('stopped', '');
  if (!solvers.has(path)) solvers.set(path, { worker: new Worker(new URL('solver.js', BASE), { type: 'module' }), has: new Set() });
  const { worker, has } = solvers.get(path);
  for (const name of wanted) has.add(name);
  return new Promise((resolve, reject) => {
    const end = () => {
      worker.terminate();
      solvers.delete(path);
      reject(new Problem('stopped', ''));
    };
    signal.addEventListener('abort', end);
    worker.onerror = end;
    worker.onmessage = ({ data: { status, answer } }) => {
      signal.removeEventListener('abort', end);
      if (status === 200) resolve(answer);
      else reject(new Problem(answer.code, answer.detail, answer));
    };
    worker.postMessage({ module, game, tables: brought, path, query: queryOf(parameters), body },
      brought.map(([, bytes]) => bytes.buffer));
  });
}

// A step of a search. What the tables know of a move, distances too, the page itself has.
async function solve(question, step, signal) {
  const known = await ask('solve', { ...question, positions: 0 });
  if (step === 0) return known;
  const answer = await searched(question.fen, signal, 'solve', { ...question, positions: POSITIONS[step] });
  const stored = new Map(known.moves.map(move => [move.move, move]));
  return { ...answer, moves: answer.moves.map(move => ({ ...move, ...stored.get(move.move) })) };
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
  // What a search proves of a position beyond the tables: the first step asks the tables alone, each later one takes longer. The
  // signal stops it.
  steps: POSITIONS.length,
  solve,
  // Best play from a position.
  line: question => ask('line', question),
  // All endings that have tables.
  endings: game => data('endings', game),
  // One ending, always with its histogram.
  ending: (ending, game) => data(ending, game),
  // Positions of an ending: `of` is longest, mutual-zugzwang, only-move or spoilt.
  list: (ending, game, of) => data(`${ending}.${of}`, game),
  // The games of a PDN, judged as far as the tables know.
  seconds: 0,
  review: (text, game, rule) => ask('review', { game, rule }, text),
  // The studies of a PDN, which begin with a position, judged.
  study: (text, game, fen, signal) => searched(fen, signal, 'study', { game, positions: POSITIONS[1] }, text),
};

// What was fetched once stays usable without a network.
navigator.serviceWorker?.addEventListener('controllerchange', () => {
  for (const path of early.splice(0)) fetch(new URL(path, BASE)).catch(() => {});
});
navigator.serviceWorker?.register(new URL('worker.js', BASE)).catch(() => {});
