"""A name of blanks that are no spaces would leave an empty place where everybody looks for a player."""

import pytest

from serai.tables.commands.sitting import clean_name
from serai.tables.errors import BadRequest
from serai.tables.service import Service
from tests.tables.sitting import BOB, gather

UNSEEN = {
    "zero-width spaces": "\u200b\u200b",
    "an empty Braille cell": "\u2800",
    "Hangul fillers": "\u3164\uffa0\u115f\u1160",
    "directions alone": "\u202e\u2066\u200f",
    "what only joins": "\u2060\u200d\ufeff\u00ad",
    "selectors of nothing": "\ufe0f\U000e0100\u180b",
    "accents of no letter": "\u0301\u0308",
    "an empty note": "\U0001d159",
    "control characters": "\x00\x1b",
    "all at once": " \u200b \u2800 \u3164 \u202e ",
}


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN.keys())
def test_a_name_that_nobody_can_see_is_refused_and_spelt_out(service: Service, name: str) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    with pytest.raises(BadRequest, match="can't be seen") as told:
        sitting.sit(BOB, name)
    assert f"U+{ord(name[0]):04X}" in str(told.value) and not sitting.table.seats[1].is_taken


def test_a_long_unseen_name_is_not_spelt_out_to_its_end(service: Service) -> None:
    sitting = gather(service, "asara", "person", "anyone")
    with pytest.raises(BadRequest, match=r"the name U\+200B( U\+200B){7} … can't be seen"):
        sitting.sit(BOB, "\u200b" * 9999)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann\u3164", "Ann"),
        ("\u2800Ann\u200b\u200bB", "Ann B"),
        ("nnA\u202eBob", "nnA Bob"),
        ("Jose\u0301", "Jos\u00e9"),
        ("\u05d3\u05d5\u05d3", "\u05d3\u05d5\u05d3"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("7", "7"),
        ("?!", "?!"),
    ],
)
def test_what_cannot_be_seen_of_a_name_is_not_kept(given: str, kept: str) -> None:
    assert clean_name(given) == kept
