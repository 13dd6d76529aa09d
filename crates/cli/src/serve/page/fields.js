// The fields beside the board: side to move, rule, clock, and the position as a text.

import { byId, onClick } from './element.js';
import { fenOf, threeKings } from './position.js';
import { readFen } from './read.js';
import { at, clockOfCount, countOf, current, startingAt } from './record.js';
import { begin } from './setup.js';
import { show, store } from './store.js';
import { t } from './words.js';

// A game has tags, or a number with a dot before a move, and does not begin as a FEN.
const looksLikePdn = text => !/^[wb]:/i.test(text.trim()) && /^\[|(^|\s)\d+\.+\s*\S|\n/.test(text.trim());

// Tags of nothing but a position are that position.
const POSITION = /^\s*(?:\[SetUp\s*"\d"\]\s*)?\[FEN\s*"([^"]*)"\]\s*(?:\[SetUp\s*"\d"\]\s*)?\*?\s*$/i;
const positionOf = text => POSITION.exec(text)?.[1] ?? text;

// Prepares the fields. `say` shows a sentence, `judge` takes a PDN.
export function prepare({ say, judge }) {
  byId('turns').addEventListener('change', event => {
    begin({ ...current(store.record).position, turn: event.target.value }, 'edit');
  });
  byId('rule').addEventListener('change', event => show({ ...store.record, rule: event.target.value }, 'push'));
  const plies = field => Math.min(Math.max(0, Math.trunc(field.valueAsNumber || 0)), 999);
  byId('clock').addEventListener('change', event => begin(current(store.record).position, 'edit', plies(event.target)));
  byId('count').addEventListener('change', event => {
    const { position } = current(store.record);
    begin(position, 'edit', clockOfCount(position, plies(event.target)));
  });
  byId('fen-form').addEventListener('submit', event => {
    event.preventDefault();
    set(positionOf(byId('fen').value), say, judge);
  });
  onClick('share', () => copyLink(say));
}

// Copies the address of what is shown.
export async function copyLink(say) {
  try {
    await navigator.clipboard.writeText(location.href);
    say(t('shared'));
  } catch {
    say(t('not_shared'));
  }
}

// The most characters of a text that looks like a game and may be a position behind a number, or in lines.
const LONGEST_POSITION = 300;

// Fills the board from a text, or judges it if it is a game.
async function set(text, say, judge) {
  const isGame = looksLikePdn(text);
  if (isGame && text.length > LONGEST_POSITION) return judge(text);
  const { game, rule } = store.record;
  const { position, clock, words } = await readFen({ fen: text, game, rule });
  if (position) show(startingAt(position, { game, rule, clock }));
  else if (isGame) judge(text);
  if (position || !isGame) say(words);
}

export function showFields() {
  const { record } = store;
  const { position, clock } = current(record);
  byId('game-name').textContent = t(`game_${record.game ?? 'russian'}`);
  for (const input of document.querySelectorAll('input[name=side]')) input.checked = input.value === position.turn;
  byId('moves-of').textContent = t('moves_of', position.turn);
  byId('rule').value = record.rule;
  byId('clock').value = clock;
  byId('count-field').hidden = !threeKings(position);
  byId('count').value = countOf({ position, clock }) ?? 0;
  byId('fen').value = fenOf(position);
  byId('back').disabled = byId('first').disabled = record.at === 0;
  byId('forward').disabled = byId('last').disabled = record.at === at(record, Infinity).at;
}
