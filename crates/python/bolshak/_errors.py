"""Why a question has no answer."""


class Error(Exception):
    """A question has no answer. All errors of this package are of this class."""


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
    """A table that the answer needs is not there."""


class TooManyPieces(TableMissing):
    """The answer needs a table of more pieces than any has."""


class TableDamaged(Error):
    """A table is damaged, of another version of the format, or was replaced by one of other values."""


class TableUnreadable(Error):
    """A table cannot be read now: an error of the system, which may pass. The next question tries again."""


class TablebaseClosed(Error):
    """A tablebase was asked after it was closed."""


class ClockWarning(UserWarning):
    """The draw counter of a FEN is the clock of an answer that has no place to say so, or another clock was asked."""
