#!/usr/bin/env python3
"""Checks certificates of the proof search; see scripts/check-certificate, and docs/beyond.md for their format.

A claim that a side wins needs a move at each of its positions and all moves of the other side, and no way meets a position twice. A
claim that it does not win needs all its moves, and a move of the other side. Every line ends in the list, in the tables, at a side
without moves, or by the clock.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from draughts import RussianBoard

from witness import DRAW_PLIES, after, fen_of, key_of_move


class Wrong(Exception):
    """A claim that its positions do not show."""


class State(NamedTuple):
    """A position and its clock; None in theory."""

    fen: str
    clock: int | None

    @staticmethod
    def of(text: str) -> State:
        fen, mark, clock = text.partition(":H")
        return State(fen, int(clock) if mark else None)


class Claim:
    """A claim of a certificate."""

    def __init__(self, lines: list[str]) -> None:
        head = dict(line.split(" ", 1) for line in lines[:4])
        side, can = head["claim"].split()
        self.attacker = side[0].upper()
        self.forced = {"wins": True, "does-not-win": False}[can]
        self.game, self.rule = head["game"], head["rule"]
        if self.game not in ("russian", "poddavki"):
            raise Wrong(f"the game {self.game} cannot be checked here")
        self.root = State.of(head["position"])
        self.moves = {State.of(text): mv for text, mv in (line.split(" ") for line in lines[4:])}
        self.children: dict[State, list[State]] = {}
        self.ends: dict[State, bool] = {}
        self.asked: set[State] = set()
        self.unknown: dict[State, str] = {}

    def successors(self, state: State) -> Iterator[tuple[str, str, State]]:
        """Where the moves start and end, and what they reach."""
        board = RussianBoard.from_fen(state.fen)
        for move in board.legal_moves:
            key = key_of_move(board, move)
            reached = after(board, move)
            start = 1 << move.square_list[0]
            zeroing = bool(key.captured) or bool((board.white_men | board.black_men) & start)
            clock = state.clock
            if clock is not None:
                clock = 0 if zeroing or not self.counts(reached) else clock + 1
            yield key.start, key.end, State(fen_of(reached), clock)

    def counts(self, board: RussianBoard) -> bool:
        """Whether the clock runs in a position."""
        if self.rule != "three-kings":
            return True
        kings = sorted(bin(set_).count("1") for set_ in (board.white_kings, board.black_kings))
        return not board.white_men | board.black_men and kings[0] == 1 and kings[1] >= 3

    def end(self, state: State) -> None:
        """Notes how a line ends in a position that is not listed, or that the tables must be asked."""
        board = RussianBoard.from_fen(state.fen)
        if not board.legal_moves:
            loser_moves = state.fen[0] == self.attacker
            self.ends[state] = loser_moves if self.game == "poddavki" else not loser_moves
        elif state.clock is not None and state.clock >= DRAW_PLIES:
            self.ends[state] = False
        else:
            self.asked.add(state)

    def follow(self) -> None:
        """Follows the moves of all listed positions that are reached."""
        if self.root not in self.moves:
            self.end(self.root)
        open_, seen = [self.root], {self.root}
        while open_:
            state = open_.pop()
            if state not in self.moves:
                if state not in self.ends and state not in self.asked:
                    self.end(state)
                continue
            chosen = self.moves[state]
            chooses = (state.fen[0] == self.attacker) == self.forced
            if chooses == (chosen == "*"):
                raise Wrong(f"{state.fen}: {'a move is missing' if chooses else 'not all moves are followed'}")
            reached = list(self.successors(state))
            if chooses:
                squares = chosen.replace("-", ":").split(":")
                reached = [found for found in reached if found[:2] == (squares[0], squares[-1])]
                if not reached:
                    raise Wrong(f"{state.fen}: {chosen} is not legal")
            self.children[state] = [child for *_, child in reached]
            for child in self.children[state]:
                if child not in seen:
                    seen.add(child)
                    open_.append(child)

    def question(self, state: State) -> str:
        clock = {} if state.clock is None else {"clock": state.clock}
        return json.dumps({"fen": state.fen, "rule": self.rule, **clock})

    def answer(self, state: State, answer: dict) -> None:
        # Of two captures that start and end alike, only one may have been followed: that the tables do not know the other is no fault.
        if "category" not in answer:
            self.unknown.setdefault(state, answer.get("error", ""))
            return
        won = "win" if state.fen[0] == self.attacker else "loss"
        self.ends[state] = answer["category"] == won

    def judge(self) -> None:
        """Whether every line ends as claimed. Of moves that start and end alike one is enough for the side that chooses."""
        def closes(state: State) -> bool:
            return state in self.moves or self.ends.get(state) == self.forced

        for state, children in self.children.items():
            chooses = (state.fen[0] == self.attacker) == self.forced
            if not (any if chooses else all)(closes(child) for child in children):
                why = [f"; the tables do not know {child.fen}: {self.unknown[child]}" for child in children if child in self.unknown]
                raise Wrong(f"{state.fen} does not close{''.join(why[:1])}")
        if not closes(self.root):
            raise Wrong("the tables say otherwise")
        if self.forced:
            self.is_finite()

    def is_finite(self) -> None:
        finished: dict[State, bool] = {}
        way: list[tuple[State, list[State]]] = []
        entered: list[State] = [self.root] if self.root in self.moves else []
        while entered or way:
            if entered:
                state = entered.pop()
                finished[state] = False
                way.append((state, [child for child in self.children[state] if child in self.moves]))
            state, children = way[-1]
            if not children:
                finished[state] = True
                way.pop()
                continue
            child = children.pop()
            if child not in finished:
                entered.append(child)
            elif not finished[child]:
                raise Wrong(f"{child.fen} stands twice on a way")


def claims(path: str) -> Iterator[Claim]:
    with open(path, encoding="utf-8") as file:
        for block in file.read().strip().split("\n\n"):
            yield Claim(block.splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks certificates of the proof search.")
    parser.add_argument("--program", required=True)
    parser.add_argument("--tables")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    wrong = positions = count = 0
    for path in arguments.files:
        try:
            for claim in claims(path):
                claim.follow()
                asked = list(claim.asked)
                tables = ["--tables", arguments.tables] if arguments.tables else []
                command = [arguments.program, "probe", "--no-moves", "--game", claim.game, *tables, "-"]
                lines = "".join(claim.question(state) + "\n" for state in asked)
                answers = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True).stdout.splitlines()
                for state, answer in zip(asked, answers, strict=True):
                    claim.answer(state, json.loads(answer))
                claim.judge()
                positions += len(claim.children)
                count += 1
        except (Wrong, KeyError, ValueError) as error:
            print(f"{path}: {error}")
            wrong += 1
    print(f"{len(arguments.files)} files, {count} claims, {positions} positions, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
