#!/usr/bin/env python3
"""Compares bolshak with another's implementation of Russian draughts: the Russian board of py-draughts.

scripts/check-witness installs py-draughts (1.10.1 or later), builds what is compared, and calls this.

1. Legal moves of random positions of 2 to 12 pieces: both must give the same set of (from, to, captured
   pieces, whether a man becomes a king). In half of the positions the side that waits stands away from the
   rim, where much can be taken.

2. Games from random positions of 2 to 4 pieces that are won under the rule for either side, its clock at 0,
   on py-draughts' board. Half of them have a dtz of 3 or more: most others are decided by a capture at once.
   The winner plays bolshak's best move; the loser a random one in every other game, else bolshak's best. The
   loser must come to have no legal move on that board before that board says that it is a draw.

3. The same positions at the latest clock at which bolshak says they are won, 30 - dtz, and one ply later.
   Both sides play bolshak's best moves: the first game must be won as those above, the second must not.

In every position of a game both must agree on the clock and on the positions that the legal moves lead to. A
win takes dtw plies against the best defence and no more against any, unless the draw rule barred the shortest
way somewhere: such games are counted as detours.

The referee. `Board.is_draw` of py-draughts 1.10.1 for Russian draughts knows these draws and no others:
- `halfmove_clock` is 30: plies since the last capture or move of a man (15 moves by kings alone);
- the same where three or more kings and no men stand against one, which adds nothing to it;
- the same position with the same side to move for the third time since the last capture or move of a man.
So neither it nor bolshak knows the official rules of 5, 30 and 60 moves for small endings. A position is
handed over as FEN: the board starts with its clock at 0 and without a history. For (3) its clock is then set.

Known difference, the only one allowed for. By bolshak's rules a side without a legal move has lost, whatever
the clock. py-draughts asks `is_draw` before it looks at the moves: where a king's quiet move brings the clock
to 30 and leaves no legal move, it calls the game a draw. Exactly this, at clock 30 and without a repetition,
is taken for the win that it is, and counted ("no move at clock 30"). In legal moves no difference is known.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from draughts import BaseBoard, Color, Move, RussianBoard

DRAW_PLIES = 30
SHOWN = 10  # differences
NAMES = RussianBoard.SQUARE_NAMES  # b8, d8, ... g1
FEN_ORDER = [square for row in range(28, -1, -4) for square in range(row, row + 4)]  # a1, c1, ... h8
INNER = [square for square, name in enumerate(NAMES) if name[0] not in "ah" and name[1] not in "18"]


class Difference(Exception):
    """Something on which the two do not agree."""


# Positions


def random_fen(rng: random.Random, least: int, most: int) -> str:
    """A position with this many pieces, with both sides present."""
    count = rng.randint(least, most)
    waiting = rng.randint(1, count - 1)
    enemies = rng.sample(INNER if rng.random() < 0.5 else range(32), waiting)
    own = rng.sample([square for square in range(32) if square not in enemies], count - waiting)
    white, black = (own, enemies) if (white_moves := rng.random() < 0.5) else (enemies, own)
    fields = []
    for colour, squares, last_rank in (("W", white, "8"), ("B", black, "1")):
        kings = rng.choice((0, 0.2, 0.5, 1))
        is_king = [rng.random() < kings or NAMES[square][1] == last_rank for square in squares]
        fields.append(colour + ",".join("K" * king + NAMES[square] for king, square in zip(is_king, squares)))
    return ":".join(["W" if white_moves else "B", *fields])


def fen_of(board: BaseBoard) -> str:
    """The position of a board, as bolshak writes it."""
    fields = ["W" if board.turn == Color.WHITE else "B"]
    sides = (("W", board.white_men, board.white_kings), ("B", board.black_men, board.black_kings))
    for colour, men, kings in sides:
        squares = [square for square in FEN_ORDER if (men | kings) >> square & 1]
        fields.append(colour + ",".join("K" * (kings >> square & 1) + NAMES[square] for square in squares))
    return ":".join(fields)


def after(board: BaseBoard, move: Move) -> BaseBoard:
    """The board after a move, without a history."""
    board = board.copy()
    board.push(move)
    return board


# Legal moves


class Key(NamedTuple):
    """What tells a move from the others of its position."""

    start: str
    end: str
    captured: frozenset[str]
    crowned: bool


def keys_of_text(line: str) -> list[Key]:
    """The moves in a line of examples/moves.rs, such as "g3-h4 b6:d8:h4(f6,c7)=K"."""
    keys = []
    for text in line.split():
        path, _, captured = text.removesuffix("=K").removesuffix(")").partition("(")
        keys.append(Key(path[:2], path[-2:], frozenset(captured.split(",")) - {""}, text.endswith("=K")))
    return keys


def key_of_move(board: BaseBoard, move: Move) -> Key:
    """A move of py-draughts."""
    start, end = move.square_list[0], move.square_list[-1]
    reached = after(board, move)
    was_man = (board.white_men | board.black_men) >> start & 1
    is_king = (reached.white_kings | reached.black_kings) >> end & 1
    captured = frozenset(NAMES[square] for square in move.captured_list)
    return Key(NAMES[start], NAMES[end], captured, bool(was_man and is_king))


def compare_moves(program: str, fens: list[str], met: Counter[str]) -> Iterator[str]:
    """Yields the differences in legal moves, and counts what was met."""
    done = subprocess.run([program], input="\n".join(fens), stdout=subprocess.PIPE, text=True, check=True)
    lines = done.stdout.splitlines()
    if len(lines) != len(fens):
        yield f"{len(lines)} of {len(fens)} positions answered"
    for fen, line in zip(fens, lines):
        board = RussianBoard.from_fen(fen)
        theirs = [key_of_move(board, move) for move in board.legal_moves]
        ours = keys_of_text(line)
        if Counter(ours) != Counter(theirs):
            yield f"{fen}: bolshak {line!r}, py-draughts {' '.join(map(str, board.legal_moves))!r}"
        met["moves"] += len(theirs)
        met["stuck"] += not theirs
        met["captures"] += any(key.captured for key in theirs)
        met["of 4 or more"] += any(len(key.captured) >= 4 for key in theirs)
        met["crowned on the way"] += any(key.crowned and key.end[1] not in "18" for key in theirs)
        met["back to the start"] += any(key.start == key.end for key in theirs)


# Games


class Probe:
    """`bolshak probe -`: for each clock a process, started when that is first asked."""

    def __init__(self, program: str, tables: str) -> None:
        self.command = [program, "probe", "-", "--tables", tables]
        self.processes: dict[int, subprocess.Popen[str]] = {}

    def ask(self, fen: str, clock: int) -> dict[str, Any]:
        """The answer to a position at a clock."""
        if clock not in self.processes:
            command = [*self.command, "--clock", str(clock)]
            pipe = subprocess.PIPE
            self.processes[clock] = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        process = self.processes[clock]
        assert process.stdin and process.stdout
        process.stdin.write(fen + "\n")
        answer: dict[str, Any] = json.loads(process.stdout.readline() or '{"error": "no answer"}')
        if "error" in answer:
            raise Difference(f"{fen} at clock {clock}: {answer['error']}")
        return answer

    def close(self) -> None:
        """Ends the processes."""
        for process in self.processes.values():
            process.communicate()


class Game(NamedTuple):
    """A game to be played: the side for which it is won at clock 0, and in how many plies, `dtw`."""

    fen: str
    winner: Color
    dtw: int
    dtz: int


class End(NamedTuple):
    """How a game ended."""

    winner: Color | None  # none: a draw
    cause: str
    plies: int
    latest_clock: int
    detours: int


def other(colour: Color) -> Color:
    """The other side."""
    return Color.BLACK if colour == Color.WHITE else Color.WHITE


def won_games(probe: Probe, count: int, least_dtz: int, rng: random.Random) -> list[Game]:
    """Random positions that are won for either side at clock 0, with a dtz of so much."""
    games: list[Game] = []
    while len(games) < count:
        fen = random_fen(rng, 2, 4)
        answer = probe.ask(fen, 0)
        if answer["category"] in ("win", "loss") and answer["dtz"] >= least_dtz:
            mover = Color.WHITE if fen.startswith("W") else Color.BLACK
            winner = mover if answer["category"] == "win" else other(mover)
            games.append(Game(fen, winner, answer["dtw"], answer["dtz"]))
    return games


def referee(board: BaseBoard) -> tuple[str, Color | None]:
    """Why the game is over and who has won it; an empty cause where it goes on."""
    stuck, drawn = not board.legal_moves, board.is_draw
    if not drawn:
        return ("no move", other(board.turn)) if stuck else ("", None)
    if board.is_threefold_repetition:
        return "repetition", None
    if board.halfmove_clock != DRAW_PLIES:
        raise Difference(f"{fen_of(board)} at clock {board.halfmove_clock}: drawn, by no rule known here")
    # The known difference: who has no legal move has lost before the clock is looked at.
    return ("no move at clock 30", other(board.turn)) if stuck else ("clock", None)


def play(probe: Probe, game: Game, clock: int, promised: bool, loser: random.Random | None) -> End:
    """Plays a game to its end from a clock. The loser moves at random if it is given the means to."""
    board = RussianBoard.from_fen(game.fen)
    board.halfmove_clock = latest_clock = clock
    plies = detours = 0
    while True:
        cause, winner = referee(board)
        if cause:
            return End(winner, cause, plies, latest_clock, detours)
        fen = fen_of(board)
        answer = probe.ask(fen, clock)
        here = f"{fen} at clock {clock}"
        winning = board.turn == game.winner
        if promised and answer["category"] != ("win" if winning else "loss"):
            raise Difference(f"{here}: {answer['category']}")
        reached = [(fen_of(after(board, move)), move) for move in board.legal_moves]
        if sorted(fen for fen, _ in reached) != sorted(move["fen"] for move in answer["moves"]):
            raise Difference(f"{here}: the legal moves differ")
        chosen = answer["moves"][0] if winning or not loser else loser.choice(answer["moves"])
        detours += promised and winning and chosen["dtw"] + 1 != answer["dtw"]
        board.push(dict(reached)[chosen["fen"]])
        plies += 1
        clock = 0 if chosen["zeroing"] else clock + 1
        latest_clock = max(latest_clock, clock)
        if board.halfmove_clock != clock:
            raise Difference(f"{here}, {chosen['move']}: the clock of py-draughts is {board.halfmove_clock}")


def check_end(game: Game, end: End, promised: bool, best_defence: bool) -> None:
    """Whether the end is as bolshak promised it."""
    if promised != (end.winner == game.winner):
        winner = end.winner.name.lower() if end.winner else "nobody"
        raise Difference(f"won by {winner} after {end.plies} plies: {end.cause}")
    if promised and not end.detours and (end.plies > game.dtw or best_defence and end.plies != game.dtw):
        raise Difference(f"won after {end.plies} plies")


def play_all(
    probe: Probe, games: list[Game], clock: str, defences: Sequence[random.Random | None], ends: list[End]
) -> Iterator[str]:
    """Yields the differences. The clock is "fresh", the "last" at which all are won, or a ply too "late"."""
    promised = clock != "late"
    for number, game in enumerate(games):
        start = {"fresh": 0, "last": DRAW_PLIES - game.dtz, "late": DRAW_PLIES - game.dtz + 1}[clock]
        defence = defences[number % len(defences)]
        try:
            end = play(probe, game, start, promised, defence)
            check_end(game, end, promised, best_defence=not defence)
            ends.append(end)
        except Difference as difference:
            yield f"{game.fen} at clock {start}, dtw {game.dtw}, dtz {game.dtz}: {difference}"


def summary(ends: list[End]) -> str:
    """Figures of games that were won, or not, as promised."""
    plies = [end.plies for end in ends]
    latest_clock, detours = max(end.latest_clock for end in ends), sum(end.detours > 0 for end in ends)
    causes = Counter(end.cause for end in ends).most_common()
    return (
        f"{sum(plies)} plies, longest {max(plies)}, latest clock {latest_clock}, {detours} with detours; "
        f"ended by {', '.join(f'{cause} {count}' for cause, count in causes)}"
    )


# The program


def arguments() -> argparse.Namespace:
    """Those of the command line."""
    parser = argparse.ArgumentParser(description="Compares bolshak with py-draughts.")
    parser.add_argument("--positions", type=int, default=100_000, help="for the legal moves [%(default)s]")
    parser.add_argument("--games", type=int, default=2_000, help="at each of the three clocks [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="of what is random [%(default)s]")
    parser.add_argument("--tables", metavar="DIR", help="to four pieces [made in a temporary directory]")
    parser.add_argument("--program", default="bolshak", help="bolshak [from the path]")
    parser.add_argument("--moves", default="moves", help="examples/moves.rs, built [from the path]")
    return parser.parse_args()


def report(what: str, differences: Iterator[str]) -> int:
    """Prints the first differences; how many there are."""
    count = 0
    for count, difference in enumerate(differences, 1):
        if count <= SHOWN:
            print(f"DIFFERENCE, {what}: {difference}", flush=True)
    return count


def main() -> str:
    """What went wrong, or nothing."""
    given = arguments()
    start = time.monotonic()
    wrong = 0

    rng = random.Random(given.seed)
    fens = [random_fen(rng, 2, 12) for _ in range(given.positions)]
    met: Counter[str] = Counter()
    wrong += report("legal moves", compare_moves(given.moves, fens, met))
    figures = ", ".join(f"{what} {count}" for what, count in met.items())
    print(f"legal moves: {len(fens)} positions, {wrong} differ; {figures}", flush=True)

    with tempfile.TemporaryDirectory() as directory:
        if not given.tables:
            command = [given.program, "generate", "--pieces", "4", "--tables", directory]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        probe = Probe(given.program, given.tables or directory)
        half = given.games // 2
        games = won_games(probe, given.games - half, 1, rng) + won_games(probe, half, 3, rng)
        for clock, defences in (("fresh", [rng, None]), ("last", [None]), ("late", [None])):
            ends: list[End] = []
            differ = report(f"{clock} clock", play_all(probe, games, clock, defences, ends))
            wrong += differ
            figures = summary(ends) if ends else "none ended"
            print(f"{clock} clock: {len(games)} games, {differ} differ; {figures}", flush=True)
        probe.close()

    print(f"py-draughts {version('py-draughts')}, seed {given.seed}, {time.monotonic() - start:.0f} s")
    return f"{wrong} differences" if wrong else ""


if __name__ == "__main__":
    try:
        sys.exit(main() or 0)
    except Difference as difference:
        sys.exit(f"witness.py: {difference}")
