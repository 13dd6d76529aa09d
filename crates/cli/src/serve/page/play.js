// Moves made on the board: tap a piece and its goal, or drag it there. What is legal, the answer of the tables says.

import { movesOf } from './moves.js';
import { current, played } from './record.js';
import { show, store } from './store.js';
import { t } from './words.js';

let selected = null;

export const unselect = () => { selected = null; };

// What the board marks: the piece chosen, where it can go, which can move, and the last move.
export function marks() {
  const moves = movesOf(store.answer);
  const last = current(store.record).move?.split(/[-:]/) ?? [];
  return {
    selected: selected ? [selected] : [],
    target: moves.filter(move => move.from === selected).map(move => move.to),
    movable: moves.map(move => move.from),
    last: last.length ? [last[0], last.at(-1)] : [],
  };
}

export const mayMove = square => movesOf(store.answer).some(move => move.from === square);

// A tap; returns what to say about it.
export function tap(square) {
  const moves = movesOf(store.answer);
  if (selected && moves.some(move => move.from === selected && move.to === square)) {
    return go(selected, square);
  }
  const may = mayMove(square);
  selected = may && selected !== square ? square : null;
  return !may && current(store.record).position.pieces[square] && store.answer ? t('moves_only') : '';
}

// A move from one square to another, if there is just one such.
export function go(from, to) {
  const fitting = movesOf(store.answer).filter(move => move.from === from && move.to === to);
  selected = null;
  if (fitting.length > 1) {
    selected = from;
    return t('choose_way');
  }
  if (!fitting.length) return t('not_legal');
  show(played(store.record, fitting[0].move));
  return '';
}
