// The page: puts the parts together.

import { Board } from './board.js';
import { dragOnBoard } from './drag.js';
import { byId } from './element.js';
import * as ending from './ending.js';
import * as fields from './fields.js';
import * as game from './game.js';
import * as map from './map.js';
import { showMoves } from './moves.js';
import * as play from './play.js';
import { EXAMPLE, current, startingAt } from './record.js';
import { parse } from './position.js';
import * as setup from './setup.js';
import { source } from './source.js';
import * as steps from './steps.js';
import * as study from './study.js';
import { followAddress, on, refresh, show, store } from './store.js';
import { showVerdict } from './verdict.js';
import { choose, translate } from './words.js';

let turned = false;

const say = words => { byId('message').textContent = words; };
const board = new Board(byId('board'), { tap, remove: square => setup.isSettingUp() && setup.remove(square) });

function tap(square) {
  say(map.isOn() ? map.tap(square, board, say) : setup.isSettingUp() ? setup.tap(square) : play.tap(square));
  drawBoard();
}

function drawBoard() {
  const marks = map.isOn() ? map.marks() : setup.isSettingUp() ? {} : play.marks();
  board.picture.classList.toggle('setting-up', map.isOn() || setup.isSettingUp());
  board.draw(current(store.record).position, { game: store.record.game, turned, marks });
}

dragOnBoard(board, {
  mayDrag: square => !map.isOn() && (setup.isSettingUp() || play.mayMove(square)),
  tap,
  drop: (from, to) => {
    say(setup.isSettingUp() ? setup.move(from, to) : to ? play.go(from, to) : '');
    drawBoard();
  },
});
// A click without a pointer is that of a screen reader.
board.picture.addEventListener('click', event => {
  const square = event.target.closest('[data-square]')?.dataset.square;
  if (event.detail === 0 && square) tap(square);
});
map.prepare(board, { say, changed: drawBoard, others: () => setup.isSettingUp() && byId('setup').click() });
setup.prepare(board, { say, changed: () => { if (setup.isSettingUp() && map.isOn()) byId('map').click(); drawBoard(); }, turnBoard: () => { turned = !turned; drawBoard(); } });
fields.prepare({ say, judge: game.judge });
steps.prepare(say);
ending.prepare();
game.prepare();
study.prepare(say);
// What was said is read when something else is done.
for (const done of ['pointerdown', 'keydown']) document.addEventListener(done, () => say(''), true);

// The tables of the game that is shown; of the first game of the service, if none is named.
let loaded = null;

async function loadTables() {
  const { game } = store.record;
  if (loaded === (game ?? '')) return;
  loaded = game ?? '';
  const [tables, problem] = await source.endings(game).then(tables => [tables], problem => [null, problem]);
  if (game !== store.record.game) return;
  store.tables = tables;
  // Asked once more with the next position, unless there are none.
  if (problem && problem.code !== 'no-table') loaded = null;
  if (!game && tables?.game) {
    loaded = tables.game;
    const words = byId('message').textContent;
    show({ ...store.record, game: tables.game }, 'replace');
    say(words);
  } else {
    showVerdict();
    ending.renew();
  }
}

on('record', () => {
  byId('answer').setAttribute('aria-busy', true);
  play.unselect();
  say('');
  drawBoard();
  map.follow(board, say);
  fields.showFields();
  steps.showRecord();
  loadTables();
  ending.follow();
  study.follow();
});
on('answer', () => {
  byId('answer').setAttribute('aria-busy', !store.answer && !store.problem);
  drawBoard();
  showVerdict();
  showMoves(board, move => steps.refute(move, say));
});

for (const button of document.querySelectorAll('[data-language]')) {
  button.addEventListener('click', () => {
    choose(button.dataset.language);
    translate();
    refresh();
    ending.renew();
    game.renew();
    study.renew();
  });
}

translate();
if (window.matchMedia('(max-width: 760px)').matches) byId('ending').open = false;
followAddress(startingAt(parse(EXAMPLE)), say);
