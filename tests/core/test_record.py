"""Records are written canonically, read strictly, and refused in one sentence that says where and what."""

import copy
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serai.core.errors import BadRecord
from serai.core.match import Match
from serai.core.records import record

Begin = Callable[..., Match]
PlayOut = Callable[..., Match]
SEATS = [{"name": "Änne", "by": "person"}, {"name": "Bob", "by": "random"}]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**64), 2**64) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=10,
)


@pytest.fixture
def data(new_match: Begin, play_out: PlayOut) -> dict[str, Any]:
    """A good record."""
    return copy.deepcopy(play_out(new_match()).record(SEATS))


def test_canonical_json_is_sorted_tight_and_readable() -> None:
    assert record.canonical({"b": [1, True, None], "a": "é"}) == '{"a":"é","b":[1,true,null]}'.encode()


@given(JSON)
def test_canonical_json_says_the_same(value: object) -> None:
    written = record.canonical(value)
    assert json.loads(written) == value
    assert record.canonical(json.loads(written)) == written


def test_a_record_survives_writing_and_reading(data: dict[str, Any], tmp_path: Path) -> None:
    lines, single = tmp_path / "games.jsonl", tmp_path / "game.json"
    with lines.open("wb") as file:
        for _ in range(2):
            record.write_line(file, data)
    single.write_text(json.dumps(data, indent=2), "utf-8")
    assert [each.data for each in record.read(lines)] == [data, data]
    assert [each.data for each in record.read(single)] == [data]
    assert [each.where for each in record.read(lines)] == [f"{lines}, line 1", f"{lines}, line 2"]


def test_one_line_holds_one_record(data: dict[str, Any]) -> None:
    file = io.BytesIO()
    record.write_line(file, data)
    assert file.getvalue().count(b"\n") == 1 and file.getvalue().endswith(b"}\n")


def refusal(data: object) -> str:
    """What is said about a record."""
    with pytest.raises(BadRecord) as error:
        record.check(data, "x.json")
    return str(error.value)


@pytest.mark.parametrize("key", record.KEYS)
def test_a_missing_key_is_named(data: dict[str, Any], key: str) -> None:
    del data[key]
    assert refusal(data).startswith(f"x.json: key {key} is missing; expected: format, game, ")


def test_an_unknown_key_is_named(data: dict[str, Any]) -> None:
    assert "unknown key winner" in refusal(data | {"winner": 1})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "serai-record/2"}, "format is 'serai-record/2'; expected: 'serai-record/1'"),
        ({"game": 7}, "game is 7; expected: a text"),
        ({"rules_version": None}, "rules_version is None; expected: a whole number or a text"),
        ({"edition": []}, "edition is []; expected: an object"),
        ({"options": {}}, "key options.players is missing"),
        ({"options": {"players": "2"}}, "options.players is '2'; expected: a whole number"),
        ({"seats": []}, "seats is []; expected: a list of 2"),
        ({"seats": [{"name": "A", "by": 1}] * 2}, "seats[0].by is 1; expected: a text"),
        ({"seats": [{"name": "A"}] * 2}, "key seats[0].by is missing; expected: name, by"),
        ({"randomness": {"scheme": "dice"}}, "a table with the scheme 'stream/1', 'committed/1' or 'committed/2'"),
        ({"randomness": {"scheme": "stream/1", "seed": "7"}}, "seed is '7'; expected: 16 hexadecimal digits"),
        ({"events": {}}, "events is {}; expected: a list"),
        ({"events": ["move"]}, "events[0] is 'move'; expected: an object"),
        ({"events": [{"seat": 0}]}, "events[0].type is None; expected: a text"),
        ({"result": {"scores": [1], "winners": []}}, "result.scores is [1]; expected: a list of 2"),
        ({"result": {"scores": None, "winners": [2]}}, "result.winners[0] is 2; expected: a seat from 0 to 1"),
        ({"result": {"scores": [True, 1], "winners": []}}, "result.scores[0] is True; expected: a whole number"),
        ({"digest": "00"}, "digest is '00'; expected: 64 hexadecimal digits, lower case"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_expected(data: dict[str, Any], change: dict[str, Any], said: str) -> None:
    assert said in refusal(data | change)


def test_nonces_are_checked_one_by_one(data: dict[str, Any]) -> None:
    good = {"nonce": "00" * 32, "by": "page"}
    scheme = {"scheme": "committed/1", "commitment": "00" * 32, "server_seed": "00" * 32, "nonces": [good, good]}
    assert record.check(data | {"randomness": scheme}).randomness.as_data()["nonces"] == [good, good]
    said = refusal(data | {"randomness": scheme | {"nonces": [good]}})
    assert "randomness.nonces is" in said and "expected: a list of 2" in said
    for bad, key in (({"nonce": "0", "by": "page"}, "nonce"), ({"nonce": "00" * 32, "by": "me"}, "by")):
        assert f"randomness.nonces[1].{key} is" in refusal(data | {"randomness": scheme | {"nonces": [good, bad]}})


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([0], "randomness.rounds is [{"),
        ([1, 2], "randomness.rounds[0].after is 1; expected: 0, for the first round is of set-up"),
        ([0, 4, 4], "randomness.rounds[2].after is 4; expected: 5 or more"),
        ([0, True], "randomness.rounds[1].after is True; expected: a whole number"),
    ],
)
def test_rounds_are_checked_one_by_one(data: dict[str, Any], rounds: list[int], said: str) -> None:
    nonces = [{"nonce": "00" * 32, "by": "page"}] * 2
    one = {"commitment": "00" * 32, "server_seed": "00" * 32, "nonces": nonces}
    found = [{"after": after, **one} for after in rounds]
    assert said in refusal(data | {"randomness": {"scheme": "committed/2", "rounds": found}})


@pytest.mark.parametrize("data", [None, [], 1, "record", {}])
def test_what_is_no_record_at_all_is_refused(data: object) -> None:
    assert refusal(data).startswith("x.json: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "cut off after 0 bytes"),
        (b'{"format":', "cut off"),
        (b'{"format": "ser', "cut off"),
        (b"{]", "not JSON: "),
        (b'{"a": 1.5}', "the number 1.5 is not whole"),
        (b'{"a": NaN}', "the number NaN is not whole"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice in one object"),
        (b"\xff\xfe{}", "not text in UTF-8"),
        (b'"\\ud800"', "not text in UTF-8"),
        (b"[" * 100_000, "x: "),
        (b"9" * 5000, "x: "),
    ],
)
def test_what_is_not_our_json_is_refused(text: bytes, said: str) -> None:
    with pytest.raises(BadRecord) as error:
        record.parse(text, "x")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_cut_off_anywhere_is_refused_and_never_breaks(data: dict[str, Any]) -> None:
    whole = record.canonical(data)
    for length in range(0, len(whole), 7):
        with pytest.raises(BadRecord):
            record.parse(whole[:length], "x")


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"none\.jsonl: no such file"):
        list(record.read(tmp_path / "none.jsonl"))
    with pytest.raises(BadRecord, match="can't be read"):
        list(record.read(tmp_path))
    (tmp_path / "empty.jsonl").write_bytes(b"\n\n")
    with pytest.raises(BadRecord, match=r"empty\.jsonl: holds no record"):
        list(record.read(tmp_path / "empty.jsonl"))


def test_the_line_with_a_damaged_record_is_named(data: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(record.canonical(data) + b"\n" + record.canonical(data)[:-40])
    found = record.read(path)
    assert next(found).data == data
    with pytest.raises(BadRecord, match=r"games\.jsonl, line 2: cut off"):
        next(found)
