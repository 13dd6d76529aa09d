// Positions beyond the tables: solved in the background, step by step, each longer than the last one.

import { source } from './source.js';

// Until a position is searched, since others may only be stepped through, and until a busy service is asked again; in milliseconds.
export const PAUSE = 250;
const LONG_PAUSE = 2000;
export const pause = time => new Promise(resolve => setTimeout(resolve, time));
const BUSY = ['busy', 'connections', 'too-often'];

// Whether there is nothing left to find out.
const isDecided = ({ over, category, moves }) => Boolean(over || (category && moves.every(move => move.category)));

// Tells `found` the answer of each step, and whether the search ends with it. The first one has the legal moves and what the
// tables know of them. When the signal is aborted, nothing more is reported.
export async function search(question, signal, found) {
  for (let step = 0; step < source.steps && !signal.aborted; step++) {
    const answer = await patient(() => source.solve(question, step, signal), signal);
    if (signal.aborted) return;
    const ends = isDecided(answer) || step === source.steps - 1;
    found(answer, ends);
    if (ends) return;
    if (step === 0) await pause(PAUSE);
  }
}

// The answer of `ask`, also of a service that is busy now.
export async function patient(ask, signal) {
  for (;;) {
    try {
      return await ask();
    } catch (problem) {
      if (!BUSY.includes(problem.code) || signal.aborted) throw problem;
      await pause(LONG_PAUSE);
    }
  }
}
