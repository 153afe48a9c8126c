"""A host gives a page the receipt of another table, or shows another table's record in place of the one it played."""

from pathlib import Path

from tests.attacks.dishonest import WRONG, Command, Host, Player, ann, bob, honest_again, host, verdicts

__all__ = ["ann", "bob", "honest_again", "host"]


def test_a_page_keeps_its_nonce_when_it_is_given_the_receipt_of_another_table(
    host: Host, ann: Player, bob: Player
) -> None:
    other = bob.play_now()
    bob.sees_play()
    foreign = bob.page.evaluate("async (table) => (await fetch(`/api/tables/${table}/seats/0/receipt`)).text()", other)
    host.answer("/receipt", 200, foreign.encode())
    table = ann.play_now()
    ann.is_told(WRONG)
    assert host.nonces(table)[0] is None and ann.opened == [] and ann.receipt(table) is None


def ended(host: Host, player: Player) -> str:
    """A table where a game has ended."""
    table = player.play_now()
    player.sees_play()
    host.end(table)
    return table


def test_a_record_of_another_table_is_named_by_both_verifiers(
    host: Host, ann: Player, run_serai: Command, tmp_path: Path
) -> None:
    shown, played = ended(host, ann), ended(host, ann)
    record = ann.page.evaluate("async (table) => (await fetch(`/api/tables/${table}/record`)).text()", shown)
    host.answer(f"/{played}/record", 200, record.encode())
    found = verdicts(ann, played, run_serai, tmp_path)
    assert found.name("Commitment that your page saw", "seems to be of another table")
    assert f"The receipt, of table {played}, seems to be of another table" in found.page
