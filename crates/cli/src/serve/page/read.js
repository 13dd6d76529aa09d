// Positions as texts, read by the service: it knows more spellings than the page, and their draw counter.

import { parse } from './position.js';
import { source } from './source.js';
import { reason } from './words.js';

// The position that a text stands for, its clock, and what to say. There is no position if the text is none.
export async function readFen({ fen, game, rule }) {
  try {
    const answer = await source.probe({ fen, game, rule, moves: false });
    return { position: parse(answer.fen, answer.game ?? game), clock: answer.clock, words: answer.note ?? '' };
  } catch (problem) {
    // A position without an answer is one.
    if (problem.fen) return { position: parse(problem.fen, game), clock: problem.clock, words: '' };
    const position = ['no-table', 'offline'].includes(problem.code) ? parse(fen, game) : null;
    return { position, clock: 0, words: position ? '' : reason(problem) };
  }
}
