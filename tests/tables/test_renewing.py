"""Chance drawn anew: before the game when somebody left or was silent, and after a restored backup."""

import hashlib
import secrets
from typing import Any

import pytest

from serai.core.records.randomness import Committed
from serai.store.database import Store
from serai.tables import archive, commands
from serai.tables.commands import Lapse
from serai.tables.errors import BadRequest, NotAllowed, OutOfTurn, Stale
from serai.tables.service import Service
from serai.tables.state.setup import TIME_AMONG_STRANGERS
from serai.tables.state.table import MOST_IDLE
from tests.conftest import Clock
from tests.tables.sitting import ANN, BOB, CLEO, NAMES, PLAYERS, Sitting, again, begin, gather, plan, set_back, state_of


class Pages:
    """Pages that commit to nonces of their own at one table: Ann's, Bob's, …"""

    def __init__(self, service: Service, people: int, *bots: str, **setup: Any) -> None:
        self.nonces = {seat: secrets.token_bytes(32) for seat in range(people)}
        seats = plan("asara", "person", *["anyone"] * (people - 1), *bots, **setup)
        opened = service.open(seats, ANN, [("Ann", self.commitment(0))])
        self.sitting = Sitting(service, opened.name, opened.link)
        for seat in range(1, people):
            self.sit(seat)

    def commitment(self, seat: int) -> str:
        return hashlib.sha256(self.nonces[seat]).hexdigest()

    def sit(self, seat: int, player: str = "") -> None:
        self.nonces[seat] = secrets.token_bytes(32)
        self.sitting.sit(player or PLAYERS[seat], NAMES[seat], seat, self.commitment(seat))

    def commit_anew(self, *seats: int) -> None:
        for seat in seats:
            self.nonces[seat] = secrets.token_bytes(32)
            rounds = len(self.sitting.table.renewals)
            self.sitting.do(commands.CommitAnew, seat, rounds, self.commitment(seat))

    def open(self, *seats: int) -> None:
        for seat in seats:
            self.sitting.do(commands.OpenNonce, seat, self.nonces[seat].hex())

    @property
    def phase(self) -> str:
        return self.sitting.table.phase

    @property
    def chance(self) -> dict[str, Any]:
        found: dict[str, Any] = self.sitting.view(None)["chance"]
        return found


# Before the game


def test_who_is_removed_leaves_nothing_of_what_was_committed_to(service: Service) -> None:
    pages = Pages(service, 3)
    pages.open(0, 2)
    before = pages.chance
    pages.sitting.do(commands.Remove, 1, player=ANN)
    assert pages.phase == "gathering" and not pages.sitting.table.seats[1].is_taken
    after = pages.chance
    assert after["nonce_commitments"] == [None, None, None] and after["by"] == [None, None, None]
    assert after["commitment"] != before["commitment"] and after["round"] == 1
    assert after["renewals"] == [{"why": "removed", "names": ["Bob"], "after": 0}]
    pages.sit(1, player=hashlib.sha256(b"Emil").hexdigest())
    pages.commit_anew(0, 2)
    assert pages.phase == "opening"
    pages.open(0, 2)
    pages.sitting.do(commands.OpenNonce, 1, pages.nonces[1].hex(), player=hashlib.sha256(b"Emil").hexdigest())
    assert pages.phase == "playing"
    chance = pages.sitting.table.match
    assert chance and isinstance(chance.randomness, Committed) and len(chance.randomness.rounds) == 1
    assert state_of(again(pages.sitting).table) == state_of(pages.sitting.table)


def test_who_was_removed_can_not_sit_down_again(service: Service) -> None:
    pages = Pages(service, 2, "merchant")
    pages.sitting.do(commands.Remove, 1, player=ANN)
    with pytest.raises(NotAllowed, match="you were removed"):
        pages.sit(1)


