// A study: a position with its goal and a solution, checked, and shared as a link and as a PDN.

import { download } from './annotated.js';
import { byId, html, inSight, onClick } from './element.js';
import { copyLink } from './fields.js';
import { fenOf } from './position.js';
import { readFen } from './read.js';
import { at, continued, numberOf, start, startingAt } from './record.js';
import { source } from './source.js';
import { show, store } from './store.js';
import { reason, t } from './words.js';

// The goals that can be chosen; with none, the text states it, or it is what the position is worth.
const GOALS = ['', ...['White', 'Black'].flatMap(side => ['win', 'draw', 'lock'].map(aim => `${side} ${aim}`))];
const RESULTS = { 'White win': '1-0', 'Black win': '0-1', 'White draw': '1/2-1/2', 'Black draw': '1/2-1/2' };
const RESULT = /(^|\s)(\*|1-0|0-1|2-0|0-2|1-1|1\/2-1\/2)\s*$/;

// The study that was checked last, as the address has it, the position that it begins with, and the answer; null before any.
let [checked, base, answer] = [null, null, null];

export function prepare(say) {
  byId('study-form').addEventListener('submit', event => {
    event.preventDefault();
    check();
  });
  onClick('take', take);
  onClick('study-link', async () => {
    if (await settle()) copyLink(say);
  });
  onClick('study-pdn', async () => {
    if (await settle()) download(pdn(), 'study.pdn');
  });
  showGoals();
}

function showGoals() {
  const chosen = byId('goal').value;
  byId('goal').replaceChildren(...GOALS.map(goal =>
    html('option', { value: goal, selected: goal === chosen }, t('goal_of', ...goal.split(' ')))));
}

// Puts the moves made on the board into the solution.
async function take() {
  const { record } = store;
  const moves = record.steps.slice(1, record.at + 1).map(step => step.move);
  byId('study-note').textContent = moves.length ? '' : t('nothing_taken');
  if (!moves.length) return;
  const { withLine } = await import('./variations.js');
  byId('solution').value = withLine(byId('solution').value, moves, start(record).position.turn);
}

