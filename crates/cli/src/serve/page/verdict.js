// The verdict of a position in a sentence: first what comes of it in practice, then what would without the rule.

import { byId } from './element.js';
import { count, other, threeKings } from './position.js';
import { current } from './record.js';
import { store } from './store.js';
import { number, reason, t } from './words.js';

// The one who wins by a result of the side to move.
const winnerBy = (result, turn) => (result === 'win' ? turn : result === 'loss' ? other(turn) : null);

// What is said of a search beyond the tables.
function searched(answer, turn) {
  if (answer.category || answer.over) return `${sentence(answer, turn)}${answer.over ? '' : ` ${t('by_search')}`}`;
  const known = answer.theory ? t('in_theory', t(answer.theory))
    : answer.at_least ? t('proved_half', turn) : answer.at_most ? t('proved_half', other(turn)) : '';
  const positions = answer.positions ? number(answer.positions) : '';
  const state = store.search === 'on' ? t('searching', positions) : t('undecided', positions || '0');
  return [state, known].filter(Boolean).join(' ');
}

// What a search says besides: the bound of the proof, or why there is a search, and what it still does.
function besides(answer, position) {
  if (answer.over) return [];
  return [
    answer.within ? t('within', answer.within) : answer.category ? '' : beyond(position),
    answer.category && store.search === 'on' ? t('searching_moves') : '',
  ];
}

function sentence(answer, turn) {
  const plies = answer.dtw ?? null;
  const winner = winnerBy(answer.theory, turn);
  if (answer.over === 'no-move') return winner === turn ? t('has_won', turn) : t('no_move_won', turn, winner);
  if (answer.over === 'draw-rule') return t('over_draw', answer.rule, winner, plies);
  switch (answer.category) {
    case 'win': case 'loss': return t('wins', winnerBy(answer.category, turn), plies);
    case 'cursed-win': return t('drawn_by', answer.rule, turn, plies);
    case 'blessed-loss': return t('drawn_by', answer.rule, other(turn), plies);
    case 'draw': return t('draws');
    default: return t('not_known') + (answer.theory ? ` ${t('in_theory', t(answer.theory))}` : '');
  }
}

// What the rule leaves of a result that it lets stand.
function detail(answer, position) {
  const kept = answer.category === 'win' || answer.category === 'loss';
  const counts = answer.rule === '15-moves' || (answer.rule === 'three-kings' && threeKings(position));
  if (!kept || !counts || answer.over || !answer.dtz) return '';
  const parts = [t('safe', answer.dtz, (store.tables?.draw_plies ?? 30) - answer.clock)];
  const best = answer.moves?.[0]?.dtw;
  if (typeof best === 'number' && typeof answer.dtw === 'number' && best + 1 !== answer.dtw) parts.push(t('longer'));
  return parts.join(' ');
}

// Why the tables have no answer for a position.
function beyond(position) {
  const { tables } = store;
  const pieces = count(position);
  return tables && pieces > tables.largest ? t('no_table', pieces, tables.largest) : t('no_such_table');
}

// Why there is no answer for a position.
function missing(problem, position) {
  if (problem.code === 'no-table') return beyond(position);
  const lacks = colour => count(position, piece => piece.toUpperCase() === colour) === 0;
  return problem.code === 'bad-position' && lacks(other(position.turn)) ? t('no_pieces') : reason(problem);
}

export function showVerdict() {
  const { answer, problem, record, search } = store;
  const { position } = current(record);
  const [verdict, more] = [byId('verdict'), byId('detail')];
  verdict.dataset.category = answer?.over === 'draw-rule' ? 'draw' : answer?.category ?? 'unknown';
  verdict.dataset.turn = position.turn;
  verdict.dataset.fen = answer?.fen ?? '';
  verdict.textContent = answer ? (search ? searched : sentence)(answer, position.turn) : problem ? missing(problem, position) : t('asking');
  more.textContent = answer ? [detail(answer, position), ...(search ? besides(answer, position) : []), answer.note].filter(Boolean).join(' ') : '';
}
