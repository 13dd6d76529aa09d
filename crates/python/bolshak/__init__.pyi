from os import PathLike
from types import TracebackType
from typing import Final, Literal, Optional, Sequence, Union, final

import numpy as np
import numpy.typing as npt

from ._errors import (
    ArgumentError as ArgumentError,
    ClockWarning as ClockWarning,
    Error as Error,
    FenError as FenError,
    MoveError as MoveError,
    OpenError as OpenError,
    PositionError as PositionError,
    TableDamaged as TableDamaged,
    TableMissing as TableMissing,
    TableUnreadable as TableUnreadable,
    TablebaseClosed as TablebaseClosed,
    TooManyPieces as TooManyPieces,
)

Category = Literal["loss", "blessed-loss", "draw", "cursed-win", "win"]
Theory = Literal["loss", "draw", "win"]
Rule = Literal["15-moves", "three-kings", "none"]
Game = Literal["russian", "poddavki", "draughts-80"]
Turn = Literal["W", "B"]
End = Literal["no-move", "draw-rule", "draw", "unknown"]
Over = Literal["no-move", "draw-rule"]
Boards = Union[npt.NDArray[np.uint64], npt.NDArray[np.uint32]]
Turns = Union[int, npt.NDArray[np.uint8]]
Clocks = Union[int, npt.NDArray[np.uint32]]

__version__: Final[str]
CATEGORIES: Final[tuple[str, ...]]
"""The categories of the array functions: the place here is the number in an array."""
UNKNOWN: Final[int]
"""In an array of categories: not known, since a table is missing."""
NO_DISTANCE: Final[int]
"""In an array of distances: none, since the result is a draw."""
UNKNOWN_DISTANCE: Final[int]
"""In an array of distances: not known, since a table is missing."""

@final
class Verdict:
    """What the tables know of a position. Verdicts can be compared, hashed, copied and pickled."""

    @property
    def category(self) -> Optional[Category]:
        """The result for the side to move, under the draw rule at the given clock: "win", "cursed-win" (won in theory,
        drawn by the rule), "draw", "blessed-loss" (lost in theory, drawn by the rule) or "loss"; None if it is not
        known.
        """

    @property
    def theory(self) -> Optional[Theory]:
        """The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not known."""

    @property
    def dtw(self) -> Optional[int]:
        """Plies until a side has no legal move, without any draw rule; 0 if the side to move has none. None if the theory
        is a draw, or if it is not known.
        """

    @property
    def dtz(self) -> Optional[int]:
        """Plies until a capture, a move of a man or the end of the game secures the result under the 15-move rule, from
        clock 0, whatever the clock and rule of the probe. None if that result is a draw, including a draw by the rule,
        or if it is not known.
        """

    @property
    def clock(self) -> int:
        """The clock that the category is for, in plies."""

    @property
    def note(self) -> Optional[str]:
        """How the draw counter of the FEN (":H26") was used: it is the clock, or another clock was given. None if there is
        nothing to say.
        """

    @property
    def over(self) -> Optional[Over]:
        """Whether the game is over at that clock: "no-move" (the side to move has no legal move: it has lost, or, in
        poddavki, won), "draw-rule" (the clock has run out); None if it goes on.
        """

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the attributes that are not known because a table is missing."""

@final
class Move:
    """A legal move, and what the tables know of the position it reaches. Moves can be compared, copied and pickled."""

    @property
    def text(self) -> str:
        """The move in notation, as "c3-d4" or "c5:e3:g5"."""

    @property
    def fen(self) -> str:
        """The position after the move; the other side is to move there."""

    @property
    def clock(self) -> int:
        """The clock after the move, in plies."""

    @property
    def turn(self) -> Turn:
        """The side that moves: "W" or "B"."""

    @property
    def from_square(self) -> str:
        """The square where the piece starts, as "c3"."""

    @property
    def to_square(self) -> str:
        """The square where it ends; for a capture this may be where it starts."""

    @property
    def captured(self) -> tuple[str, ...]:
        """The squares of the pieces that it takes."""

    @property
    def zeroing(self) -> bool:
        """Whether it sets the clock to 0: a capture or a move of a man."""

    @property
    def crowning(self) -> bool:
        """Whether it makes a king of a man."""

    @property
    def category(self) -> Optional[Category]:
        """The result for the side that moves here, after the move, under the given rule; None if it is not known."""

    @property
    def theory(self) -> Optional[Theory]:
        """The result for the side that moves here, after the move, without any draw rule; None if it is not known."""

    @property
    def dtw(self) -> Optional[int]:
        """Plies until a side has no legal move, without any draw rule, counting this move; None for a draw, or if it is
        not known.
        """

    @property
    def reached(self) -> Verdict:
        """The verdict of the position after the move, for the side to move there: the answer of probe for fen at clock."""

    @property
    def after_end(self) -> bool:
        """Whether the game was over before the move, drawn by the rule: this is a move that it would have had."""

@final
class Line:
    """Best play by both sides. Lines can be compared, copied and pickled."""

    @property
    def verdict(self) -> Verdict:
        """The verdict of the position at the start of the line."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of both sides; none if the position is a draw in theory."""

    @property
    def end(self) -> End:
        """How it ends: "no-move" (the side to move has no legal move: it has lost, or, in poddavki, won), "draw-rule" (the
        clock has run out), "draw" (a draw in theory), "unknown" (a table is missing, or the next move would repeat a position).
        """

