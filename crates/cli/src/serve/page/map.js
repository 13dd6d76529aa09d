// A map: for a chosen piece, the result with it on each square where it can stand, drawn on the board.

import { byId, onClick } from './element.js';
import { current, question } from './record.js';
import { source } from './source.js';
import { store } from './store.js';
import { reason, t } from './words.js';

let active = false;
let chosen = null;
// Later questions make the answer to an earlier one needless.
let asked = 0;

export const isOn = () => active;
export const marks = () => ({ selected: chosen ? [chosen] : [] });

const SIGNS = { win: '+', loss: '−', 'cursed-win': '=', draw: '=', 'blessed-loss': '=' };

// A result in a few characters: +9, −8, =; with the plies of a draw by the rule.
const short = ({ category, theory, dtw }) => (SIGNS[category] ?? '?') + (theory === 'draw' ? '' : dtw ?? '');

async function ask(board, say) {
  const mine = ++asked;
  board.results([]);
  if (!active || !chosen) return;
  const { turn } = current(store.record).position;
  try {
    const { squares } = await source.map({ ...question(store.record), square: chosen });
    if (mine !== asked) return;
    board.results(squares.map(value => ({ ...value, text: short(value) })));
    const number = (...wanted) => squares.filter(({ category }) => wanted.includes(category)).length;
    say(t('map_sum', turn, number('win'), number('draw', 'cursed-win', 'blessed-loss'), number('loss')));
  } catch (problem) {
    if (mine === asked) say(reason(problem));
  }
}

// Prepares the button. `changed` is called when the map begins or ends.
export function prepare(board, { say, changed, others }) {
  onClick('map', () => {
    active = !active;
    chosen = null;
    byId('map').setAttribute('aria-pressed', active);
    if (active) others();
    ask(board, say);
    changed();
    say(active ? t('map_hint') : '');
  });
}

// A tap on a square while the map is on.
export function tap(square, board, say) {
  if (!current(store.record).position.pieces[square]) return t('map_hint');
  chosen = square;
  ask(board, say);
  return '';
}

// Another position is shown: the map is that of the same square, if it has a piece.
export function follow(board, say) {
  if (!current(store.record).position.pieces[chosen]) chosen = null;
  ask(board, say);
}
