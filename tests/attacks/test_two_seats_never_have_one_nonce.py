"""A host gives its own seat the nonce of a page: to copy what was committed to, it need not know what it is."""

from dataclasses import replace
from pathlib import Path

from serai.tables.state.table import Table
from tests.attacks.dishonest import CHANGED, WRONG, Command, Data, Host, Player, ann, honest_again, host, verdicts

__all__ = ["ann", "honest_again", "host"]


def copy(table: Table) -> None:
    """Give the bot what the page committed to, and opened."""
    page, bot = table.seats
    bot.commitment = page.commitment
    if bot.nonce and page.nonce:
        bot.nonce = replace(page.nonce, by=bot.nonce.by)


def test_a_page_keeps_its_nonce_where_two_seats_show_one_commitment(host: Host, ann: Player) -> None:
    def lie(table: Table, mine: list[int], true: Data | None) -> Data | None:
        copy(table)
        return true | {"nonce_commitments": [table.seats[0].commitment] * 2} if true else None

    with host.showing(lie):
        table = ann.play_now()
        ann.is_told(WRONG)
    assert host.nonces(table)[0] is None and ann.opened == [] and ann.receipt(table) is None


def test_a_page_keeps_its_nonce_where_a_seat_comes_to_show_what_another_does(host: Host, ann: Player) -> None:
    host.answer("/receipt", 500, b"")
    table = ann.play_now()
    ann.page.wait_for_function("table => localStorage.getItem(`serai.shown.${table}`)", arg=table)
    host.swap(table, copy)
    host.be_honest()
    ann.is_told(CHANGED)
    assert host.nonces(table)[0] is None and ann.opened == []


def test_one_nonce_of_two_seats_is_named_by_both_verifiers(
    host: Host, ann: Player, run_serai: Command, tmp_path: Path
) -> None:
    with host.at_set_up(copy):
        table = ann.play_now()
        ann.sees_play()
    host.end(table)
    found = verdicts(ann, table, run_serai, tmp_path)
    assert found.name("Nonces of seats 0 and 1", "seats 0 and 1 have the same nonce")
    assert found.name("Nonce of seat 1 (", "the receipt's commitment of seat 1: the receipt says")
