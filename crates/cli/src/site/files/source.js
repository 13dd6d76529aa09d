// Where the answers come from: the probe in this page, and the tables beside it, each fetched when it is first asked. The same
// functions as those of the service.

import { Problem, Tables } from './tables.js';
import { lang } from './words.js';

export { Problem };

const BASE = document.baseURI;

// What was fetched before the service worker watched. It is asked for once more, so that it is kept too.
const early = [];

async function load(path, missing = 'table-unreadable') {
  if (!navigator.serviceWorker?.controller) early.push(path);
  let response;
  try {
    response = await fetch(new URL(path, BASE));
  } catch {
    throw new Problem('offline', '');
  }
  if (!response.ok) throw new Problem(response.status === 404 ? missing : 'table-unreadable', `${path}: ${response.status}`);
  return response;
}

async function start() {
  const [module, { game, tables }] = await Promise.all([
    load('probe.wasm').then(response => response.arrayBuffer()).then(WebAssembly.compile),
    load('data/tables.json').then(response => response.json()),
  ]);
  return new Tables({
    module,
    game,
    tables,
    load: async table => new Uint8Array(await (await load(`tables/${table}`)).arrayBuffer()),
    worker: () => new Worker(new URL('solver.js', BASE), { type: 'module' }),
  });
}

let starting = null;

function started() {
  starting ??= start().catch(problem => {
    starting = null;
    throw problem;
  });
  return starting;
}

async function ask(path, parameters, body) {
  return (await started()).ask(path, { ...parameters, lang: lang() }, body);
}

// The positions of each step of a search.
const POSITIONS = [0, 20_000, 200_000, 2_000_000, 8_000_000];

async function solve(question, step, signal) {
  const positions = POSITIONS[step];
  if (step === 0) return ask('solve', { ...question, positions });
  return (await started()).solve({ ...question, positions, lang: lang() }, signal);
}

async function study(text, game, fen, signal) {
  const question = { game, positions: POSITIONS[1], lang: lang() };
  return (await started()).search('study', { fen, game }, question, text, signal);
}

// What was found when the site was written: files. The site has the tables of one game.
async function data(name, game, missing) {
  const { game: own } = await started();
  if (game && game !== own) throw new Problem('no-table', game);
  return (await load(`data/${name}.json`, missing)).json();
}

export const source = {
  // The values of a position and of its moves.
  probe: question => ask('probe', question),
  // What a search proves of a position beyond the tables: the first step asks the tables alone, each later one takes longer. The
  // signal stops it.
  steps: POSITIONS.length,
  solve,
  // The results with the piece of a square on each square where it can stand.
  map: question => ask('map', question),
  // Best play from a position.
  line: question => ask('line', question),
  // All endings that have tables.
  endings: game => data('endings', game),
  // One ending, with its histogram if it has tables; another one has a file if its statistics are published.
  ending: (ending, game) => data(ending, game, 'no-ending'),
  // Positions of an ending: `of` is longest, mutual-zugzwang, only-move or spoilt.
  list: (ending, game, of) => data(`${ending}.${of}`, game),
  // The games of a PDN, judged as far as the tables know.
  seconds: 0,
  review: (text, game, rule) => ask('review', { game, rule }, text),
  // The studies of a PDN, which begin with a position, judged.
  study,
};

// What was fetched once stays usable without a network.
navigator.serviceWorker?.addEventListener('controllerchange', () => {
  for (const path of early.splice(0)) fetch(new URL(path, BASE)).catch(() => {});
});
navigator.serviceWorker?.register(new URL('worker.js', BASE)).catch(() => {});
