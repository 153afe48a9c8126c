"""The page that checks a finished game, in a real browser: true games verify, every change is found and named."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect
from tests.browser import browser
from tests.databases import new_database
from tests.guests import running
from tests.test_other_editions import MAKERS

import serai
from serai.core import game as games
from serai.core import randomness, record, replay, stream
from serai.core.edition import Edition
from serai.core.match import Match
from serai.core.randomness import Committed, Nonce, StreamSeed

__all__ = ["browser"]

Data = dict[str, Any]
PlayOut = Callable[..., Match]
Scheme = Literal["light", "dark"]
Change = Callable[[Data, Data], object]

PACKAGE = Path(str(serai.__file__)).parent
VECTORS = Path(__file__).parents[2] / "docs" / "records.md"
NAMES = ("Ada", "<b>Bo</b>", "Çelik", "{seat} $&", "Eve")
TABLE = "abcDEF123_-x"

GAMES: list[tuple[str, int, dict[str, bool]]] = [
    ("asara", 2, {}),
    ("asara", 3, {"expert": True}),
    ("asara", 4, {"expert": True, "open_screens": True}),
    ("pasha", 2, {}),
    ("pasha", 3, {}),
    ("pasha", 4, {}),
    ("pasha", 5, {}),
]


# The pages, and a page that fails its test when anything goes wrong in it.


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server; the start of its addresses."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("pages"))) as server:
        yield server.url


Errors = list[str]  # what went wrong in a page: on its console, or caught by nobody


def new_page(browser: Browser, pages: str) -> tuple[Page, Errors]:
    """A fresh page, and what will go wrong in it."""
    page, found = browser.new_context(base_url=pages).new_page(), Errors()
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return page, found


@pytest.fixture
def page(browser: Browser, pages: str) -> Iterator[Page]:
    """A fresh page; an error in it fails the test."""
    page, found = new_page(browser, pages)
    yield page
    page.context.close()
    assert found == []


@pytest.fixture(scope="module")
def kept(browser: Browser, pages: str) -> Iterator[tuple[Page, Errors]]:
    """A page for many tests."""
    page, found = new_page(browser, pages)
    yield page, found
    page.context.close()


@pytest.fixture
def same_page(kept: tuple[Page, Errors]) -> Iterator[Page]:
    """The same page as before, for tests that only show it files; an error in it fails the test."""
    page, found = kept
    found.clear()
    yield page
    assert found == []


# Records, receipts, and what the page says of them.


def played(name: str, players: int, flags: dict[str, bool] | None = None, edition: Edition | None = None) -> Match:
    """A new match whose chance was committed to."""
    game, chance = games.load(name), random.Random(f"{name} {players}")
    nonces = tuple(Nonce(chance.randbytes(32), "server" if seat == 1 else "page") for seat in range(players))
    options = game.options(players, **(flags or {}))
    return Match(game, edition or game.read_edition(), options, Committed(chance.randbytes(32), nonces))


def recorded(match: Match) -> Data:
    """The match's record as it is read from a file."""
    seats = [{"name": NAMES[seat], "by": "person"} for seat in range(match.players)]
    data: Data = json.loads(record.canonical(match.record(seats)))
    return data


def receipt_of(match: Match, seat: int = 0) -> Data:
    """What a seat's page kept."""
    chance = match.randomness
    assert isinstance(chance, Committed)
    return {
        "format": "serai-receipt/1",
        "table": TABLE,
        "commitment": chance.commitment,
        "nonce_commitments": [nonce.commitment for nonce in chance.nonces],
        "seat": seat,
        "nonce": chance.nonces[seat].nonce.hex(),
    }


@pytest.fixture(scope="module", params=["asara", "pasha"])
def documents(request: pytest.FixtureRequest) -> tuple[Data, Data]:
    """A record of three players, stopped at once, and a receipt."""
    match = played(request.param, 3)
    match.stop("nobody came")
    return recorded(match), receipt_of(match)


@pytest.fixture(scope="module")
def pasha() -> tuple[Data, Data]:
    """Of Pasha alone, where the game makes no difference."""
    match = played("pasha", 3)
    match.stop("nobody came")
    return recorded(match), receipt_of(match)


