"""Where the page that checks games gets its documents, and the sentence that it says of one it can't follow."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from serai.core import game as games
from serai.core.match import Match
from serai.core.records.randomness import StreamSeed
from tests.fairness import (
    TABLE,
    Data,
    check,
    documents,
    file,
    kept,
    page,
    pages,
    pasha,
    played,
    receipt_of,
    recorded,
    same_page,
    serve,
    verdict,
)

__all__ = ["documents", "kept", "page", "pages", "pasha", "same_page"]


# Bad documents


def without(key: str) -> Callable[[Data], Data]:
    """The record without a key."""
    return lambda data: {name: value for name, value in data.items() if name != key}


def put(path: str, value: object) -> Callable[[Data], Data]:
    """The record with another value at a place such as `randomness.nonces.0`."""

    def change(data: Data) -> Data:
        *way, last = path.split(".")
        inner: Any = data
        for step in way:
            inner = inner[int(step) if isinstance(inner, list) else step]
        inner[int(last) if isinstance(inner, list) else last] = value
        return data

    return change


def rounds(*after: object) -> Callable[[Data], Data]:
    """The record with its seeds in so many rounds."""

    def change(data: Data) -> Data:
        seeds = {key: value for key, value in data["randomness"].items() if key != "scheme"}
        found = [{"after": each, **seeds} for each in after]
        return data | {"randomness": {"scheme": "committed/2", "rounds": found}}

    return change


def deep(levels: int) -> bytes:
    """Lists within lists."""
    return b"[" * levels + b"]" * levels


BAD_RECORDS: dict[str, tuple[Callable[[Data], object], str]] = {
    "empty": (lambda _: b" \n", "game.json is empty; expected: a JSON document with the format serai-record/1"),
    "cut off": (lambda data: json.dumps(data).encode()[:-40], "game.json is no JSON document, or only part of one"),
    "no JSON": (lambda _: b"PNG and so on", "is no JSON document, or only part of one; expected: the format serai-rec"),
    "no text": (lambda _: b"\x89PNG\xff\xfe", "game.json is no text in UTF-8"),
    "two lines": (
        lambda data: (json.dumps(data) + "\n").encode() * 2,
        "has a JSON document in each line; expected: one",
    ),
    "deep": (lambda _: deep(100_000), "the document is [[["),
    "a list": (lambda _: [1], "the document is [1]; expected: an object with the keys format, game"),
    "null": (lambda _: None, "game.json: the document is null; expected: an object"),
    "a number": (lambda _: 7, "the document is 7; expected: an object"),
    "a receipt": (
        lambda _: {"format": "serai-receipt/2"},
        'game.json: format is "serai-receipt/2"; expected: "serai-record/1"',
    ),
    "more keys": (put("extra", 1), "the key extra is unknown"),
    "another game": (put("game", "chess"), 'game is "chess"; expected: asara, pasha'),
    "a game that is a path": (put("game", "../../x"), 'game is "../../x"; expected: the name of a game'),
    "a game that is a list": (put("game", ["asara"]), 'game is ["asara"]; expected: a text'),
    "no edition": (put("edition", 1), "edition is 1; expected: an object"),
    "an empty edition": (put("edition", {}), "the key edition."),
    "no players": (put("options", {}), "the key options.players is missing"),
    "half a player": (put("options.players", 2.5), "options.players is 2.5; expected: a whole number"),
    "too many players": (put("options.players", 7), "seats is [{"),
    "no seats": (put("seats", None), "seats is null; expected: a list of 3"),
    "a seat without a name": (put("seats.1", {"by": "person"}), "the key seats[1].name is missing"),
    "one seed": (put("randomness", {"scheme": "stream/1", "seed": "07"}), 'randomness.scheme is "stream/1"; expected'),
    "no randomness": (put("randomness", []), "randomness is []; expected: an object"),
    "a nonce less": (lambda data: data["randomness"]["nonces"].pop() and data, "randomness.nonces is [{"),
    "a short nonce": (
        put("randomness.nonces.0.nonce", "00"),
        'nonces[0].nonce is "00"; expected: 64 hexadecimal digits',
    ),
    "capitals": (put("randomness.server_seed", "A" * 64), "expected: 64 hexadecimal digits, lower case"),
    "a nonce by nobody": (put("randomness.nonces.1.by", "moon"), 'by is "moon"; expected: one of "page", "server"'),
    **{
        f"rounds: {name}": (rounds(*after), f"randomness.rounds{said}")
        for name, after, said in (
            ("one", [0], " is [{"),
            ("none at the start", [1, 2], "[0].after is 1; expected: 0, for the first round is of set-up"),
            ("one below zero", [-1, 2], "[0].after is -1; expected: 0, for the first round is of set-up"),
            ("twice", [0, 4, 4], "[2].after is 4; expected: 5 or more, for there is chance of the round before"),
            ("of a truth", [0, True], "[1].after is true; expected: a whole number."),
            ("of nothing", [0, None], "[1].after is null; expected: a whole number."),
        )
    },
    "rounds that are none": (
        put("randomness", {"scheme": "committed/2", "rounds": 2}),
        "expected: a list of two or more",
    ),
    "a round of nothing": (
        put("randomness", {"scheme": "committed/2", "rounds": [None, None]}),
        "randomness.rounds[0] is null; expected: an object with the keys after, commitment",
    ),
    "both schemes": (put("randomness.scheme", "committed/2"), "the key randomness.rounds is missing"),
    "events": (put("events", {}), "events is {}; expected: a list"),
    "an event that is null": (put("events.2", None), "events[2] is null; expected: an object"),
    "an event without type": (put("events.0", {"seat": 1}), "the key events[0].type is missing"),
    "a version": (put("rules_version", [1]), "rules_version is [1]; expected: a whole number or a text"),
    "no digest": (put("digest", ""), "digest is "),
    **{f"no {key}": (without(key), f"the key {key} is missing") for key in ("format", "events", "result", "game")},
}


@pytest.mark.parametrize("wrong", BAD_RECORDS)
def test_a_bad_record_gives_a_sentence(same_page: Page, pasha: tuple[Data, Data], wrong: str) -> None:
    make, sentence = BAD_RECORDS[wrong]
    content = make(copy.deepcopy(pasha[0]))
    told = check(same_page, json.dumps(content).encode() if content is None else content)
    assert told.startswith("This could not be checked. The record file game.json")
    assert sentence in told and len(told) < 600
    assert same_page.locator("#results").inner_text() == ""


def test_a_huge_file_is_not_even_read(page: Page) -> None:
    page.goto("/verify")
    page.get_by_label("Record of the game").evaluate(
        """(input) => {
            const chosen = new DataTransfer();
            chosen.items.add(new File([new Uint8Array(16 * 2 ** 20 + 1)], "game.json"));
            input.files = chosen.files;
        }"""
    )
    page.get_by_role("button", name="Check").click()
    assert "game.json has 16777217 bytes; expected: one record of at most 16777216 bytes" in verdict(page)


BAD_EDITIONS: list[tuple[str, str, object, str]] = [
    ("asara", "edition.buyers.blue", 10**9, "edition.buyers.blue is 1000000000; expected: a whole number from 0 to 24"),
    ("asara", "edition.buyers", [9] * 5, "edition.buyers is [9,9,9,9,9]; expected: an object with the keys blue"),
    ("asara", "edition.hand", {"2": 9}, "the key edition.hand.3 is missing"),
    ("asara", "edition.hand.3", 16, "edition.hand.3 is 16; expected: a whole number from 1 to 15"),
    ("asara", "edition.start_money", [20], "edition.start_money is [20]; expected: a list of 4"),
    ("asara", "edition.gold_per_colour.top", 5, "gold_per_colour.top is 5; expected: a whole number from 0 to 4"),
    ("asara", "edition.display.top", -1, "edition.display.top is -1; expected: a whole number from 0 to 12"),
    ("pasha", "edition.cards", [], "edition.cards is []; expected: a list of 1 to 15"),
    ("pasha", "edition.cards", ["1", 2], 'edition.cards[0] is "1"; expected: a whole number from -9 to 30'),
    ("pasha", "edition.pack_size", 0, "edition.pack_size is 0; expected: a whole number from 1 to 15"),
    ("pasha", "edition.tiles", "none", 'edition.tiles is "none"; expected: a list of 0 to 30'),
    ("pasha", "edition.tiles.1", None, "edition.tiles[1] is null; expected: an object"),
    ("pasha", "edition.tiles.1.set", "AB", 'edition.tiles[1].set is "AB"; expected: one of "A", "B"'),
]


@pytest.mark.parametrize(("game", "path", "value", "sentence"), BAD_EDITIONS)
def test_an_edition_that_cannot_be_played_gives_a_sentence(
    same_page: Page, game: str, path: str, value: object, sentence: str
) -> None:
    told = check(same_page, put(path, value)(recorded(played(game, 3))))
    assert told.startswith("This could not be checked. The record file game.json: ") and sentence in told


def test_an_event_of_lists_within_lists_gives_a_sentence(page: Page, pasha: tuple[Data, Data]) -> None:
    text = json.dumps(put("events.0.seat", "HERE")(copy.deepcopy(pasha[0]))).encode()
    told = check(page, text.replace(b'"HERE"', deep(200_000)))
    assert told.startswith("This could not be checked. The document is not of a form that this page can follow")


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_junk_anywhere_gives_checks_or_a_sentence(page: Page, play_out: Callable[..., Match], name: str) -> None:
    match = play_out(played(name, 3), 6)
    match.stop("enough")
    record = recorded(match)
    del record["edition"]["known"]
    page.goto("/verify")
    tried, uncaught = page.evaluate(
        """async ([record, receipt]) => {
            const { BadDocument } = await import("/static/documents.js");
            const { verify } = await import("/static/fairness.js");
            const junk = [undefined, null, true, -1, 1e308, 0.5, "", "X", "__proto__", [], {}, [[]], { type: [] }];
            const uncaught = [];
            let tried = 0;
            const attempt = async (path) => {
                tried += 1;
                try {
                    await verify(record, receipt);
                } catch (error) {
                    const sentence = error instanceof BadDocument ? error.message : "";
                    if (!/^The rec(ord|eipt).* expected: .+\\.$/.test(sentence)) uncaught.push(`${path}: ${error}`);
                }
            };
            const walk = async (inner, path) => {
                for (const key of Object.keys(inner)) {
                    const before = inner[key];
                    for (const value of junk.slice(Array.isArray(inner) ? 1 : 0)) {
                        if (value === undefined) delete inner[key];
                        else inner[key] = value;
                        await attempt(`${path}.${key} = ${JSON.stringify(value)}`);
                    }
                    inner[key] = before;
                    if (typeof before === "object" && before !== null) await walk(before, `${path}.${key}`);
                }
            };
            await walk(record, "record");
            await walk(receipt, "receipt");
            return [tried, uncaught];
        }""",
        [record, receipt_of(match)],
    )
    assert tried > 1000 and uncaught == []


def later(receipt: Data) -> Data:
    """The receipt's first round as if it were one more."""
    first: Data = receipt["rounds"][0]
    return first | {"after": 1}


