"""Finding and loading games: a folder under `serai.games`, its modules by name, and its compiled doors.

Nothing here knows any game in particular; `docs/add-a-game.md` says what a folder holds.
"""

import importlib.util
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from serai.core.compiled import jit
from serai.core.edition import Edition, read_toml
from serai.core.errors import BadOptions, UnknownGame

Games: TypeAlias = npt.NDArray[np.void]  # of length 1
Options: TypeAlias = dict[str, int | bool]  # as records hold them: `players`, then the game's own, true or false

MODULES = {  # what every game has: attribute of `Game`, module in its folder
    "state": "rules.state",
    "rules": "rules.play",
    "hidden": "rules.hidden",
    "edition": "rules.edition",
    "notation": "words.notation",
    "narration": "words.narration",
    "reasons": "words.reasons",
    "explain": "words.explain",
    "board": "words.terminal",
    "view": "words.view",
    "table": "page",
}
OPTIONAL = {  # what a game may have or not, and where
    "mind": "bot.mind",
    "tuning": "bot.tuning",
    "observation": "study.observation",
    "sketch": "study.sketch",
    "uses": "study.uses",
    "lesson": "page.lesson",
    "pad": "page.pad",
    "pictures": "page.pictures",
    "versions": "rules.versions",
}


@dataclass(frozen=True)
class Game:
    """A game's folder: its modules as attributes, `entry`, the compiled doors to its rules, and `mind`."""

    name: str
    folder: Path
    state: ModuleType
    rules: ModuleType
    hidden: ModuleType
    edition: ModuleType
    notation: ModuleType
    narration: ModuleType
    reasons: ModuleType
    explain: ModuleType
    board: ModuleType
    view: ModuleType
    table: ModuleType
    entry: ModuleType
    mind: ModuleType

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle knows a game by its name."""
        return load, (self.name,)

    @property
    def title(self) -> str:
        """The game's name as a sentence writes it."""
        return self.name.capitalize()

    @property
    def player_counts(self) -> range:
        """With how many it can be played."""
        least, most = self.state.PLAYERS
        return range(least, most + 1)

    @property
    def flags(self) -> tuple[str, ...]:
        """The names of its on/off options."""
        return tuple(self.state.OPTIONS)

    def options(self, players: object, **flags: object) -> Options:
        """The options, checked and complete: every flag that is not given is off."""
        least, most = self.state.PLAYERS
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
        """The options as the rules read them: players, then each flag as 0 or 1."""
        return np.array([options["players"], *(options[flag] for flag in self.flags)], np.int64)

    def part(self, name: str) -> ModuleType | None:
        """A module that a game may have or not, such as `sketch`; None if its folder has none."""
        place = OPTIONAL[name]
        if not self.folder.joinpath(*place.split(".")).with_suffix(".py").is_file():
            return None
        return import_module(f"serai.games.{self.name}.{place}")

    def scores(self, games: Games, edition: Edition, players: int) -> list[int]:
        """Each seat's points as a game stands."""
        points = np.zeros(players, np.int64)
        self.entry.scores(games, 0, edition.record, points)
        return [int(score) for score in points]

    def winners(self, games: Games, edition: Edition, players: int) -> list[int]:
        """The seats that win as a game stands."""
        bits = int(self.entry.winners(games, 0, edition.record))
        return [seat for seat in range(players) if bits >> seat & 1]

    def observed(self, games: Games, edition: Edition, players: int, seat: int | None) -> Games:
        """All that a seat knows of a game (None: a spectator), as an array of one observation."""
        view: Games = np.zeros(1, self.state.STATE)
        self.entry.observe(games, 0, edition.record, players if seat is None else seat, view, 0)
        return view

    def plain_mind(self) -> ModuleType:
        """The mind that any game has: plain search, knowing nothing but the rules."""
        return _plain_mind(self.name, self.rules, self.hidden)

    def read_edition(self, path: str | Path | None = None) -> Edition:
        """The edition in this file; the standard one without a file."""
        if path is None:
            path = self.folder / "standard.toml"
            return self.edition_of(read_toml(path), f"{self.name}/{path.name}")
        return self.edition_of(read_toml(Path(path)), str(path))

    def edition_of(self, data: Mapping[str, Any], source: str) -> Edition:
        """The edition with this data, checked; `source` is what messages call it."""
        packed = self.edition.read(data, source)
        return Edition(self.edition.normal(data), packed, source)


def _folders() -> list[str]:
    """Where games are looked for; found by name, because core may not import what stands on it."""
    spec = importlib.util.find_spec("serai.games")
    return list(spec.submodule_search_locations or ()) if spec else []


def names() -> list[str]:
    """The games there are: every folder of `serai.games` with a folder `rules`."""
    return sorted(
        found.name
        for folder in _folders()
        for found in pkgutil.iter_modules([folder])
        if found.ispkg and Path(folder, found.name, "rules").is_dir()
    )


@cache
def load(name: str) -> Game:
    """The game of that name."""
    if name not in names():
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(names())}")
    package = f"serai.games.{name}"
    modules = {name: import_module(f"{package}.{place}") for name, place in MODULES.items()}
    entry = jit.bind("serai.core.compiled.kernel", f"{package}.entry", rules=modules["rules"], hidden=modules["hidden"])
    folder = Path(str(import_module(package).__file__)).parent
    if (folder / "bot" / "mind.py").is_file():
        mind = import_module(f"{package}.bot.mind")
    else:
        mind = _plain_mind(name, modules["rules"], modules["hidden"])
    return Game(name=name, folder=folder, entry=entry, mind=mind, **modules)


def _plain_mind(name: str, rules: ModuleType, hidden: ModuleType) -> ModuleType:
    return jit.bind("serai.core.search.plain", f"serai.games.{name}.plain", rules=rules, hidden=hidden)