@final
class SolvedMove:
    """A legal move, and what a search knows of it, for the side that makes it. Moves can be compared, copied and pickled."""

    @property
    def move(self) -> Move:
        """The move and the position that it reaches; what is not decided is None."""

    @property
    def category(self) -> Optional[Category]:
        """The result of the move, under the given rule, as in Move; None if it is not decided."""

    @property
    def theory(self) -> Optional[Theory]:
        """The result of the move without any draw rule: "win", "draw" or "loss"; None if it is not decided."""

    @property
    def at_least(self) -> Theory:
        """The worst possible result of the move, without any draw rule: "loss" if nothing is known."""

    @property
    def at_most(self) -> Theory:
        """The best possible result of the move, without any draw rule: "win" if nothing is known."""

    @property
    def within(self) -> Optional[int]:
        """If the search proved that the move wins or loses: the most plies after it until a side has no legal move,
        without any draw rule. An upper bound; None if it is not known.
        """

@final
class Solved:
    """What a search knows of a position. All of it is proved. Answers can be compared, copied and pickled."""

    @property
    def category(self) -> Optional[Category]:
        """The result for the side to move, under the draw rule at the given clock, as in Verdict; None if it is not
        decided.
        """

    @property
    def theory(self) -> Optional[Theory]:
        """The result for the side to move without any draw rule: "win", "draw" or "loss"; None if it is not decided."""

    @property
    def at_least(self) -> Theory:
        """The worst possible result for the side to move, without any draw rule: "loss" if nothing is known."""

    @property
    def at_most(self) -> Theory:
        """The best possible result for the side to move, without any draw rule: "win" if nothing is known."""

    @property
    def within(self) -> Optional[int]:
        """If the search proved a win or a loss: the most plies until a side has no legal move, without any draw rule. An
        upper bound from the proof, not a distance; None if it is not known.
        """

    @property
    def line(self) -> tuple[str, ...]:
        """The moves of a longest line of the proof of a win or loss, in notation, up to where the tables take over."""

    @property
    def moves(self) -> tuple[SolvedMove, ...]:
        """The legal moves, best first; undecided moves are ranked by the worst result that they can have. Empty if they
        were not asked for.
        """

    @property
    def verdict(self) -> Verdict:
        """The answer as probe gives it. category and theory are None if they are undecided; distances come from the tables
        alone.
        """

    @property
    def positions(self) -> int:
        """The number of positions that the search visited; 0 if only the tables were probed."""

