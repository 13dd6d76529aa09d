// The list of the legal moves, best first. Pointing at one shows it on the board, clicking plays it.

import { byId, html, inSight } from './element.js';
import { played } from './record.js';
import { show, store } from './store.js';
import { t } from './words.js';

// The result of a move. Where a search has not decided it, one half of it may be known.
export const badge = (category, { at_least: least, at_most: most } = {}) =>
  html('span', { class: `badge ${category ?? 'unknown'}`, 'data-category': category ?? 'unknown' },
    t(category ?? (least ? 'draw_or_win' : most ? 'draw_or_loss' : store.search ? 'open' : 'unknown')));

// A distance: null is that of a draw. One that is absent is not known, but may have a bound.
const distance = (plies, theory, within) =>
  (plies === null || theory === 'draw' ? '–' : plies !== undefined ? `${plies}` : within !== undefined ? `≤ ${within}` : '?');

// The moves of an answer; after the clock has run out those that there would be.
export const movesOf = answer => (answer?.moves?.length ? answer.moves : answer?.moves_if_not_over ?? []);

export function showMoves(board, refute) {
  const list = byId('moves');
  const focused = list.contains(document.activeElement);
  // Of the same position, the same move keeps the focus.
  const chosen = list.dataset.fen === store.answer?.fen && document.activeElement.closest('[data-move]')?.dataset.move;
  const moves = movesOf(store.answer);
  board.point(null);
  if (!store.answer && !store.problem) return;
  list.replaceChildren(...(moves.length ? table(moves, board, refute) : store.answer ? [html('p', {}, t('no_moves'))] : []));
  list.dataset.fen = store.answer?.fen ?? '';
  const same = chosen ? list.querySelector(`[data-move="${chosen}"] button`) : null;
  if (focused) (same ?? list.querySelector('.move') ?? byId('back')).focus({ preventScroll: Boolean(same) });
}

// Whether the columns are explained.
let explained = false;

// The head of a column of distances: a button that explains both.
function distanceHead(key) {
  const explain = () => {
    explained = !explained;
    byId('legend').hidden = !explained;
    for (const term of document.querySelectorAll('.term')) term.setAttribute('aria-expanded', explained);
  };
  return html('th', { scope: 'col' }, html('button', {
    class: 'term', title: t(`${key}_hint`), 'aria-expanded': `${explained}`, 'aria-controls': 'legend', click: explain,
  }, t(key)));
}

function table(moves, board, refute) {
  const rows = moves.map((move, index) => row(move, board, refute, index > 0 && move.category !== moves[index - 1].category));
  const heads = [
    html('th', { scope: 'col' }, t('move')), html('th', { scope: 'col', title: t('result_hint') }, t('result')),
    distanceHead('dtw'), distanceHead('dtz'),
  ];
  const kinds = ['cursed-win', 'blessed-loss'].filter(kind => moves.some(move => move.category === kind));
  return [
    store.answer.over ? html('p', {}, t('moves_after_end')) : null,
    html('div', { id: 'legend', class: 'small', hidden: !explained },
      ...['result', 'dtw', 'dtz'].map(key => html('p', {}, html('b', {}, t(key)), ` — ${t(`${key}_hint`)}.`))),
    html('div', { class: 'moves-box' },
      html('table', { class: 'moves' }, html('thead', {}, html('tr', {}, ...heads, html('td'))), html('tbody', {}, ...rows))),
    html('p', { class: 'small' }, [t('plies'), moves.some(move => move.within) ? t('within_hint') : '', ...kinds.map(kind => t(`${kind}_hint`) + '.')].join(' ')),
  ].filter(Boolean);
}

// A long capture may be broken behind a colon.
const breakable = text => text.split(/(?<=:)/).flatMap((part, index) => (index ? [html('wbr'), part] : [part]));

function row(move, board, refute, begins) {
  const point = () => board.point(move);
  // Not a second time, while the answer to the first is awaited.
  const play = () => {
    if (!store.answer) return;
    show(played(store.record, move.move));
    inSight('board');
  };
  const why = move.category === 'loss'
    ? html('button', {
      class: 'why', title: t('why'), 'aria-label': t('why_label', move.move),
      click: event => { event.stopPropagation(); if (store.answer) refute(move); },
    }, '?') : null;
  return html('tr', {
    'data-move': move.move, class: begins ? 'begins' : null,
    pointerenter: point, pointerleave: () => board.point(null), focusin: point, focusout: () => board.point(null), click: play,
  },
  html('td', {}, html('button', { class: move.capture ? 'move' : 'move quiet' }, ...breakable(move.move))),
  html('td', {}, badge(move.category, move)),
  html('td', { class: 'plies' }, distance(move.dtw, move.theory, move.within)),
  html('td', { class: 'plies' }, distance(move.dtz, move.theory)),
  html('td', {}, why));
}
