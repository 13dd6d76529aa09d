// The dark squares of a board, and where they are drawn. Files count from 0 (a), ranks from 0 (1).

export const RANKS = 8;

// The files of the boards of the games.
export function filesOf(game) {
  return game === 'draughts-80' ? 10 : 8;
}

export function name(file, rank) {
  return 'abcdefghij'[file] + (rank + 1);
}

export function place(square) {
  return { file: 'abcdefghij'.indexOf(square[0]), rank: Number(square[1]) - 1 };
}

// All dark squares, in the order of a FEN: a1, c1, ... h8.
export function squaresOf(files) {
  const squares = [];
  for (let rank = 0; rank < RANKS; rank++) {
    for (let file = rank % 2; file < files; file += 2) squares.push(name(file, rank));
  }
  return squares;
}

// The square of a number: b8 is 1, and numbers run along the ranks from the top.
export function numbered(number, files) {
  const each = files / 2;
  if (number < 1 || number > each * RANKS) return null;
  const rank = RANKS - 1 - Math.floor((number - 1) / each);
  return name(2 * ((number - 1) % each) + rank % 2, rank);
}

// The squares strictly between two on a diagonal, in order; null if they are on none.
export function between(from, to) {
  const [start, end] = [place(from), place(to)];
  const [files, ranks] = [end.file - start.file, end.rank - start.rank];
  if (files === 0 || Math.abs(files) !== Math.abs(ranks)) return null;
  const [x, y] = [Math.sign(files), Math.sign(ranks)];
  return Array.from({ length: Math.abs(files) - 1 }, (_, step) => name(start.file + x * (step + 1), start.rank + y * (step + 1)));
}

// The column and the row of a square on the screen, from the upper left.
export function onScreen(square, files, turned) {
  const { file, rank } = place(square);
  return turned ? { column: files - 1 - file, row: rank } : { column: file, row: RANKS - 1 - rank };
}

// The square at a column and a row of the screen; null for a light square and outside.
export function atScreen(column, row, files, turned) {
  const file = turned ? files - 1 - column : column;
  const rank = turned ? row : RANKS - 1 - row;
  const inside = file >= 0 && file < files && rank >= 0 && rank < RANKS;
  return inside && (file + rank) % 2 === 0 ? name(file, rank) : null;
}