BAD_RECEIPTS: dict[str, tuple[Callable[[Data], object], str]] = {
    "empty": (lambda _: b"", "receipt.json is empty; expected: a JSON document with the format serai-receipt/2"),
    "a list": (lambda _: [], "the document is []; expected: an object with the keys format, table, seat, rounds"),
    "a record": (
        put("format", "serai-record/1"),
        'format is "serai-record/1"; expected: one of "serai-receipt/2", "serai-receipt/1"',
    ),
    "an old one": (put("format", "serai-receipt/1"), "the key commitment is missing"),
    "no rounds": (put("rounds", []), "rounds is []; expected: a list"),
    "a round that is null": (put("rounds.0", None), "rounds[0] is null; expected: an object with the keys after, kept"),
    "a round more": (
        lambda data: data["rounds"].append(data["rounds"][0]) or data,
        "rounds[1].after is 0; expected: 1",
    ),
    "a seat less": (
        lambda data: data["rounds"].append({**later(data), "nonce_commitments": []}) or data,
        "rounds[1].nonce_commitments is []; expected: a list of 3",
    ),
    "half a move": (put("rounds.0.after", 0.5), "rounds[0].after is 0.5; expected: a whole number."),
    "moves below zero": (put("rounds.0.after", -1), "rounds[0].after is -1; expected: 0 or more"),
    "kept at noon": (put("rounds.0.kept", "noon"), 'rounds[0].kept is "noon"; expected: one of "before", "later"'),
    "no nonce": (put("rounds.0.nonce", None), "nonce is null; expected: 64 hexadecimal digits"),
    "a seat that is not there": (put("seat", 3), "seat is 3; expected: a whole number from 0 to 2"),
    "no table": (without("table"), "the key table is missing"),
    "a commitment of a number": (
        put("rounds.0.nonce_commitments.1", 5),
        "nonce_commitments[1] is 5; expected: 64 hexadecimal",
    ),
    "no commitments": (
        put("rounds.0.nonce_commitments", []),
        "rounds[0].nonce_commitments is []; expected: a list of 1 to 16",
    ),
}


