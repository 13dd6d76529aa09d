// A histogram of distances: how many positions end in how many plies, on a logarithmic scale.

import { svg } from './element.js';
import { number, t } from './words.js';

const [WIDTH, HEIGHT, LEFT, ABOVE, BELOW] = [520, 190, 46, 12, 26];

// `counts` has wins and losses, each a list of pairs of plies and positions.
export function histogram(counts, name) {
  const bars = [['win', counts.wins], ['loss', counts.losses]].flatMap(([result, pairs]) =>
    pairs.map(([plies, many]) => ({ result, plies, many })));
  const longest = Math.max(1, ...bars.map(bar => bar.plies));
  const most = bars.reduce((best, bar) => (bar.many > best.many ? bar : best), { many: 1, plies: 0 });
  const powers = Math.max(1, Math.ceil(Math.log10(most.many + 1)));
  const step = (WIDTH - LEFT - 4) / (longest + 1);
  const top = many => ABOVE + (HEIGHT - ABOVE - BELOW) * (1 - (0.3 + Math.log10(many)) / (0.3 + powers));
  const picture = svg('svg', {
    class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('histogram_label', name, longest, most.plies),
  });
  for (let power = 0; power <= powers; power++) {
    const y = top(10 ** power);
    picture.append(svg('line', { class: 'grid', x1: LEFT, x2: WIDTH, y1: y, y2: y }));
    if (powers < 6 || power % 2 === 0) picture.append(svg('text', { x: LEFT - 6, y: y + 4, class: 'left' }, short(power)));
  }
  for (const { result, plies, many } of bars) {
    const [x, y] = [LEFT + plies * step, top(many)];
    picture.append(svg('rect', {
      class: `bar ${result}`, x: x + step * 0.1, y, width: Math.max(step * 0.8, 1), height: HEIGHT - BELOW - y,
      'data-plies': plies, 'data-many': many,
    }, svg('title', {}, t('bar', plies, number(many), t(result)))));
  }
  const each = [1, 2, 5, 10, 20, 50, 100].find(each => longest / each <= 10) ?? 200;
  for (let plies = 0; plies <= longest; plies += each) {
    picture.append(svg('text', { x: LEFT + (plies + 0.5) * step, y: HEIGHT - 8, class: 'below' }, `${plies}`));
  }
  return picture;
}

// 1, 10, 100, 1k ... of a power of ten.
const short = power => `${10 ** (power % 3)}${['', 'k', 'M', 'G', 'T'][Math.floor(power / 3)]}`;
