"""The errors of the package."""


class Error(Exception):
    """The base class of all errors of this package."""


class FenError(Error, ValueError):
    """A text is not a position; the message names the token and what was expected."""


class PositionError(Error, ValueError):
    """Boards are not a legal position."""


class ArgumentError(Error, ValueError):
    """An argument has no meaning: an unknown rule or game, a negative clock, arrays of different lengths. The message names it."""


class MoveError(Error, ValueError):
    """A text is not a legal move of a position; the message names the legal ones."""


class OpenError(Error):
    """A directory of tables cannot be opened, holds none, or holds those of another game than the one named."""


class TableMissing(Error):
    """A table that the answer needs is missing."""


class TooManyPieces(TableMissing):
    """No table has as many pieces as the answer needs."""


class TableDamaged(Error):
    """A table is damaged, of another version of the format, or was replaced by one of other values."""


class TableUnreadable(Error):
    """A table cannot be read now: a system error that may pass. The next probe tries again."""


class TablebaseClosed(Error):
    """A tablebase was used after it was closed."""


class ClockWarning(UserWarning):
    """The draw counter of a FEN is the clock of an answer that has no note, or another clock was given."""