@pytest.mark.parametrize("wrong", BAD_RECEIPTS)
def test_a_bad_receipt_gives_a_sentence(same_page: Page, pasha: tuple[Data, Data], wrong: str) -> None:
    make, sentence = BAD_RECEIPTS[wrong]
    told = check(same_page, pasha[0], make(copy.deepcopy(pasha[1])))
    assert told.startswith("This could not be checked. The receipt file receipt.json") and sentence in told


def test_a_receipt_of_another_number_of_players_gives_a_sentence(page: Page, pasha: tuple[Data, Data]) -> None:
    receipt = copy.deepcopy(pasha[1])
    receipt["rounds"][0]["nonce_commitments"].pop()
    assert "receipt.json is of a game with 2 seats, the record of one with 3" in check(page, pasha[0], receipt)


def test_a_record_of_a_simulation_says_that_nobody_committed(page: Page) -> None:
    game = games.load("pasha")
    match = Match(game, game.read_edition(), game.options(2), StreamSeed(7))
    match.stop("enough")
    told = check(page, recorded(match))
    assert (
        'randomness.scheme is "stream/1"; expected: one of "committed/1", "committed/2"' in told
        and "nobody committed" in told
    )


def test_without_a_record_the_page_asks_for_one(page: Page) -> None:
    page.goto("/verify")
    page.get_by_role("button", name="Check").click()
    assert "No record was chosen; expected: the file of a finished game's record" in verdict(page)