def file(name: str, content: object) -> FilePayload:
    """A file with a JSON document, or with these very bytes."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return {"name": name, "mimeType": "application/json", "buffer": body}


def check(page: Page, record: object, receipt: object = None) -> str:
    """Give the page these files; its verdict."""
    page.goto("/verify")
    page.get_by_label("Record of the game").set_input_files(file("game.json", record))
    if receipt is not None:
        page.get_by_label("Your receipt").set_input_files(file("receipt.json", receipt))
    page.get_by_role("button", name="Check").click()
    return verdict(page)


def verdict(page: Page) -> str:
    """The verdict, when there is one."""
    status = page.get_by_role("status")
    expect(status).not_to_have_text("")
    expect(status).not_to_have_text("Checking …")
    return status.inner_text()


def names(page: Page, word: str) -> list[str]:
    """The names of the checks of which the page says this word."""
    found = page.locator("#results li").filter(has=page.get_by_text(f"{word}:", exact=True))
    return found.locator(".name").all_inner_texts()


# True games


@pytest.mark.parametrize(("name", "players", "flags"), GAMES)
def test_a_true_game_verifies(page: Page, play_out: PlayOut, name: str, players: int, flags: dict[str, bool]) -> None:
    match = play_out(played(name, players, flags))
    opening = [event["type"] for event in match.events][: [event["type"] for event in match.events].index("move")]
    assert check(page, recorded(match), receipt_of(match, players - 1)).startswith("Everything agrees.")
    assert names(page, "Differs") == []
    assert names(page, "Agrees") == [
        "Server seed and commitment",
        "Commitment that your page saw",
        *(f"Nonce of seat {seat} ({NAMES[seat]})" for seat in range(players)),
        "Your own nonce",
        *(f"events[{place}]: {kind}" for place, kind in enumerate(opening)),
    ]


@pytest.mark.parametrize("decisions", [0, 1, 7])
@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_a_game_that_was_stopped_verifies(same_page: Page, play_out: PlayOut, name: str, decisions: int) -> None:
    match = play_out(played(name, 2), decisions)
    match.change_player(1, "easy")
    match.resign(0)
    assert check(same_page, recorded(match), receipt_of(match)).startswith("Everything agrees.")


def test_without_a_receipt_the_verdict_says_what_is_not_shown(page: Page, documents: tuple[Data, Data]) -> None:
    told = check(page, documents[0])
    assert told.startswith("The record agrees with itself") and "No receipt was given" in told
    expect(page.locator("#results")).to_contain_text("No receipt was given, so nothing from before the game")


def test_a_nonce_that_the_server_made_is_called_so(page: Page, documents: tuple[Data, Data]) -> None:
    check(page, *documents)
    made_by_server = page.locator("#results li").filter(has_text="It was made by the server")
    assert made_by_server.locator(".name").all_inner_texts() == [f"Nonce of seat 1 ({NAMES[1]})"]


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_games_of_any_edition_verify(same_page: Page, name: str) -> None:
    game = games.load(name)
    records = []
    for number in range(30):
        chance = random.Random(number)
        data = copy.deepcopy(game.read_edition().data)
        MAKERS[name](chance, data)
        data["known"] = {key: "assumed" for key in data if key not in ("name", "known")}
        match = played(name, chance.choice(game.player_counts), edition=game.edition_of(data, "random.toml"))
        match.stop("enough")
        records.append(recorded(match))
    same_page.goto("/verify")
    verdicts = same_page.evaluate(
        """async (records) => {
            const { verify } = await import("/static/fairness.js");
            return Promise.all(records.map((record) => verify(record, null)));
        }""",
        records,
    )
    for verdict, data in zip(verdicts, records, strict=True):
        assert verdict["is_fine"], [one for one in verdict["checks"] if not one["is_fine"]]
        assert len(verdict["checks"]) == len(data["events"])  # the server seed's, and the stop's none


# Chance


def test_the_browser_computes_the_documented_vectors(page: Page) -> None:
    vectors = json.loads(VECTORS.read_text("utf-8").split("```json\n")[1].split("```")[0])
    page.goto("/verify")
    computed = page.evaluate(
        """async ({ generator, "stream/1": seeded, "committed/1": committed }) => {
            const { Stream, bytesOf, hex, sha256, streamOf, tableSeed } = await import("/static/fairness.js");
            const words = (texts) => texts.map((text) => BigInt("0x" + text));
            const [numbers, draws] = [new Stream(words(seeded.open)), new Stream(words(seeded.open))];
            const plain = new Stream(words(generator.state));
            const seed = await tableSeed(bytesOf(committed.server_seed), committed.nonces.map(bytesOf));
            const told = async (number, label) =>
                (await streamOf(seed, number, label)).words.map((word) => word.toString(16).padStart(16, "0"));
            return {
                words: generator.words.map(() => plain.next().toString(16)),
                numbers: Array.from({ length: 12 }, () => numbers.below(6)),
                draws: draws.drawSome([0, 0, 2, 2, 2, 3], 9),
                zero: new Stream([0n, 0n, 0n, 0n]).words.map(String),
                commitment: hex(await sha256(bytesOf(committed.server_seed))),
                table_seed: hex(seed),
                "open 0": await told(0, "open"),
                "hidden 0": await told(0, "hidden"),
                "open 1": await told(1, "open"),
            };
        }""",
        vectors,
    )
    committed = vectors["committed/1"]
    assert computed == {
        "words": vectors["generator"]["words"],
        "numbers": vectors["numbers below 6 from that open stream"],
        "draws": vectors["all six drawn, from that open stream, of 2, 0, 3 and 1 things of kinds 0 to 3"],
        "zero": ["1", "0", "0", "0"],
        **{key: committed[key] for key in ("commitment", "table_seed", "open 0", "hidden 0", "open 1")},
    }


@pytest.mark.parametrize("bound", [1, 3 << 29, 2**31 - 1, 2**31])
def test_numbers_below_a_large_bound_reject_as_the_rules_do(page: Page, bound: int) -> None:
    ours = randomness.stream_of(7, 0)
    words = [f"{int(word):x}" for word in ours]
    page.goto("/verify")
    computed = page.evaluate(
        """async ([words, bound]) => {
            const { Stream } = await import("/static/fairness.js");
            const stream = new Stream(words.map((word) => BigInt("0x" + word)));
            return Array.from({ length: 200 }, () => stream.below(bound));
        }""",
        [words, bound],
    )
    assert computed == [int(stream.below(ours, bound)) for _ in range(200)]


def test_the_browser_knows_the_rules_of_the_versions_that_we_play(page: Page) -> None:
    folders = sorted(found.parent.name for found in (PACKAGE / "games").glob("*/opening.js"))
    page.goto("/verify")
    offered = page.locator("meta[name=serai-games]").get_attribute("content")
    assert offered == " ".join(folders) == "asara pasha"
    for name in folders:
        known = page.evaluate("async (name) => (await import(`/static/games/${name}/opening.js`)).RULES_VERSION", name)
        assert known == games.load(name).rules.RULES_VERSION


# Changes


def flipped(digits: str) -> str:
    """The same digits but for one."""
    return digits[:20] + ("0" if digits[20] != "0" else "1") + digits[21:]


def flip(table: Data, key: str) -> None:
    """Change a digit of a value."""
    table[key] = flipped(table[key])


def first(data: Data, kind: str) -> Data:
    """The first event of a kind."""
    event: Data = next(event for event in data["events"] if event["type"] == kind)
    return event


def other(values: list[Any], key: int = 0) -> None:
    """Change one of some values to another that is among them."""
    values[key] = next(value for value in values if value != values[key])


def next_seat(event: Data) -> None:
    """Another seat of three."""
    event["seat"] = (event["seat"] + 1) % 3


CHANGES: dict[str, tuple[Change, str]] = {
    "server seed": (lambda record, _: flip(record["randomness"], "server_seed"), "Server seed and commitment"),
    "commitment": (lambda record, _: flip(record["randomness"], "commitment"), "Server seed and commitment"),
    "first nonce": (lambda record, _: flip(record["randomness"]["nonces"][0], "nonce"), "Nonce of seat 0 (Ada)"),
    "own nonce": (lambda record, _: flip(record["randomness"]["nonces"][0], "nonce"), "Your own nonce"),
    "last nonce": (lambda record, _: flip(record["randomness"]["nonces"][2], "nonce"), "Nonce of seat 2 (Çelik)"),
    "receipt's commitment": (lambda _, receipt: flip(receipt, "commitment"), "Commitment that your page saw"),
    "receipt's nonce": (lambda _, receipt: flip(receipt, "nonce"), "Your own nonce"),
    "receipt's seat": (lambda _, receipt: receipt.update(seat=2), "Your own nonce"),
    "starter": (lambda record, _: next_seat(first(record, "start")), "events[0]: start"),
}

GAME_CHANGES: dict[str, dict[str, tuple[Callable[[Data], object], str]]] = {
    "asara": {
        "money": (lambda data: first(data, "money").update(amount=24), "events[1]: money"),
        "year": (lambda data: first(data, "year").update(number="1"), "events[4]: year"),
        "card": (lambda data: other(first(data, "deal")["cards"]), "events[5]: deal"),
        "hands swapped": (lambda data: next_seat(data["events"][6]), "events[6]: deal"),
        "piece": (lambda data: other(first(data, "display")["pieces"]), "events[8]: display"),
        "gold": (lambda data: data["events"][11]["pieces"].append("white*"), "events[11]: display"),
        "an event more": (lambda data: data["events"].insert(12, {"type": "rain"}), "events[12]: rain"),
        "an event less": (lambda data: data["events"].pop(11), "events[11]: display"),
    },
    "pasha": {
        "card": (lambda data: other(first(data, "packs")["cards"]), "events[1]: packs"),
        "packs swapped": (lambda data: data["events"][2]["cards"].reverse(), "events[2]: packs"),
        "round": (lambda data: first(data, "round").update(number=2), "events[4]: round"),
        "tile": (lambda data: first(data, "bonus")["tile"].update(face=6), "events[5]: bonus"),
        "an event more": (lambda data: data["events"].insert(6, {"type": "rain"}), "events[6]: rain"),
        "an event less": (lambda data: data["events"].pop(5), "events[5]: bonus"),
    },
}


@pytest.mark.parametrize("changed", CHANGES)
def test_a_changed_seed_receipt_or_starter_is_found(
    same_page: Page, documents: tuple[Data, Data], changed: str
) -> None:
    record, receipt = copy.deepcopy(documents)
    change, name = CHANGES[changed]
    change(record, receipt)
    told = check(same_page, record, receipt)
    assert "failed, so what was given does not fit together" in told
    assert name in names(same_page, "Differs")
    is_seed = changed in ("server seed", "first nonce", "own nonce", "last nonce")
    assert is_seed == any(name.startswith("events[") and "start" not in name for name in names(same_page, "Differs"))


@pytest.mark.parametrize("seat", range(3))
def test_a_changed_nonce_commitment_is_found_at_its_seat(
    same_page: Page, documents: tuple[Data, Data], seat: int
) -> None:
    record, receipt = copy.deepcopy(documents)
    receipt["nonce_commitments"][seat] = flipped(receipt["nonce_commitments"][seat])
    assert check(same_page, record, receipt).startswith("One of ")
    assert names(same_page, "Differs") == [f"Nonce of seat {seat} ({NAMES[seat]})"]


@pytest.mark.parametrize(
    ("game", "changed"), [(game, changed) for game, changes in GAME_CHANGES.items() for changed in changes]
)
def test_a_changed_opening_is_found_at_its_event_and_nowhere_else(same_page: Page, game: str, changed: str) -> None:
    match = played(game, 3)
    match.stop("nobody came")
    data = recorded(match)
    change, name = GAME_CHANGES[game][changed]
    change(data)
    assert check(same_page, data, receipt_of(match)).startswith("One of ")
    assert names(same_page, "Differs") == [name]
    told = same_page.locator("#results li.wrong .detail").inner_text()
    said, gives = told.split(", recomputing gives ")
    assert said.removeprefix("The record says ") != gives.removesuffix(".")


def test_whatever_the_command_finds_in_an_opening_the_page_finds_too(page: Page, documents: tuple[Data, Data]) -> None:
    changed = []
    for place, event in enumerate(documents[0]["events"][:-1]):
        for key in event:
            data = copy.deepcopy(documents[0])
            data["events"][place][key] = {"strange": [None]} if key != "type" else "strange"
            changed.append(data)
    page.goto("/verify")
    verdicts = page.evaluate(
        """async (records) => {
            const { verify } = await import("/static/fairness.js");
            return Promise.all(records.map((record) => verify(record, null)));
        }""",
        changed,
    )
    for verdict, data in zip(verdicts, changed, strict=True):
        assert not replay.verify(record.check(data)).is_fine and not verdict["is_fine"]
        [wrong] = [one["name"] for one in verdict["checks"] if not one["is_fine"]]
        assert wrong.startswith("events[")


def test_a_difference_in_a_record_of_other_rules_is_remarked_on(page: Page, documents: tuple[Data, Data]) -> None:
    data = copy.deepcopy(documents[0]) | {"rules_version": 99}
    assert check(page, data).startswith("The record agrees with itself")
    next_seat(first(data, "start"))
    told = check(page, data)
    assert told.startswith("One of ") and "made by version 99 of the rules, and this page knows version 1" in told


def test_what_a_record_says_is_shown_as_text(page: Page, documents: tuple[Data, Data]) -> None:
    data = copy.deepcopy(documents[0])
    first(data, "start")["seat"] = "<img src=/nowhere onerror=alert(1)>"
    check(page, data, documents[1])
    expect(page.locator("#results")).to_contain_text("<img src=/nowhere onerror=alert(1)>")
    expect(page.locator("#results")).to_contain_text("<b>Bo</b>")
    assert page.locator("#results img, #results b").count() == 0


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
        lambda _: {"format": "serai-receipt/1"},
        'game.json: format is "serai-receipt/1"; expected: "serai-record/1"',
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


def test_junk_anywhere_gives_checks_or_a_sentence(page: Page, documents: tuple[Data, Data]) -> None:
    record = copy.deepcopy(documents[0])
    del record["edition"]["known"]
    page.goto("/verify")
    tried, uncaught = page.evaluate(
        """async ([record, receipt]) => {
            const { BadDocument, verify } = await import("/static/fairness.js");
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
        [record, documents[1]],
    )
    assert tried > 1000 and uncaught == []