// The tags before a solution, and the rest of it.
function parts(text) {
  const tags = [...text.matchAll(/^\s*\[(\S+)\s+"([^"]*)"\]/gm)];
  return { tags, moves: tags.reduce((rest, [tag]) => rest.replace(tag, ''), text).trim() };
}

// The study as a PDN.
function pdn() {
  const { position } = start(store.record);
  const goal = byId('goal').value;
  const { tags, moves } = parts(byId('solution').value);
  const own = tags.filter(([, name]) => !/^(FEN|SetUp|GameType)$/i.test(name) && !(goal && /^(Goal|Result)$/i.test(name)));
  const lines = own.map(([tag]) => tag.trim());
  if (store.record.game === 'draughts-80') lines.push('[GameType "41"]');
  lines.push('[SetUp "1"]', `[FEN "${fenOf(position)}"]`);
  if (goal) lines.push(`[Goal "${goal}"]`);
  const stated = RESULT.exec(moves)?.[2];
  const body = goal && stated ? moves.replace(RESULT, '') : moves;
  const result = goal ? RESULTS[goal] ?? '*' : stated ? '' : '*';
  return `${lines.join('\n')}\n\n${[body, result].filter(Boolean).join(' ')}\n`;
}

// Takes the position of a pasted PDN onto the board, and the study into the address. Whether that could be read.
async function settle() {
  const field = byId('solution');
  const fen = parts(field.value).tags.find(([, name]) => /^FEN$/i.test(name));
  const { game, rule } = store.record;
  let first = start(store.record).position;
  if (fen) {
    const { position, words } = await readFen({ fen: fen[2], game, rule });
    if (!position) {
      byId('study-note').textContent = words;
      return false;
    }
    first = position;
    field.value = field.value.replace(/^\s*\[(FEN|SetUp)\s+"[^"]*"\]\s*/gim, '');
  }
  checked = { goal: byId('goal').value, solution: field.value };
  const isSame = fenOf(first) === fenOf(start(store.record).position);
  show({ ...(isSame ? store.record : startingAt(first, { game, rule })), study: checked }, isSame ? 'replace' : 'push');
  return true;
}

async function check() {
  byId('checked').replaceChildren();
  byId('study-note').textContent = t('checking');
  if (!await settle()) return;
  await ask();
  inSight('checked');
}

// What stops the check that was asked last.
let stop = new AbortController();

async function ask() {
  stop.abort();
  const mine = stop = new AbortController();
  base = startingAt(start(store.record).position, store.record);
  base.study = checked;
  const found = await source.study(pdn(), store.record.game, fenOf(start(base).position), mine.signal)
    .then(({ studies }) => studies[0], problem => ({ error: reason(problem) }));
  if (mine !== stop) return;
  answer = found;
  showAnswer();
}

// Shows and checks the study of an address, once.
export function follow() {
  const { study } = store.record;
  if (!study || (checked && study.goal === checked.goal && study.solution === checked.solution)) return;
  byId('study').open = true;
  byId('goal').value = GOALS.includes(study.goal) ? study.goal : '';
  byId('solution').value = study.solution;
  checked = study;
  byId('study-note').textContent = t('checking');
  ask();
}

// Shows all anew, as when the language has changed. What has a sentence of the service is checked again.
export function renew() {
  showGoals();
  if (answer?.error || answer?.unread) ask();
  else if (answer) showAnswer();
}

// Shows a line from the position of the study, at its end.
const look = moves => {
  show(at(continued(base, moves), moves.length));
  inSight('board');
};

function link(moves, text) {
  return html('button', { class: 'link', 'data-line': moves.join(' '), click: () => look(moves) }, text);
}

function showAnswer() {
  byId('study-note').textContent = '';
  byId('checked').replaceChildren(...(answer.error ? [html('p', {}, answer.error)] : ofStudy(answer)));
}

function verdictOf({ reached, sound, own_line: own, findings }) {
  if (reached !== true) return reached === false ? 'not_reached' : 'reached_open';
  if (own) return 'reached';
  if (sound === undefined) return 'part_open';
  return sound ? findings.some(finding => finding.kind === 'not-legal') ? 'sound_to_there' : 'sound' : 'unsound';
}

function ofStudy(study) {
  const turn = start(base).position.turn === 'W' ? 0 : 1;
  const number = index => `${numberOf(index + turn)} `;
  const line = study.line.flatMap((move, index) => [
    link(study.line.slice(0, index + 1), `${(index + turn) % 2 && index ? '' : number(index)}${move}`), ' ']);
  // The move by which the way to a finding leaves the main line; empty within it.
  const variation = ({ after }) => {
    const leaves = after.findIndex((move, index) => move !== study.line[index]);
    return leaves < 0 ? '' : `${number(leaves)}${after[leaves]}`;
  };
  const variations = [...new Set(['', ...study.findings.map(variation)])];
  const goal = study.goal ? t('goal_of', study.side === 'white' ? 'White' : 'Black', study.goal) : t('no_goal');
  return [
    html('p', { id: 'study-verdict', 'data-verdict': verdictOf(study), class: study.faulty ? 'faulty' : '' },
      `${goal}. ${t(verdictOf(study))}`),
    line.length ? html('p', {}, `${t(study.own_line ? 'own_line' : 'solution_line')}: `, ...line) : '',
    ...variations.flatMap(moves => [
      moves ? html('h4', {}, t('in_variation', moves)) : '',
      html('ul', { class: 'mistakes' }, ...study.findings.filter(found => variation(found) === moves).map(item)),
    ]),
    ...(study.unread ?? []).map(words => html('p', { class: 'small' }, words)),
  ];
}

// A finding. Its moves lead to the board, those that it is about and the replies to them.
function item({ kind, place, after, moves, refutations = [], answers = [], near = [], unread }) {
  const first = moves.slice(0, 1);
  const isWrong = ['gives-away', 'not-legal', 'second-solution'].includes(kind);
  const each = (list, before = []) => list.flatMap(move => [link([...after, ...before, move], move), ' ']);
  const listed = (key, list, before) => (list.length ? [`${t(key)} `, ...each(list, before)] : []);
  const more = {
    'gives-away': () => [...listed('refuted_by', refutations, first), ...listed('right_is', answers)],
    'try': () => listed('refuted_by', refutations, first),
    'left-out': () => (answers.length ? listed('answered_by', answers, first) : [t('ends_game')]),
    'not-legal': () => [...listed('near', near), unread ? t('moves_unread', unread) : ''],
  }[kind]?.() ?? [];
  const named = kind === 'not-legal' ? [`«${moves[0]}» `] : each(moves);
  return html('li', { 'data-kind': kind, class: isWrong ? 'faulty' : null },
    link(after, place), ` ${t(`finding_${kind}`)}: `, ...named, ...(more.length ? ['— ', ...more] : []));
}
