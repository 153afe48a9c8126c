"""Holding a game's folder against the contract: what is missing or wrong is named, what may be left out is filled in.

A part is loaded as an object of its Protocol (`serai.core.contract`): what the folder offers is put in its place, and
what it leaves out is what the Protocol says. So nobody has to ask whether a game has an optional member.
"""

import importlib.util
import inspect
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType, new_class
from typing import Any, Protocol

import numpy as np

from serai.core import contract
from serai.core.errors import BadGame
from serai.core.seats import MOST_SEATS

PARTS = {  # by name: what it must have, what it may have beside
    "rules": (contract.RequiredRules, contract.Rules),
    "words": (contract.RequiredWords, contract.Words),
    "page": (contract.RequiredPage, contract.Page),
    "bot": (contract.RequiredBot, contract.Bot),
    "study": (contract.RequiredStudy, contract.Study),
}
OPTIONAL = ("bot", "study")  # parts that a game may leave out
WITHIN = {"versions": contract.Versions, "pad": contract.Pad, "tuning": contract.Tuning}  # modules inside a part
FIELDS = ("open", "hidden", "players", "viewer")  # of every game's STATE


def modules_of(name: str) -> dict[str, ModuleType]:
    """The modules or packages of a game's parts, by the part's name."""
    package = f"serai.games.{name}"
    found = {
        part: import_module(f"{package}.{part}") for part in PARTS if importlib.util.find_spec(f"{package}.{part}")
    }
    for part in PARTS:
        if part not in found and part not in OPTIONAL:
            raise BadGame(f"game {name!r} lacks {part}: neither {part}.py nor {part}/__init__.py is in its folder")
    return found


def part_of(game: str, name: str, module: ModuleType) -> Any:
    """A part as an object of its Protocol; `BadGame` if anything is missing or wrong."""
    required, whole = PARTS[name]
    members = {member: value for member in members_of(whole) if (value := vars(module).get(member)) is not None}
    for member in members_of(required):
        if member not in members:
            raise BadGame(f"game {game!r}: {name} lacks `{described(required, member)}`")
    for member, value in members.items():
        refuse_wrong(game, name, whole, member, value)
        if member in WITHIN:
            refuse_incomplete(game, f"{name}.{member}", WITHIN[member], value)
    bound = {member: staticmethod(value) if callable(value) else value for member, value in members.items()}
    return new_class(
        whole.__name__, (whole,), exec_body=lambda space: space.update(bound, __module__=module.__name__)
    )()


def members_of(protocol: type) -> Iterator[str]:
    """The names that a Protocol asks for, in its order, those that it builds on first."""
    for base in reversed(protocol.__mro__):
        if base not in (object, Protocol):
            yield from (name for name in vars(base) if not name.startswith("_"))


def described(protocol: type, member: str) -> str:
    """A member as code: `winners(game, edition)`, or `PLAYERS`."""
    wanted = inspect.getattr_static(protocol, member)
    return member if isinstance(wanted, property) else f"{member}({', '.join(parameters(wanted)[1:])})"


def parameters(function: Any) -> list[str]:
    """The names of a function's parameters."""
    return list(inspect.signature(function).parameters)


def refuse_incomplete(game: str, name: str, protocol: type, module: Any) -> None:
    """A module inside a part has all that its own Protocol asks for."""
    for member in members_of(protocol):
        if not hasattr(module, member):
            raise BadGame(f"game {game!r}: {name} lacks `{described(protocol, member)}`")
        refuse_wrong(game, name, protocol, member, getattr(module, member))


def refuse_wrong(game: str, name: str, protocol: type, member: str, value: Any) -> None:
    """What is to be called can be called with what it is given; what the rules say of themselves makes sense."""
    wanted = inspect.getattr_static(protocol, member)
    if isinstance(wanted, property):
        if why := why_wrong(member, value):
            raise BadGame(f"game {game!r}: {name}.{member} is {value!r}; allowed: {why}")
        return
    given = parameters(wanted)[1:]
    if not callable(value):
        raise BadGame(f"game {game!r}: {name}.{member} is {value!r}; expected: `{described(protocol, member)}`")
    try:
        inspect.signature(value).bind(*given)
    except ValueError:
        return  # something built in, which does not tell its parameters
    except TypeError:
        found = f"{member}({', '.join(parameters(value))})"
        raise BadGame(f"game {game!r}: {name} has `{found}`; expected: `{described(protocol, member)}`") from None


def why_wrong(member: str, value: Any) -> str:
    """What would be allowed for a constant, if it is not; empty if it is."""
    if member == "PLAYERS":
        return "" if is_player_range(value) else f"the least and the most players, from 1 to {MOST_SEATS}"
    if member == "STATE":
        lacking = [field for field in FIELDS if field not in (getattr(value, "names", None) or ())]
        return f"a packed record with the fields {', '.join(FIELDS)}" if lacking else ""
    if member == "TITLE":
        return "" if isinstance(value, str) and value.strip() else "a name that is not empty"
    if member in ("EVERY_MOVE", "MOST_MOVES", "RULES_VERSION"):
        return "" if isinstance(value, int) and value > 0 else "a whole number from 1"
    if member in ("OPTIONS", "STYLES", "SCORING_ROWS", "NOT_SCORED"):
        is_right = isinstance(value, tuple) and all(isinstance(name, str) for name in value)
        return "" if is_right else "a tuple of texts"
    return ""


def is_player_range(value: Any) -> bool:
    """Whether a pair is the least and the most players of a game that everything has room for."""
    try:
        least, most = value
        return bool(1 <= np.int64(least) <= most <= MOST_SEATS)
    except (TypeError, ValueError):
        return False
