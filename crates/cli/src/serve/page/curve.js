// The verdict over the moves of a game, for White: won above, lost below, what the rule makes a draw in between.

import { svg } from './element.js';
import { t } from './words.js';

const [HEIGHT, LEVEL, STEP] = [120, 44, 14];
const VALUES = { 'win': 1, 'cursed-win': 0.5, 'draw': 0, 'blessed-loss': -0.5, 'loss': -1 };

// What a result of the side that moved is worth to White; null if it is not known.
function forWhite({ category }, side) {
  const value = VALUES[category];
  return value === undefined ? null : side === 'white' ? value : -value;
}

// `pick(index)` is told when a move of the curve is clicked.
export function curve(moves, pick) {
  const width = Math.max(280, (moves.length + 2) * STEP);
  const mistakes = moves.filter(move => move.mistake).length;
  const picture = svg('svg', {
    class: 'chart curve', viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': t('curve_label', moves.length, mistakes),
  });
  const y = value => HEIGHT / 2 - value * LEVEL;
  for (const value of [1, 0, -1]) picture.append(svg('line', { class: 'grid', x1: 0, x2: width, y1: y(value), y2: y(value) }));
  for (const [value, result] of [[1, 'win'], [-1, 'loss']]) {
    picture.append(svg('text', { class: 'level', x: width, y: y(value) - 4 }, t(result)));
  }
  const scale = width / (moves.length + 1);
  const points = [];
  const first = moves[0] && forWhite(moves[0].before, moves[0].side);
  if (first !== null && first !== undefined) points.push([0, first]);
  moves.forEach((move, index) => {
    const value = forWhite(move.after, move.side);
    if (value !== null) points.push([(index + 1) * scale, value]);
  });
  const steps = points.map(([x, value], index) => (index ? `H${x} V${y(value)}` : `M${x} ${y(value)}`)).join(' ');
  if (points.length) picture.append(svg('path', { class: 'verdicts', d: `${steps} H${width}` }));
  moves.forEach((move, index) => {
    const value = forWhite(move.after, move.side);
    if (value === null) return;
    const words = `${move.number}. ${move.move}: ${t(move.after.category)}`;
    picture.append(svg('circle', {
      class: move.mistake ? 'point mistake' : 'point', cx: (index + 1) * scale, cy: y(value), r: move.mistake ? 6 : 3,
      click: () => pick(index),
    }, svg('title', {}, words)));
  });
  return picture;
}
