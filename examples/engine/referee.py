"""A referee for engines: the rules of libbolshak, and a client of the Hub protocol. Needs only Python."""
import argparse
import collections
import ctypes
import random
import re
import subprocess

WHITE, BLACK = 0, 1
RUSSIAN, RULE, DRAW_PLIES = 1, 0, 30
ZEROING = 2
CATEGORIES = ["loss", "blessed-loss", "draw", "cursed-win", "win"]
ABI_VERSION = 4


class Position(ctypes.Structure):
    """bolshak_position: bit 0 of a board is a1, bit 31 is h8."""
    _fields_ = [(name, ctypes.c_uint64) for name in ("white_men", "white_kings", "black_men", "black_kings")]
    _fields_ += [("turn", ctypes.c_int32), ("game", ctypes.c_int32)]

    def count(self):
        boards = (self.white_men, self.white_kings, self.black_men, self.black_kings)
        return sum(bin(board).count("1") for board in boards)

    def hub(self):
        """The text of the Hub protocol: the side to move, then the squares from b8."""
        letters = dict(zip("wWbB", (self.white_men, self.white_kings, self.black_men, self.black_kings)))
        squares = [4 * (7 - n // 4) + n % 4 for n in range(32)]
        found = [[letter for letter, board in letters.items() if board >> square & 1] for square in squares]
        return "WB"[self.turn] + "".join(here[0] if here else "e" for here in found)


class Move(ctypes.Structure):
    """bolshak_move."""
    _fields_ = [("start", ctypes.c_uint32), ("end", ctypes.c_uint32), ("captured", ctypes.c_uint64), ("flags", ctypes.c_uint32)]

    def hub(self):
        """The text of the Hub protocol, with b8 as square 1."""
        number = lambda square: str(4 * (7 - square // 4) + square % 4 + 1)
        taken = [square for square in range(32) if self.captured >> square & 1]
        ends = [number(self.start), number(self.end)]
        return ("x" if taken else "-").join(ends + sorted(map(number, taken), key=int))


class Verdict(ctypes.Structure):
    """bolshak_verdict."""
    _fields_ = [(name, ctypes.c_int32) for name in ("category", "theory", "dtw", "dtz", "over")]


class Library:
    """libbolshak, with the tables of a directory."""

    def __init__(self, library, tables):
        self.library = ctypes.CDLL(library)
        self.library.bolshak_last_error.restype = ctypes.c_char_p
        if self.library.bolshak_abi_version() != ABI_VERSION:
            raise SystemExit(f"{library} has another version of the interface than this program")
        self.tables = ctypes.c_void_p()
        self.ask("bolshak_open", tables.encode(), None, ctypes.byref(self.tables))
        self.largest = self.library.bolshak_largest(self.tables)

    def ask(self, name, *arguments):
        if getattr(self.library, name)(*arguments) != 0:
            raise ValueError(self.library.bolshak_last_error().decode())

    def position(self, fen):
        position = Position()
        self.ask("bolshak_parse_fen", fen.encode(), RUSSIAN, ctypes.byref(position), None)
        return position

    def legal_moves(self, position):
        moves, found = (Move * 512)(), ctypes.c_size_t()
        self.ask("bolshak_legal_moves", ctypes.byref(position), moves, ctypes.c_size_t(512), ctypes.byref(found))
        return moves[: found.value]

    def after(self, position, move):
        result = Position()
        self.ask("bolshak_play", ctypes.byref(position), ctypes.byref(move), ctypes.byref(result))
        return result

    def probe(self, position, clock):
        """The result for the side to move under the draw rule, and the plies to the end; None with too many pieces."""
        if position.count() > self.largest:
            return None, None
        verdict = Verdict()
        self.ask("bolshak_probe", self.tables, ctypes.byref(position), clock, RULE, ctypes.byref(verdict))
        return CATEGORIES[verdict.category], verdict.dtw

    def random_position(self, **pieces):
        """A random position with these numbers of white_men, white_kings, black_men, black_kings, without a capture."""
        while True:
            position = Position(turn=random.randrange(2), game=RUSSIAN)
            free = set(range(32))
            for name, count in pieces.items():
                allowed = {"white_men": range(28), "black_men": range(4, 32)}.get(name, range(32))
                chosen = random.sample(sorted(free & set(allowed)), count)
                free -= set(chosen)
                setattr(position, name, sum(1 << square for square in chosen))
            moves = self.legal_moves(position)
            if moves and not moves[0].captured:
                return position


class Game:
    """A game and its end."""

    def __init__(self, library, position):
        self.library, self.first, self.position = library, position, position
        self.moves, self.clock = [], 0
        self.seen = collections.Counter([bytes(position)])
        self.legal = library.legal_moves(position)

    def play(self, text):
        """Plays a move of the Hub protocol; an error if it is not legal."""
        fitting = [move for move in self.legal if move.hub() == text]
        if not fitting:
            raise ValueError(f"{text} is not a legal move in {self.position.hub()} (clock {self.clock})")
        self.position = self.library.after(self.position, fitting[0])
        self.clock = 0 if fitting[0].flags & ZEROING else self.clock + 1
        self.moves.append(text)
        self.seen[bytes(self.position)] += 1
        self.legal = self.library.legal_moves(self.position)

    def winner(self):
        """The winner, None if drawn, "nobody" while the game goes on."""
        if not self.legal:
            return 1 - self.position.turn
        drawn = self.clock >= DRAW_PLIES or self.seen[bytes(self.position)] >= 3
        return None if drawn else "nobody"


class Engine:
    """An engine of the Hub protocol."""

    def __init__(self, command, **parameters):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("hub", "wait")
        for name, value in parameters.items():
            self.send(f'set-param name={name} value="{value}"')
        self.ask("init", "ready")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, last):
        """Sends a line; returns the answers up to one that begins with a word."""
        self.send(line)
        answers = []
        while not answers or answers[-1].split()[0] != last:
            answer = self.process.stdout.readline()
            if not answer or answer.startswith("error"):
                raise RuntimeError(f"to {line} the engine says {answer or 'nothing any more'}")
            answers.append(answer)
        return answers

    def think(self, game, level):
        """The engine's move, and its last information about it as a dictionary."""
        self.send(f'pos pos={game.first.hub()} moves="{" ".join(game.moves)}"')
        self.send(f"level {level}")
        answers = self.ask("go think", "done")
        info = {name: text or word for name, text, word in re.findall(r'(\S+)=(?:"([^"]*)"|(\S+))', answers[-2])}
        return re.match(r"done move=(\S+)", answers[-1]).group(1), info

    def quit(self):
        self.send("quit")
        self.process.communicate(timeout=10)
        if self.process.returncode != 0:
            raise RuntimeError(f"the engine ended with status {self.process.returncode}")


def parser(description):
    """Reads the arguments that all programs with engines share."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("tables")
    parser.add_argument("--library", default="libbolshak.so", help="the shared library of bolshak")
    parser.add_argument("--level", default="nodes=10000", help="for each move, as the Hub protocol has it: nodes=N or move-time=S")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def start(arguments, with_tables):
    """Seeds the random numbers; makes the referee, and an engine for each flag, with or without tables."""
    random.seed(arguments.seed)
    library = Library(arguments.library, arguments.tables)
    return library, [Engine([arguments.engine], tables=arguments.tables if wanted else "", hash=16) for wanted in with_tables]
