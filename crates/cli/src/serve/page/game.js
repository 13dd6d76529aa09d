// A game: a PDN judged move by move, with its mistakes, a curve of the verdict, and the PDN with comments.

import { annotated, better, comment, decode, download } from './annotated.js';
import { curve } from './curve.js';
import { byId, html, inSight } from './element.js';
import { badge } from './moves.js';
import { parse } from './position.js';
import { at, continued, startingAt } from './record.js';
import { source } from './source.js';
import { show, store } from './store.js';
import { reason, t } from './words.js';

// The text that was judged, its games, which of them is shown, and the game and rule that they were judged by.
let [text, games, chosen, by] = ['', [], 0, {}];

export function prepare() {
  byId('game-form').addEventListener('submit', event => {
    event.preventDefault();
    judge(byId('pdn').value);
  });
  byId('file').addEventListener('change', event => open(event.target.files[0]));
  document.addEventListener('dragover', event => event.preventDefault());
  document.addEventListener('drop', event => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) open(file);
    else if (event.dataTransfer.getData('text')) judge(event.dataTransfer.getData('text'));
  });
}

async function open(file) {
  if (file) judge(decode(await file.arrayBuffer()));
}

// Judges a PDN, and shows the first position that the tables know.
export async function judge(pdn) {
  byId('game').open = true;
  byId('pdn').value = pdn;
  byId('game-note').textContent = t(pdn.trim() ? 'asking' : 'no_games');
  byId('judged').replaceChildren();
  if (!pdn.trim()) return;
  const { game, rule } = store.record;
  const found = await ask(pdn, { game, rule });
  if (!found) return;
  [text, games] = [pdn, found];
  by = { game: games.find(of => of.game)?.game ?? game, rule };
  const known = games.findIndex(of => of.moves?.length);
  chosen = Math.max(known, 0);
  showGame();
  if (known >= 0) goTo(0);
  inSight('judged');
}

// Shows the games anew, as when the language has changed. If they have sentences of the service, they are judged again.
export async function renew() {
  if (games.some(of => of.error || of.note || of.unread)) {
    const judged = text;
    const again = await ask(text, by);
    if (!again || judged !== text) return;
    games = again;
  }
  showGame();
}

// The judged games of a PDN; null if there is no answer, and why is shown.
async function ask(pdn, { game, rule }) {
  try {
    return (await source.review(pdn, game, rule)).games;
  } catch (problem) {
    byId('judged').replaceChildren();
    byId('game-note').textContent = reason(problem);
    return null;
  }
}

function showGame() {
  if (!games.length) {
    byId('game-note').textContent = text ? t('no_games') : '';
    return;
  }
  const moves = games.flatMap(of => of.moves ?? []);
  const unread = games.filter(of => of.error).length;
  const judged = t('judged', games.filter(of => of.moves).length, moves.filter(move => move.mistake).length);
  byId('game-note').textContent = unread ? `${judged} ${t('unread', unread)}` : judged;
  byId('judged').replaceChildren(...[picker(), ...ofGame(games[chosen]), html('button', {
    type: 'button', id: 'download', click: () => download(annotated(text, games), 'annotated.pdn'),
  }, t('download'))].filter(part => part));
}

const title = game => `${game.number}. ${game.white ?? '?'} – ${game.black ?? '?'} ${game.error ? `(${t('not_read')})` : game.result ?? ''}`;

function picker() {
  if (games.length === 1) return null;
  const pick = event => {
    chosen = Number(event.target.value);
    showGame();
    if (games[chosen].moves?.length) goTo(0);
  };
  return html('label', {}, `${t('game_pick')} `, html('select', { id: 'games', change: pick },
    ...games.map((game, index) => html('option', { value: index, selected: index === chosen }, title(game)))));
}

function ofGame(game) {
  const notRead = [...game.unread ?? [], game.error].filter(line => line).map(line => html('p', {}, line));
  if (!game.moves) return [html('h3', {}, title(game)), ...notRead];
  const mistakes = game.moves.map((move, index) => ({ move, index })).filter(({ move }) => move.mistake);
  const facts = [
    game.best_play ? t('best_play', game.best_play) : t('nothing_known'),
    game.agrees === true ? t('agrees') : game.agrees === false ? t('differs') : '',
    game.drawn_after != null && t('drawn_after', game.drawn_after),
    game.repetition && t('third_time', game.repetition.ply, game.repetition.move),
    ...(game.claims ?? []).map(({ count, ply }) => t('claim', t(count), ply)), game.note,
  ];
  const heads = [html('h3', {}, title(game)), html('p', {}, facts.filter(fact => fact).join(' ')), ...notRead];
  if (!game.moves.length) return heads;
  return [
    ...heads, curve(game.moves, look), html('p', { class: 'small' }, t('curve')),
    html('ol', { class: 'judged' }, ...game.moves.map(item)),
    html('p', { class: 'small' }, t('by_mover')),
    mistakes.length ? html('h4', {}, t('mistakes')) : html('p', {}, t('no_mistakes')),
    html('ul', { class: 'mistakes' }, ...mistakes.map(mistake)),
  ];
}

const name = move => `${move.number}${move.side === 'white' ? '.' : '…'} ${move.move}${move.mistake ? '?' : ''}`;

function mistake({ move, index }) {
  const words = `${name(move)} ${comment(move)}`;
  if (!better(move)) return html('li', {}, words);
  return html('li', {}, `${words}; `, html('button', { type: 'button', class: 'link', click: () => look(index) }, better(move)));
}

function item(move, index) {
  return html('li', { class: move.mistake ? 'mistake' : null, 'data-ply': move.ply },
    html('button', { type: 'button', click: () => look(index + 1) }, name(move)), badge(move.after.category));
}

// Shows the game at a place, with the board in sight: the list may be far below it.
function look(index) {
  goTo(index);
  inSight('board');
}

// Shows the game after so many of the judged moves. Between them some may be unknown: the record holds those without a gap.
function goTo(index) {
  const { moves } = games[chosen];
  const inside = Math.min(index, moves.length - 1);
  const follows = place => moves[place].ply === moves[place - 1].ply + 1;
  let [first, last] = [inside, inside];
  if (index > 0 && index < moves.length && !follows(index)) first = last = index - 1;
  while (first > 0 && follows(first)) first--;
  while (last + 1 < moves.length && follows(last + 1)) last++;
  const { fen, clock } = moves[first];
  const start = startingAt(parse(fen, by.game), { ...by, clock });
  show(at(continued(start, moves.slice(first, last + 1).map(move => move.move)), index - first));
}
