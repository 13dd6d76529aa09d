#!/usr/bin/env python3
"""Reads bolshak's tables: a second reader, written from docs/format.md (whose sections are named here).

    read_table.py DIR FEN ...             answers positions such as W:Wa1,Kc3:Bd4,Kh8; - reads one a line
    read_table.py --check DIR TABLE ...   reads whole files such as KKvK.dtw: blocks, exceptions, counts, digest

The tables in DIR are those of one game: Russian draughts, poddavki or draughts-80.
Each answer is a line of JSON: the category at clock 0, dtw and dtz in plies (null where there is none).
Needs Python 3.9 and the package zstandard (0.22 or later), for digests also blake3.
"""

import argparse
import json
import os
import re
import struct
import sys
from bisect import bisect_left
from collections import namedtuple
from functools import lru_cache
from itertools import accumulate, takewhile
from math import comb
from zlib import crc32

try:
    import zstandard
except ImportError:
    sys.exit("read_table.py: the package zstandard is missing (pip install zstandard).")
try:
    import blake3
except ImportError:
    blake3 = None

METRICS = ("wdl", "dtw", "dtz")
HAVE_DISTANCE = {"dtw": (0, 2, 3), "dtz": (0, 2)}  # values of wdl
CATEGORIES = ("loss", "blessed-loss", "draw", "cursed-win", "win")
LOSS, BLESSED_LOSS, DRAW, CURSED_WIN, WIN = range(5)
LOST = {"dtw": (LOSS, BLESSED_LOSS), "dtz": (LOSS,)}
WON = {"dtw": (WIN, CURSED_WIN), "dtz": (WIN,)}
HEADER = struct.Struct("<8sHBB4sBBBBII4xQ32s144sIIQ16s4xI")
MAGICLESS = zstandard.ZstdDecompressor(format=zstandard.FORMAT_ZSTD1_MAGICLESS)
BLOCK = {"dtw": 8192, "dtz": 16384}  # distances
FOUR_VALUES = [bytes(byte >> shift & 3 for shift in (0, 2, 4, 6)) for byte in range(256)]

Position = namedtuple("Position", "men kings enemy_men enemy_kings")  # sets of squares, in the mover's view
Stored = namedtuple("Stored", "wdl block values place category")  # where a wdl file has a position


class Trouble(Exception):
    """An error for the user, in one sentence."""


