"""Finding and loading games: a folder under `serai.games`, its parts by the contract, and its compiled functions.

Nothing here knows any game in particular; `serai.core.contract` says what a folder offers.
"""

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from serai.core import contract, loading
from serai.core.compiled import jit
from serai.core.edition import Edition, read_toml
from serai.core.errors import BadOptions, UnknownGame
from serai.core.game_folders import game_folders

Games: TypeAlias = npt.NDArray[np.void]  # of length 1
Options: TypeAlias = dict[str, int | bool]  # as records hold them: `players`, then the game's own, true or false


@dataclass(frozen=True)
class Game:
    """A game: the five parts of its folder, and `kernel`, the compiled functions that Python calls."""

    name: str
    folder: Path
    rules: contract.Rules
    words: contract.Words
    page: contract.Page
    bot: contract.Bot
    study: contract.Study | None
    kernel: contract.Kernel
    modules: Mapping[str, ModuleType] = field(compare=False, repr=False)  # of the parts and the kernel

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle knows a game by its name."""
        return load, (self.name,)

    @property
    def title(self) -> str:
        """The game's name as a sentence writes it."""
        return self.words.TITLE

    @property
    def player_counts(self) -> range:
        """With how many it can be played."""
        least, most = self.rules.PLAYERS
        return range(least, most + 1)

    @property
    def flags(self) -> tuple[str, ...]:
        """The names of its on/off options."""
        return tuple(self.rules.OPTIONS)

    def options(self, players: object, **flags: object) -> Options:
        """The options, checked and complete: every flag that is not given is off."""
        least, most = self.rules.PLAYERS
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.player_counts:
            raise BadOptions(f"{self.title} is for {least} to {most} players, not {players!r}")
        for flag, value in flags.items():
            if flag not in self.flags:
                offered = ", ".join(self.flags) or "none"
                raise BadOptions(f"{self.title} has no option {flag!r}; it has: {offered}")
            if not isinstance(value, bool):
                raise BadOptions(f"{self.title}'s option {flag} is {value!r}; allowed: true, false")
        return {"players": players} | {flag: bool(flags.get(flag, False)) for flag in self.flags}

    def packed(self, options: Options) -> npt.NDArray[np.int64]:
        """The options as the rules read them: players, then each flag as 0 or 1; others than the game's are refused."""
        options = self.options(**options)
        return np.array([options["players"], *(options[flag] for flag in self.flags)], np.int64)

    @property
    def page_folder(self) -> Path:
        """Where its style sheets and scripts lie: beside what draws its page."""
        return Path(str(self.modules["page"].__file__)).parent

    def scores(self, games: Games, edition: Edition, players: int) -> list[int]:
        """Each seat's points as a game stands."""
        points = np.zeros(players, np.int64)
        self.kernel.scores(games, 0, edition.record, points)
        return [int(score) for score in points]

    def winners(self, games: Games, edition: Edition, players: int) -> list[int]:
        """The seats that win as a game stands."""
        bits = int(self.kernel.winners(games, 0, edition.record))
        return [seat for seat in range(players) if bits >> seat & 1]

    def observed(self, games: Games, edition: Edition, players: int, seat: int | None) -> Games:
        """All that a seat knows of a game (None: a spectator), as an array of one observation."""
        view: Games = np.zeros(1, self.rules.STATE)
        self.kernel.observe(games, 0, edition.record, players if seat is None else seat, view, 0)
        return view

    def plain_bot(self) -> contract.Bot:
        """The bot that any game has: plain search, knowing nothing but the rules."""
        return _plain_bot(self.name)

    def read_edition(self, path: str | Path | None = None) -> Edition:
        """The edition in this file; the standard one without a file."""
        if path is None:
            path = self.folder / "standard.toml"
            return self.edition_of(read_toml(path), f"{self.name}/{path.name}")
        return self.edition_of(read_toml(Path(path)), str(path))

    def edition_of(self, data: Mapping[str, Any], source: str) -> Edition:
        """The edition with this data, checked; `source` is what messages call it."""
        packed = self.rules.read_edition(data, source)
        return Edition(self.rules.inline_edition(data), packed, source)


def names() -> list[str]:
    """The games there are: every package in a folder of `serai.games` that has rules."""
    return sorted(
        found.name
        for folder in game_folders()
        for found in pkgutil.iter_modules([str(folder)])
        if found.ispkg and any((folder / found.name / rules).exists() for rules in ("rules", "rules.py"))
    )


@cache
def load(name: str) -> Game:
    """The game of that name; `BadGame` if its folder does not fulfil the contract."""
    if name not in names():
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(names())}")
    package = f"serai.games.{name}"
    modules = loading.modules_of(name)
    parts = {part: loading.part_of(name, part, module) for part, module in modules.items()}
    modules["kernel"] = jit.bind("serai.core.compiled.kernel", f"{package}.kernel", rules=modules["rules"])
    if "bot" not in parts:
        modules["bot"], parts["bot"] = _plain_module(name), _plain_bot(name)
    folder = Path(str(import_module(package).__file__)).parent
    kernel = cast(contract.Kernel, modules["kernel"])
    return Game(name=name, folder=folder, kernel=kernel, modules=modules, **({"study": None} | parts))


def _plain_module(name: str) -> ModuleType:
    package = f"serai.games.{name}"
    return jit.bind("serai.core.search.plain", f"{package}.plain", rules=import_module(f"{package}.rules"))


@cache
def _plain_bot(name: str) -> contract.Bot:
    return cast(contract.Bot, loading.part_of(name, "bot", _plain_module(name)))
