"""Why a question has no answer."""


class Error(Exception):
    """A question has no answer. All errors of this package are of this class."""


class FenError(Error, ValueError):
    """A text is no position; the message names the token and what was expected."""


class PositionError(Error, ValueError):
    """Boards are no legal position."""


class ArgumentError(Error, ValueError):
    """A rule that there is not, a negative clock, arrays of different lengths."""


class OpenError(Error):
    """A directory of tables cannot be opened, or holds none."""


class TableMissing(Error):
    """A table that the answer needs is not there."""


class TooManyPieces(TableMissing):
    """The answer needs a table of more pieces than any has."""


class TableDamaged(Error):
    """A table is damaged or cannot be read."""
