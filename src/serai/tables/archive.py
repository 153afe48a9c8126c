"""Records of games that the rules of today can't build any more: made of what was saved with each change."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from serai.core.records import record as records
from serai.core.records.randomness import Committed, Nonce, Round
from serai.core.records.record import Event
from serai.store.database import Head
from serai.tables.state import changes
from serai.tables.state.changes import SeatChange, nonce_of
from serai.tables.state.saved_changes import SavedChange
from serai.tables.state.setup import BOT


def record(head: Head, saved: Sequence[SavedChange]) -> dict[str, Any]:
    """The record of a table that was stopped, from its changes alone."""
    return {
        "format": records.FORMAT,
        "game": head.setup["game"],
        "rules_version": head.rules_version,
        "edition": head.setup["edition"],
        "options": head.setup["options"],
        "seats": _seats(head, saved),
        "randomness": _randomness(head, saved),
        "events": [event for one in standing(saved) for event in _events(one)],
        "result": None,
        "digest": last_digest(saved),
    }


def last_digest(saved: Sequence[SavedChange]) -> str | None:
    """The digest of the last position that was saved; None before there was any."""
    return next((one.effect.digest for one in reversed(standing(saved)) if one.effect), None)


def standing(saved: Sequence[SavedChange]) -> list[SavedChange]:
    """The changes without decisions that were taken back, and without deals that were discarded."""
    stands: list[SavedChange] = []
    for one in saved:
        moves = [place for place, found in enumerate(stands) if isinstance(found.change, changes.Move)]
        if isinstance(one.change, changes.UndoneMove):
            del stands[moves[-1]]
            continue
        if isinstance(one.change, changes.ChanceRenewal) and not moves:  # the game is dealt anew
            stands = [replace(found, effect=None) for found in stands]
        stands.append(one)
    return stands


def _events(saved: SavedChange) -> Sequence[Event]:
    match saved.change:
        case changes.Handover(seat=seat, level=level):
            return [{"type": "seat", "seat": seat, "by": level or "person"}]
        case changes.Resignation(seat=seat):
            return [{"type": "resign", "seat": seat}]
        case changes.Stop(why=why):
            return [{"type": "stop", "why": why}]
    return saved.effect.events if saved.effect else ()


def _seats(head: Head, saved: Sequence[SavedChange]) -> list[dict[str, str]]:
    names = {one.change.seat: one.change.name for one in saved if isinstance(one.change, changes.Arrival)}
    levels = {number: plan["level"] for number, plan in enumerate(head.setup["seats"]) if plan["kind"] == BOT}
    seats = range(len(head.setup["seats"]))
    return [{"name": (names | levels).get(seat, ""), "by": levels.get(seat, "person")} for seat in seats]


def _randomness(head: Head, saved: Sequence[SavedChange]) -> dict[str, Any]:
    """Made again from the seeds, which do not depend on any rule."""
    seed, nonces, moves = head.server_seed, dict[int, Nonce](), 0
    rounds: dict[int, Round] = {}
    for one in standing(saved):
        change = one.change
        if isinstance(change, changes.ChanceRenewal):
            seed, nonces = bytes.fromhex(change.server_seed), {}
        elif isinstance(change, changes.Move):
            moves += 1
        elif (nonce := nonce_of(change)) and isinstance(change, SeatChange):
            nonces[change.seat] = nonce
            if len(nonces) == len(head.setup["seats"]):
                rounds[moves] = Round(seed, tuple(nonces[seat] for seat in sorted(nonces)), moves)
    return Committed(tuple(rounds.values())).as_data()
