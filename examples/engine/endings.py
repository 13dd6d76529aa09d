#!/usr/bin/env python3
"""Counts the won endings that the engine wins against the best defence, with the tables and without.

    ./endings.py build/primer TABLES --library ../../target/release/libbolshak.so

The endings are random positions that the tables call won and that are not won at once. With the tables all must be won, in the plies
that the engine says at first: else the exit status is 1.
"""
import random

import referee
from referee import Game


def won_position(library, pieces, least):
    """A random position that the side to move wins in at least a number of plies."""
    while True:
        white = random.randint(1, pieces - 1)
        kings = [random.randint(0, white), random.randint(0, pieces - white)]
        position = library.random_position(white_men=white - kings[0], white_kings=kings[0],
                                           black_men=pieces - white - kings[1], black_kings=kings[1])
        category, plies = library.probe(position, 0)
        if category == "win" and plies >= least:
            return position


def play(library, position, attacker, defender, level):
    """Whether the attacker, to move, wins; in how many plies; and in how many it announced."""
    game, promised = Game(library, position), None
    while game.winner() == "nobody":
        attacks = game.position.turn == position.turn
        move, info = (attacker if attacks else defender).think(game, level)
        promised = promised or int(info["depth"])
        game.play(move)
    return game.winner() == position.turn, len(game.moves), promised


def main():
    parser = referee.parser(__doc__)
    parser.add_argument("--pieces", type=int, help="of both sides together [default: as many as the tables have]")
    parser.add_argument("--count", type=int, default=100, help="of endings")
    parser.add_argument("--least", type=int, default=11, help="the least plies to the end that best play takes")
    arguments = parser.parse_args()
    library, (knowing, plain, defender) = referee.start(arguments, (True, False, True))
    pieces = arguments.pieces or library.largest
    positions = [won_position(library, pieces, arguments.least) for _ in range(arguments.count)]
    failed = won_without = 0
    for position in positions:
        won, plies, promised = play(library, position, knowing, defender, arguments.level)
        if not won or plies != promised:
            failed += 1
            print(f"{position.hub()}: {'won' if won else 'not won'} in {plies} plies, {promised} were promised")
        plain.send("new-game")
        won_without += play(library, position, plain, defender, arguments.level)[0]
    for engine in (knowing, plain, defender):
        engine.quit()
    print(f"{len(positions)} won endings of {pieces} pieces, {arguments.level} a move: "
          f"with tables {len(positions) - failed} won, without {won_without}")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
