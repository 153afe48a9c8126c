"""Records and tables as version 1 of Asara's rules wrote them; no later version could make them."""

import json
from pathlib import Path
from typing import Any

from serai.store.database import Batch, Head, Store, Summary

Data = dict[str, Any]

FOLDER = Path(__file__).parent / "records" / "asara_1"
WHOLE = ("basic", "one-back")  # no player would be asked for an order by version 2
PARTED = {"expert": 36}  # with the first event after lit windows went back under the stack
IN_PLAY = ("basic", "gathering", "looking")  # tables that go on
STOPPED = ("expert", "just-kept")  # tables that can't go on


def path_of(name: str) -> Path:
    """The file of a record."""
    return FOLDER / f"{name}.json"


def recorded(name: str) -> Data:
    """A record of a simulation."""
    found: Data = json.loads(path_of(name).read_text("utf-8"))
    return found


def played(name: str) -> Data:
    """A table: its setup, its changes, and its record if its game was over."""
    found: Data = json.loads((FOLDER / "tables" / f"{name}.json").read_text("utf-8"))
    return found


def save(store: Store, name: str, phase: str = "playing") -> str:
    """Put a table into a database, as it lay in one; its name there."""
    found = played(name)
    head = Head(found["name"], found["setup"], bytes.fromhex(found["server_seed"]), found["rules_version"])
    last = found["changes"][-1]["at"]
    players = {change["player"] for change in found["changes"] if "player" in change}
    made = Batch(found["changes"], Summary(phase, False, last, None), players, found.get("record"))
    store.create(head, made)
    return head.name
