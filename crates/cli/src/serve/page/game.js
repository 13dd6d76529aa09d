// A game: a PDN judged move by move, with its mistakes, the draws by the rules, a curve of the verdict, and the PDN with comments.

import { annotated, better, comment, decode, download } from './annotated.js';
import { curve, markPlace } from './curve.js';
import { byId, html, inSight } from './element.js';
import { badge } from './moves.js';
import { parse } from './position.js';
import { at, continued, numberOf, startingAt } from './record.js';
import { source } from './source.js';
import { on, show, store } from './store.js';
import { reason, t } from './words.js';

// The judged text, its games, the one that is shown, and the game and rule they were judged by.
let [text, games, chosen, by] = ['', [], 0, {}];

// The steps of the game as the page shows it; null until it is shown.
let steps = null;

// Counts the PDNs asked about: answers to earlier ones are too late.
let asked = 0;

export function prepare() {
  on('record', markShown);
  byId('game-form').addEventListener('submit', event => {
    event.preventDefault();
    judge(byId('pdn').value);
  });
  byId('file').addEventListener('change', event => open(event.target.files[0]));
  document.addEventListener('dragover', event => event.preventDefault());
  document.addEventListener('drop', event => {
    event.preventDefault();
    const data = event.dataTransfer;
    if (data.files[0]) open(data.files[0]);
    else if (data.getData('text')) judge(data.getData('text'));
  });
}

// The curve follows while the game is stepped through.
const markShown = () => markPlace(store.record.steps === steps ? store.record.at : null);

async function open(file) {
  if (file) judge(decode(await file.arrayBuffer()));
}

// Judges a PDN, and shows the first position that the tables know, else the first one of the game.
export async function judge(pdn) {
  const mine = ++asked;
  byId('game').open = true;
  byId('pdn').value = pdn;
  byId('game-note').textContent = t(pdn.trim() ? 'asking' : 'no_games');
  byId('judged').replaceChildren();
  if (!pdn.trim()) return;
  const { game, rule } = store.record;
  const found = await ask(pdn, { game, rule }, mine);
  if (!found) return;
  [text, games, steps] = [pdn, found, null];
  by = { game: games.find(of => of.game)?.game ?? game, rule };
  // The first game with something to say, else the first that was read.
  chosen = [of => of.moves?.length, of => of.moves].map(has => games.findIndex(has)).find(found => found >= 0) ?? 0;
  showGame();
  if (games[chosen]?.moves) goTo();
  inSight('judged');
  await searchBeyond(mine);
}

// Judges the positions that the tables do not know, where the source has time for that. What is shown stays if it has none now.
async function searchBeyond(mine) {
  const isWhole = of => !of.played || of.moves.length >= (of.drawn_after ?? of.played.length);
  if (!source.seconds || games.every(isWhole)) return;
  byId('game-note').textContent += ` ${t('searching_game')}`;
  const found = await source.review(text, by.game, by.rule, source.seconds).catch(() => null);
  if (mine !== asked) return;
  games = found?.games ?? games;
  showGame();
}

// Shows the games anew, as when the language has changed. If they have sentences of the service, they are judged again.
export async function renew() {
  if (!games.some(of => of.error || of.note || of.unread)) return showGame();
  const again = await ask(text, by, asked);
  if (!again) return;
  games = again;
  showGame();
  await searchBeyond(asked);
}

// The judged games of a PDN; null if it is too late, or if there is no answer, and why is shown.
async function ask(pdn, { game, rule }, mine) {
  const found = await source.review(pdn, game, rule).catch(problem => ({ problem }));
  if (mine !== asked) return null;
  if (found.games) return found.games;
  byId('judged').replaceChildren();
  byId('game-note').textContent = reason(found.problem);
  return null;
}

function showGame() {
  if (!games.length) {
    byId('game-note').textContent = text ? t('no_games') : '';
    return;
  }
  const moves = games.flatMap(of => of.moves ?? []);
  const unread = games.filter(of => of.error).length;
  const judged = t('judged', games.filter(of => of.moves).length, moves.filter(move => move.mistake).length);
  byId('game-note').textContent = judged + (unread ? ` ${t('unread', unread)}` : '');
  byId('judged').replaceChildren(...picker(), ...ofGame(games[chosen]), html('button', {
    id: 'download', click: () => download(annotated(text, games), 'annotated.pdn'),
  }, t('download')));
  markShown();
}