def test_a_browser_that_offers_no_hashes_checks_all_the_same(page: Page, pasha: tuple[Data, Data]) -> None:
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    assert check(page, *pasha).startswith("Everything agrees.")


# Tables


def keep(page: Page, receipt: str) -> None:
    """Have the browser keep a receipt of the table."""
    script = f"localStorage.setItem('serai.receipt.{TABLE}', {json.dumps(receipt)})"
    page.goto("/verify")
    page.evaluate(script)


def test_a_table_in_the_address_is_checked_with_the_receipt_that_the_browser_kept(
    page: Page, pasha: tuple[Data, Data]
) -> None:
    serve(page, pasha[0])
    keep(page, json.dumps(pasha[1]))
    page.goto(f"/verify#table={TABLE}")
    assert verdict(page).startswith("Everything agrees.")
    kept = f"The record of table {TABLE} was checked. The receipt of table {TABLE} that this browser kept was compared"
    expect(page.locator(".checked")).to_contain_text(kept)


def test_a_table_in_the_address_is_checked_without_a_receipt_or_with_a_chosen_one(
    page: Page, pasha: tuple[Data, Data]
) -> None:
    serve(page, pasha[0])
    page.goto(f"/verify#table={TABLE}")
    assert verdict(page).startswith("The record agrees with itself")
    page.get_by_label("Your receipt").set_input_files(file("receipt.json", pasha[1]))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_contain_text("Everything agrees.")


def test_a_kept_receipt_that_is_broken_gives_a_sentence(page: Page, pasha: tuple[Data, Data]) -> None:
    serve(page, pasha[0])
    keep(page, "{")
    page.goto(f"/verify#table={TABLE}")
    assert f"The receipt of table {TABLE} that this browser kept is no JSON document" in verdict(page)


def test_an_answer_that_is_no_record_gives_a_sentence(page: Page) -> None:
    serve(page, "<html>")
    page.goto(f"/verify#table={TABLE}")
    assert f"The record of table {TABLE} is no JSON document" in verdict(page)


def test_a_table_of_no_such_name_is_not_asked_for(page: Page) -> None:
    page.goto("/verify#table=../../x")
    assert 'The address names the table "../../x"; expected: up to 64 letters' in verdict(page)


def test_a_game_that_still_runs_has_no_record_yet(browser: Browser, pages: str) -> None:
    context = browser.new_context(base_url=pages)
    page = context.new_page()
    uncaught: list[str] = []
    page.on("pageerror", lambda error: uncaught.append(str(error)))
    serve(page, {"code": "no-table", "message": "There is a record when the game is over."}, 404)
    page.goto(f"/verify#table={TABLE}")
    assert "its answer was 404. There is a record when the game is over." in verdict(page)
    page.unroute_all()
    page.route("**/api/tables/*/record", lambda route: route.abort())
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_contain_text("could not be reached")
    context.close()
    assert uncaught == []  # the console's lines are the browser's own, about the answer


def test_the_page_asks_the_server_for_nothing_but_its_own_files(page: Page, pasha: tuple[Data, Data]) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.split("/", 3)[3]))
    check(page, *pasha)
    assert {one for one in asked if not one.startswith("static/")} == {"verify"}
    assert f"static/games/{pasha[0]['game']}/chance.js" in asked
