"""Sentences that scripts fill in: every plural form, with its placeholders left open."""

import pytest

from serai.core.words.language import ngettext, speaking
from serai.core.words.slots import forms


@pytest.mark.parametrize(
    ("language", "found"),
    [
        ("en", {"one": "{number} point", "other": "{number} points"}),
        ("fr", {"one": "{number} point", "other": "{number} points"}),
        ("sk", {"one": "{number} bod", "few": "{number} body", "other": "{number} bodov"}),
        ("ru", {"one": "{number} очко", "few": "{number} очка", "many": "{number} очков"}),
    ],
)
def test_a_sentence_goes_out_in_all_its_forms(language: str, found: dict[str, str]) -> None:
    with speaking(language):
        assert forms(lambda number: ngettext("{number} point", "{number} points", number)) == found


def test_other_placeholders_stay_open_too() -> None:
    said = forms(lambda number: ngettext("{number} of {what}", "{number} of {what}", number, what="{what}"))
    assert set(said.values()) == {"{number} of {what}"}
