// The large board: its squares are buttons, by mouse, finger and keyboard. It knows no rules; `handlers` say what a tap means.

import { svg } from './element.js';
import { fenOf } from './position.js';
import { CELL, darkSquare, ground, middle, pieceAt } from './picture.js';
import { RANKS, filesOf, onScreen, squaresOf, atScreen } from './squares.js';
import { t } from './words.js';

const MARGIN = 34;

export class Board {
  // handlers: tap(square), remove(square).
  constructor(picture, handlers) {
    this.picture = picture;
    this.handlers = handlers;
    this.squares = new Map();
    this.focused = null;
    picture.addEventListener('keydown', event => this.key(event));
  }

  // Draws a position. `marks`: selected, targets, last (squares of the last move), movable.
  draw(position, { game, turned = false, marks = {} }) {
    const files = filesOf(game);
    if (files !== this.files || turned !== this.turned || !this.squares.size) this.build(files, turned);
    this.position = position;
    const fen = fenOf(position);
    this.picture.dataset.fen = fen;
    for (const [square, group] of this.squares) {
      const piece = position.pieces[square];
      const has = name => marks[name]?.includes(square) ?? false;
      for (const name of ['selected', 'target', 'last', 'movable']) group.classList.toggle(name, has(name));
      group.classList.toggle('full', Boolean(piece));
      const words = t(piece ? `piece_${piece}` : 'piece_none');
      group.setAttribute('aria-label', `${square}: ${words}${has('target') ? `, ${t('target')}` : ''}`);
      group.setAttribute('aria-pressed', has('selected'));
      if (group.dataset.piece === (piece ?? '')) continue;
      group.dataset.piece = piece ?? '';
      group.querySelector('.piece')?.remove();
      if (piece) group.insertBefore(pieceAt(piece, square, files, turned), group.querySelector('.focus'));
    }
  }

  build(files, turned) {
    [this.files, this.turned] = [files, turned];
    const [width, height] = [files * CELL, RANKS * CELL];
    this.picture.setAttribute('viewBox', `${-MARGIN} -6 ${width + MARGIN + 6} ${height + MARGIN + 6}`);
    const edge = svg('rect', { class: 'edge', x: -6, y: -6, width: width + 12, height: height + 12, rx: 8 });
    this.picture.replaceChildren(edge, ground(files));
    this.squares.clear();
    for (const square of squaresOf(files)) {
      const { x, y } = middle(square, files, turned);
      const group = svg('g', { class: 'square', role: 'button', tabindex: -1, 'data-square': square },
        darkSquare(square, files, turned),
        svg('circle', { class: 'dot', cx: x, cy: y, r: 14 }),
        svg('rect', { class: 'focus', x: x - 45, y: y - 45, width: 90, height: 90, rx: 8 }));
      group.addEventListener('focus', () => this.rove(square));
      this.squares.set(square, group);
      this.picture.append(group);
    }
    this.rove(this.squares.has(this.focused) ? this.focused : 'a1');
    for (let rank = 0; rank < RANKS; rank++) {
      const y = (turned ? rank : RANKS - 1 - rank) * CELL + CELL / 2 + 9;
      this.picture.append(svg('text', { class: 'coordinate', x: -20, y, 'aria-hidden': 'true' }, `${rank + 1}`));
    }
    for (let file = 0; file < files; file++) {
      const x = (turned ? files - 1 - file : file) * CELL + CELL / 2;
      this.picture.append(svg('text', { class: 'coordinate', x, y: height + 28, 'aria-hidden': 'true' }, 'abcdefghij'[file]));
    }
    this.arrows = svg('g', { class: 'arrows', 'aria-hidden': 'true' });
    this.values = svg('g', { class: 'arrows', 'aria-hidden': 'true' });
    this.picture.append(this.arrows, this.values);
  }

  // One square at a time takes part in the order of Tab; the arrow keys change which.
  rove(square) {
    this.squares.get(this.focused)?.setAttribute('tabindex', -1);
    this.focused = square;
    this.squares.get(square)?.setAttribute('tabindex', 0);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    const square = this.focused;
    if (way) {
      this.squares.get(this.neighbour(square, way))?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.handlers.tap(square);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      this.handlers.remove(square);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // The next dark square that way: two columns along a row, or the next row, a column aside.
  neighbour(square, [across, down]) {
    const { column, row } = onScreen(square, this.files, this.turned);
    if (across) return atScreen(column + 2 * across, row, this.files, this.turned);
    const near = atScreen(column + (column > 0 ? -1 : 1), row + down, this.files, this.turned);
    return near ?? atScreen(column + 1, row + down, this.files, this.turned);
  }

  // Shows a move: its way over its squares, and what it takes.
  point(move) {
    this.arrows.replaceChildren();
    if (!move) return;
    const points = move.move.split(/[-:]/).map(square => middle(square, this.files, this.turned));
    const [before, end] = points.slice(-2);
    const angle = Math.atan2(end.y - before.y, end.x - before.x);
    const turn = (angle * 180) / Math.PI;
    // The line ends where the head begins.
    const neck = { x: end.x - 26 * Math.cos(angle), y: end.y - 26 * Math.sin(angle) };
    const way = [...points.slice(0, -1), neck].map(({ x, y }) => `${x},${y}`).join(' ');
    this.arrows.append(svg('polyline', { class: 'way', points: way }),
      svg('path', { class: 'head', d: 'M0 0 L-34 -20 L-34 20 Z', transform: `translate(${end.x} ${end.y}) rotate(${turn})` }));
    for (const square of move.captured) {
      const { x, y } = middle(square, this.files, this.turned);
      this.arrows.append(svg('path', { class: 'taken', d: `M${x - 24} ${y - 24} l48 48 m0 -48 l-48 48` }));
    }
  }

  // Writes results on squares: each with its `category` and a short `text`.
  results(squares) {
    this.values.replaceChildren(...squares.map(({ square, category, text }) => {
      const { x, y } = middle(square, this.files, this.turned);
      const kind = `result ${category ?? 'unknown'}`;
      return svg('g', { class: kind, 'data-result': square },
        svg('rect', { x: x - 44, y: y - 24, width: 88, height: 48, rx: 24 }), svg('text', { x, y: y + 12 }, text));
    }));
  }

  // The square under a point of the window; null outside of the board and on a light square.
  squareAt(clientX, clientY) {
    const at = this.inside(clientX, clientY);
    return atScreen(Math.floor(at.x / CELL), Math.floor(at.y / CELL), this.files, this.turned);
  }

  // A point of the window in the units of the picture.
  inside(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.picture.getScreenCTM().inverse());
  }
}
