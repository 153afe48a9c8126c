"""Changes as they are saved: every form that any version wrote is read, written again, and makes the same table."""

import hmac
import json
from dataclasses import fields
from typing import Any

import pytest

from serai.core.records.record import canonical
from serai.store.database import Batch, Summary
from serai.tables.service import Service
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.saved_changes import BadChange, SavedChange, read
from serai.tables.state.table import LINK_BYTES
from tests import earlier
from tests.tables.sitting import ANN, BOB, CLEO, Sitting, again, begin, gather

AT, NONCE, HASH = 1_790_000_000_000, "0b" * 32, "c0" * 32
EFFECT = {"events": [{"type": "start", "seat": 1}], "digest": "d1" * 32}
SAVED: dict[str, dict[str, Any]] = {  # each with all keys that it may have, in the order in which they are written
    "reserved": {"at": AT, "seat": 1, "name": "Ann", "players": [ANN, BOB], "came_by_link": [BOB]},
    "sat": {"at": AT, "seat": 1, "player": ANN, "name": "Ann", "commitment": HASH, "nonce": NONCE},
    "left": {"at": AT, "seat": 1, "why": "removed"},
    "linked": {"at": AT, "seat": 1, "link": HASH, "is_reusable": False, "number": 3, "wall": AT + 5},
    "claimed": {"at": AT, "seat": 1, "player": CLEO, "number": 3, "wall": AT + 5},
    "revoked": {"at": AT, "seat": 1, "number": 3},
    "kept_alone": {"at": AT, "seat": 1, "kept": [ANN]},
    "seeded": {"at": AT, "seat": 1, "commitment": HASH, "nonce": NONCE},
    "committed": {"at": AT, "seat": 1, "commitment": HASH, "nonce": NONCE},
    "nonce": {"at": AT, "seat": 1, "nonce": NONCE},
    "renewed": {"at": AT, "why": "silent", "names": ["Ann", "Böb"], "server_seed": NONCE},
    "restored": {"at": AT, "epoch": 1, "lost": 9},
    "voided": {"at": AT, "seats": [0, 2]},
    "moved": {"at": AT, "seat": 1, "move": 7, "bot": "merchant"},
    "held": {"at": AT, "seat": 1, "move": 7},
    "unheld": {"at": AT, "seat": 1},
    "undone": {"at": AT, "seat": 1},
    "read": {"at": AT, "seat": 1},
    "handed": {"at": AT, "seat": 1, "level": "vizier"},
    "resigned": {"at": AT, "seat": 1},
    "stopped": {"at": AT, "why": "agreed"},
    "preferred": {"at": AT, "seat": 1, "confirms": False},
    "agreed": {"at": AT, "seat": 1, "wants": True},
    "wished": {"at": AT, "seat": 1, "wants": False},
    "rematched": {"at": AT, "table": "abcdefghijkl"},
    "said": {"at": AT, "seat": 1, "words": "Grüße\n☕", "wall": AT - 5},
}
OPTIONAL = {  # keys that are left out: by versions that did not know them, or where there is nothing to say
    "reserved": ["came_by_link"],
    "sat": ["nonce"],
    "left": ["why"],
    "linked": ["is_reusable", "number", "wall"],
    "claimed": ["number", "wall"],
    "seeded": ["nonce"],
    "committed": ["nonce"],
    "said": ["wall"],
}
NULL = {"moved": "bot", "handed": "level"}


def subclasses(parent: type[Change]) -> list[type[Change]]:
    """All kinds of changes below one."""
    return [found for child in parent.__subclasses__() for found in (child, *subclasses(child))]


def forms() -> list[dict[str, Any]]:
    """Every type with all its keys, with none that may be left out, with an effect, and with what may be null."""
    whole = [{"type": name, **saved} for name, saved in SAVED.items()]
    least = [{key: data[key] for key in data if key not in OPTIONAL.get(data["type"], ())} for data in whole]
    empty = [{"type": name, **SAVED[name], key: None} for name, key in NULL.items()]
    return [*whole, *least, *empty, *(data | EFFECT for data in (*whole, *least))]


@pytest.mark.parametrize("data", forms(), ids=lambda data: str(data["type"]))
def test_a_saved_change_is_read_and_written_again_byte_for_byte(data: dict[str, Any]) -> None:
    text = json.dumps(data)
    saved = read(json.loads(text), "a test")
    assert json.dumps(saved.as_data()) == text and read(saved.as_data(), "a test") == saved
    assert saved.change.type == data["type"] and hash(saved.change)


