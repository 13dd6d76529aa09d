// What the page shows: a position to start from, moves after it, and how many of them have been made. Never changed, only replaced.

import { after, fenOf, parse, threeKings } from './position.js';

// The example a newcomer sees: Petrov's triangle.
export const EXAMPLE = 'W:WKc3,Ke3,Kd6:BKd8';

export const RULES = ['15-moves', 'three-kings', 'none'];

// A record of a position without moves.
export function startingAt(position, { game, rule = '15-moves', clock = 0 } = {}) {
  return { game, rule, steps: [{ position, clock }], at: 0 };
}

export const current = record => record.steps[record.at];
export const start = record => record.steps[0];
// The number of a move, as games have it; the first move of White is ply 0.
export const numberOf = ply => `${Math.floor(ply / 2) + 1}${ply % 2 ? '…' : '.'}`;

// The same record after other moves than those behind the present place. Stops at a move that the pieces cannot make. The clocks of
// some places may be given.
export function continued(record, moves, clocks = new Map()) {
  const steps = record.steps.slice(0, record.at + 1);
  for (const move of moves) {
    const { position, clock } = steps.at(-1);
    const reached = after(position, move);
    if (!reached) break;
    const counted = reached.zeroing ? 0 : clock + 1;
    steps.push({ position: reached.position, clock: clocks.get(steps.length) ?? counted, move });
  }
  return { ...record, steps };
}

// A move made. The moves that were to follow stay if it is the first of them.
export function played(record, move) {
  const next = record.steps[record.at + 1];
  const longer = next?.move === move ? record : continued(record, [move]);
  return at(longer, record.at + 1);
}

export function at(record, place) {
  return { ...record, at: Math.max(0, Math.min(place, record.steps.length - 1)) };
}

// The question that the present position is.
export function question(record) {
  const { position, clock } = current(record);
  return { fen: fenOf(position), clock, rule: record.rule, game: record.game };
}

// The moves that the stronger side of three kings against one has made, by the clock.
export function countOf({ position, clock }) {
  const stronger = threeKings(position);
  return stronger ? Math.floor(clock / 2) : null;
}

// The clock after a number of moves of the stronger side: even if the weaker side is to move.
export function clockOfCount(position, moves) {
  return 2 * moves + (threeKings(position) === position.turn ? 1 : 0);
}

// The record as the part of an address behind the #. That of a study has its goal and solution.
export function toAddress(record) {
  const { position, clock } = start(record);
  const parts = [`fen=${fenOf(position)}`];
  if (clock) parts.push(`clock=${clock}`);
  if (record.rule !== '15-moves') parts.push(`rule=${record.rule}`);
  if (record.game) parts.push(`game=${record.game}`);
  const moves = record.steps.slice(1).map(step => step.move);
  if (moves.length) parts.push(`moves=${moves.join('.')}`);
  if (record.at !== moves.length) parts.push(`at=${record.at}`);
  if (record.study) parts.push(...Object.entries(record.study).map(([key, value]) => `${key}=${encodeURIComponent(value)}`));
  return '#' + parts.join('&');
}

const fieldsOf = hash => new URLSearchParams(hash.slice(1));
const ruleOf = fields => (RULES.includes(fields.get('rule')) ? fields.get('rule') : '15-moves');

// What an address names as a position, to be asked where the page cannot read it; null if it names none.
export function fenOfAddress(hash) {
  const fields = fieldsOf(hash);
  return fields.get('fen') ? { fen: fields.get('fen'), game: fields.get('game') ?? undefined, rule: ruleOf(fields) } : null;
}

// Reads an address; null if it has no position. Where its position and clock were asked, they are in `found`.
export function fromAddress(hash, found = null) {
  const fields = fieldsOf(hash);
  const number = key => (/^\d{1,6}$/.test(fields.get(key)) ? Number(fields.get(key)) : null);
  const game = fields.get('game') ?? undefined;
  const position = found?.position ?? parse(fields.get('fen') ?? '', game);
  if (!position) return null;
  const first = startingAt(position, { game, rule: ruleOf(fields), clock: number('clock') ?? found?.clock ?? 0 });
  if (fields.has('solution')) first.study = { goal: fields.get('goal') ?? '', solution: fields.get('solution') };
  const whole = continued(first, (fields.get('moves') ?? '').split('.').filter(Boolean));
  return at(whole, number('at') ?? whole.steps.length);
}
