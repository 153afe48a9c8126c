"""Records whose chance was renewed, and their receipts: the page and the command find and say the same of them."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from serai.core.records import randomness, receipt, record, replay
from serai.core.records.replay import Verdict
from serai.web.pages import fairness as checking
from tests.fairness import (
    DRAWN,
    Data,
    check,
    first_difference,
    german_page,
    kept,
    names,
    old_receipt_of,
    page,
    pages,
    played,
    receipt_of,
    recorded,
    renewed,
    same_page,
)
from tests.node import verdicts

__all__ = ["german_page", "kept", "page", "pages", "same_page"]

GAMES = list(DRAWN)
Change = Callable[[Data, Data], object]


@cache
def whole(name: str) -> tuple[Data, Data]:
    """A game whose chance was renewed after moves 12 and 30, and the receipt of seat 0."""
    match = renewed(name, (12, 30), 45)
    match.stop("enough")
    return recorded(match), receipt_of(match)


def both(data: Data, own: Data | None) -> tuple[Verdict, Data]:
    """What the command finds of a record and a receipt, and what the page does."""
    found = record.check(data)
    verdict = replay.verify(found)
    if own:
        receipt.compare_receipt(found, receipt.check(own), verdict)
    [of_page] = verdicts([data], [own])
    return verdict, of_page


def sentences(found: Data) -> list[str]:
    """The page's remarks."""
    return [one["sentence"] for one in found["remarks"]]


def rounds(document: Data) -> list[Data]:
    """The rounds of a record or of a receipt."""
    found: list[Data] = document["rounds"] if "rounds" in document else document["randomness"]["rounds"]
    return found


def flip(table: Data, key: str) -> None:
    """Change a digit of a value."""
    table[key] = ("0" if table[key][0] != "0" else "1") + table[key][1:]


# True ones


@pytest.mark.parametrize("name", GAMES)
def test_chance_that_was_renewed_is_recomputed_round_by_round(name: str) -> None:
    for after in ((12,), (12, 30), (0,), (0, 1, 2, 3, 4), (1, 44)):
        match = renewed(name, [number for number in after if number], 45)
        match.stop("enough")
        verdict, found = both(recorded(match), receipt_of(match))
        assert verdict.is_true and found["is_true"], first_difference(found)
        assert found["renewed"] == [number for number in after if number]


def test_both_say_how_often_chance_was_renewed_and_when() -> None:
    for after, said in (
        ((), ""),
        ((12,), "chance was renewed once, after move 12"),
        ((12, 30), "chance was renewed twice, after moves 12 and 30"),
        ((1, 2, 3), "chance was renewed 3 times, after moves 1, 2 and 3"),
    ):
        match = renewed("pasha", after, 35)
        match.stop("enough")
        verdict, found = both(recorded(match), None)
        assert found["renewed"] == list(after)
        assert [remark for remark in verdict.remarks if "renewed" in remark] == [said] * bool(after)


def test_a_renewal_after_the_last_move_needs_no_receipt_and_may_be_missing_in_the_record() -> None:
    match = renewed("pasha", (12,), 20)
    before = match.randomness.as_data()
    match.renew_chance(bytes(32), [randomness.Nonce(bytes([seat]) * 32) for seat in range(3)])
    match.stop("enough")
    data, own = recorded(match), receipt_of(match)
    assert rounds(data)[-1]["after"] == 20
    for one, other in (
        (data, own),
        (data | {"randomness": before}, own),
        (data, own | {"rounds": rounds(own)[:-1]}),
    ):
        verdict, found = both(one, other)
        assert verdict.is_true and found["is_true"]


# What is changed in them: the change, the command's words, the page's check.

