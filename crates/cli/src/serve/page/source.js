// Where the answers come from: the service that the page came from. Another source has the same functions.
//
// A question is { fen, clock, rule, game }; what is undefined is left out. Answers are the objects of docs/json.md and docs/service.md,
// with sentences in the language of the page.

import { lang } from './words.js';

const BASE = new URL('api/v1/', document.baseURI);

// The seconds of each step of a search.
const SECONDS = [0, 1, 4, 15, 30];

// An answer that there is none: `code` for the page, `detail` for people; `fen` and `clock`, if a position was read.
export class Problem extends Error {
  constructor(code, detail, { fen, clock } = {}) {
    super(detail);
    Object.assign(this, { code, fen, clock });
  }
}

async function ask(path, parameters, options = {}) {
  const url = new URL(path, BASE);
  for (const [key, value] of Object.entries({ ...parameters, lang: lang() })) {
    if (value !== undefined && value !== null) url.searchParams.set(key, value);
  }
  let response;
  try {
    response = await fetch(url, options);
  } catch {
    throw new Problem('offline', '');
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(answer.code ?? 'internal', answer.detail ?? `${response.status}`, answer);
  return answer;
}

const post = (path, parameters, body, signal) =>
  ask(path, parameters, { method: 'POST', body, signal, headers: { 'content-type': 'text/plain; charset=utf-8' } });

export const source = {
  // The values of a position and of its moves.
  probe: question => ask('probe', question),
  // What a search proves of a position beyond the tables: the first step asks the tables alone, each later one takes longer. The
  // signal stops it.
  steps: SECONDS.length,
  solve: (question, step, signal) => ask('solve', { ...question, seconds: SECONDS[step] }, { signal }),
  // The results with the piece of a square on each square where it can stand.
  map: question => ask('map', question),
  // Best play from a position.
  line: question => ask('line', question),
  // All endings that have tables.
  endings: game => ask('endings', { game }),
  // One ending, with or without its histogram.
  ending: (ending, game, histogram, signal) => ask(`endings/${ending}`, { game, histogram }, { signal }),
  // Positions of an ending: `of` is longest, mutual-zugzwang, only-move or spoilt.
  list: (ending, game, of, limit, signal) => ask(`endings/${ending}/positions`, { game, of, limit }, { signal }),
  // The games of a PDN, judged; with seconds also beyond the tables. `seconds` is the time that the page gives it.
  seconds: 10,
  review: (text, game, rule, seconds) => post('review', { game, rule, seconds }, text),
  // The studies of a PDN, which begin with a position, judged. The signal stops it.
  study: (text, game, fen, signal) => post('study', { game, seconds: 10 }, text, signal),
};