const title = game => `${game.number}. ${game.white ?? '?'} – ${game.black ?? '?'} ${game.error ? `(${t('not_read')})` : game.result ?? ''}`;

function picker() {
  if (games.length === 1) return [];
  const pick = event => {
    chosen = Number(event.target.value);
    showGame();
    if (games[chosen].moves) goTo();
  };
  return [html('label', {}, `${t('game_pick')} `, html('select', { id: 'games', change: pick },
    ...games.map((game, index) => html('option', { value: index, selected: index === chosen }, title(game)))))];
}

function ofGame(game) {
  const notRead = [...game.unread ?? [], game.error].filter(Boolean).map(line => html('p', {}, line));
  if (!game.moves) return [html('h3', {}, title(game)), ...notRead];
  const mistakes = game.moves.filter(move => move.mistake);
  const facts = [
    game.best_play ? t('best_play', game.best_play) : t('nothing_known'),
    game.agrees === true ? t('agrees') : game.agrees === false ? t('differs') : '',
    game.note,
  ];
  const draws = drawsOf(game);
  const heads = [
    html('h3', {}, title(game)), html('p', {}, facts.filter(Boolean).join(' ')), ...notRead,
    html('h4', {}, t('draws_by_rule')),
    draws.length ? html('ul', { class: 'mistakes draws' }, ...draws.map(draw => byRule(game, draw))) : html('p', {}, t('no_draws_by_rule')),
  ];
  if (!game.moves.length) return heads;
  return [
    ...heads, curve(game, draws, look), html('p', { class: 'small' }, t('curve')),
    html('ol', { class: 'judged' }, ...game.moves.map(move => item(move, draws))),
    html('p', { class: 'small' }, t('by_mover')),
    mistakes.length ? html('h4', {}, t('mistakes')) : html('p', {}, t('no_mistakes')),
    html('ul', { class: 'mistakes' }, ...mistakes.map(mistake)),
  ];
}

const name = move => `${move.number}${move.side === 'white' ? '.' : '…'} ${move.move}${move.mistake ? '?' : ''}`;

// Where a draw stood by the rules or could be claimed: after how many plies, and why.
function drawsOf({ drawn_after: drawn, repetition, claims = [] }) {
  const claimed = [...claims, ...(repetition ? [{ ...repetition, count: 'repetition' }] : [])];
  const draws = claimed.map(({ ply, count }) => ({ ply, words: t('claim', t(count)) }));
  if (drawn != null) draws.push({ ply: drawn, words: t('drawn_after') });
  return draws.sort((one, two) => one.ply - two.ply);
}

function byRule({ fen, played }, { ply, words }) {
  const number = numberOf(ply - fen.startsWith('W'));
  const link = html('button', { class: 'link', 'data-after': ply, click: () => look(ply) }, `${number} ${played[ply - 1] ?? ''}`);
  return html('li', {}, link, ` ${words}`);
}

function mistake(move) {
  const words = `${name(move)} ${comment(move)}`;
  if (!better(move)) return html('li', {}, words);
  return html('li', {}, `${words}; `, html('button', { class: 'link', click: () => look(move.ply) }, better(move)));
}

function item(move, draws) {
  const after = move.ply + 1;
  return html('li', { class: move.mistake ? 'mistake' : null, 'data-ply': move.ply },
    html('button', { click: () => look(after) }, name(move)), badge(move.after.category),
    draws.some(draw => draw.ply === after) ? html('span', { title: t('draws_by_rule') }, '½') : null);
}

// Shows the game at a place, with the board in sight.
function look(ply) {
  goTo(ply);
  inSight('board');
}

// Shows the game after some plies, else at the first judged move.
function goTo(ply = games[chosen].moves[0]?.ply ?? 0) {
  const { fen, clock, played, moves } = games[chosen];
  const clocks = new Map(moves.map(move => [move.ply, move.clock]));
  const whole = continued(startingAt(parse(fen, by.game), { ...by, clock }), played, clocks);
  steps = whole.steps;
  show(at(whole, ply));
}
