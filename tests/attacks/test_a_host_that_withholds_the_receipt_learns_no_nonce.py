"""A host gives a page no receipt, or a wrong one, and waits for the nonce all the same; then it could choose chance."""

import pytest

from serai.tables.state.table import Table
from tests.attacks.dishonest import CHANGED, MISSING, WRONG, Data, Host, Lie, Player, ann, bob, honest_again, host
from tests.guests import commitment

__all__ = ["ann", "bob", "honest_again", "host"]

OTHER = commitment(b"something else")


def last(receipt: Data) -> Data:
    """The round that is about to be opened."""
    found: Data = receipt["rounds"][-1]
    return found


def with_round(**values: object) -> Lie:
    """A receipt whose last round is otherwise."""
    return lambda receipt: receipt | {"rounds": [*receipt["rounds"][:-1], last(receipt) | values]}


def with_values(**values: object) -> Lie:
    """A receipt that is otherwise."""
    return lambda receipt: receipt | values


def without_bot(receipt: Data) -> Data:
    """A receipt without the bot's commitment."""
    return with_round(nonce_commitments=[last(receipt)["nonce_commitments"][0], None])(receipt)


NOTHING: dict[str, tuple[int, bytes]] = {
    "an error": (500, b'{"code": "failed"}'),
    "an empty answer": (200, b""),
    "half a receipt": (200, b'{"format": "serai-receipt/2", "tab'),
}

LIES: dict[str, tuple[Lie, str]] = {
    "no round": (with_values(rounds=[]), CHANGED),
    "no commitment of the server": (with_round(commitment=None), CHANGED),
    "another commitment of the server": (with_round(commitment=OTHER), CHANGED),
    "no commitment of a bot": (without_bot, CHANGED),
    "one commitment too few": (with_round(nonce_commitments=[OTHER]), CHANGED),
    "another seat": (with_values(seat=1), WRONG),
    "another table": (with_values(table="elsewhere"), WRONG),
    "another format": (with_values(format="serai-receipt/1"), WRONG),
    "a round of later chance": (with_round(after=1_000_000), WRONG),
    "a round that no verifier can read": (with_round(after=-1), WRONG),
}


def assert_nothing_learned(host: Host, player: Player, table: str, given: str) -> None:
    """The page has opened nothing, and believes in no receipt."""
    assert host.nonces(table)[0] is None and player.opened == [], given
    assert player.receipt(table) is None, given


def assert_begun_with_a_receipt(host: Host, player: Player, table: str) -> None:
    """The page has opened its nonce, after it stored a receipt."""
    player.sees_play()
    assert len(player.opened) == 1 and host.nonces(table) == ["page", "server"]
    receipt = player.receipt(table)
    assert receipt and [one["kept"] for one in receipt["rounds"]] == ["before"]


def test_a_page_without_a_receipt_keeps_its_nonce_until_one_comes(host: Host, ann: Player) -> None:
    host.answer("/receipt", 500, b"")
    table = ann.play_now()
    for given, (status, body) in NOTHING.items():
        host.answer("/receipt", status, body)
        ann.reload()
        ann.is_told(MISSING)
        assert_nothing_learned(host, ann, table, given)
    host.be_honest()
    assert_begun_with_a_receipt(host, ann, table)


def test_a_page_says_that_it_waits_for_a_receipt_that_is_late(host: Host, ann: Player) -> None:
    host.delay("/receipt")
    table = ann.play_now()
    ann.is_told(MISSING)
    assert_nothing_learned(host, ann, table, "nothing")
    host.be_honest()
    assert_begun_with_a_receipt(host, ann, table)


def test_a_page_with_a_wrong_receipt_keeps_its_nonce_for_good(host: Host, ann: Player) -> None:
    host.answer("/receipt", 500, b"")
    table = ann.play_now()
    for given, (lie, sentence) in LIES.items():
        host.falsify("/receipt", lie)
        ann.reload()
        ann.is_told(sentence)
        assert_nothing_learned(host, ann, table, given)


def test_a_host_that_gives_two_seats_different_receipts_learns_nothing_from_the_second(
    host: Host, ann: Player, bob: Player
) -> None:
    host.falsify("/seats/1/receipt", with_round(commitment=OTHER))
    table, link = ann.open_for_a_friend()
    bob.join(link)
    bob.is_told(CHANGED)
    assert host.nonces(table)[1] is None and bob.opened == [] and bob.receipt(table) is None


@pytest.mark.parametrize("commitment", [None, OTHER.upper()])
def test_a_page_that_is_shown_no_commitment_of_the_server_keeps_its_nonce(
    host: Host, ann: Player, commitment: str | None
) -> None:
    def lie(table: Table, mine: list[int], true: Data | None) -> Data | None:
        return true | {"commitment": commitment} if true else None

    host.falsify("/receipt", with_round(commitment=commitment))
    with host.showing(lie):
        table = ann.play_now()
        ann.is_told(WRONG)
    assert_nothing_learned(host, ann, table, repr(commitment))
