"""A host swaps a seed, a nonce, a commitment or two seats when it has seen what it would like better."""

import json
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from serai.core.match import Match
from serai.core.records.randomness import one_round
from serai.tables.state.table import Table
from tests.attacks.dishonest import (
    CHANGED,
    ELSEWHERE,
    MISSING,
    Command,
    Data,
    Host,
    Player,
    Swap,
    ann,
    bob,
    commit_to,
    deal,
    honest_again,
    host,
    swap_seats,
    verdicts,
)
from tests.guests import commitment

__all__ = ["ann", "bob", "honest_again", "host"]

TRIED = 200  # seeds
HOST, ANN = 1, 0  # seats: the bot is the host's


def best_seed(table: Table) -> None:
    """Try hundreds of seeds, now that all nonces are known, and deal from the one that suits the host best."""
    table.server_seed = max((secrets.token_bytes(32) for _ in range(TRIED)), key=lambda seed: worth(table, seed))


def worth(table: Table, seed: bytes) -> tuple[bool, int]:
    """How much the host likes a deal: to begin, and a large bonus."""
    setup = table.setup
    dealt = Match(setup.game, setup.edition, setup.options, one_round(seed, table.nonces)).events
    start, bonus = (next(event for event in dealt if event["type"] == kind) for kind in ("start", "bonus"))
    return start["seat"] == HOST, bonus["tile"]["amount"] or 0


SWAPS: dict[str, tuple[Swap, str, str]] = {
    "the server seed": (best_seed, "Commitment that your page saw", "the receipt's commitment: the receipt says"),
    "a bot's nonce": (
        lambda table: commit_to(table, HOST, b"a better one".ljust(32)),
        "Nonce of seat 1 (",
        "the receipt's commitment of seat 1: the receipt says",
    ),
    "a page's nonce": (
        lambda table: commit_to(table, ANN, b"a better one".ljust(32)),
        "Your own nonce",
        "the receipt's own nonce: the receipt says",
    ),
    "the order of seats": (swap_seats, "Nonce of seat 0 (", "the receipt's commitment of seat 0: the receipt says"),
}


def other_seed(table: Table) -> None:
    """Another server seed."""
    table.server_seed = bytes(32)


@pytest.mark.parametrize("swapped", SWAPS)
def test_what_is_swapped_after_the_opening_is_named_by_both_verifiers(
    host: Host, ann: Player, run_serai: Command, tmp_path: Path, swapped: str
) -> None:
    swap, on_page, by_command = SWAPS[swapped]
    with host.at_set_up(swap):
        table = ann.play_now()
        ann.sees_play()
    host.end(table)
    assert verdicts(ann, table, run_serai, tmp_path).name(on_page, by_command)


@pytest.mark.soak
def test_what_is_swapped_before_the_opening_keeps_a_page_from_opening(host: Host, ann: Player) -> None:
    for swap in (other_seed, *(swap for swap, _, _ in list(SWAPS.values())[1:])):
        host.answer("/receipt", 500, b"")
        table = ann.play_now()
        ann.page.wait_for_function("table => localStorage.getItem(`serai.shown.${table}`)", arg=table)
        host.swap(table, swap)
        host.be_honest()
        ann.reload()
        ann.is_told(CHANGED)
        assert "page" not in host.nonces(table) and ann.opened == []


def test_a_page_whose_own_commitment_is_not_shown_opens_nothing(host: Host, ann: Player) -> None:
    def lie(table: Table, mine: list[int], true: Data | None) -> Data | None:
        if true is None:
            return None
        return true | {"nonce_commitments": [commitment(b"mine"), *true["nonce_commitments"][1:]]}

    with host.showing(lie):
        table = ann.play_now()
        ann.is_told(ELSEWHERE)
    assert host.nonces(table)[ANN] is None and ann.opened == []


def test_a_game_that_a_host_begins_without_a_pages_nonce_is_never_called_true(
    host: Host, ann: Player, run_serai: Command, tmp_path: Path
) -> None:
    host.answer("/receipt", 500, b"")
    table = ann.play_now()
    ann.is_told(MISSING)
    host.swap(table, lambda found: deal(found, b"not hers".ljust(32)))
    host.be_honest()
    with ann.page.expect_response("**/receipt"):
        ann.reload()
    ann.page.wait_for_function("table => localStorage.getItem(`serai.receipt.${table}`)", arg=table)
    host.end(table)
    found = verdicts(ann, table, run_serai, tmp_path)
    assert ann.opened == [] and found.page.startswith("The record agrees with itself and with the receipt, so it is")
    assert "It is consistent." in found.command and "when nonces were open already" in found.command
    expect(ann.page.locator("#results")).to_contain_text("the receipt was kept when nonces were open already")


def test_a_host_that_shows_two_players_different_seeds_is_named_by_one_of_them(
    host: Host, ann: Player, bob: Player, run_serai: Command, tmp_path: Path
) -> None:
    other = commitment(bytes(32))

    def lie(table: Table, mine: list[int], true: Data | None) -> Data | None:
        return true | {"commitment": other} if true and mine == [1] else true

    def answer(receipt: Data) -> Data:
        return receipt | {"rounds": [receipt["rounds"][0] | {"commitment": other}]}

    host.falsify("/seats/1/receipt", answer)
    with host.showing(lie):
        table, link = ann.open_for_a_friend()
        bob.join(link)
        for player in (ann, bob):
            player.sees_play()
    host.be_honest()
    host.end(table)
    assert verdicts(ann, table, run_serai, tmp_path).code == 0
    found = verdicts(bob, table, run_serai, tmp_path)
    assert found.name("Commitment that your page saw", "the receipt's commitment: the receipt says")


def rounds_of(player: Player, table: str) -> list[Data]:
    """The rounds of the receipt that a page has stored."""
    rounds: list[Data] = (player.receipt(table) or {})["rounds"]
    return rounds


LATER_LIES: dict[str, Callable[[Data], Data]] = {
    "no rounds": lambda receipt: receipt | {"rounds": []},
    "another round": lambda receipt: receipt | {"rounds": [receipt["rounds"][0] | {"after": 1_000_000}]},
    "what was swapped": lambda receipt: receipt,
    "a round that no verifier can read": lambda receipt: receipt | {"rounds": [receipt["rounds"][0] | {"after": -1}]},
    "another seat": lambda receipt: receipt | {"seat": 1},
    "nothing that fits": lambda receipt: {"format": receipt["format"]},
}


def test_a_host_can_not_take_back_the_receipt_that_a_page_stored_before_the_opening(
    host: Host, ann: Player, run_serai: Command, tmp_path: Path
) -> None:
    with host.at_set_up(other_seed):
        table = ann.play_now()
        ann.sees_play()
    before = rounds_of(ann, table)
    ann.page.locator("#settings > summary").click()
    for given, lie in LATER_LIES.items():
        host.falsify("/receipt", lie)
        with ann.page.expect_response("**/receipt"):
            ann.reload()
        with ann.page.expect_download() as saved:
            ann.page.get_by_role("button", name="Save the receipt").click()
        is_saved = json.loads(saved.value.path().read_text())["rounds"][:1] == before
        assert is_saved and rounds_of(ann, table)[:1] == before, given
    host.end(table)
    found = verdicts(ann, table, run_serai, tmp_path)
    assert found.name("Commitment that your page saw", "the receipt's commitment: the receipt says")