BAD_RECEIPTS: dict[str, tuple[Callable[[Data], object], str]] = {
    "empty": (lambda _: b"", "receipt.json is empty; expected: a JSON document with the format serai-receipt/1"),
    "a record": (put("format", "serai-record/1"), 'format is "serai-record/1"; expected: "serai-receipt/1"'),
    "no nonce": (put("nonce", None), "nonce is null; expected: 64 hexadecimal digits"),
    "a seat that is not there": (put("seat", 3), "seat is 3; expected: a whole number from 0 to 2"),
    "no commitment": (without("commitment"), "the key commitment is missing"),
    "a commitment of a number": (put("nonce_commitments.1", 5), "nonce_commitments[1] is 5; expected: 64 hexadecimal"),
    "no commitments": (put("nonce_commitments", []), "nonce_commitments is []; expected: a list of 1 to 16"),
}


@pytest.mark.parametrize("wrong", BAD_RECEIPTS)
def test_a_bad_receipt_gives_a_sentence(same_page: Page, pasha: tuple[Data, Data], wrong: str) -> None:
    make, sentence = BAD_RECEIPTS[wrong]
    told = check(same_page, pasha[0], make(copy.deepcopy(pasha[1])))
    assert told.startswith("This could not be checked. The receipt file receipt.json") and sentence in told


