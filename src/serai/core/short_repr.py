"""A value from outside as messages show it: short, however long, wide or deep it is."""

from itertools import islice
from reprlib import Repr
from typing import Any

MOST = 80  # characters


class Short(Repr):
    """So much of a value as has room; keys stay in their order, in which whoever wrote them looks for them."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxlong = self.maxother = MOST
        self.maxlist = self.maxdict = MOST // 3  # more entries have no room
        self.maxlevel = 4

    def repr_dict(self, found: dict[Any, Any], level: int) -> str:
        """An object."""
        if level <= 0:
            return "{...}"
        entries = islice(found.items(), self.maxdict)
        told = [f"{self.repr1(key, level - 1)}: {self.repr1(value, level - 1)}" for key, value in entries]
        return f"{{{', '.join([*told, '...'] if len(found) > self.maxdict else told)}}}"


SHORT = Short()


def shown(found: object) -> str:
    """A value, with dots for what is left out."""
    try:
        text = SHORT.repr(found)
    except ValueError:  # of a number with thousands of digits, which Python does not write
        text = f"a {type(found).__name__}"
    return text if len(text) <= MOST else f"{text[: MOST - 3]}..."
