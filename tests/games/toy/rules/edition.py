"""The toy's edition: how many of each card, how many in a hand, how many faces the die has."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from serai.core.edition import Checker, frozen

from .state import EDITION, MOST_SEATS, VALUES

KEYS = ("copies", "hand", "faces")


def read(data: Mapping[str, Any], source: str) -> npt.NDArray[np.void]:
    """The packed record of checked data."""
    check = Checker(source)
    check.keys("", data, ("name", *KEYS, "known"))
    check.text("name", data["name"])
    record = np.zeros(1, EDITION)
    record["copies"] = copies = check.number("copies", data["copies"], 1, 10)
    record["hand"] = check.number("hand", data["hand"], 1, copies * VALUES // MOST_SEATS)
    record["faces"] = check.number("faces", data["faces"], 1, 20)
    check.known(data)
    return frozen(record)


def normal(data: Mapping[str, Any]) -> dict[str, Any]:
    """Records inline just what the file says."""
    return dict(data)
