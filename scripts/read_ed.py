#!/usr/bin/env python3
"""Compares files of Kallisto's format (*.ed, and *.led of losing draughts) with what the program answers.

    scripts/read_ed.py PROGRAM TABLES FILE...             every position of the files
    scripts/read_ed.py --every N PROGRAM TABLES FILE...   every N-th position

Written from the description of the format alone, by another hand than the export. A file has two bits for each position of a
material, White to move: 0 draw, 1 win, 2 loss in theory. Positions come in the order of four nested loops over combinations of
squares: the white men, the black men, the white kings, the black kings; b8 = 0, d8 = 1, ... g1 = 31. So no number of a position
is reckoned here. Men that would share a square have numbers, too, which are 0.
"""
import argparse
import itertools
import json
import math
import os
import re
import subprocess
import sys
import threading

NAMES = [column + str(row) for row in range(8, 0, -1) for column in ("bdfh" if row % 2 == 0 else "aceg")]
WHITE_MEN, BLACK_MEN = range(4, 32), range(0, 28)
RESULTS = {"draw": 0, "win": 1, "loss": 2}


def positions(white_kings, black_kings, white_men, black_men):
    """The number and the FEN of each position, in the order of the numbers; the FEN is None where men share a square."""
    number = 0
    free_of_men = 32 - white_men - black_men
    of_men = math.comb(free_of_men, white_kings) * math.comb(free_of_men - white_kings, black_kings)
    for whites in itertools.combinations(WHITE_MEN, white_men):
        for blacks in itertools.combinations(BLACK_MEN, black_men):
            if set(whites) & set(blacks):
                for _ in range(of_men):
                    yield number, None
                    number += 1
                continue
            free = [square for square in range(32) if square not in whites and square not in blacks]
            for kings in itertools.combinations(free, white_kings):
                rest = [square for square in free if square not in kings]
                for enemy_kings in itertools.combinations(rest, black_kings):
                    white = [NAMES[square] for square in whites] + ["K" + NAMES[square] for square in kings]
                    black = [NAMES[square] for square in blacks] + ["K" + NAMES[square] for square in enemy_kings]
                    yield number, f"W:W{','.join(white)}:B{','.join(black)}"
                    number += 1


def compare(program, tables, path, every):
    name = re.fullmatch(r"(\d)(\d)(\d)(\d)(\d)\.(l?ed)", os.path.basename(path))
    if not name:
        sys.exit(f"{path} is not the name of such a file")
    pieces, *counts = map(int, name.groups()[:5])
    assert pieces == sum(counts), path
    data = open(path, "rb").read()
    asked, wrong, total = [], [], 0
    for number, fen in positions(*counts):
        total += 1
        value = data[number // 4] >> 2 * (number % 4) & 3 if number // 4 < len(data) else None
        if fen is None:
            if value != 0:
                wrong.append((number, value, "men that share a square"))
        elif number % every == 0:
            asked.append((number, value, fen))
    if len(data) != (total + 3) // 4:
        sys.exit(f"{path} has {len(data)} bytes, {total} positions take {(total + 3) // 4}")
    game = "poddavki" if name[6] == "led" else "russian"
    command = [program, "probe", "--no-moves", "--game", game, "--tables", tables, "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        def write():
            with process.stdin as pipe:
                pipe.writelines(fen + "\n" for _, _, fen in asked)
        writer = threading.Thread(target=write)
        writer.start()
        answers = 0
        for (number, value, fen), line in zip(asked, process.stdout):
            answers += 1
            theory = json.loads(line).get("theory")
            if RESULTS.get(theory) != value:
                wrong.append((number, value, f"{fen} is a {theory}"))
        writer.join()
    if wrong or answers != len(asked):
        for number, value, what in wrong[:5]:
            print(f"{path}: number {number} has {value}, but {what}", file=sys.stderr)
        sys.exit(f"{path}: {len(wrong)} of {len(asked)} positions differ, the program answered {answers}")
    return len(asked)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("program")
    parser.add_argument("tables")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    compared = sum(compare(arguments.program, arguments.tables, path, arguments.every) for path in arguments.files)
    print(f"{compared} positions of {len(arguments.files)} files agree")


if __name__ == "__main__":
    main()