def test_a_receipt_of_another_number_of_players_gives_a_sentence(page: Page, pasha: tuple[Data, Data]) -> None:
    receipt = copy.deepcopy(pasha[1])
    receipt["nonce_commitments"].pop()
    assert "receipt.json is of a game with 2 seats, the record of one with 3" in check(page, pasha[0], receipt)


def test_a_record_of_a_simulation_says_that_nobody_committed(page: Page) -> None:
    game = games.load("pasha")
    match = Match(game, game.read_edition(), game.options(2), StreamSeed(7))
    match.stop("enough")
    told = check(page, recorded(match))
    assert 'randomness.scheme is "stream/1"; expected: "committed/1"' in told and "nobody committed" in told


def test_without_a_record_the_page_asks_for_one(page: Page) -> None:
    page.goto("/verify")
    page.get_by_role("button", name="Check").click()
    assert "No record was chosen; expected: the file of a finished game's record" in verdict(page)


def test_a_browser_that_may_not_compute_hashes_is_told_what_to_do(page: Page, pasha: tuple[Data, Data]) -> None:
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    assert "only over https" in check(page, *pasha)


# Tables


def serve(page: Page, body: object, status: int = 200) -> None:
    """Answer as the server would when it is asked for a table's record."""
    text = body if isinstance(body, str) else json.dumps(body)
    page.route("**/api/tables/*/record", lambda route: route.fulfill(status=status, body=text))


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
    assert f"static/games/{pasha[0]['game']}/opening.js" in asked


# People


def test_the_page_works_with_the_keyboard_alone(page: Page, pasha: tuple[Data, Data]) -> None:
    page.on("filechooser", lambda _: None)  # from the start, else the first key may come before the browser listens
    page.goto("/verify")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Record of the game")).to_be_focused()
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Space")
    chooser.value.set_files(file("game.json", pasha[0]))
    page.keyboard.press("Tab")
    expect(page.get_by_label("Your receipt")).to_be_focused()
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Space")
    chooser.value.set_files(file("receipt.json", pasha[1]))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Enter")
    assert verdict(page).startswith("Everything agrees.")
    expect(page.get_by_role("button", name="Check")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_nothing_is_wider_than_the_page(page: Page, pasha: tuple[Data, Data], width: int, scheme: Scheme) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    changed = copy.deepcopy(pasha[0])
    flip(changed["randomness"], "server_seed")
    check(page, changed, pasha[1])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
