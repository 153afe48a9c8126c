"""A host shows a page a commitment to a nonce that it has opened before, beside a seed that suits this nonce."""

from pathlib import Path

from serai.tables import views
from serai.tables.commands.chance import renew
from serai.tables.state.table import PLAYING, RESTORED, Table
from tests.attacks.dishonest import WRONG, Command, Data, Host, Player, ann, bob, honest_again, host, verdicts
from tests.guests import commitment
from tests.tables.sitting import Force

__all__ = ["ann", "bob", "honest_again", "host"]


def played(player: Player) -> tuple[str, str]:
    """A game that has begun, and what its page committed to."""
    table = player.play_now()
    player.sees_play()
    return table, commitment(bytes.fromhex(player.opened.pop()))


def test_a_page_does_not_open_at_another_table_what_it_has_opened_before(host: Host, ann: Player) -> None:
    _, known = played(ann)
    host.answer("/receipt", 500, b"")

    def begin_with_known(table: Table) -> None:
        table.seats[0].commitment = known

    def lie(table: Table, mine: list[int], true: Data | None) -> Data | None:
        begin_with_known(table)
        return true | {"nonce_commitments": [known, *true["nonce_commitments"][1:]]} if true else None

    with host.showing(lie):
        table = ann.play_now()
        host.be_honest()
        ann.is_told(WRONG)
    assert host.nonces(table)[0] is None and ann.opened == [] and ann.receipt(table) is None


def test_a_page_does_not_open_in_a_later_round_what_it_has_opened_before(host: Host, ann: Player) -> None:
    table, known = played(ann)
    before = ann.receipt(table)
    other = commitment(b"a better seed")

    def lie(found: Table, mine: list[int], true: Data | None) -> Data | None:
        assert found.phase == PLAYING
        commitments = [known, found.seats[1].commitment]
        shown = {"epoch": 0, "round": 1, "commitment": other, "nonce_commitments": commitments}
        return shown | {"commit": [], "open": [0], "own": [0]}

    def answer(receipt: Data) -> Data:
        return receipt | {"rounds": [receipt["rounds"][0] | {"commitment": other, "nonce": None}]}

    host.falsify("/receipt", answer)
    with host.showing(lie):
        ann.reload()
        ann.is_told(WRONG)
    assert ann.opened == [] and ann.receipt(table) == before


def renew_chance(host: Host, table: str) -> None:
    """Draw chance anew, as a host must who restored a backup."""
    host.service.carry_out(table, Force(lambda found, at: renew(found, RESTORED, (), at)))


def test_a_page_opens_a_new_nonce_where_an_honest_host_draws_chance_anew(
    host: Host, ann: Player, bob: Player, run_serai: Command, tmp_path: Path
) -> None:
    table, _ = played(ann)
    host.play_out(table, most=3)
    [player] = host.players(table, 0)
    bob.page.goto(f"/join#{host.service.link_to_seat(table, player, 0)}")
    bob.page.locator('form[action="/join"] button.main').click()
    bob.sees_play()
    bob.page.goto("/rules/pasha")
    renew_chance(host, table)
    ann.page.wait_for_selector("#renewals")
    ann.sees_play()
    ann.page.goto("/rules/pasha")
    host.play_out(table, most=3)
    renew_chance(host, table)
    bob.page.goto(f"/t/{table}?seat=0")
    bob.sees_play()
    host.play_out(table, most=3)
    host.end(table)
    assert kept(ann, table) == ["before", "before"] and kept(bob, table) == ["later", "later", "before"]
    found = verdicts(bob, table, run_serai, tmp_path)
    assert found.code == 0 and "It is consistent." in found.command


def test_a_round_whose_nonces_are_known_does_not_come_to_begin_elsewhere(host: Host, ann: Player) -> None:
    table, _ = played(ann)
    host.play_out(table, most=4)
    renew_chance(host, table)
    ann.page.wait_for_selector("#renewals")
    ann.sees_play()
    before, _ = kept_before(ann, table), ann.opened.pop()

    def lie(found: Table, mine: list[int], true: Data | None) -> Data | None:
        return views.commitments(found) | {"commit": [], "open": [0], "own": [0]}

    host.falsify("/receipt", earlier)
    with host.showing(lie):
        ann.reload()
        ann.is_told(WRONG)
    assert ann.opened == [] and kept_before(ann, table) == before and len(before) == 2


def kept_before(player: Player, table: str) -> list[Data]:
    """The rounds of the stored receipt that were kept before the page opened its nonces."""
    return [one for one in (player.receipt(table) or {})["rounds"] if one["kept"] == "before"]


def earlier(receipt: Data) -> Data:
    """A receipt whose last round begins two moves sooner."""
    *rounds, last = receipt["rounds"]
    return receipt | {"rounds": [*rounds, last | {"after": last["after"] - 2}]}


def test_a_player_of_two_seats_keeps_the_earlier_receipt_whichever_is_opened_later(host: Host, ann: Player) -> None:
    def lie(found: Table, mine: list[int], true: Data | None) -> Data | None:
        return true | {"open": [seat for seat in true["open"] if seat == 1]} if true and found.match else true

    ann.page.goto("/open?game=pasha&players=2&screen=1")
    table = ann.begin()
    ann.sees_play()
    host.play_out(table, most=3)
    with host.showing(lie):
        renew_chance(host, table)
        ann.page.wait_for_function("table => localStorage[`serai.receipt.${table}`].includes('\"seat\":1')", arg=table)
    assert kept(ann, table) == ["before", "before"]


def kept(player: Player, table: str) -> list[str]:
    """When each round of the stored receipt was kept."""
    return [one["kept"] for one in (player.receipt(table) or {})["rounds"]]
