#!/usr/bin/env python3
"""Plays the engine with tables against itself without them.

    ./match.py build/primer TABLES --library ../../target/release/libbolshak.so

From random positions of few pieces that the engine thinks are even, each played twice with the colours exchanged. Both sides have
the same limit for each move: nodes, or seconds. A position that the engine asks the tables is a node too.
"""
import math
import random

import referee
from referee import Game

SIDES = ("with tables", "without")


def play(library, position, engines, level):
    """Plays a game; engines[0] has White. Returns the winner's colour or None, and who had a won position by the tables."""
    game, had_won = Game(library, position), set()
    while game.winner() == "nobody":
        turn = game.position.turn
        category, _ = library.probe(game.position, game.clock)
        if category in ("win", "loss"):
            had_won.add(turn if category == "win" else 1 - turn)
        game.play(engines[turn].think(game, level)[0])
    return game.winner(), had_won


def even_position(library, judge, level, pieces, most):
    """A random position, one in three with a king a side, that the engine evaluates as even within a number of men."""
    while True:
        kings = 1 if random.randrange(3) == 0 else 0
        men = pieces // 2 - kings
        position = library.random_position(white_men=men, white_kings=kings, black_men=men, black_kings=kings)
        judge.send("new-game")
        if abs(float(judge.think(Game(library, position), level)[1]["score"])) <= most:
            return position


def elo(score):
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else math.copysign(math.inf, score - 0.5)


def summary(pairs):
    """The Elo difference of pairs of points out of 2, and its 95 % interval."""
    shares = [points / 2 for points in pairs]
    mean = sum(shares) / len(shares)
    # The two games from a position are not independent, but the pairs are.
    variance = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
    error = 1.96 * math.sqrt(variance / len(shares))
    return f"score {100 * mean:.1f} %, Elo {elo(mean):+.0f} (95 %: {elo(mean - error):+.0f} to {elo(mean + error):+.0f})"


def main():
    parser = referee.parser(__doc__)
    parser.add_argument("--pieces", type=int, default=8, help="of both sides together at the start, an even number")
    parser.add_argument("--pairs", type=int, default=100, help="of games")
    parser.add_argument("--even", type=float, default=1.5, help="the most, in men, that a start may be worth")
    arguments = parser.parse_args()
    library, engines = referee.start(arguments, (True, False))

    wins, draws, losses, pairs = 0, 0, 0, []
    reached, converted = [0, 0], [0, 0]  # of SIDES
    for _ in range(arguments.pairs):
        position = even_position(library, engines[1], arguments.level, arguments.pieces, arguments.even)
        points = 0
        for white in (0, 1):
            for engine in engines:
                engine.send("new-game")
            winner, had_won = play(library, position, (engines[white], engines[1 - white]), arguments.level)
            side_of = lambda colour: colour if white == 0 else 1 - colour
            if winner is None:
                draws, points = draws + 1, points + 0.5
            elif side_of(winner) == 0:
                wins, points = wins + 1, points + 1
            else:
                losses += 1
            for colour in had_won:
                reached[side_of(colour)] += 1
                converted[side_of(colour)] += winner == colour
        pairs.append(points)
    for engine in engines:
        engine.quit()
    print(f"{2 * len(pairs)} games from {arguments.pieces} pieces, {arguments.level} a move, tables to {library.largest} pieces")
    print(f"with tables: {wins} won, {draws} drawn, {losses} lost; {summary(pairs)}")
    for side, name in enumerate(SIDES):
        print(f"{name}: {converted[side]} of {reached[side]} endings won that the tables called won")


if __name__ == "__main__":
    main()
