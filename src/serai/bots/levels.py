"""The bots' names: a level and its options, as `vizier`, `vizier:time=0.5` or `caliph:sims=2000:seed=7`."""

from dataclasses import dataclass, replace

from serai.core.errors import BadBot, BadSeed
from serai.core.records.randomness import parse_seed
from serai.core.search.mind import LEVELS
from serai.core.words.language import gettext as _

RANDOM = "random"
PROGRAM = "exec"  # before the name of a program, which is no level
NAMES = (RANDOM, *LEVELS)
SECONDS = {"vizier": 1.0, "caliph": 5.0}  # for a turn; other levels answer at once
MOST_SECONDS = 600.0
MOST_SIMS = 100_000_000


@dataclass(frozen=True)
class Level:
    """How a bot plays: by which level, and within which bounds for each of its turns."""

    name: str
    time: float | None = None  # seconds for a turn; None: the level's own, or no limit where sims are given
    sims: int | None = None  # simulations for a turn
    seed: int | None = None  # None: a secret random one

    @property
    def seconds(self) -> float | None:
        """The seconds of a turn, None without a limit."""
        if self.time is None and self.sims is None:
            return SECONDS.get(self.name)
        return self.time

    @property
    def is_reproducible(self) -> bool:
        """Whether the same seed gives the same moves on any machine: not when the clock decides."""
        return self.seconds is None

    def __str__(self) -> str:
        time = None if self.time is None else f"{self.time:g}"
        options = {"time": time, "sims": self.sims, "seed": self.seed}
        return ":".join([self.name, *(f"{key}={value}" for key, value in options.items() if value is not None)])


def parse(text: str) -> Level:
    """The bot of that name; BadBot says what is wrong with it."""
    name, *options = text.strip().split(":")
    if name not in NAMES:
        raise BadBot(_("there is no bot {bot}; there are: {names}", bot=repr(text), names=", ".join(NAMES)))
    level = Level(name)
    for option in options:
        key, sign, value = option.partition("=")
        if not sign or key not in ("time", "sims", "seed"):
            values = {"bot": repr(text), "option": repr(option), "options": "time=SECONDS, sims=COUNT, seed=NUMBER"}
            raise BadBot(_("bot {bot} has no option {option}; allowed: {options}", **values))
        if getattr(level, key) is not None:
            raise BadBot(_("bot {bot} has the option {option} twice", bot=repr(text), option=key))
        level = _with_option(level, text, key, value)
    return level


def _with_option(level: Level, text: str, key: str, value: str) -> Level:
    if key == "time":
        return replace(level, time=seconds_of(text, value))
    if key == "sims":
        return replace(level, sims=_sims(text, value))
    try:
        return replace(level, seed=parse_seed(value))
    except BadSeed as error:
        raise BadBot(f"bot {text!r}: {error}") from None


def seconds_of(text: str, value: str) -> float:
    """The value of the option `time`."""
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= MOST_SECONDS:
        values = {"bot": repr(text), "value": repr(value), "most": f"{MOST_SECONDS:g}"}
        raise BadBot(_("bot {bot}: time is {value}; allowed: seconds from above 0 to {most}", **values))
    return seconds


def _sims(text: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal()) or not 1 <= int(value) <= MOST_SIMS:
        values = {"bot": repr(text), "value": repr(value), "most": MOST_SIMS}
        raise BadBot(_("bot {bot}: sims is {value}; allowed: a whole number from 1 to {most}", **values))
    return int(value)
