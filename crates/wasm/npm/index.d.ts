/** The result for a side under the draw rule. A cursed win is won in theory, drawn by the rule. */
export type Category = "win" | "cursed-win" | "draw" | "blessed-loss" | "loss";
/** The result for a side without any draw rule. */
export type Theory = "win" | "draw" | "loss";
export type Rule = "15-moves" | "three-kings" | "none";
export type Game = "russian" | "poddavki" | "draughts-80";

/** Options of every function. */
export interface Options {
  /** Plies since the last capture or move of a man. Default: that of the FEN (`:H26`), else 0. */
  clock?: number;
  /** Instead of `clock`: the stronger side's moves since three or more kings met one. */
  three_kings_moves?: number;
  /** The draw rule. Default: `15-moves`. */
  rule?: Rule;
  /** The language of `note` and of problems. Default: `en`. */
  lang?: "en" | "ru";
}

export interface SolveOptions extends Options {
  /** The most positions that the search visits, 0 to 20,000,000. Default: 1,000,000. */
  positions?: number;
  /** Stops the search: the answer is then a `Problem` with the code `stopped`. */
  signal?: AbortSignal;
}

/** Values of a position. Those that are absent are unknown, because a table is missing; null: there is no distance. */
export interface Values {
  category?: Category;
  theory?: Theory;
  /** Plies until a side has no legal move, without any draw rule. */
  dtw?: number | null;
  /** Plies until a capture, a move of a man or the end of the game secures the result under the 15-move rule, from clock 0. */
  dtz?: number | null;
}

/** A legal move. `category` and `theory` are for the side that moves; distances count from the position after the move. */
export interface Move extends Values {
  /** In notation, such as `g1-e3` or `c5:e3:g5`. */
  move: string;
  /** The position after the move. */
  fen: string;
  capture: boolean;
  /** Whether it sets the clock to 0: a capture or a move of a man. */
  zeroing: boolean;
  from: string;
  to: string;
  captured: string[];
}

/** What is known of a position, without its moves. */
export interface Position extends Values {
  fen: string;
  clock: number;
  rule: Rule;
  /** Absent for Russian draughts. */
  game?: Exclude<Game, "russian">;
  /** How the draw counter of the FEN was used. */
  note?: string;
  /** Present if the game is over. */
  over?: "draw-rule" | "no-move";
}

/** The object of `bolshak probe --json`. */
export interface Answer extends Position {
  /** Every legal move, best first; empty if there is none or the game is over. */
  moves: Move[];
  /** What `moves` would be if the clock had not run out. */
  moves_if_not_over?: Move[];
}

/** A move of best play, the side that makes it, and the clock after it. */
export interface LineMove extends Move {
  turn: "white" | "black";
  clock: number;
}

/** The object of `bolshak line --json`. */
export interface Line extends Position {
  line: LineMove[];
  end: "no-move" | "draw-rule" | "draw" | "unknown";
}

/** What a search knows of a result that is not decided, and the bound of a proof. */
export interface Bounds {
  at_least?: "draw";
  at_most?: "draw";
  /** The most plies until a side has no legal move, without any draw rule. */
  within?: number;
}

/** The object of `bolshak solve --json`. What is undecided has no `category` and no `theory`. */
export interface Solved extends Position, Bounds {
  moves: (Move & Bounds)[];
  moves_if_not_over?: (Move & Bounds)[];
  /** A longest line of the proof, in notation. */
  line?: string[];
  /** The positions that the search visited; absent if the tables know everything. */
  positions?: number;
}

/** Why there is no answer; its message is a sentence for people. */
export class Problem extends Error {
  private constructor();
  /** For programs: those of the service, and `table-unreadable` for what cannot be fetched, `stopped`, `internal`. */
  readonly code: string;
  /** The position and its clock, if they were read. */
  readonly fen?: string;
  readonly clock?: number;
  /** The table that is missing or damaged, such as `KKvM.wdl`. */
  readonly table?: string;
}

/** The tables of a game. Every function may be called at any time, also while others run. */
export class Tablebase {
  private constructor();
  /**
   * Opens tables: without an address those of 2 and 3 pieces that are in the package, else also those of a site that
   * `bolshak site` has written (in Node.js also a directory). A table is fetched when a question first needs it.
   */
  static open(url?: string | URL): Promise<Tablebase>;
  readonly game: Game;
  /** All values of a position, with its moves, best first. */
  probe(fen: string, options?: Options & { moves?: true }): Promise<Answer>;
  /** The same without the moves, and without fetching the tables that only they need. */
  probe(fen: string, options: Options & { moves: false }): Promise<Position>;
  /** All legal moves, best first; also if the clock has run out. */
  rankMoves(fen: string, options?: Options): Promise<Move[]>;
  /** Best play by both sides to the end. */
  line(fen: string, options?: Options): Promise<Line>;
  /** Searches a position with more pieces than the tables have, in a worker. */
  solve(fen: string, options?: SolveOptions): Promise<Solved>;
}