@pytest.mark.parametrize(("player", "seat"), [(BOB, 0), (BOB, 2), (CLEO, 0)])
def test_only_who_opened_the_table_removes_others(service: Service, player: str, seat: int) -> None:
    pages = Pages(service, 3)
    with pytest.raises(NotAllowed, match="only whoever opened this table"):
        pages.sitting.do(commands.Remove, seat, player=player)


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_nobody_removes_himself_a_bot_or_nobody(service: Service, seat: int) -> None:
    sitting = gather(service, "asara", "person", "anyone", "anyone", "merchant")
    sitting.sit(CLEO, "Cleo", 2)
    with pytest.raises(OutOfTurn, match="nobody else"):
        sitting.do(commands.Remove, seat, player=ANN)


def test_nobody_is_removed_from_a_game(service: Service) -> None:
    with pytest.raises(OutOfTurn, match="the game has begun"):
        begin(service).do(commands.Remove, 1, player=ANN)


def test_who_leaves_after_committing_makes_all_commit_anew(service: Service) -> None:
    pages = Pages(service, 2, "merchant")
    pages.open(0)
    pages.sitting.do(commands.Leave, 1)
    assert pages.chance["renewals"] == [{"why": "left", "names": ["Bob"], "after": 0}]
    with pytest.raises(OutOfTurn, match="when every seat has committed"):
        pages.open(0)


def test_at_a_listed_table_a_silent_page_frees_its_seat(service: Service, clock: Clock) -> None:
    pages = Pages(service, 3, listed=True)
    pages.open(0, 2)
    clock.turn(TIME_AMONG_STRANGERS - 0.1)
    service.carry_out(pages.sitting.name, Lapse())
    assert pages.phase == "opening"
    clock.turn(0.1)
    service.carry_out(pages.sitting.name, Lapse())
    assert pages.phase == "gathering" and not pages.sitting.table.seats[1].is_taken
    assert service.store.listed(9) == [pages.sitting.name]
    assert pages.chance["renewals"] == [{"why": "silent", "names": ["Bob"], "after": 0}]
    pages.sit(1)
    pages.commit_anew(0)
    clock.turn(TIME_AMONG_STRANGERS)
    service.carry_out(pages.sitting.name, Lapse())  # Cleo's page has not come to commit anew
    assert not pages.sitting.table.seats[2].is_taken and len(pages.chance["renewals"]) == 1
    pages.sit(2)
    pages.open(0, 1, 2)
    assert pages.phase == "playing"