@final
class Tablebase:
    """Open tables. Any number of threads may probe them at once; other Python threads run during a probe.

    path: the directory of the tables; without it, the built-in tables of 2 and 3 pieces are used. cache_bytes: the
    bytes that unpacked blocks may take. preload: whether all tables of categories are unpacked at once, about 400 MB to
    six pieces. Both change nothing for the built-in tables. game: "russian", "poddavki" (losing draughts: a side
    without a legal move has won) or "draughts-80" (Russian draughts on ten files); None means the game of the tables.
    The built-in tables are for Russian draughts. mapped: whether unpacked tables are mapped; None: only in a 64-bit
    process. Raises OpenError, also for tables of another game than the one named.

    While unpacked tables are mapped, nobody may cut them or overwrite them in place: Unix ends a process that reads
    there (SIGBUS), or the process gets wrong results. An error of the storage medium ends it too, also on Windows. To
    replace one, rename the new file into its place (on Windows, rename the old one away first).

    A position is a FEN of PDN 3.0, as "W:WKa1,c3:Bd4" (squares may be numbers, b8 = 1), a Hub string of 33 characters,
    or the attribute fen of a RussianBoard of py-draughts. It is read as a position of the tables' game: in draughts-80
    the files are a to j (k is read as j too), numbers run to 40, and a Hub string has 41 characters. A clock is the
    number of plies since the last capture or move of a man; without it, the draw counter of the FEN applies (":H26", as
    Lidraughts writes it), else 0. If that counter is the clock, or another clock was given, the note of a Verdict says
    so; methods whose answer is not a Verdict give a ClockWarning. A rule is "15-moves", "three-kings" or "none".

    All methods that take a position raise FenError if the text is not a position, ArgumentError for a wrong clock or
    rule, TooManyPieces, TableMissing, TableDamaged, TableUnreadable or TablebaseClosed; all are Errors.

    In "with bolshak.Tablebase(path) as tablebase:" the tables are closed at the end of the block.
    """

    def __new__(
        cls,
        path: Optional[Union[str, PathLike[str]]] = None,
        cache_bytes: int = 67108864,
        preload: bool = False,
        game: Optional[Game] = None,
        mapped: Optional[bool] = None,
    ) -> "Tablebase": ...
    def __enter__(self) -> "Tablebase": ...
    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        value: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None: ...
    @property
    def game(self) -> Game:
        """The game of the tables: "russian", "poddavki" or "draughts-80"."""

    @property
    def largest(self) -> int:
        """The most pieces of any table."""

    @property
    def draw_plies(self) -> int:
        """The length of the draw rule, in plies, that the tables were made for: 30 for Russian draughts."""

    def close(self) -> None:
        """Closes the tables, and frees their memory as soon as no other thread uses them. Later probes raise
        TablebaseClosed; closing again does nothing.
        """

    def probe(self, fen: str, clock: Optional[int] = None, rule: Rule = "15-moves") -> Verdict:
        """Everything the tables know of a position."""

    def probe_wdl(self, fen: str, clock: Optional[int] = None, rule: Rule = "15-moves") -> Category:
        """The category of a position; faster than probe."""

    def try_probe_wdl(self, fen: str, clock: Optional[int] = None, rule: Rule = "15-moves") -> Optional[Category]:
        """As probe_wdl, but never reads a file: None if the answer is not in memory, for whatever reason."""

    def probe_many(
        self, fens: Sequence[str], clock: Optional[int] = None, rule: Rule = "15-moves"
    ) -> list[Verdict]:
        """The verdicts of positions, in order. The first position without an answer raises its error, which names the
        position.
        """

    def best_move(self, fen: str, clock: Optional[int] = None, rule: Rule = "15-moves") -> Optional[Move]:
        """The best move; None if the side to move has no legal move. Raises TableMissing if a move that the tables do not
        know could be better.
        """

    def rank_moves(self, fen: str, clock: Optional[int] = None, rule: Rule = "15-moves") -> list[Move]:
        """The legal moves, best first, ordered by result. Wins, including cursed wins, are ordered by the least dtw, then
        by the least dtz; losses by the largest; equal moves by text. Empty if the side to move has no legal move. If
        the clock has run out, the game is over, and each move has after_end.

        If a table is missing, the category of a move can be unknown. An unknown move never ranks behind a move that is
        known to be worse than the position's value. Apart from that, moves are ranked by the worst result that they can
        have: moves known not to lose come before an unknown move, and known losses after it. So the first move is
        certainly the best only if its category is that of the position.
        """

    def line(self, fen: str, clock: Optional[int] = None, rule: Rule = "15-moves") -> Line:
        """Best play by both sides to the end; without moves if the position is a draw in theory."""

    def solve(
        self,
        fen: str,
        clock: Optional[int] = None,
        rule: Rule = "15-moves",
        seconds: Optional[float] = None,
        moves: bool = True,
        positions: Optional[int] = None,
        memory: int = 268435456,
    ) -> Solved:
        """Solves a position, also one of more pieces than the tables have, by a search whose lines end in the tables.
        Every answer is proved; what is not decided within the limits is None. A missing table is not an error.

        seconds: the time for the position and its moves; with 0, only the tables are probed. None: 10, or no limit if
        positions is given. positions: the most positions that the search visits: a limit that gives the same answer on
        every machine. memory: the bytes that the search may take; it takes them as it needs them. moves: whether the
        moves are solved too.

        Other Python threads run during the search. Ctrl-C ends it with KeyboardInterrupt. Raises MemoryError if the
        system refuses the memory.
        """

    def probe_arrays(
        self,
        white_men: Boards,
        white_kings: Boards,
        black_men: Boards,
        black_kings: Boards,
        turn: Turns,
        clock: Clocks = 0,
        rule: Rule = "15-moves",
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int16], npt.NDArray[np.int16]]:
        """The values of many positions at once: arrays of category, dtw and dtz.

        The boards are arrays of uint64, or of uint32 where 32 bits are enough: bit 0 is a1, bit 31 is h8 (a1, c1, e1,
        g1, b2, ...), in draughts-80 bit 39 is j8 (a1, c1, e1, g1, i1, b2, ...). turn is 0 if White is to move and 1 if
        Black is: one number for all, or an array of uint8; clock is one number for all, or an array of uint32.

        category is an array of uint8: the index in CATEGORIES, or UNKNOWN (255); dtw and dtz are of int16, NO_DISTANCE
        (-1) for a draw, or UNKNOWN_DISTANCE (-2). Values are unknown if a table is missing.

        Raises PositionError, which names the position; ArgumentError; TableDamaged, TableUnreadable.
        """

    def probe_wdl_arrays(
        self,
        white_men: Boards,
        white_kings: Boards,
        black_men: Boards,
        black_kings: Boards,
        turn: Turns,
        clock: Clocks = 0,
        rule: Rule = "15-moves",
    ) -> npt.NDArray[np.uint8]:
        """Only the categories of many positions at once; faster than probe_arrays. Arguments and errors are the same."""

def legal_moves(fen: str, game: Game = "russian") -> list[str]:
    """The legal moves of a position in notation, in alphabetical order; a side without one has lost, or, in poddavki, won.
    Needs no tables. game: "russian", "poddavki" or "draughts-80"; the text is read as a position of that game.

    Raises FenError; ArgumentError for an unknown game.
    """

def play(fen: str, move: str, game: Game = "russian") -> str:
    """The FEN of the position after a legal move: "c3-d4", or "c5:e3:g5" for a capture, which may be written with x, along
    any of its paths, or in the short form "c5:g5" where only one move fits. Needs no tables. game: as in legal_moves.

    Raises FenError; MoveError, which names the legal moves; ArgumentError for an unknown game.
    """