def test_every_class_of_changes_is_among_those_that_are_read_and_tested() -> None:
    concrete = {found.type: found for found in subclasses(Change) if "type" in vars(found)}
    assert concrete == changes.CLASSES and set(SAVED) == set(concrete)
    for name, kind in concrete.items():
        assert {field.name for field in fields(kind)} == set(SAVED[name]), name


def test_links_of_earlier_versions_could_be_used_again() -> None:
    plain = {"type": "linked", "at": AT, "seat": 0, "link": HASH}
    assert read(plain, "a test").change == changes.NewLink(AT, 0, HASH, None, None)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (None, "the change is None; expected: an object"),
        ({}, "type is None; expected: a text"),
        ({"type": "mooved", "at": AT}, "type is 'mooved'; expected: one of reserved, sat, left"),
        ({"type": "held", "at": AT, "seat": 0}, "key move is missing; expected: type, at, seat, move"),
        ({"type": "held", "at": AT, "seat": 0, "move": "7"}, "move is '7'; expected: a whole number"),
        ({"type": "held", "at": AT, "seat": None, "move": 7}, "seat is None; expected: a whole number"),
        ({"type": "unheld", "at": AT, "seat": 0, "move": 7}, "unknown key move; expected: type, at, seat"),
        ({"type": "agreed", "at": AT, "seat": 0, "wants": 1}, "wants is 1; expected: true or false"),
        ({"type": "left", "at": AT, "seat": 0, "why": None}, "why is None; expected: a text"),
        ({"type": "voided", "at": AT, "seats": [0, "1"]}, r"seats\[1\] is '1'; expected: a whole number"),
        ({"type": "voided", "at": AT, "seats": 0}, "seats is 0; expected: a list"),
        ({"type": "unheld", "at": AT, "seat": 0, "events": []}, "key digest is missing"),
        (
            {"type": "unheld", "at": AT, "seat": 0, "events": [1], "digest": ""},
            r"events\[0\] is 1; expected: an object",
        ),
    ],
)
def test_a_malformed_change_gives_an_error_that_says_where_and_what(data: object, what: str) -> None:
    with pytest.raises(BadChange, match=f"^table t, change 3: {what}"):
        read(data, "table t, change 3")


def test_a_table_with_a_malformed_change_names_it(service: Service) -> None:
    sitting = begin(service)
    version = sitting.version
    other = again(sitting)
    summary = Summary("playing", False, AT, None)
    service.store.append(sitting.name, version, Batch([{"type": "mooved", "at": AT}], summary))
    with pytest.raises(BadChange, match=f"table {sitting.name}, change {version + 1}: type is 'mooved'"):
        other.view(None)


# The chain of hashes, by which a page knows that what it was shown is still there


def chain_of(sitting: Sitting) -> list[bytes]:
    """The chain as it follows from the saved JSON alone."""
    chain = [b""]
    for data in sitting.changes:
        chain.append(hmac.digest(sitting.table.mark_key, chain[-1] + canonical(data), "sha256")[:LINK_BYTES])
    return chain


@pytest.mark.parametrize("name", [*earlier.IN_PLAY, "finished-basic"])
def test_tables_of_earlier_versions_have_the_chain_of_what_was_saved(service: Service, name: str) -> None:
    sitting = Sitting(service, earlier.save(service.store, name))
    assert sitting.changes == earlier.played(name)["changes"]
    assert sitting.table.chain == chain_of(sitting)


def test_a_table_has_the_same_chain_when_it_is_made_and_when_it_is_loaded(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone", "random")
    sitting.say(ANN, "Grüße")
    sitting.sit(BOB, "Bob")
    sitting.give(0, CLEO)
    for _ in range(4):
        if sitting.table.to_act in (0, 1):
            sitting.step()
    assert sitting.table.chain == chain_of(sitting) == again(sitting).table.chain
    assert [saved.as_data() for saved in sitting.saved] == sitting.changes


def test_applying_a_change_leaves_it_as_it_was_and_says_what_is_to_be_saved(service: Service) -> None:
    sitting = begin(service)
    table = sitting.table
    assert table.match
    move = changes.Move(service.clock(), sitting.to_act, table.match.legal_moves()[0], None)
    saved = table.apply(move)
    assert saved.change is move and saved.effect
    assert saved.effect.digest == table.match.digest() and saved.effect.events[0]["type"] == "move"
    talk = changes.Message(service.clock(), 0, "hello")
    assert table.apply(talk) == SavedChange(talk)