CHANGES: dict[str, tuple[Change, str, str]] = {
    "a nonce of the second round": (
        lambda data, _: flip(rounds(data)[1]["nonces"][2], "nonce"),
        "the receipt's commitment of seat 2 for chance after move 12: the receipt says ",
        "Nonce of seat 2 (Çelik), for chance after move 12",
    ),
    "the own nonce of the third round": (
        lambda data, _: flip(rounds(data)[2]["nonces"][0], "nonce"),
        "the receipt's own nonce for chance after move 30: the receipt says ",
        "Your own nonce, for chance after move 30",
    ),
    "the server seed of the second round": (
        lambda data, _: flip(rounds(data)[1], "server_seed"),
        "randomness.rounds[1].commitment: the record says ",
        "Server seed and commitment, for chance after move 12",
    ),
    "seed and commitment of the second round": (
        lambda data, _: rounds(data)[1].update(
            server_seed="0" * 64, commitment=randomness.Round(bytes(32), ()).commitment
        ),
        "the receipt's commitment for chance after move 12: the receipt says ",
        "Commitment that your page saw, for chance after move 12",
    ),
    "a round earlier": (
        lambda data, _: rounds(data)[1].update(after=11),
        "the receipt: the page took part in a renewal after move 12 of which the record says nothing",
        "Renewal of chance after move 12",
    ),
    "a round later": (
        lambda data, _: rounds(data)[2].update(after=40),
        "the receipt: the page took part in a renewal after move 30 of which the record says nothing",
        "Renewal of chance after move 30",
    ),
    "a round left out": (
        lambda data, _: rounds(data).pop(1),
        "the receipt: the page took part in a renewal after move 12 of which the record says nothing",
        "Renewal of chance after move 12",
    ),
    "a round of the receipt after the end": (
        lambda _, own: rounds(own)[2].update(after=46),
        "the receipt: the page took part in a renewal after move 46 which the record does not have",
        "Renewal of chance after move 46",
    ),
    "a round after the end": (
        lambda data, _: rounds(data).append(rounds(data)[0] | {"after": 46}),
        "randomness.rounds[3].after: chance was renewed after move 46, but the record has no such move",
        "Renewal of chance after move 46",
    ),
    "one nonce for two seats": (
        lambda data, _: rounds(data)[1]["nonces"][2].update(nonce=rounds(data)[1]["nonces"][0]["nonce"]),
        "randomness.rounds[1].nonces[2].nonce: seats 0 and 2 have the same nonce",
        "Nonces of seats 0 and 2, for chance after move 12",
    ),
    "one nonce for two seats from the start": (
        lambda data, _: rounds(data)[0]["nonces"][1].update(nonce=rounds(data)[0]["nonces"][0]["nonce"]),
        "randomness.rounds[0].nonces[1].nonce: seats 0 and 1 have the same nonce",
        "Nonces of seats 0 and 1",
    ),
    "one commitment for two seats": (
        lambda _, own: rounds(own)[2]["nonce_commitments"].__setitem__(1, rounds(own)[2]["nonce_commitments"][0]),
        "the receipt's commitment of seat 1 for chance after move 30: seats 0 and 1 have the same commitment",
        "Commitments of seats 0 and 1, for chance after move 30",
    ),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("changed", CHANGES)
def test_what_is_changed_in_rounds_is_named_by_both(name: str, changed: str) -> None:
    data, own = copy.deepcopy(whole(name))
    change, said, named = CHANGES[changed]
    change(data, own)
    verdict, found = both(data, own)
    assert any(str(difference).startswith(said) for difference in verdict.differences), verdict.differences
    assert named in [one["name"] for one in found["checks"] if not one["is_fine"]]
    assert not verdict.is_true and not found["is_true"]


def test_a_round_that_begins_elsewhere_is_found_at_its_first_draw_without_a_receipt_too() -> None:
    places = []
    for after in (1, 5, 11, 13, 20):
        data, _ = copy.deepcopy(whole("pasha"))
        rounds(data)[1]["after"] = after
        verdict, found = both(data, None)
        assert verdict.is_fine == found["is_fine"]
        if not verdict.is_fine:
            places.append(verdict.differences[0].where)
            assert first_difference(found)["name"].startswith(f"{places[-1]}: ")
    assert len(places) > 1  # where nothing was drawn between, a round may begin anywhere


def test_any_change_of_a_nonce_or_seed_is_found_by_both() -> None:
    changed = []
    for number in range(3):
        for seat in range(3):
            data, _ = copy.deepcopy(whole("pasha"))
            flip(rounds(data)[number]["nonces"][seat], "nonce")
            changed.append(data)
    for data, found in zip(changed, verdicts(changed), strict=True):
        where = replay.verify(record.check(data)).differences[0].where
        assert first_difference(found)["name"].startswith(f"{where}: ")


# What is consistent, and not more: how the receipt is changed, and what both remark.

REMARKS: dict[str, tuple[Change, str]] = {
    "no_receipt_for": (lambda _, own: rounds(own).pop(1), "for chance after move 12 there is no receipt"),
    "no_receipt_for set-up": (lambda _, own: rounds(own).pop(0), "for chance from set-up on there is no receipt"),
    "kept_later": (
        lambda _, own: rounds(own)[2].update(kept="later"),
        "for chance after move 30 the receipt was kept when nonces were open already: it proves nothing "
        "about what came before",
    ),
    "own_nonce_by_server": (
        lambda data, _: rounds(data)[1]["nonces"][0].update(by="server"),
        "for chance after move 12 the server made the nonce of the receipt's own seat, so its page had no part in it",
    ),
}


@pytest.mark.parametrize("remarked", REMARKS)
def test_a_receipt_that_does_not_show_all_leaves_a_record_consistent(remarked: str) -> None:
    data, own = copy.deepcopy(whole("pasha"))
    change, said = REMARKS[remarked]
    change(data, own)
    verdict, found = both(data, own)
    assert verdict.is_fine and not verdict.is_true and found["is_fine"] and not found["is_true"]
    assert said in verdict.remarks
    assert said.replace("its page", "your page") in [one[0].lower() + one[1:-1] for one in sentences(found)]


def test_a_receipt_of_the_first_format_does_not_tell_when_it_was_kept() -> None:
    match = played("pasha", 3)
    match.stop("enough")
    verdict, found = both(recorded(match), old_receipt_of(match))
    assert verdict.is_fine and not verdict.is_true and found["is_fine"] and not found["is_true"]
    assert "the receipt, in the format serai-receipt/1, does not tell when it was kept" in verdict.remarks
    assert "The receipt, in the format serai-receipt/1, does not tell when it was kept." in sentences(found)
    data, _ = whole("pasha")
    assert (
        "for chance after move 12 there is no receipt"
        in both(data, old_receipt_of(renewed("pasha", (12, 30), 45)))[0].remarks
    )


def test_a_record_without_a_receipt_is_consistent() -> None:
    verdict, found = both(whole("pasha")[0], None)
    assert verdict.is_fine and not verdict.is_true and found["is_fine"] and not found["is_true"]


def test_nonces_that_the_server_made_for_people_are_named_and_those_of_bots_are_not() -> None:
    data, own = copy.deepcopy(whole("pasha"))
    said = ["", " for chance after move 12", " for chance after move 30"]
    verdict, found = both(data, own)
    lines = [f"the server made the nonce of seat 1 (<b>Bo</b>){chance}, though a person plays there" for chance in said]
    assert [remark for remark in verdict.remarks if "made the nonce" in remark] == lines
    assert [one.split(" the server")[0] for one in sentences(found)] == [
        f"For chance {since}" for since in ("from set-up on", "after move 12", "after move 30")
    ]
    data["seats"][1]["by"] = "vizier"
    verdict, found = both(data, own)
    assert sentences(found) == [] and not any("made the nonce" in remark for remark in verdict.remarks)


def test_a_receipt_of_another_table_is_called_so() -> None:
    data, own = copy.deepcopy(whole("pasha"))
    other = receipt_of(renewed("asara", (12,), 20))
    verdict, found = both(data, other)
    assert found["is_of_another_table"] and not both(data, own)[1]["is_of_another_table"]
    said = "none of the receipt's commitments occurs in the record: the receipt, of table"
    assert any(remark.startswith(said) and remark.endswith("of another table") for remark in verdict.remarks)
    rounds(other)[1]["nonce_commitments"][2] = rounds(own)[1]["nonce_commitments"][2]
    assert not both(data, other)[1]["is_of_another_table"]


# What the page says of all that


def test_the_page_calls_a_record_true_and_says_when_chance_was_renewed(page: Page) -> None:
    told = check(page, *whole("pasha"))
    assert told.startswith(
        "Everything agrees. This record is true: its seeds are those that were committed to beforehand"
    )
    assert told.endswith("Chance was renewed 2 times, after moves 12 and 30.")
    expect(page.locator("#verdict")).to_have_class("fine")
    shown = page.locator("#results")
    expect(shown).to_contain_text("The table seed of chance after move 30 is ")
    expect(shown).to_contain_text("It does not prove that the host did not look at the running game")
    expect(shown).to_contain_text("For chance after move 12 the server made the nonce of seat 1 (<b>Bo</b>)")
    assert names(page, "Differs") == []


def test_the_page_calls_a_record_consistent_and_says_why_not_more(page: Page) -> None:
    data, own = copy.deepcopy(whole("pasha"))
    rounds(own)[1]["kept"] = "later"
    told = check(page, data, own)
    assert told.startswith("The record agrees with itself and with the receipt, so it is consistent")
    expect(page.locator("#verdict")).to_have_class("partly")
    expect(page.locator("#results")).to_contain_text(
        "For chance after move 12 the receipt was kept when nonces were open"
    )


def test_the_page_says_that_a_receipt_seems_to_be_of_another_table(page: Page) -> None:
    told = check(page, whole("pasha")[0], whole("asara")[1] | {"table": "<i>elsewhere</i>"})
    assert "The receipt, of table <i>elsewhere</i>, seems to be of another table" in told
    assert told.endswith("Chance was renewed 2 times, after moves 12 and 30.")
    expect(page.locator("#verdict")).to_have_class("wrong")


@pytest.mark.parametrize("changed", ["a round left out", "one nonce for two seats", "one commitment for two seats"])
def test_the_page_shows_what_is_changed_in_rounds(same_page: Page, changed: str) -> None:
    data, own = copy.deepcopy(whole("asara"))
    change, _, named = CHANGES[changed]
    change(data, own)
    assert "does not fit together" in check(same_page, data, own)
    assert named in names(same_page, "Differs")


def test_the_page_says_so_in_german(german_page: Page) -> None:
    german_page.goto("/verify")
    told = german_page.evaluate(
        """async ([record, receipt]) => {
            const { verify } = await import("/static/fairness.js");
            return (await verify(record, receipt)).remarks.map(({ sentence }) => sentence);
        }""",
        list(whole("pasha")),
    )
    assert len(told) == 3 and all("Server" in one and "though" not in one for one in told)


def said_by(found: Data) -> str:
    """All that the page would say of what it found."""
    return json.dumps([found.get("checks"), found.get("remarks")], ensure_ascii=False)


def test_every_sentence_about_rounds_is_said_of_some_record() -> None:
    changes = [change for change, _, _ in CHANGES.values()] + [change for change, _ in REMARKS.values()]
    documents = [whole("pasha"), *map(changed_by, changes)]
    match = played("pasha", 3)
    match.stop("enough")
    documents.append((recorded(match), old_receipt_of(match)))
    said = " ".join(map(said_by, verdicts(*map(list, zip(*documents, strict=True)))))
    words: dict[str, Any] = checking.words()
    for name in (
        "after_move",
        "renewal",
        "no_such_move",
        "renewal_untold",
        "same_nonce",
        "same_nonce_wrong",
        "same_commitment",
        "same_commitment_wrong",
        "chance_from_set_up",
        "chance_after_move",
        "no_receipt_for",
        "kept_later",
        "kept_untold",
        "own_nonce_by_server",
        "nonce_of_person_by_server",
        "receipt_commitment_fine",
        "receipt_commitment_wrong",
        "nonce_fine",
        "nonce_wrong",
        "own_nonce_fine",
        "own_nonce_wrong",
        "server_seed_fine",
        "server_seed_wrong",
        "nonce_by_page",
        "nonce_by_server",
    ):
        assert longest_part(words[name]) in said, name


def changed_by(change: Change) -> tuple[Data, Data]:
    """A record and its receipt with a change."""
    data, own = copy.deepcopy(whole("pasha"))
    change(data, own)
    return data, own


def longest_part(sentence: str) -> str:
    """The longest piece of a sentence that stands between what is filled in."""
    return max((piece.split("}")[-1] for piece in sentence.split("{")), key=len)
