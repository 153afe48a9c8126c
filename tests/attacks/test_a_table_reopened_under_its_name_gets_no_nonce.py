"""A host opens a table once more under the name of one whose nonces it knows."""

from pathlib import Path

from serai.tables.state.table import GATHERING, OPENING, Table
from tests.attacks.dishonest import (
    CHANGED,
    Command,
    Host,
    Player,
    ann,
    commit_to,
    deal,
    honest_again,
    host,
    verdicts,
)

__all__ = ["ann", "honest_again", "host"]


def reopen(table: Table) -> None:
    """Begin anew with another seed and another nonce of the bot; the page is to open what it opened before."""
    table.server_seed, table.game.match, table.phase = b"a better seed".ljust(32), None, OPENING
    table.seats[0].nonce = None
    commit_to(table, 1, b"a better nonce".ljust(32))


def reopen_empty(table: Table) -> None:
    """Begin anew, and let who sat there sit down again."""
    reopen(table)
    table.phase = GATHERING
    table.seats[0].has_come, table.seats[0].commitment = False, None


def test_a_page_opens_nothing_at_a_table_that_was_opened_once_more(host: Host, ann: Player) -> None:
    table = ann.play_now()
    ann.sees_play()
    before, _ = ann.receipt(table), ann.opened.pop()
    host.swap(table, reopen)
    ann.reload()
    ann.is_told(CHANGED)
    assert host.nonces(table)[0] is None and ann.opened == [] and ann.receipt(table) == before


def test_a_player_that_sits_down_again_there_opens_nothing_either(host: Host, ann: Player) -> None:
    table = ann.play_now()
    ann.sees_play()
    before, _ = ann.receipt(table), ann.opened.pop()
    host.swap(table, reopen_empty)
    ann.reload()
    ann.page.locator("#sit button.main").click()
    ann.is_told(CHANGED)
    assert host.nonces(table)[0] is None and ann.opened == [] and ann.receipt(table) == before


def test_a_game_dealt_again_at_a_table_is_named_by_both_verifiers(
    host: Host, ann: Player, run_serai: Command, tmp_path: Path
) -> None:
    table = ann.play_now()
    ann.sees_play()
    nonce = bytes.fromhex(ann.opened[0])

    def deal_again(found: Table) -> None:
        reopen(found)
        deal(found, nonce)

    host.swap(table, deal_again)
    host.end(table)
    found = verdicts(ann, table, run_serai, tmp_path)
    assert found.name("Commitment that your page saw", "the receipt's commitment: the receipt says")
    assert found.name("Nonce of seat 1 (", "the receipt's commitment of seat 1: the receipt says")
