"""What a table shows to a seat's player or a spectator. Nothing leaves a running table but through here.

Everything is made of the seat's observation and of events as the seat may see them; seeds, nonces that are not opened
and keys are not among what is read. Times are given as moments, not as what is left, so that equal tables look equal.
"""

import hashlib
from typing import Any

import numpy as np

from serai.core.match import Match
from serai.core.records.randomness import Committed, Round
from serai.core.records.receipt import FORMAT as RECEIPT
from serai.core.records.record import Event
from serai.core.search.mind import Views
from serai.tables.commands import can_undo, marks
from serai.tables.state.changes import Cancellation, Message
from serai.tables.state.seats import PersonalLink, Seat
from serai.tables.state.setup import NO_CLOCK
from serai.tables.state.table import GATHERING, OPENING, OVER, PLAYING, Table

FORMAT = "serai-view/1"
MOST_SPENT = 5  # links that were used up, in a view


def view(table: Table, seat: int | None) -> dict[str, Any]:
    """All that a seat (None: a spectator) may know of the table."""
    return {
        "format": FORMAT,
        "table": table.name,
        "version": table.version,
        "epoch": table.epoch,
        "mark": marks.mark(table),
        "phase": table.phase,
        "game": table.setup.game.name,
        "options": table.setup.options,
        "edition": table.setup.edition.data,
        "clock": table.setup.clock.as_data(),
        "hints": table.setup.hints,
        "seats": [_seat(table, number, place) for number, place in enumerate(table.seats)],
        "you": None if seat is None else _you(table, seat),
        "chance": chance(table),
        "deadline": deadline(table),
        "chat": [_message(message) for message in table.chat] if table.setup.chat else None,
        "ended": _end(table),
        "rematch": table.rematch,
        **_game(table, seat),
    }


def line(table: Table) -> dict[str, Any]:
    """A table in a list."""
    seats = [{"name": seat.name, "kind": seat.plan.kind, "is_taken": seat.is_taken} for seat in table.seats]
    return {
        "table": table.name,
        "version": table.version,
        "phase": table.phase,
        "game": table.setup.game.name,
        "options": table.setup.options,
        "seats": seats,
        "to_act": table.to_act,
        "ended": _end(table),
    }


def _seat(table: Table, number: int, seat: Seat) -> dict[str, Any]:
    return {
        "name": seat.name,
        "kind": seat.plan.kind,
        "is_taken": seat.is_taken,
        "has_committed": seat.commitment is not None,
        "has_opened": seat.nonce is not None,
        "bot": seat.level,
        "has_resigned": bool(table.match and number in table.match.resigned),
        "wants_stop": seat.wants_stop,
        "wants_rematch": seat.wants_rematch,
    }


def _you(table: Table, seat: int) -> dict[str, Any]:
    place = table.seats[seat]
    return {
        "seat": seat,
        "confirms": place.confirms,
        "can_undo": can_undo(table, seat),
        "devices": len(place.players),
        "links": [_link(link) for link in listed_links(place)],
        "can_remove": removable_seats(table, seat),
        "is_to_commit_anew": place.is_to_commit_anew,
    }


def removable_seats(table: Table, seat: int) -> list[int]:
    """Seats whose players this seat's player can remove before the game, as whoever opened the table."""
    is_opener = table.opened_by in table.seats[seat].players
    if not is_opener or table.match or table.phase not in (GATHERING, OPENING):
        return []
    places = enumerate(table.seats)
    return [number for number, place in places if place.is_person and table.opened_by not in place.players]


def listed_links(place: Seat) -> list[PersonalLink]:
    """The personal links of a seat that can still be used, and the last of those that were used up; oldest first."""
    spent = [link for link in place.links if not link.is_live and not link.is_revoked]
    shown = [link.number for link in spent[-MOST_SPENT:]]
    return [link for link in place.links if link.is_live or link.number in shown]


def _link(link: PersonalLink) -> dict[str, Any]:
    return {
        "number": link.number,
        "made_at": link.made_at,
        "is_reusable": link.is_reusable,
        "uses": link.uses,
        "used_at": link.used_at,
        "is_live": link.is_live,
    }


def _message(message: Message) -> dict[str, Any]:
    return {"seat": message.seat, "words": message.words, "at": message.moment}


def chance(table: Table) -> dict[str, Any]:
    """Commitments of this round; once nothing can be played any more, the seeds themselves."""
    is_revealed = table.match is not None and table.phase == OVER
    found = commitments(table)
    del found["epoch"]  # the view has it
    return {
        **found,
        "by": [seat.nonce.by if seat.nonce else None for seat in table.seats],
        "renewals": [{"why": one.why, "names": list(one.names), "after": one.after} for one in table.renewals],
        "revealed": table.match.randomness.as_data() if table.match and is_revealed else None,
    }


