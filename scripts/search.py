#!/usr/bin/env python3
"""Compares the proof search on small tables with larger tables; see scripts/check-search.

Half of the positions are any, half are quiet and of equal numbers. Of each the result and the bounds, and those of all its moves, must
be those of the larger tables: under the draw rule at clock 0, and in theory.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from draughts import RussianBoard

from witness import random_fen

ORDER = {"loss": 0, "draw": 1, "win": 2}


def positions(rng: random.Random, pieces: list[int], count: int) -> list[str]:
    """Random positions, every other one quiet and balanced."""
    found: list[str] = []
    while len(found) < count:
        number = rng.choice(pieces)
        fen = random_fen(rng, number, number)
        _, white, black = fen.split(":")
        if len(found) % 2:
            board = RussianBoard.from_fen(fen)
            if abs(white.count(",") - black.count(",")) > number % 2 or any(move.captured_list for move in board.legal_moves):
                continue
        found.append(fen)
    return found


def answers(command: list[str], fens: list[str]) -> list[dict]:
    done = subprocess.run([*command, "-"], input="\n".join(fens) + "\n", stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def differs(said: dict, truth: dict) -> str | None:
    """What an answer says that is not so."""
    for field in ("category", "theory"):
        if field in said and said[field] != truth[field]:
            return f"{field} {said[field]}, not {truth[field]}"
    theory = ORDER[truth["theory"]]
    if not ORDER[said.get("at_least", "loss")] <= theory <= ORDER[said.get("at_most", "win")]:
        return f"bounds {said.get('at_least')} {said.get('at_most')}, and it is a {truth['theory']}"
    if "within" in said and truth.get("dtw", 0) is not None and truth.get("dtw", 0) > said["within"]:
        return f"within {said['within']}, and it takes {truth['dtw']}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares the proof search on small tables with larger ones.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--small", required=True, help="tables that the search uses")
    parser.add_argument("--large", required=True, help="tables that know the positions")
    parser.add_argument("--pieces", default="4")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--certificates", type=int, default=50, help="positions whose certificates are checked")
    parser.add_argument("--positions", default="100000", help="the limit of each answer")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    fens = positions(rng, [int(number) for number in arguments.pieces.split(",")], arguments.count)
    solve = [arguments.program, "solve", "--tables", arguments.small, "--positions", arguments.positions]
    solved = answers([*solve, "--memory", "32MiB"], fens)
    truth = answers([arguments.program, "probe", "--tables", arguments.large], fens)
    wrong = decided = moves = decided_moves = 0
    for fen, said, known in zip(fens, solved, truth, strict=True):
        known_moves = {mv["move"]: mv for mv in known["moves"]}
        pairs = [(said, known), *((mv, known_moves[mv["move"]]) for mv in said["moves"])]
        for one, other in pairs:
            if fault := differs(one, other):
                print(f"{fen} {one.get('move', '')}: {fault}")
                wrong += 1
        decided += "category" in said
        moves += len(pairs) - 1
        decided_moves += sum("category" in mv for mv in said["moves"])
    print(f"{len(fens)} positions, {decided} decided; {moves} moves, {decided_moves} decided; {wrong} wrong")
    with tempfile.TemporaryDirectory() as directory:
        files = []
        for number, fen in enumerate(fens[: arguments.certificates]):
            path = os.path.join(directory, f"{number}.txt")
            rule = ("15-moves", "none", "three-kings")[number % 3]
            command = [*solve, "--no-moves", "--rule", rule, "--certificate", path, fen]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            # Where the search proved nothing, no file is written.
            if os.path.exists(path):
                files.append(path)
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "certificate.py")
        checked = [sys.executable, script, "--program", arguments.program, "--tables", arguments.small, *files]
        wrong += subprocess.run(checked).returncode
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
