// What the types allow, and what they must not.

import { Problem, Tablebase, type Category, type Move, type Position, type Solved } from "bolshak";

export async function calls(url: URL, signal: AbortSignal): Promise<[Category | undefined, Solved]> {
  const tablebase = await Tablebase.open(url);
  const { category, moves } = await tablebase.probe("W:WKa1:BKh8", { clock: 3, rule: "none", lang: "ru" });
  const first: Move | undefined = moves[0];
  const position: Position = await tablebase.probe("W:WKa1:BKh8", { moves: false });
  // @ts-expect-error: there are none
  position.moves;
  const ranked: Move[] = await tablebase.rankMoves("W:WKa1:BKh8", { three_kings_moves: 3 });
  // @ts-expect-error: no such rule
  await tablebase.probe("W:WKa1:BKh8", { rule: "20-moves" });
  // @ts-expect-error: a position is a text
  await tablebase.line(3);
  // @ts-expect-error: only `open` makes one
  new Tablebase();
  const solved = await tablebase.solve("W:WKa1:BKh8", { positions: 1000, signal });
  const distance: number | null | undefined = solved.moves[0]?.dtw ?? ranked[0]?.dtz ?? first?.dtw;
  return [distance === null ? "draw" : category, solved];
}

export const reason = (error: unknown): string => (error instanceof Problem ? `${error.code}: ${error.message}` : "");