def commitments(table: Table) -> dict[str, Any]:
    """All that was committed to in this round, of which none ever changes."""
    return {
        "epoch": table.epoch,
        "round": len(table.renewals),
        "commitment": hashlib.sha256(table.server_seed).hexdigest(),
        "nonce_commitments": [seat.commitment for seat in table.seats],
    }


def receipt(table: Table, seat: int) -> dict[str, Any]:
    """What a seat's page is to keep: all commitments of each round, with its own nonces as far as they were opened."""
    chance = table.match.randomness if table.match else None
    begun = chance.rounds if isinstance(chance, Committed) else ()
    is_begun = bool(begun) and begun[-1].server_seed == table.server_seed
    rounds = [_round_of(found, seat) for found in (begun[:-1] if is_begun else begun)]
    if is_begun or table.phase != OVER:
        after = begun[-1].after if is_begun else len(table.decisions)
        rounds.append(_present_round(table, seat, after, is_open=is_begun))
    return {"format": RECEIPT, "table": table.name, "seat": seat, "rounds": rounds}


def _round_of(found: Round, seat: int) -> dict[str, Any]:
    """A round of commitments that is over."""
    return {
        "after": found.after,
        "commitment": found.commitment,
        "nonce_commitments": [nonce.commitment for nonce in found.nonces],
        "nonce": found.nonces[seat].nonce.hex(),
    }


def _present_round(table: Table, seat: int, after: int, *, is_open: bool) -> dict[str, Any]:
    """The present round, with the commitments as they are shown."""
    shown, nonce = commitments(table), table.seats[seat].nonce
    return {
        "after": after,
        "commitment": shown["commitment"],
        "nonce_commitments": shown["nonce_commitments"],
        "nonce": nonce.nonce.hex() if is_open and nonce else None,
    }


def deadline(table: Table) -> int | None:
    """When a clock lapses, by the clock on the wall, if somebody's is running."""
    seat = table.to_act
    if table.setup.clock.kind == NO_CLOCK or seat is None or table.seats[seat].level:
        return None
    due = table.due_at()
    return None if due is None else due + table.ahead


def _end(table: Table) -> dict[str, Any] | None:
    """Why a table ended before its game did, and by whose silence."""
    if table.end is None:
        return None
    if isinstance(table.end, Cancellation):
        return {"why": "a nonce was not opened", "seats": list(table.end.seats)}
    return {"why": table.end.why, "seats": []}


def _game(table: Table, seat: int | None) -> dict[str, Any]:
    match = table.match
    if match is None:
        return {"to_act": None, "position": None, "events": [], "scores": None, "result": None, "decision": None}
    observation = match.view(seat)
    return {
        "to_act": table.to_act,
        "position": table.setup.game.words.view(observation[0], table.setup.edition),
        "events": match.events_for(seat),
        "scores": scores(table, observation),
        "result": match.result() if table.phase == OVER else None,
        "decision": decision(table, match, seat),
    }


def scores(table: Table, observation: Views) -> list[int]:
    """Each seat's points as the viewer can count them."""
    points = np.zeros(len(table.seats), np.int64)
    table.setup.game.kernel.scores(observation, 0, table.setup.edition.record, points)
    return [int(score) for score in points]


def decision(table: Table, match: Match, seat: int | None) -> dict[str, Any] | None:
    """What the seat may decide now, in notation; or what it has decided and has still to confirm."""
    if table.phase != PLAYING or seat is None or table.to_act != seat or table.seats[seat].level:
        return None
    if table.step and not table.step.move:  # a lesson in which there is only something to read
        return None
    if table.held is not None:
        return {"number": table.decision, "held": match.name(table.held), "moves": []}
    return {"number": table.decision, "held": None, "moves": match.legal()}


def visible_events(match: Match, seat: int | None, first: int = 0) -> list[tuple[int, Event]]:
    """What a seat (None: a spectator) may see of the events, each with its place among the whole ones."""
    private: dict[int, list[Event]] = {}
    for place, whose, event in match.private:
        if whose == seat and place >= first:
            private.setdefault(place, []).append(event)
    visible_to, edition = match.game.words.visible_to, match.edition
    visible: list[tuple[int, Event]] = []
    for place in range(first, len(match.events)):
        visible += [(place, event) for event in visible_to(match.events[place], seat, edition)]
        visible += [(place, event) for event in private.get(place, ())]
    return visible


def moves(table: Table, seat: int) -> list[dict[str, str]]:
    """Every legal move of a seat that has to decide, in notation and in words."""
    found = decision(table, table.match, seat) if table.match else None
    names = [place.name for place in table.seats]
    return [{"move": move, "words": _words(table, seat, move, names)} for move in found["moves"]] if found else []


def _words(table: Table, seat: int, move: str, names: list[str]) -> str:
    event = {"type": "move", "seat": seat, "move": move}
    return str(table.setup.game.words.sentence(event, names, table.setup.edition))
