// Positions: who is to move, and the pieces. A piece is a letter: w and b are men, W and B kings.
// There are no rules of the game here: the legal moves come with the answers of the tables.

import { RANKS, between, filesOf, name, numbered, place, squaresOf } from './squares.js';

export const isKing = piece => piece === piece.toUpperCase();
export const colourOf = piece => piece.toUpperCase();
export const other = turn => (turn === 'W' ? 'B' : 'W');

// Whether a piece may stand there: a man not on the rank that crowns it.
export function mayStand(piece, square) {
  const { rank } = place(square);
  return isKing(piece) || rank !== (piece === 'w' ? RANKS - 1 : 0);
}

const possible = position => (Object.entries(position.pieces).every(([square, piece]) => mayStand(piece, square)) ? position : null);

export function fenOf({ turn, pieces }) {
  const order = squaresOf(10).filter(square => pieces[square]);
  const field = colour => order
    .filter(square => colourOf(pieces[square]) === colour)
    .map(square => (isKing(pieces[square]) ? 'K' : '') + square).join(',');
  return `${turn}:W${field('W')}:B${field('B')}`;
}

// Reads a FEN with squares or numbers, or a Hub string; null if it is neither. Other spellings and draw counters are left to the
// service.
export function parse(text, game) {
  const files = filesOf(game);
  const clean = text.trim().replace(/\.$/, '').replace(/\s/g, '');
  if (/^[WB][wbWBe]+$/.test(clean) && clean.length === 1 + files * RANKS / 2) return ofHub(clean, files);
  const match = /^([WB])((?::[WB][^:]*){2})$/.exec(clean);
  if (!match) return null;
  const pieces = {};
  for (const field of match[2].slice(1).split(':')) {
    for (const item of field.slice(1).split(',').filter(Boolean)) {
      const [, king, where] = /^(K?)([a-j][1-8]|\d+)$/.exec(item) ?? [];
      const square = /^\d/.test(where) ? numbered(Number(where), files) : where;
      const piece = king ? field[0] : field[0].toLowerCase();
      if (!squaresOf(files).includes(square) || pieces[square] || !mayStand(piece, square)) return null;
      pieces[square] = piece;
    }
  }
  return { turn: match[1], pieces };
}

function ofHub(text, files) {
  const pieces = {};
  [...text.slice(1)].forEach((piece, index) => {
    if (piece !== 'e') pieces[numbered(index + 1, files)] = piece;
  });
  return possible({ turn: text[0], pieces });
}

// The position after a move in notation, and whether it sets the clock to 0; null if the pieces cannot do that.
export function after({ turn, pieces }, text) {
  const path = text.split(/[-:]/);
  if (path.length < 2 || !path.every(square => /^[a-j][1-8]$/.test(square))) return null;
  const capture = text.includes(':');
  const left = { ...pieces };
  let piece = left[path[0]];
  if (!piece || colourOf(piece) !== turn) return null;
  const zeroing = capture || !isKing(piece);
  delete left[path[0]];
  const taken = [];
  for (let leg = 1; leg < path.length; leg++) {
    const inside = between(path[leg - 1], path[leg]);
    if (!inside || left[path[leg]]) return null;
    const met = inside.filter(square => left[square]);
    if (met.length !== (capture ? 1 : 0) || met.some(square => colourOf(left[square]) === turn || taken.includes(square))) return null;
    taken.push(...met);
    if (place(path[leg]).rank === (turn === 'W' ? RANKS - 1 : 0)) piece = turn;
  }
  taken.forEach(square => delete left[square]);
  left[path.at(-1)] = piece;
  return { position: { turn: other(turn), pieces: left }, zeroing };
}

function mapped({ turn, pieces }, square, piece) {
  const entries = Object.entries(pieces).map(([at, of]) => [square(place(at)), piece(of)]);
  return { turn, pieces: Object.fromEntries(entries) };
}

// The board turned round with the colours exchanged: the same position, seen by the other side.
export function swapped(position, files) {
  const swap = piece => ({ w: 'b', b: 'w', W: 'B', B: 'W' })[piece];
  const turned = mapped(position, ({ file, rank }) => name(files - 1 - file, RANKS - 1 - rank), swap);
  return { ...turned, turn: other(position.turn) };
}

// The reflection in the diagonal a1-h8; null if a man would stand where it is crowned.
export const mirrored = position => possible(mapped(position, ({ file, rank }) => name(rank, file), piece => piece));

export function count({ pieces }, wanted = () => true) {
  return Object.values(pieces).filter(wanted).length;
}

// The name of the ending: kings first, the stronger side first. Null if a side has no pieces.
export function endingOf(position) {
  const sides = ['W', 'B'].map(colour => {
    const kings = count(position, piece => piece === colour);
    const men = count(position, piece => piece === colour.toLowerCase());
    return { text: 'K'.repeat(kings) + 'M'.repeat(men), size: kings + men, kings };
  }).sort((one, two) => two.size - one.size || two.kings - one.kings);
  return sides[1].size ? `${sides[0].text}v${sides[1].text}` : null;
}

// The colour that has three or more kings against a single one, with no men on the board; null if there is none.
export function threeKings(position) {
  if (count(position, piece => !isKing(piece))) return null;
  const [white, black] = ['W', 'B'].map(colour => count(position, piece => piece === colour));
  return white >= 3 && black === 1 ? 'W' : black >= 3 && white === 1 ? 'B' : null;
}
