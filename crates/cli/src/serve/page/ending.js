// The statistics of an ending, and lists of its positions as small boards.

import { byId, html } from './element.js';
import { histogram } from './histogram.js';
import { smallBoard } from './picture.js';
import { endingOf, parse } from './position.js';
import { current } from './record.js';
import { PAUSE, patient, pause } from './search.js';
import { begin } from './setup.js';
import { source } from './source.js';
import { store } from './store.js';
import { number, reason, t } from './words.js';

// Of endings with more entries, a pass over the tables is made only when asked for.
const AT_ONCE = 5_000_000;
const LISTS = ['longest', 'mutual-zugzwang', 'only-move', 'spoilt'];
const SHOWN = 6;

// The ending that is shown, the list, and what stops the questions about them.
let [shown, chosen, stop] = ['', 'longest', new AbortController()];
const names = () => [...new Set(store.tables?.endings.map(side => side.ending) ?? [])];

export function prepare() {
  byId('ending-name').addEventListener('change', event => showEnding(event.target.value));
  byId('ending').addEventListener('toggle', follow);
}

// Shows the ending of the present position, if the part of the page is open.
export function follow() {
  const ending = endingOf(current(store.record).position);
  if (!byId('ending').open || !store.tables || !ending || ending === shown) return;
  showEnding(ending);
}

// Shows all anew, as when the language or the tables have changed.
export function renew() {
  const ending = shown;
  shown = '';
  if (ending && names().includes(ending) && byId('ending').open) showEnding(ending);
  else follow();
}

async function showEnding(ending) {
  shown = ending;
  stop.abort();
  const { signal } = stop = new AbortController();
  const known = names().includes(ending);
  const options = known ? names() : [...names(), ending];
  byId('ending-name').replaceChildren(...options.map(name => html('option', { value: name, selected: name === ending }, title(name))));
  byId('lists').hidden = !known;
  byId('list').replaceChildren();
  byId('list-note').textContent = '';
  byId('statistics').replaceChildren();
  if (!known) return showPublished(ending);
  const rows = store.tables.endings.filter(side => side.ending === ending);
  const small = rows.reduce((sum, side) => sum + side.entries, 0) <= AT_ONCE;
  const charts = html('div', { class: 'charts' });
  byId('statistics').replaceChildren(table(ending, rows), charts);
  const counted = () => showHistograms(charts);
  if (!small) charts.append(html('button', { click: counted }, t('make_histogram')));
  byId('lists').replaceChildren(...LISTS.map(of => html('button', {
    'data-of': of, 'aria-pressed': small && of === chosen, click: () => showList(of),
  }, t(of))));
  if (!small) return;
  // Others may only be stepped through, and each question may be a pass over tables.
  await pause(PAUSE);
  if (!signal.aborted) await counted();
  if (!signal.aborted && !byId('list-note').textContent) showList(chosen);
}

// The results of an ending without tables, if they are published. None of more than eight pieces are.
async function showPublished(ending) {
  let [rows, words] = [[], ''];
  try {
    if (ending.length <= 9) ({ sides: rows } = await source.ending(ending, store.record.game, false));
  } catch (problem) {
    if (problem.code !== 'no-ending') words = reason(problem);
  }
  if (ending !== shown) return;
  if (rows.length) byId('statistics').replaceChildren(table(ending, rows));
  byId('list-note').textContent = words || t('no_ending', rows.length);
}

// The kings and men of the two sides of an ending.
const sidesOf = ending => ending.split('v').map(side => {
  const kings = side.lastIndexOf('K') + 1;
  return { kings, men: side.length - kings };
});

// An ending as people call it, and its notation.
function title(ending) {
  const [one, two] = sidesOf(ending);
  const ofOneKind = one.kings + two.kings === 0 || one.men + two.men === 0;
  // Where it is clear of what, the number is enough for the second side.
  const number = ofOneKind && one.kings + one.men > 1 ? two.kings + two.men : null;
  return `${t('ending_name', one, two, number)} · ${ending}`;
}

// Who is to move in a part of an ending.
const moverOf = ({ ending, side }) => t('side_moves', sidesOf(ending)[side === 'first' ? 0 : 1]);

function table(ending, rows) {
  const line = (key, value) => html('tr', {}, html('th', { scope: 'row' }, t(key)), ...rows.map(side => html('td', {}, value(side))));
  const share = (many, side) => (side.entries ? `${number((100 * many) / side.entries, 1)} %` : '–');
  const longest = (plies, fen) => (fen
    ? html('button', { class: 'link', 'data-fen': fen, click: () => goTo(fen) }, t('plies_of', plies))
    : plies ? t('plies_of', plies) : '–');
  return html('table', { class: 'stats', 'aria-label': t('statistics', title(ending)) },
    html('thead', {}, html('tr', {}, html('td'), ...rows.map(side => html('th', { scope: 'col' }, moverOf(side))))),
    html('tbody', {},
      line('positions', side => number(side.entries)),
      line('percent_win', side => share(side.win, side)),
      line('percent_draw', side => share(side.draw, side)),
      line('percent_loss', side => share(side.loss, side)),
      line('spoilt_count', side => number(side.win + side.loss - side.rule_win - side.rule_loss)),
      line('longest_win', side => longest(side.max_win, side.max_win_fen)),
      line('longest_loss', side => longest(side.max_loss, side.max_loss_fen))));
}

const goTo = fen => begin(parse(fen, store.record.game), 'push', 0);

async function showHistograms(charts) {
  const { signal } = stop;
  charts.replaceChildren(html('p', { class: 'small' }, t('asking')));
  let parts;
  try {
    const { sides } = await patient(() => source.ending(shown, store.record.game, true, signal), signal);
    const counted = sides.filter(side => side.histogram);
    parts = counted.map(side => html('figure', {},
      html('figcaption', {}, moverOf(side)), histogram(side.histogram, moverOf(side))));
    parts.push(html('p', { class: 'small' }, t(counted.length ? 'histogram_axis' : 'histogram_none')));
  } catch (problem) {
    parts = [html('p', { class: 'small' }, reason(problem))];
  }
  charts.replaceChildren(...parts);
}

async function showList(of) {
  const { signal } = stop;
  chosen = of;
  for (const button of byId('lists').children) button.setAttribute('aria-pressed', button.dataset.of === of);
  const note = byId('list-note');
  note.textContent = t('asking');
  let [boards, words] = [[], ''];
  try {
    const { positions, complete } = await patient(() => source.list(shown, store.record.game, of, SHOWN, signal), signal);
    boards = positions.map(found => html('li', {},
      smallBoard(found.fen, store.record.game, describe(found), () => goTo(found.fen))));
    words = [boards.length ? t('list_count', boards.length) : t('list_none'), complete ? '' : t('list_part')].join(' ');
  } catch (problem) {
    words = reason(problem);
  }
  if (signal.aborted || of !== chosen) return;
  byId('list').replaceChildren(...boards);
  note.textContent = words;
}

const describe = ({ category, dtw, move, zugzwang }) =>
  [t(category), dtw === null ? '' : t('plies_of', dtw), move ?? '', zugzwang ? t(zugzwang) : ''].filter(Boolean).join(', ');
