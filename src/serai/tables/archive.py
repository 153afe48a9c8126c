"""Records of games that the rules of today can't build any more: made of what was saved with each change."""

from collections.abc import Sequence
from typing import Any

from serai.core.records import record as records
from serai.core.records.randomness import Committed, Nonce, Round
from serai.core.records.record import Event
from serai.store.database import Head
from serai.tables.state.setup import BOT
from serai.tables.state.table import Change, nonce_of


def record(head: Head, changes: Sequence[Change]) -> dict[str, Any]:
    """The record of a table that was stopped, from its changes alone."""
    return {
        "format": records.FORMAT,
        "game": head.setup["game"],
        "rules_version": head.rules_version,
        "edition": head.setup["edition"],
        "options": head.setup["options"],
        "seats": _seats(head, changes),
        "randomness": _randomness(head, changes),
        "events": [event for change in standing(changes) for event in _events(change)],
        "result": None,
        "digest": last_digest(changes),
    }


def last_digest(changes: Sequence[Change]) -> str | None:
    """The digest of the last position that was saved; None before there was any."""
    return next((change["digest"] for change in reversed(standing(changes)) if "digest" in change), None)


def standing(changes: Sequence[Change]) -> list[Change]:
    """The changes without decisions that were taken back, and without deals that were discarded."""
    stands: list[Change] = []
    for change in changes:
        moves = [place for place, found in enumerate(stands) if found["type"] == "moved"]
        if change["type"] == "undone":
            del stands[moves[-1]]
            continue
        if change["type"] == "renewed" and not moves:  # the game is dealt anew
            stands = [without_events(found) for found in stands]
        stands.append(change)
    return stands


def without_events(change: Change) -> Change:
    """A change, without what came of it."""
    return {key: value for key, value in change.items() if key not in ("events", "digest")}


def _events(change: Change) -> list[Event]:
    if change["type"] == "handed":
        return [{"type": "seat", "seat": change["seat"], "by": change["level"] or "person"}]
    if change["type"] == "resigned":
        return [{"type": "resign", "seat": change["seat"]}]
    if change["type"] == "stopped":
        return [{"type": "stop", "why": change["why"]}]
    return list(change.get("events", ()))


def _seats(head: Head, changes: Sequence[Change]) -> list[dict[str, str]]:
    names = {change["seat"]: change["name"] for change in changes if change["type"] == "sat"}
    levels = {number: plan["level"] for number, plan in enumerate(head.setup["seats"]) if plan["kind"] == BOT}
    seats = range(len(head.setup["seats"]))
    return [{"name": (names | levels).get(seat, ""), "by": levels.get(seat, "person")} for seat in seats]


def _randomness(head: Head, changes: Sequence[Change]) -> dict[str, Any]:
    """Made again from the seeds, which do not depend on any rule."""
    seed, nonces, moves = head.server_seed, dict[int, Nonce](), 0
    rounds: dict[int, Round] = {}
    for change in standing(changes):
        if change["type"] == "renewed":
            seed, nonces = bytes.fromhex(change["server_seed"]), {}
        elif change["type"] == "moved":
            moves += 1
        elif "nonce" in change:
            nonces[change["seat"]] = nonce_of(change)
            if len(nonces) == len(head.setup["seats"]):
                rounds[moves] = Round(seed, tuple(nonces[seat] for seat in sorted(nonces)), moves)
    return Committed(tuple(rounds.values())).as_data()
