// Setting up a position: the pieces to place, and what is done to the whole board.

import { dragFrom } from './drag.js';
import { byId, html, onClick, svg } from './element.js';
import { piecePicture } from './picture.js';
import { mayStand, mirrored, swapped } from './position.js';
import { current, startingAt } from './record.js';
import { show, store } from './store.js';
import { filesOf } from './squares.js';
import { t } from './words.js';

// The piece that a tap places; an empty text removes.
let chosen = 'w';
let active = false;

export const isSettingUp = () => active;

// Shows another position to start from, with the same clock and rule.
export function begin(position, how = 'push', clock = current(store.record).clock) {
  const { game, rule } = store.record;
  show(startingAt(position, { game, rule, clock }), how);
}

// Puts a piece on a square, or nothing; returns what to say.
function put(square, piece, from = null) {
  const { turn, pieces } = current(store.record).position;
  if (piece && square && !mayStand(piece, square)) return t('cannot_stand');
  const next = { ...pieces };
  delete next[from];
  delete next[square];
  if (square && piece) next[square] = piece;
  begin({ turn, pieces: next }, 'edit');
  return '';
}

// A tap places the chosen piece; a second one takes it away again.
export function tap(square) {
  const there = current(store.record).position.pieces[square];
  return put(square, there === chosen ? '' : chosen);
}

export const remove = square => put(square, '');

export function move(from, to) {
  const piece = current(store.record).position.pieces[from];
  return put(to, piece, from);
}

// Prepares the buttons. `say` shows a sentence, `changed` is called when setting up begins or ends.
export function prepare(board, { say, changed, turnBoard }) {
  const palette = byId('palette').firstElementChild;
  for (const piece of ['w', 'W', 'b', 'B', '']) {
    const drawn = piece ? piecePicture(piece) : svg('path', { class: 'cross', d: 'M-20 -20 L20 20 M20 -20 L-20 20' });
    const picture = svg('svg', { viewBox: '-45 -45 90 90', 'aria-hidden': 'true' }, drawn);
    const name = piece ? `piece_${piece}` : 'erase';
    const click = () => { chosen = piece; showPalette(); };
    const button = html('button', { 'data-piece': piece, 'data-label': name, 'data-hint': name, click }, picture);
    if (piece) dragFrom(button, piece, board, to => to && say(put(to, piece)));
    palette.append(button);
  }
  onClick('setup', () => {
    active = !active;
    showPalette();
    changed();
  });
  onClick('turn', turnBoard);
  onClick('mirror', () => {
    const mirror = filesOf(store.record.game) === 8 ? mirrored(current(store.record).position) : null;
    if (mirror) begin(mirror);
    say(mirror ? '' : t('no_mirror'));
  });
  onClick('swap', () => begin(swapped(current(store.record).position, filesOf(store.record.game))));
  onClick('empty', () => {
    begin({ turn: current(store.record).position.turn, pieces: {} }, 'push', 0);
    if (!active) byId('setup').click();
  });
  showPalette();
}

function showPalette() {
  byId('palette').hidden = !active;
  byId('setup').setAttribute('aria-pressed', active);
  for (const button of byId('palette').firstElementChild.children) button.setAttribute('aria-pressed', button.dataset.piece === chosen);
}
