#!/usr/bin/env python3
"""Plays won endings to their end with `bolshak hub`, through pydraughts' engine client, whose board is the referee.

    scripts/hub_games.py PROGRAM TABLES COUNT           COUNT random won positions of each number of pieces from 2 to 4
    scripts/hub_games.py PROGRAM TABLES COUNT ENGINE    the same with the example engine

Each is played against random moves, and against the moves of a second engine: then it must take as many plies as the engine
said at first. Needs pydraughts (not py-draughts, which has the same module name).
"""
import itertools
import json
import random
import subprocess
import sys

import draughts
from draughts.engine import HubEngine, Limit

KNOWN = [
    "W:WKc3,Kd6,Ke3:BKd8",
    "W:WKa1,Kc1,Ke1:BKf8",
    "W:WKc1,Kd2,Ka3:BKe1",
    "W:WKa5,Ka7:BKg1",
    "W:WKg1:Bb8,e5",
]
SQUARES = ["abcdefgh"[2 * (s % 4) + s // 4 % 2] + str(s // 4 + 1) for s in range(32)]
LIMITS = itertools.cycle([Limit(time=60), Limit(time=60, inc=1), Limit(movetime=1), Limit(depth=9), Limit(nodes=1000)])


def random_position(pieces):
    """A position in FEN, with at least one piece a side."""
    squares = random.sample(range(32), pieces)
    white = random.randint(1, pieces - 1)
    sides = {"W": [], "B": []}
    for at, square in enumerate(squares):
        colour = "W" if at < white else "B"
        man = random.random() < 0.5 and square // 4 != (7 if colour == "W" else 0)
        sides[colour].append(("" if man else "K") + SQUARES[square])
    return f"{random.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def won_positions(program, tables, pieces, count):
    """Random positions that are won for the side to move, by the tables."""
    asked = [random_position(pieces) for _ in range(20 * count)]
    command = [program, "probe", "--no-moves", "--tables", tables, "-"]
    answers = subprocess.run(command, input="\n".join(asked), capture_output=True, text=True, check=True).stdout
    won = [json.loads(line)["fen"] for line in answers.splitlines() if json.loads(line)["category"] == "win"]
    assert len(won) >= count, "too few won positions"
    return won[:count]


def start(program, tables, name, option):
    """An engine that has said hello."""
    engine = HubEngine([program, "hub", "--tables", tables])
    assert engine.id["name"] == name and engine.variants == {"russian"}, (engine.id, engine.variants)
    assert engine.options == {"variant", "tables", "numbering", option}, engine.options
    engine.configure({"variant": "russian", "numbering": "a1"})
    engine.init()
    engine.ping()
    return engine


def play(fen, attacker, defender):
    """Plays a game; the plies to the attacker's win, and how many the engine promised."""
    board = draughts.Board(variant="russian", fen=fen)
    winner, clock, promised = board.turn, 0, None
    while board.legal_moves():
        assert clock < 30, f"{fen}: the 15-move rule has come first, after {len(board.move_stack)} plies"
        if board.turn == winner:
            result = attacker.play(board, next(LIMITS), ponder=random.random() < 0.2)
            move, info = result.move, result.info
            assert info["score"].get("win", 0) > 0 and info["result"] == "win", f"{fen}: {info}"
            promised = promised or info["depth"]
        elif defender:
            move = defender.play(board, next(LIMITS), ponder=False).move
        else:
            move = random.choice(board.legal_moves())
        quiet = "-" in move.hub_move
        king = board._game.get_fen()[square(move)] in "WB"
        board.push(move)
        clock = clock + 1 if quiet and king else 0
    assert board.turn != winner, f"{fen}: the attacker has lost"
    return len(board.move_stack), promised


def square(move):
    """The place in a position's text of the square that a move starts from; moves count from a1, positions from b8."""
    number = move.steps_move[0] - 1
    return 4 * (7 - number // 4) + number % 4 + 1


def main():
    program, tables, count, example = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    random.seed(1)
    started = (example[0], tables, "primer", "hash") if example else (program, tables, "bolshak", "rule")
    attacker, defender = start(*started), start(*started)
    positions = KNOWN + [fen for pieces in (2, 3, 4) for fen in won_positions(program, tables, pieces, count)]
    plies = 0
    for fen in positions:
        length, promised = play(fen, attacker, defender)
        assert length == promised, f"{fen}: {length} plies against best defence, {promised} were promised"
        plies += length + play(fen, attacker, None)[0]
    opening = draughts.Board(variant="russian")
    opening.push(attacker.play(opening, Limit(time=1), ponder=False).move)
    assert "depth" in attacker.info if example else "do not know" in attacker.info["message"], attacker.info
    for engine in (attacker, defender):
        engine.quit()
        engine.p.communicate(timeout=10)
        assert engine.p.returncode == 0
    print(f"{len(positions)} endings won twice, {plies} plies in all")


if __name__ == "__main__":
    main()
