// The verdict over the moves of a game, for White: won above, lost below, what the rule makes a draw in between. It has a mark where
// a draw stood by the rules, and one at the place that the board shows.

import { svg } from './element.js';
import { t } from './words.js';

const [WIDTH, HEIGHT, LEVEL] = [340, 130, 44];
const VALUES = { 'win': 1, 'cursed-win': 0.5, 'draw': 0, 'blessed-loss': -0.5, 'loss': -1 };

// What a result of the side that moves is worth to White; NaN if it is not known.
const forWhite = ({ category }, side) => VALUES[category] * (side === 'white' ? 1 : -1);

// The mark of the place that the board shows, and where it goes.
let [place, across] = [null, null];

// Marks the place after that many plies; none for null.
export function markPlace(ply) {
  if (!place) return;
  const x = ply === null ? NaN : across(ply);
  place.classList.toggle('away', !(x >= 0));
  if (x >= 0) for (const end of ['x1', 'x2']) place.setAttribute(end, x);
}

// `draws` are places where a draw stood by the rules; `pick(ply)` is called with the place that is clicked.
export function curve({ moves, played }, draws, pick) {
  const start = moves[0].ply;
  const plies = played.length - start + 1;
  const mistakes = moves.filter(move => move.mistake).length;
  const picture = svg('svg', {
    class: 'chart curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('curve_label', moves.length, mistakes, draws.length),
  });
  const x = ply => ((ply - start) * WIDTH) / plies;
  const y = value => HEIGHT / 2 + 5 - value * LEVEL;
  for (const [value, result] of [[1, 'win'], [0, 'draw'], [-1, 'loss']]) {
    picture.append(svg('line', { class: 'grid', x1: 0, x2: WIDTH, y1: y(value), y2: y(value) }),
      svg('text', { class: 'level', x: WIDTH, y: y(value) - 4 }, t(result)));
  }
  for (const { ply, words } of draws.filter(draw => draw.ply >= start)) {
    picture.append(svg('g', { class: 'claim', click: () => pick(ply) }, svg('title', {}, words),
      svg('line', { x1: x(ply), x2: x(ply), y1: 14, y2: HEIGHT }), svg('text', { class: 'below', x: x(ply), y: 11 }, '½')));
  }
  // Where a position is not known, the line breaks off.
  let [line, end] = ['', null];
  const points = moves.flatMap(move => {
    const { ply, number, side, before, after } = move;
    const [from, to] = [forWhite(before, side), forWhite(after, side)];
    if (end !== ply && !isNaN(from)) line += `M${x(ply)} ${y(from)}`;
    end = isNaN(to) ? null : ply + 1;
    if (isNaN(to)) return [];
    line += isNaN(from) ? `M${x(ply + 1)} ${y(to)}` : `H${x(ply + 1)}V${y(to)}`;
    return [svg('circle', {
      class: move.mistake ? 'point mistake' : 'point', cx: x(ply + 1), cy: y(to), r: move.mistake ? 5 : Math.min(3, WIDTH / plies / 3), click: () => pick(ply + 1),
    }, svg('title', {}, `${number}${side === 'white' ? '.' : '…'} ${move.move}: ${t(after.category)}`))];
  });
  place = svg('line', { class: 'place away', y1: 14, y2: HEIGHT });
  across = x;
  picture.append(place, svg('path', { class: 'verdicts', d: line }), ...points);
  return picture;
}