def test_who_leaves_the_nonce_to_the_server_need_not_come_again(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone", "anyone", "merchant")
    nonce = secrets.token_bytes(32)
    sitting.sit(BOB, "Bob", 1, hashlib.sha256(nonce).hexdigest())
    sitting.do(commands.Remove, 1, player=ANN)
    assert [bool(found) for found in sitting.view(None)["chance"]["nonce_commitments"]] == [True, False, False, False]


def test_a_commitment_for_a_round_that_is_over_is_refused(service: Service) -> None:
    pages = Pages(service, 3)
    pages.sitting.do(commands.Remove, 1, player=ANN)
    with pytest.raises(OutOfTurn, match="discarded meanwhile"):
        pages.sitting.do(commands.CommitAnew, 0, 0, pages.commitment(0))
    pages.commit_anew(0)
    pages.sitting.do(commands.CommitAnew, 0, 1, pages.commitment(0))  # the same once more
    assert pages.sitting.types.count("committed") == 1
    with pytest.raises(OutOfTurn, match="nothing to commit to anew"):
        pages.sitting.do(commands.CommitAnew, 0, 1, "0" * 64)


# In the middle of a game


def played(service: Service, moves: int = 6, *bots: str, **setup: Any) -> Pages:
    """A game of two people that has come so far."""
    pages = Pages(service, 2, *bots, **setup)
    pages.open(0, 1)
    while len(pages.sitting.table.decisions) < moves:
        pages.sitting.step()
    return pages


def shown(sitting: Sitting) -> str:
    """The mark of what is shown."""
    mark: str = sitting.view(None)["mark"]
    return mark


def test_where_later_moves_were_lost_chance_comes_from_a_new_round_of_commitments(service: Service) -> None:
    pages = played(service)
    version, mark = pages.sitting.version, ""
    for _ in range(6):
        pages.sitting.step()
    mark, decision = shown(pages.sitting), pages.sitting.decision
    pages.sitting = set_back(pages.sitting, version)
    moves = len(pages.sitting.table.decisions)
    pages.sitting.service.report(pages.sitting.name, mark)
    table = pages.sitting.table
    assert table.phase == "renewing" and table.epoch == 1 and table.to_act is None
    with pytest.raises(Stale):
        pages.sitting.play(0, "decline", decision)
    with pytest.raises(OutOfTurn, match="until chance has been renewed"):
        pages.sitting.play(0, "decline")
    pages.commit_anew(0)
    assert pages.phase == "renewing"
    pages.commit_anew(1)
    pages.open(1)
    assert pages.phase == "opening"
    pages.open(0)
    assert pages.phase == "playing" and pages.sitting.decision > decision
    assert state_of(again(pages.sitting).table) == state_of(pages.sitting.table)
    found = pages.sitting.play_out().record()
    assert isinstance(found.randomness, Committed)
    assert [one.after for one in found.randomness.rounds] == [0, moves]
    assert pages.chance["renewals"] == [{"why": "restored", "names": [], "after": moves}]
    assert pages.chance["revealed"] == found.data["randomness"]


def test_a_backup_is_noticed_once_however_many_pages_tell_of_it(service: Service) -> None:
    pages = played(service)
    version = pages.sitting.version
    seen = []
    for _ in range(3):
        pages.sitting.step()
        seen.append(shown(pages.sitting))
    sitting = set_back(pages.sitting, version)
    for mark in [*seen, shown(sitting)]:
        sitting.service.report(sitting.name, mark)
    assert sitting.types.count("renewed") == 1 and sitting.table.epoch == 1


def test_a_second_backup_is_newer_than_what_was_lost_with_it(service: Service) -> None:
    pages = played(service)
    version = pages.sitting.version
    pages.sitting.step()
    lost = shown(pages.sitting)
    for epoch in (1, 2):
        pages.sitting = set_back(pages.sitting, version)
        pages.sitting.service.report(pages.sitting.name, lost)
        assert pages.sitting.table.epoch == epoch
        lost = shown(pages.sitting)


def test_what_was_decided_otherwise_after_a_backup_is_noticed_too(service: Service) -> None:
    pages = played(service)
    version = pages.sitting.version
    pages.sitting.step()
    mark = shown(pages.sitting)
    pages.sitting = set_back(pages.sitting, version)
    pages.sitting.say(ANN, "Where were we?")
    while pages.sitting.version < version + 4:
        pages.sitting.step()
    pages.sitting.service.report(pages.sitting.name, mark)
    assert pages.phase == "renewing"


def test_a_mark_of_what_is_saved_changes_nothing(service: Service) -> None:
    pages = played(service)
    mark = shown(pages.sitting)
    pages.sitting.step()
    version = pages.sitting.version
    service.report(pages.sitting.name, mark)
    service.report(pages.sitting.name, shown(pages.sitting))
    assert pages.sitting.version == version


def test_nobody_but_the_server_makes_a_mark(service: Service) -> None:
    one, other = played(service), played(service)
    epoch, version, chain, seal = shown(one.sitting).split(".")
    wrong = [
        f"{epoch}.{int(version) + 9}.{chain}.{seal}",
        f"9.{version}.{chain}.{seal}",
        shown(other.sitting),
        "",
        "…",
        "1",
    ]
    for mark in wrong:
        with pytest.raises(BadRequest, match="no mark of table"):
            service.report(one.sitting.name, mark)
    assert one.phase == "playing"


def test_where_nothing_was_decided_yet_the_game_is_dealt_anew(service: Service) -> None:
    pages = played(service, 0)
    version, digest = pages.sitting.version, pages.sitting.digest()
    pages.sitting.step()
    mark = shown(pages.sitting)
    pages.sitting = set_back(pages.sitting, version)
    pages.sitting.service.report(pages.sitting.name, mark)
    assert pages.phase == "gathering"
    pages.commit_anew(0, 1)
    pages.open(0, 1)
    assert pages.phase == "playing" and pages.sitting.digest() != digest
    found = pages.sitting.play_out().record()
    assert isinstance(found.randomness, Committed) and len(found.randomness.rounds) == 1


def test_where_pages_leave_their_nonces_to_the_server_the_game_goes_on_at_once(service: Service) -> None:
    sitting = begin(service)
    sitting.turn()
    version = sitting.version
    sitting.turn()
    mark = shown(sitting)
    sitting = set_back(sitting, version)
    sitting.service.report(sitting.name, mark)
    assert sitting.table.phase == "playing" and sitting.table.epoch == 1
    assert sitting.view(None)["chance"]["by"] == ["server"] * 2


def test_a_move_before_the_backup_can_not_be_taken_back(service: Service) -> None:
    pages = played(service)
    version = pages.sitting.version
    pages.sitting.step()
    mark = shown(pages.sitting)
    pages.sitting = set_back(pages.sitting, version)
    pages.sitting.service.report(pages.sitting.name, mark)
    pages.commit_anew(0, 1)
    pages.open(0, 1)
    with pytest.raises(OutOfTurn, match="nothing to take back"):
        pages.sitting.undo(pages.sitting.table.decisions[-1].seat)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_clock_hands_seats_whose_pages_do_not_come_to_bots(service: Service, clock: Clock, is_open: bool) -> None:
    pages = played(service, 6, clock={"kind": "move", "seconds": 60})
    version = pages.sitting.version
    pages.sitting.step()
    mark = shown(pages.sitting)
    pages.sitting = set_back(pages.sitting, version)
    pages.sitting.service.report(pages.sitting.name, mark)
    pages.commit_anew(*((0, 1) if is_open else (0,)))
    if is_open:
        pages.open(0)
    clock.turn(15 * 60)
    service.carry_out(pages.sitting.name, Lapse())
    assert pages.sitting.table.seats[1].level == "merchant"
    if is_open:
        assert pages.phase == "renewing"
        pages.commit_anew(0)
    pages.open(0)
    assert pages.phase == "playing" and pages.chance["by"] == ["page", "server"]


def test_without_a_clock_a_game_waits_for_a_month(service: Service, clock: Clock) -> None:
    pages = played(service)
    version = pages.sitting.version
    pages.sitting.step()
    mark = shown(pages.sitting)
    pages.sitting = set_back(pages.sitting, version)
    pages.sitting.service.report(pages.sitting.name, mark)
    clock.turn(MOST_IDLE / 1000 - 1)
    service.carry_out(pages.sitting.name, Lapse())
    assert pages.phase == "renewing"
    clock.turn(1)
    service.carry_out(pages.sitting.name, Lapse())
    assert pages.phase == "over" and pages.sitting.record().data["events"][-1] == {"type": "stop", "why": "idle"}


def test_a_process_that_remembers_more_than_the_database_tells_of_it(service: Service, store: Store) -> None:
    pages = played(service)
    version = pages.sitting.version
    pages.sitting.step()
    set_back(pages.sitting, version)
    assert pages.sitting.table.epoch == 1 and pages.phase == "renewing"


def test_a_record_made_of_saved_changes_has_the_same_rounds(service: Service) -> None:
    pages = played(service)
    version = pages.sitting.version
    pages.sitting.step()
    mark = shown(pages.sitting)
    pages.sitting = set_back(pages.sitting, version)
    pages.sitting.service.report(pages.sitting.name, mark)
    pages.commit_anew(0, 1)
    pages.open(0, 1)
    pages.sitting.play_out()
    head = service.store.head(pages.sitting.name)
    assert head
    made, saved = archive.record(head, pages.sitting.saved), pages.sitting.record().data
    assert made["randomness"] == saved["randomness"] and made["events"] == saved["events"]