class Game:
    """A game's board (section 2), moves, and placements of men (section 7)."""

    def __init__(self, dark_squares_of_rank, no_move_wins=False):
        self.d, self.D, self.no_move_wins = dark_squares_of_rank, 8 * dark_squares_of_rank, no_move_wins
        self.squares = {self.name(s): s for s in range(self.D)}
        # The squares from each to the edge. Directions 0 and 2 rise from left to right; d ^ 2 is opposite to d.
        directions = (1, 1), (1, -1), (-1, -1), (-1, 1)
        self.rays = [[self.ray(s, up, right) for up, right in directions] for s in range(self.D)]

    def rank(self, square):
        return square // self.d

    def file(self, square):
        return 2 * (square % self.d) + self.rank(square) % 2

    def name(self, square):
        return "abcdefghij"[self.file(square)] + str(self.rank(square) + 1)

    def ray(self, square, up, right):
        rank, file, squares = self.rank(square) + up, self.file(square) + right, []
        while 0 <= rank < 8 and 0 <= file < 2 * self.d:
            squares.append(self.d * rank + file // 2)
            rank, file = rank + up, file + right
        return squares

    def turned(self, squares):
        return frozenset(self.D - 1 - s for s in squares)

    def without(self, *occupied):
        return [s for s in range(self.D) if not any(s in squares for squares in occupied)]

    def parse_fen(self, fen):
        match = re.fullmatch(r"([WB]):([WB])([^:]*):([WB])([^:.]*)\.?", fen.replace(" ", ""))
        if not match or match[2] == match[4]:
            raise Trouble(f"{fen!r} is not a position; expected one such as W:Wa1,Kc3:Bd4,Kh8.")
        sides, used = {"W": (set(), set()), "B": (set(), set())}, set()
        for colour, field in (match.group(2, 3), match.group(4, 5)):
            for piece in filter(None, field.split(",")):
                king = piece.startswith("K")
                square = self.squares.get(piece[king:])
                if square is None or square in used or not king and self.rank(square) == (7 if colour == "W" else 0):
                    raise Trouble(
                        f"In {fen!r} {piece} is not a dark square, one used before, or a man that would be a king."
                    )
                used.add(square)
                sides[colour][king].add(square)
        mover, enemy = sides[match[1]], sides["B" if match[1] == "W" else "W"]
        if not any(enemy):
            raise Trouble(f"In {fen!r} the side that is not to move has no pieces.")
        return Position(*map(frozenset if match[1] == "W" else self.turned, mover + enemy))

    def jumps(self, square, king, own, enemy, taken):
        """Each piece that can be taken next from this square, and where to land. What was taken still blocks."""
        for line in self.rays[square]:
            pieces = [i for i, s in enumerate(line) if s in own or s in enemy]
            if pieces and line[pieces[0]] in enemy - taken and (king or pieces[0] == 0):
                landings = line[pieces[0] + 1 : pieces[1] if len(pieces) > 1 else None]
                if landings:
                    yield line[pieces[0]], landings if king else landings[:1]

    def after_captures(self, position):
        """The positions after each legal capture, seen by the other side; none if no capture is pending."""
        men, kings, enemy_men, enemy_kings = position
        enemy, found = enemy_men | enemy_kings, set()

        def go_on(start, square, king, taken):
            own, last = (men | kings) - {start}, True
            for victim, landings in self.jumps(square, king, own, enemy, taken):
                last, now = False, taken | {victim}
                is_king = {s: king or self.rank(s) == 7 for s in landings}
                onward = [s for s in landings if any(self.jumps(s, is_king[s], own, enemy, now))]
                for landing in onward or landings:
                    go_on(start, landing, is_king[landing], now)
            if last and taken:
                ended = [men - {start}, kings - {start}]
                ended[king] |= {square}
                # The other side's view.
                found.add(Position(*map(self.turned, (enemy_men - taken, enemy_kings - taken, *ended))))

        for start in men | kings:
            go_on(start, start, start in kings, frozenset())
        return found

    def after_quiet_moves(self, position):
        """The positions after each move that captures nothing, seen by the other side, and whether a man moved."""
        men, kings, *enemy = position
        occupied, enemy = frozenset().union(*position), [self.turned(squares) for squares in enemy]
        for start in men | kings:
            man = start in men
            for line in self.rays[start][:2] if man else self.rays[start]:
                for square in takewhile(lambda s: s not in occupied, line[:1] if man else line):
                    moved = [men - {start}, kings - {start}]
                    moved[not man or self.rank(square) == 7] |= {square}
                    yield Position(*enemy, *map(self.turned, moved)), man

    @lru_cache(None)
    def ways(self, s, i, j, t):
        """W: the ways to place i men of the mover and j of the enemy on the squares from s on with total t."""
        if s == self.D or min(i, j, t) < 0:
            return int(s == self.D and i == j == t == 0)
        enemy = self.ways(s + 1, i, j - 1, t - (7 - self.rank(s))) if s >= self.d else 0
        return self.ways(s + 1, i, j, t) + self.ways_with_man(s, i, j, t) + enemy

    def ways_with_man(self, s, i, j, t):
        """X: those of them with a man of the mover on s."""
        return self.ways(s + 1, i - 1, j, t - self.rank(s)) if s < self.D - self.d else 0

    def number_of_men(self, men, enemy_men):
        i = j = total = number = 0
        for s in sorted(men | enemy_men, reverse=True):
            advanced = self.rank(s) if s in men else 7 - self.rank(s)
            i, j, total = i + (s in men), j + (s in enemy_men), total + advanced
            number += self.ways(s + 1, i, j, total) + (self.ways_with_man(s, i, j, total) if s in enemy_men else 0)
        return number + sum(self.ways(0, i, j, t) for t in range(total + 1, 6 * (i + j) + 1))

    @lru_cache(4096)
    def men_of_number(self, number, i, j):
        men, enemy_men, total = set(), set(), 6 * (i + j)
        while number >= self.ways(0, i, j, total):
            number, total = number - self.ways(0, i, j, total), total - 1
        for s in range(self.D):
            empty, own = self.ways(s + 1, i, j, total), self.ways_with_man(s, i, j, total)
            if number >= empty + own:
                enemy_men.add(s)
                number, j, total = number - empty - own, j - 1, total - (7 - self.rank(s))
            elif number >= empty:
                men.add(s)
                number, i, total = number - empty, i - 1, total - self.rank(s)
        return frozenset(men), frozenset(enemy_men)


# By their numbers in byte 17: Russian draughts, poddavki, draughts-80.
GAMES = Game(4), Game(4, no_move_wins=True), Game(5)

# Numbers of placements of kings (section 7)


def number_among(squares, free):
    return sum(comb(free.index(s), i) for i, s in enumerate(sorted(squares), 1))


def squares_of_number(number, count, free):
    squares = set()
    for i in range(count, 0, -1):
        f = max(f for f in range(len(free)) if comb(f, i) <= number)
        number -= comb(f, i)
        squares.add(free[f])
    return frozenset(squares)


class Row:
    """Where all pieces stand but the mover's k kings, and the places that these have (section 8)."""

    def __init__(self, game, k, men, enemy_men, enemy_kings):
        self.k, self.men, self.enemy_men, self.enemy_kings = k, men, enemy_men, enemy_kings
        self.attacks, self.landings, pairs = set(), set(), ([], [])
        enemy = enemy_men | enemy_kings
        occupied = men | enemy
        self.free = game.without(occupied)
        for piece in sorted(enemy) if k else ():
            for d in range(4):
                front, behind = game.rays[piece][d], game.rays[piece][d ^ 2]
                if not front or not behind or behind[0] in occupied:
                    continue
                if front[0] in men:
                    self.landings.add(behind[0])
                elif d < 2 and front[0] not in occupied:
                    pairs[d].append({front[0], behind[0]})
                for s in front:
                    if s in occupied:
                        break
                    self.attacks.add(s)
        self.pairs = pairs[0] + pairs[1]
        self.off_attacks = comb(len(self.free) - len(self.attacks), k)
        self.of_pair = comb(len(self.free) - 2, k - 2) if k >= 2 else 0
        others = k - len(self.landings)
        if self.landings:
            self.places = comb(len(self.free) - len(self.landings), others) if others >= 0 else 0
        else:
            self.places = self.off_attacks + len(self.pairs) * self.of_pair

    def number_off(self, squares, kings):
        return number_among(kings - squares, [s for s in self.free if s not in squares])

    def place(self, kings):
        """The place of these kings, None if they have none."""
        if self.landings:
            return self.number_off(self.landings, kings) if kings >= self.landings else None
        if not kings & self.attacks:
            return self.number_off(self.attacks, kings)
        for j, pair in enumerate(self.pairs):
            if kings >= pair:
                return self.off_attacks + j * self.of_pair + self.number_off(pair, kings)
        return None

    def kings(self, place):
        """The kings that have this place, None if none have."""
        fixed, off, number = self.landings, self.landings, place
        if not self.landings and place < self.off_attacks:
            off = self.attacks
        elif not self.landings:
            j, number = divmod(place - self.off_attacks, self.of_pair)
            fixed = off = self.pairs[j]
        kings = squares_of_number(number, self.k - len(fixed), [s for s in self.free if s not in off]) | fixed
        return kings if self.place(kings) == place else None  # with an earlier pair they have another


class Side:
    """The entries, rows and blocks of a side to move."""

    def __init__(self, game, kings, men, enemy_kings, enemy_men):
        self.game, self.k, self.m, self.l, self.n = game, kings, men, enemy_kings, enemy_men
        q = game.D - men - enemy_men
        self.enemy_placements, self.row_entries = comb(q, enemy_kings), comb(q - enemy_kings, kings)
        totals = range(6 * (men + enemy_men) + 1)
        self.rows = sum(game.ways(0, men, enemy_men, t) for t in totals) * self.enemy_placements
        self.entries = self.rows * self.row_entries

    def set_blocks(self, block_rows, first_block):
        self.block_rows, self.first_block, self.blocks = block_rows, first_block, -(-self.rows // block_rows)

    def row_number(self, position):
        free = self.game.without(position.men, position.enemy_men)
        men = self.game.number_of_men(position.men, position.enemy_men)
        return men * self.enemy_placements + number_among(position.enemy_kings, free)

    def row(self, number):
        placement, kings = divmod(number, self.enemy_placements)
        men, enemy_men = self.game.men_of_number(placement, self.m, self.n)
        free = self.game.without(men, enemy_men)
        return Row(self.game, self.k, men, enemy_men, squares_of_number(kings, self.l, free))

    @lru_cache(1024)
    def places_before(self, block):
        """The places before each row of this block, and at the end all of them."""
        rows = range(block * self.block_rows, min((block + 1) * self.block_rows, self.rows))
        return [0, *accumulate(self.row(row).places if self.k else 1 for row in rows)]


def pieces_and_metric(name):
    """What the name of a file says (section 1); None if it is not one of a table."""
    match = re.fullmatch(r"(K*)(M*)v(K*)(M*)\.(wdl|dtw|dtz)", name)
    if not match:
        return None
    pieces = list(map(len, match.group(1, 2, 3, 4)))
    first, second = pieces[:2], pieces[2:]
    fits = sum(first) and sum(second) and sum(pieces) <= 8 and (sum(first), first) >= (sum(second), second)
    return (pieces, match[5]) if fits else None


class Table:
    """A file (sections 3 to 6), checked when it is opened (section 11)."""

    def __init__(self, directory, name):
        self.name = name
        named = pieces_and_metric(name)
        self.ensure(named, "is not the name of a table such as KKvKM.wdl")
        try:
            self.file = open(os.path.join(directory, name), "rb")
        except OSError as error:
            raise Trouble(f"{name} cannot be opened in {directory}: {error.strerror}.") from None
        header = self.read(0, 256)
        self.ensure(len(header) == 256, "is shorter than a header")
        (magic, version, metric, sides, pieces, self.R, game, rule, self.distances, r0, r1, count, self.digest,
         statistics, directory_crc, exceptions_crc, length, self.companion, header_crc) = HEADER.unpack(header)
        self.ensure(magic == b"BOLSHAK\n", "is not a table")
        self.ensure(version in (2, 3), f"is of version {version}, and this program reads versions 2 and 3")
        self.ensure(crc32(header[:252]) == header_crc, "has a damaged header")
        self.ensure(game < len(GAMES), f"is of game {game}, which this program does not know")
        self.ensure(version == (3 if metric else 2), f"is of version {version}, which files of its metric do not have")
        self.game = GAMES[game]
        self.ensure(metric < 3 and METRICS[metric] == named[1], "holds another metric than its name says")
        self.ensure(1 <= self.R <= 126, f"has a draw rule of {self.R} plies")
        self.ensure(rule == 0, f"is made for the unknown draw rule {rule}")
        pieces = list(pieces)
        self.ensure(pieces == named[0], "holds another ending than its name says")
        first, second = pieces[:2], pieces[2:]
        self.ensure(sides == (1 if first == second else 2), "has a wrong number of sides to move")
        self.metric, self.block_rows = METRICS[metric], (r0, r1)
        self.sides, blocks = [Side(self.game, *first, *second), Side(self.game, *second, *first)][:sides], 0
        for side, r, at in zip(self.sides, self.block_rows, (0, 72)):
            entries, *categories = struct.unpack_from("<6Q", statistics, at)
            self.ensure(entries == side.entries == sum(categories), "has a wrong number of entries")
            self.ensure(r == 1 or 0 < r * side.row_entries <= 65536, "has a wrong number of rows in a block")
            side.set_blocks(r, blocks)
            blocks += side.blocks
        self.ensure(count <= sum(side.entries for side in self.sides), "has too many exceptions or distances")
        allowed = range(1, 2 if sides == 1 else 4) if metric else (0,)
        self.ensure(self.distances in allowed, f"has the distances of unknown sides to move, {self.distances}")
        # The blocks of the wdl file that have a count: those of the first side here up to those of the last.
        here = [side for index, side in enumerate(self.sides) if self.distances >> index & 1]
        self.counted = range(here[0].first_block, here[-1].first_block + here[-1].blocks) if here else range(0)
        self.values, exceptions = (count, 0) if metric else (None, count)
        counts, blocks = 5 * len(self.counted), -(-count // BLOCK[METRICS[metric]]) if metric else blocks
        self.start, self.end = 256 + counts + 9 * blocks, length - 8 * exceptions
        self.ensure(length == os.fstat(self.file.fileno()).st_size and self.start <= self.end, "has a wrong length")
        directory, self.listed = self.read(256, self.start - 256), self.read(self.end, 8 * exceptions)
        self.ensure(crc32(directory) == directory_crc, "has a damaged directory")
        self.ensure(crc32(self.listed) == exceptions_crc, "has a damaged list of exceptions")
        self.structure = header[19:40] + directory[:counts]  # what the digest has besides distances
        self.exceptions = [number for number, in struct.iter_unpack("<Q", self.listed)]
        self.counts = [int.from_bytes(directory[at : at + 5], "little") for at in range(0, counts, 5)] + [self.values]
        blocks = [directory[at : at + 9] for at in range(counts, len(directory), 9)]
        self.crcs = [int.from_bytes(block[:4], "little") for block in blocks]
        self.offsets = [int.from_bytes(block[4:], "little") for block in blocks] + [self.end]

    def ensure(self, condition, otherwise):
        if not condition:
            raise Trouble(f"{self.name} {otherwise}.")

    def read(self, offset, length):
        self.file.seek(offset)
        return self.file.read(length)

    @lru_cache(256)
    def block(self, number, count):
        """The values of a block, one in a byte, and its bytes as the digest takes them."""
        start, end = self.offsets[number : number + 2]
        self.ensure(self.start <= start <= end <= self.end, f"has block {number} in a wrong place")
        stored = self.read(start, end - start)
        self.ensure(crc32(stored) == self.crcs[number], f"has a damaged block {number}")
        packed = self.metric == "wdl"
        if len(stored) <= 1:
            self.ensure(len(stored) == min(count, 1), f"has no values in block {number}, or too many")
            self.ensure(not packed or stored <= b"\x03", f"has a wrong value in block {number}")
            return stored * count, stored
        size = -(-count // 4) if packed else count
        try:  # a size of 0 would be no limit
            raw = MAGICLESS.decompress(stored, max_output_size=size, allow_extra_data=False) if size else b""
        except zstandard.ZstdError:
            raw = b""
        self.ensure(size and len(raw) == size, f"has a block {number} that does not unpack to {size} bytes")
        return b"".join(FOUR_VALUES[byte] for byte in raw)[:count] if packed else raw, raw

    def block_of_distances(self, number):
        return self.block(number, min(BLOCK[self.metric], self.values - BLOCK[self.metric] * number))

    def distance(self, wdl_block, values, place):
        """The byte for this place of a block of the wdl file, which has these values; None if it is not here."""
        if wdl_block not in self.counted:
            return None
        at = self.counted.index(wdl_block)
        count, earlier = (sum(map(part.count, HAVE_DISTANCE[self.metric])) for part in (values, values[:place]))
        self.ensure(self.counts[at] + count == self.counts[at + 1], f"has a wrong count for block {wdl_block}")
        number = self.counts[at] + earlier
        self.ensure(number < self.values, f"has too few distances for block {wdl_block}")
        return self.block_of_distances(number // BLOCK[self.metric])[0][number % BLOCK[self.metric]]


class Tables:
    """The tables of a directory, and the way from a position to its value (section 10)."""

    def __init__(self, directory):
        self.directory, self.open = directory, {}

    def table(self, name):
        if name not in self.open:
            table = Table(self.directory, name)
            for other in self.open.values():
                table.ensure(table.R == other.R, f"is for a draw rule of {table.R} plies, {other.name} of {other.R}")
                table.ensure(table.game is other.game, f"is of another game than {other.name}")
            if table.metric != "wdl":
                wdl = self.table(name[:-3] + "wdl")
                table.ensure(table.companion == wdl.digest[:16], f"was not written with {wdl.name}")
                table.ensure(table.block_rows == wdl.block_rows, f"has other rows in a block than {wdl.name}")
            self.open[name] = table
        return self.open[name]

    def any_table(self):
        if not self.open:
            names = [name for name in os.listdir(self.directory) if name.endswith(".wdl") and pieces_and_metric(name)]
            if not names:
                raise Trouble(f"{self.directory} has no tables.")
            self.table(min(names))
        return next(iter(self.open.values()))

    def game(self):
        return self.any_table().game

    @lru_cache(65536)
    def category(self, position):
        """The category at clock 0."""
        if not position.men and not position.kings:
            return WIN if self.game().no_move_wins else LOSS
        after = self.game().after_captures(position)
        return 4 - min(map(self.category, after)) if after else self.stored(position).category

    @lru_cache(65536)
    def distance(self, position, metric):
        """The distance in plies; None if the position is neither won nor lost in this metric."""
        category = self.category(position)
        if category not in LOST[metric] + WON[metric]:
            return None
        captures = self.game().after_captures(position)
        moves = [(other, True) for other in captures] or list(self.game().after_quiet_moves(position))
        if not moves:
            return 0
        stored = None if captures else self.stored_distance(position, metric)
        return self.following(category, moves, metric) if stored is None else stored

    def following(self, category, moves, metric):
        """The distance of a position with this category that follows from its moves, each with whether it zeroes."""
        won = category > DRAW
        counting = [move for move in moves if self.category(move[0]) in (LOST if won else WON)[metric]]
        plies = [1 if zeroing and metric == "dtz" else 1 + self.distance(other, metric) for other, zeroing in counting]
        if won and metric == "dtz":
            plies = [count for count in plies if count <= self.any_table().R]
        if not plies or not won and len(plies) < len(moves):
            raise Trouble("The values of a position and of those after its moves do not fit.")
        return min(plies) if won else max(plies)

    @lru_cache(512)
    def stored(self, position):
        """Where the tables have a position without a capture. (One without a move is in the tables too.)"""
        men, kings, enemy_men, enemy_kings = position
        mover, enemy = (len(kings), len(men)), (len(enemy_kings), len(enemy_men))
        index = 0 if (sum(mover), mover) >= (sum(enemy), enemy) else 1
        ending = "v".join("K" * k + "M" * m for k, m in ((mover, enemy), (enemy, mover))[index])
        wdl = self.table(f"{ending}.wdl")
        side = wdl.sides[index]
        row_number, row = side.row_number(position), Row(wdl.game, side.k, men, enemy_men, enemy_kings)
        block, row_in_block = divmod(row_number, side.block_rows)
        before = side.places_before(block)
        place = before[row_in_block] + row.place(kings)
        values, _ = wdl.block(side.first_block + block, before[-1])
        category = (LOSS, DRAW, WIN, None)[values[place]]
        if category is None:
            wanted = 4 * (row_number * side.row_entries + number_among(kings, row.free)) + 2 * index
            at = bisect_left(wdl.exceptions, wanted)
            wdl.ensure(wanted in [number & ~1 for number in wdl.exceptions[at : at + 1]], "lacks an exception")
            category = BLESSED_LOSS if wdl.exceptions[at] & 1 else CURSED_WIN
        return Stored(wdl, side.first_block + block, values, place, category)

    def stored_distance(self, position, metric):
        """The distance in plies that the file of this metric has; None if it has those of the other side to move."""
        wdl, block, values, place, category = self.stored(position)
        stored = self.table(wdl.name[:-3] + metric).distance(block, values, place)
        if stored is None or metric == "dtz":
            return stored
        return 2 * stored + ((category > DRAW) != wdl.game.no_move_wins)

    def check(self, name):
        """Reads a whole file and says what there was. The statistics are only checked for their sums."""
        table, wdl = self.table(name), self.table(name[:-3] + "wdl")
        table.ensure(table.offsets[0] == table.start, "has a gap before its first block")
        digest = blake3.blake3() if blake3 else None
        for raw in self.results(wdl) if table is wdl else self.distances(table, wdl):
            if digest:
                digest.update(raw)
        if digest:
            digest.update((table.listed if table is wdl else table.structure) + table.companion)
            table.ensure(digest.digest() == table.digest, "has another digest than its header says")
        ended = "digest right" if digest else "digest not computed, as the package blake3 is missing"
        listed = f"{len(table.exceptions)} exceptions" if table is wdl else f"{table.values} distances"
        return f"{name}: {len(table.crcs)} blocks and {listed}, {ended}."

    def results(self, wdl):
        """The bytes of each block of a wdl file; checks the values of 3 against the exceptions."""
        threes = []
        for index, side in enumerate(wdl.sides):
            for block in range(side.blocks):
                number, count = side.first_block + block, side.places_before(block)[-1]
                values, raw = wdl.block(number, count)
                surplus = FOUR_VALUES[raw[-1]][(count - 1) % 4 + 1 :] if len(raw) > 1 else b""
                wdl.ensure(not any(surplus), f"has bits left over that are not zero in block {number}")
                threes += self.threes(index, side, block, values)
                yield raw
        listed = [number & ~1 for number in wdl.exceptions]
        wdl.ensure(listed == sorted(threes), "has other exceptions than values of 3")

    @staticmethod
    def distances(table, wdl):
        """The bytes of each block of a file of distances; checks its counts against the values of the wdl file."""
        counts = [0]
        for side in wdl.sides:
            for block in range(side.blocks):
                if side.first_block + block in table.counted:
                    values, _ = wdl.block(side.first_block + block, side.places_before(block)[-1])
                    counts.append(counts[-1] + sum(map(values.count, HAVE_DISTANCE[table.metric])))
        table.ensure(counts == table.counts, "has other counts than its wdl file has values with a distance")
        for number in range(len(table.crcs)):
            yield table.block_of_distances(number)[1]

    @staticmethod
    def threes(index, side, block, values):
        """The exceptions there must be for the values of 3 in a block, without their lowest bit."""
        before, place = side.places_before(block), values.find(3)
        while place >= 0:
            row = bisect_left(before, place + 1) - 1
            number, pieces = block * side.block_rows + row, side.row(block * side.block_rows + row)
            kings = pieces.kings(place - before[row])
            position = kings is not None and Position(pieces.men, kings, pieces.enemy_men, pieces.enemy_kings)
            # A place of no entry, or of one with a capture pending, has no meaning.
            if position and not side.game.after_captures(position):
                yield 4 * (number * side.row_entries + number_among(kings, pieces.free)) + 2 * index
            place = values.find(3, place + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="read whole tables")
    parser.add_argument("directory", metavar="DIR")
    parser.add_argument("what", nargs="+", metavar="FEN|TABLE", help="positions (-: from standard input), or tables")
    arguments = parser.parse_args()
    tables = Tables(arguments.directory)
    if arguments.check:
        for name in arguments.what:
            print(tables.check(name))
        return
    for fen in map(str.strip, sys.stdin if arguments.what == ["-"] else arguments.what):
        position = tables.game().parse_fen(fen)
        distances = {metric: tables.distance(position, metric) for metric in HAVE_DISTANCE}
        print(json.dumps({"fen": fen, "category": CATEGORIES[tables.category(position)], **distances}))


if __name__ == "__main__":
    try:
        main()
    except (Trouble, OSError, UnicodeError) as trouble:
        sys.exit(f"read_table.py: {trouble}")
