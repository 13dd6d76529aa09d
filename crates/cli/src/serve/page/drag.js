// Pieces that follow the mouse or a finger. A press that does not move is a tap.

import { piecePicture } from './picture.js';

// How far a press may move and still be a tap, in pixels.
const SLACK = 6;

// Makes pieces of a board draggable. handlers: mayDrag(square), tap(square), drop(from, to); `to` is null outside of the board.
export function dragOnBoard(board, handlers) {
  board.picture.addEventListener('pointerdown', event => {
    const square = event.target.closest('[data-square]')?.dataset.square;
    if (!square || event.button !== 0) return;
    const piece = board.position.pieces[square];
    const lifted = piece && handlers.mayDrag(square) ? piece : null;
    follow(board, event, lifted, {
      tap: () => handlers.tap(square),
      drop: to => to !== square && handlers.drop(square, to),
      lift: lifting => board.squares.get(square).classList.toggle('lifted', lifting),
    });
  });
}

// Makes a button give a new piece to the board. drop(to) gets null outside of the board.
export function dragFrom(button, piece, board, drop) {
  button.addEventListener('pointerdown', event => {
    if (event.button === 0) follow(board, event, piece, { tap: () => {}, drop, lift: () => {} });
  });
}

function follow(board, down, piece, { tap, drop, lift }) {
  const [x, y, pointer] = [down.clientX, down.clientY, down.pointerId];
  let ghost = null;
  const move = event => {
    if (event.pointerId !== pointer || !piece) return;
    if (!ghost && Math.hypot(event.clientX - x, event.clientY - y) > SLACK) {
      ghost = piecePicture(piece);
      ghost.classList.add('ghost');
      board.picture.append(ghost);
      lift(true);
    }
    const at = board.inside(event.clientX, event.clientY);
    ghost?.setAttribute('transform', `translate(${at.x} ${at.y})`);
  };
  const end = event => {
    if (event.pointerId !== pointer) return;
    for (const [type, listener] of listeners) window.removeEventListener(type, listener);
    ghost?.remove();
    lift(false);
    if (event.type === 'pointercancel') return;
    if (ghost) drop(board.squareAt(event.clientX, event.clientY));
    else if (Math.hypot(event.clientX - x, event.clientY - y) <= SLACK) tap();
  };
  const listeners = [['pointermove', move], ['pointerup', end], ['pointercancel', end]];
  for (const [type, listener] of listeners) window.addEventListener(type, listener);
}
