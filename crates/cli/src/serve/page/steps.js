// Stepping through a record: back and forward, the line of best play, by itself, and the refutation of a losing move.

import { byId, html, onClick } from './element.js';
import { at, continued, numberOf, played, question } from './record.js';
import { source } from './source.js';
import { show, store } from './store.js';
import { reason, t } from './words.js';

// Between two steps that are made by themselves, in milliseconds.
const PAUSE = 1000;

// What is stepped through by itself: the record that it has shown, and its timer; null if nothing is.
let run = null;

const stepTo = (place, how) => show(at(store.record, place), how);
const length = () => store.record.steps.length - 1;

// Best play by the tables. Beyond them it begins with the line of the proof, if there is one.
async function bestLine(record) {
  const solved = record === store.record && store.search ? store.answer : null;
  const proof = (solved?.line ?? []).map(move => ({ move }));
  try {
    const rest = await source.line(question(at(continued(record, solved?.line ?? []), Infinity)));
    return { ...rest, line: [...proof, ...rest.line], proved: proof.length > 0 };
  } catch (problem) {
    if (problem.code !== 'no-table' || !solved) throw problem;
    const end = solved.category === 'draw' ? 'draw' : proof.length ? 'no-move' : 'unknown';
    return { line: proof, end, over: solved.over, proved: true };
  }
}

// Continues a record with best play; returns how the line ends, or null if another record is shown by now.
async function bestFrom(record) {
  const asked = store.record;
  const line = await bestLine(record);
  if (asked !== store.record) return null;
  return { line, record: continued(record, line.line.map(move => move.move)) };
}

async function showBest(say) {
  const mine = run;
  try {
    const best = await bestFrom(store.record);
    if (!best || mine !== run) return;
    const plies = best.line.line.length;
    if (plies) shown(best.record, 'push');
    const words = { draw: 'best_draw', unknown: 'best_unknown' }[best.line.end];
    say([plies ? t(best.line.proved ? 'proof_ready' : 'best_ready', plies) : '', words && !best.line.over ? t(words) : ''].join(' ').trim());
  } catch (problem) {
    say(reason(problem));
  }
}

// Plays a losing move, and continues with what refutes it; beyond the tables the search of what it reaches shows that.
export async function refute(move, say) {
  const { record } = store;
  try {
    const best = await bestFrom(played(record, move.move));
    if (!best) return;
    show(best.record, 'push');
    say(t('refutation', move.move, best.line.line.length));
  } catch (problem) {
    if (problem.code !== 'no-table') say(reason(problem));
    else if (record === store.record) show(played(record, move.move));
  }
}

// Shows a record that belongs to what is stepped through, which any other ends.
function shown(record, how) {
  if (run) run.record = record;
  show(record, how);
}

function stop() {
  clearInterval(run?.timer);
  run = null;
  byId('auto').setAttribute('aria-pressed', false);
}

async function start(say) {
  const mine = { record: store.record, timer: null };
  run = mine;
  byId('auto').setAttribute('aria-pressed', true);
  if (store.record.at === length()) await showBest(say);
  if (mine !== run) return;
  if (store.record.at === length()) return stop();
  mine.timer = setInterval(() => {
    shown(at(store.record, store.record.at + 1), 'replace');
    if (store.record.at === length()) stop();
  }, PAUSE);
}

export function prepare(say) {
  onClick('first', () => stepTo(0));
  onClick('back', () => stepTo(store.record.at - 1));
  onClick('forward', () => stepTo(store.record.at + 1));
  onClick('last', () => stepTo(length()));
  onClick('best', () => { stop(); showBest(say); });
  onClick('auto', () => (run ? stop() : start(say)));
  document.addEventListener('keydown', event => {
    const typed = event.target.closest('input, select, textarea, svg');
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const place = store.record.at + (way ?? 0);
    if (!way || typed || modified || place < 0 || place > length()) return;
    event.preventDefault();
    stepTo(place);
  });
}

// The moves made, and those to come.
export function showRecord() {
  const { record } = store;
  const first = record.steps[0].position.turn === 'W' ? 0 : 1;
  const items = record.steps.slice(1).map((step, index) => {
    const mark = (index + first) % 2 && index ? '' : numberOf(index + first);
    const place = index + 1;
    return html('li', {}, mark ? html('span', { class: 'number' }, mark) : null, html('button', {
      class: place > record.at ? 'to-come' : null, 'aria-current': place === record.at ? 'step' : null,
      click: () => stepTo(place),
    }, step.move));
  });
  const list = byId('record');
  const focused = list.contains(document.activeElement);
  list.hidden = items.length === 0;
  list.replaceChildren(...items);
  const now = list.querySelector('[aria-current]');
  // Only the list scrolls, not the page.
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  if (focused) (now ?? byId('back')).focus();
  if (run && run.record !== record) stop();
}
