"""Endgame tablebases for Russian draughts, poddavki and draughts-80: exact results and distances to win.

    >>> import bolshak
    >>> tablebase = bolshak.Tablebase()
    >>> tablebase.probe("W:WKa5,Ka7:BKg1").category
    'win'

All values are those of the side to move; distances and clocks are in plies (half-moves).
"""

from importlib.metadata import version as _version

from ._bolshak import Line, Move, Solved, SolvedMove, Tablebase, Verdict, legal_moves, play
from ._errors import (
    ArgumentError,
    ClockWarning,
    Error,
    FenError,
    MoveError,
    OpenError,
    PositionError,
    TableDamaged,
    TableMissing,
    TableUnreadable,
    TablebaseClosed,
    TooManyPieces,
)

__version__ = _version("bolshak")

#: The categories of the array functions: the place here is the number in an array.
CATEGORIES = ("loss", "blessed-loss", "draw", "cursed-win", "win")

#: In an array of categories: not known, since a table is missing.
UNKNOWN = 255

#: In an array of distances: none, since the result is a draw.
NO_DISTANCE = -1

#: In an array of distances: not known, since a table is missing.
UNKNOWN_DISTANCE = -2

__all__ = [
    "ArgumentError",
    "CATEGORIES",
    "ClockWarning",
    "Error",
    "FenError",
    "Line",
    "Move",
    "MoveError",
    "NO_DISTANCE",
    "OpenError",
    "PositionError",
    "Solved",
    "SolvedMove",
    "TableDamaged",
    "TableMissing",
    "TableUnreadable",
    "Tablebase",
    "TablebaseClosed",
    "TooManyPieces",
    "UNKNOWN",
    "UNKNOWN_DISTANCE",
    "Verdict",
    "legal_moves",
    "play",
]
