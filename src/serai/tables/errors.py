"""What a table refuses, each kind with a stable code and the HTTP status that it becomes.

TableError (a SeraiError)
├── NoTable          404  no table of that name, or it is not for this player to know
├── NoKey            401  nobody in particular asks for what only a player can do
├── NotAllowed       403  somebody else's seat, or a link that opens nothing
├── BadRequest       422  a request that makes no sense at any time
├── Stale            409  made for a decision that is not open any more; the present one is named
├── OutOfTurn        409  nothing to decide for this seat now
├── NotTaught        409  a lesson goes another way; the vizier says which
├── Archived         410  only the record is left
└── TooMuch          429  more than the limit; says when to come back
"""

from serai.core.errors import SeraiError


class TableError(SeraiError):
    """The root of what a table refuses."""

    code = "table"
    status = 400


class NoTable(TableError):
    """No table of that name."""

    code = "no-table"
    status = 404


class NoKey(TableError):
    """The request needs a player's key."""

    code = "no-key"
    status = 401


class NotAllowed(TableError):
    """Only somebody else may do this."""

    code = "not-allowed"
    status = 403


class BadRequest(TableError):
    """Something that no table could do; the message names what was given and what is allowed."""

    code = "bad-request"
    status = 422


class Stale(TableError):
    """The decision it was made for is not open any more; `decision` and `version` are the table's present ones."""

    code = "stale"
    status = 409

    def __init__(self, message: str, decision: int, version: int) -> None:
        super().__init__(message)
        self.decision, self.version = decision, version


class OutOfTurn(TableError):
    """It can't be done now."""

    code = "out-of-turn"
    status = 409


class NotTaught(OutOfTurn):
    """Not what a lesson teaches now; the message is what the vizier says to it."""

    code = "not-taught"


class TooMuch(TableError):
    """A limit is reached; it may be tried again after `seconds`."""

    code = "too-much"
    status = 429

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


class Archived(TableError):
    """Played by rules that this server does not have any more; its record can still be read."""

    code = "archived"
    status = 410
