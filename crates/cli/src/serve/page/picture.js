// Boards and pieces as SVG. A square is 100 units wide.

import { html, svg } from './element.js';
import { isKing, parse } from './position.js';
import { RANKS, filesOf, onScreen, squaresOf } from './squares.js';
import { t } from './words.js';

export const CELL = 100;

// The middle of a square.
export function middle(square, files, turned) {
  const { column, row } = onScreen(square, files, turned);
  return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
}

// A piece around the middle of its square.
export function piecePicture(piece) {
  const colour = piece.toUpperCase() === 'W' ? 'white' : 'black';
  const group = svg('g', { class: `piece ${colour}` },
    svg('ellipse', { class: 'shadow', cx: 0, cy: 6, rx: 39, ry: 38 }),
    svg('circle', { class: 'body', r: 38 }),
    svg('circle', { class: 'ring', r: 29 }));
  if (isKing(piece)) {
    group.append(svg('path', { class: 'crown', d: 'M-19 13 L-23 -12 L-10 -1 L0 -18 L10 -1 L23 -12 L19 13 Z' }));
  } else {
    group.append(svg('circle', { class: 'ring', r: 18 }));
  }
  return group;
}

export function pieceAt(piece, square, files, turned) {
  const { x, y } = middle(square, files, turned);
  const picture = piecePicture(piece);
  picture.setAttribute('transform', `translate(${x} ${y})`);
  return picture;
}

// The light board under the dark squares.
export function ground(files) {
  return svg('rect', { class: 'light', width: files * CELL, height: RANKS * CELL });
}

export function darkSquare(square, files, turned) {
  const { column, row } = onScreen(square, files, turned);
  return svg('rect', { class: 'dark', x: column * CELL, y: row * CELL, width: CELL, height: CELL });
}

// A small board that can be clicked, with words below.
export function smallBoard(fen, game, words, click) {
  const [position, files] = [parse(fen, game), filesOf(game)];
  const picture = svg('svg', { viewBox: `0 0 ${files * CELL} ${RANKS * CELL}`, 'aria-hidden': 'true', class: 'small' }, ground(files));
  squaresOf(files).forEach(square => picture.append(darkSquare(square, files)));
  for (const [square, piece] of Object.entries(position?.pieces ?? {})) {
    picture.append(pieceAt(piece, square, files));
  }
  const turn = t(position?.turn === 'B' ? 'black_moves' : 'white_moves');
  return html('button', { class: 'small-board', 'data-fen': fen, 'aria-label': `${fen}. ${turn}. ${words}`, click },
    picture, html('span', { class: `turn ${position?.turn === 'B' ? 'black' : 'white'}` }, turn), html('span', {}, words));
}
