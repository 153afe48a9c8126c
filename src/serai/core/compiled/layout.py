"""What the numbers of a row mean: named parts, one after another, each with its shape, its bounds and a line about it.

A game describes with it what a seat observes and how its moves are numbered, so that nobody has to count places:
`row[layout.hand]` is the part of that name, `layout.named(row)` are all of them in their shapes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Part:
    """One part of a row: every number in it is from `least` to `most`; `usual` is what it rarely exceeds."""

    name: str
    shape: tuple[int, ...]
    most: int
    about: str
    least: int = 0
    usual: int = 0  # 0: as much as `most`

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Layout:
    """Parts of a row, one after another; each is reached by its name, as a slice."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self.slices = dict(_sliced(self.parts))
        self.size = sum(part.size for part in parts)
        if len(self.slices) != len(self.parts):
            raise ValueError(f"two parts have one name: {', '.join(part.name for part in parts)}")
        if shadowed := [part.name for part in parts if part.name in dir(self)]:
            raise ValueError(f"a layout has {', '.join(shadowed)} of its own; no part can have that name")

    def __getattr__(self, name: str) -> slice:
        """Where the part of that name lies."""
        try:
            return self.__dict__["slices"][name]  # type: ignore[no-any-return]
        except KeyError:
            known = ", ".join(self.__dict__.get("slices", ()))
            raise AttributeError(f"there is no part {name!r}; there are: {known}") from None

    def start_of(self, name: str) -> int:
        """The place of a part's first number."""
        return int(self.slices[name].start)

    def named(self, row: npt.NDArray[Number]) -> dict[str, npt.NDArray[Number]]:
        """Each part in its shape, without copying; rows may stand in further dimensions before."""
        if row.shape[-1:] != (self.size,):
            raise ValueError(f"a row of this layout has {self.size} numbers; given: an array of shape {row.shape}")
        before = row.shape[:-1]
        return {part.name: row[..., self.slices[part.name]].reshape(*before, *part.shape) for part in self.parts}

    def part_at(self, place: int) -> tuple[Part, tuple[int, ...]]:
        """The part that a number of the row belongs to, and where in its shape."""
        for part in self.parts:
            within = place - self.start_of(part.name)
            if 0 <= within < part.size:
                return part, tuple(int(index) for index in np.unravel_index(within, part.shape))
        raise IndexError(f"a row of this layout has {self.size} numbers; there is none at {place}")

    @property
    def least(self) -> npt.NDArray[np.int16]:
        """The least that each number can be."""
        return self._each([part.least for part in self.parts]).astype(np.int16)

    @property
    def most(self) -> npt.NDArray[np.int16]:
        """The most that each number can be."""
        return self._each([part.most for part in self.parts]).astype(np.int16)

    @property
    def scale(self) -> npt.NDArray[np.float32]:
        """What to multiply a row with to have numbers of about -1 to 1."""
        return (1 / self._each([part.usual or max(part.most, -part.least) for part in self.parts])).astype(np.float32)

    def _each(self, by_part: list[int]) -> npt.NDArray[np.int64]:
        return np.repeat(np.array(by_part, np.int64), [part.size for part in self.parts])


def _sliced(parts: Sequence[Part]) -> Iterator[tuple[str, slice]]:
    first = 0
    for part in parts:
        yield part.name, slice(first, first + part.size)
        first += part.size
