"""The page that checks a finished game, in a real browser: true games verify, every change is found and named."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

import serai
from serai.core import game as games
from serai.core.compiled import rng as stream
from serai.core.match import Match
from serai.core.records import randomness, record, replay
from serai.web import assets
from serai.web.pages import fairness as checking
from tests import earlier
from tests.fairness import (
    DRAWN,
    NAMES,
    TABLE,
    Data,
    check,
    documents,
    file,
    german_page,
    kept,
    names,
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

__all__ = ["documents", "german_page", "kept", "page", "pages", "pasha", "same_page"]

PlayOut = Callable[..., Match]
Scheme = Literal["light", "dark"]
Change = Callable[[Data, Data], object]

AXE = assets.PACKAGES / "axe-core" / "axe.min.js"
PACKAGE = Path(str(serai.__file__)).parent
SCRIPTS = ("documents", "fairness", "verify")
VECTORS = Path(__file__).parents[2] / "docs" / "records.md"

GAMES: list[tuple[str, int, dict[str, bool]]] = [
    ("asara", 2, {}),
    ("asara", 3, {"expert": True}),
    ("asara", 4, {"expert": True, "open_screens": True}),
    ("pasha", 2, {}),
    ("pasha", 3, {}),
    ("pasha", 4, {}),
    ("pasha", 5, {}),
]


# True games


@pytest.mark.parametrize(("name", "players", "flags"), GAMES)
def test_a_true_game_verifies(page: Page, play_out: PlayOut, name: str, players: int, flags: dict[str, bool]) -> None:
    match = play_out(played(name, players, flags))
    drawn = [(place, event["type"]) for place, event in enumerate(match.events) if event["type"] in DRAWN[name]]
    seat = players - 1 if players > 2 else 0  # the server makes the nonce of seat 1
    assert check(page, recorded(match), receipt_of(match, seat)).startswith("Everything agrees.")
    assert names(page, "Differs") == []
    assert names(page, "Agrees") == [
        "Server seed and commitment",
        "Commitment that your page saw",
        *(f"Nonce of seat {seat} ({NAMES[seat]})" for seat in range(players)),
        "Your own nonce",
        *(f"events[{place}]: {kind}" for place, kind in drawn),
    ]
    expect(page.locator("#results .part").last).to_contain_text("was recomputed as well, and agrees")


@pytest.mark.parametrize("decisions", [0, 1, 7])
@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_a_game_that_was_stopped_verifies(same_page: Page, play_out: PlayOut, name: str, decisions: int) -> None:
    match = play_out(played(name, 2), decisions)
    match.change_player(1, "easy")
    match.resign(0)
    assert check(same_page, recorded(match), receipt_of(match)).startswith("Everything agrees.")


def test_without_a_receipt_the_verdict_says_what_is_not_shown(page: Page, documents: tuple[Data, Data]) -> None:
    told = check(page, documents[0])
    assert told.startswith("The record agrees with itself, so it is consistent")
    assert told.endswith("Only a receipt from before the opening can tell whether these were settled beforehand.")
    expect(page.locator("#results")).to_contain_text("No receipt was given, so nothing from before the opening")


def test_a_nonce_that_the_server_made_is_called_so(page: Page, documents: tuple[Data, Data]) -> None:
    check(page, *documents)
    made_by_server = page.locator("#results li").filter(has_text="It was made by the server")
    assert made_by_server.locator(".name").all_inner_texts() == [f"Nonce of seat 1 ({NAMES[1]})"]


# Chance


def test_the_browser_computes_the_documented_vectors(page: Page) -> None:
    vectors = json.loads(VECTORS.read_text("utf-8").split("```json\n")[1].split("```")[0])
    page.goto("/verify")
    computed = page.evaluate(
        """async ({ generator, "stream/1": seeded, "committed/1": committed }) => {
            const { bytesOf, hex, sha256 } = await import("/static/hashing.js");
            const { Stream, streamOf, tableSeed } = await import("/static/randomness.js");
            const words = (texts) => texts.map((text) => BigInt("0x" + text));
            const [numbers, draws] = [new Stream(words(seeded.open)), new Stream(words(seeded.open))];
            const plain = new Stream(words(generator.state));
            const seed = tableSeed(bytesOf(committed.server_seed), committed.nonces.map(bytesOf));
            const told = (number, label) =>
                streamOf(seed, number, label).words.map((word) => word.toString(16).padStart(16, "0"));
            return {
                words: generator.words.map(() => plain.next().toString(16)),
                numbers: Array.from({ length: 12 }, () => numbers.below(6)),
                draws: draws.drawSome([0, 0, 2, 2, 2, 3], 9),
                zero: new Stream([0n, 0n, 0n, 0n]).words.map(String),
                commitment: hex(sha256(bytesOf(committed.server_seed))),
                table_seed: hex(seed),
                "open 0": told(0, "open"),
                "hidden 0": told(0, "hidden"),
                "open 1": told(1, "open"),
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


def test_the_browser_computes_the_documented_vectors_of_renewed_chance(page: Page) -> None:
    given = json.loads(VECTORS.read_text("utf-8").split("```json\n")[1].split("```")[0])["committed/2"]
    page.goto("/verify")
    computed = page.evaluate(
        """async (rounds) => {
            const { bytesOf, hex } = await import("/static/hashing.js");
            const { seedOf } = await import("/static/fairness.js");
            const { streamOf, tableSeed } = await import("/static/randomness.js");
            const seeds = rounds.map(({ after, server_seed, nonces }) => (
                { after, seed: tableSeed(bytesOf(server_seed), nonces.map(bytesOf)) }
            ));
            const told = (number, label) =>
                streamOf(seedOf(seeds, number), number, label).words.map((word) => word.toString(16).padStart(16, "0"));
            return {
                seeds: seeds.map(({ seed }) => hex(seed)),
                "open 12": told(12, "open"),
                "open 13": told(13, "open"),
                "hidden 13": told(13, "hidden"),
            };
        }""",
        given["rounds"],
    )
    seeds = [one["table_seed"] for one in given["rounds"]]
    assert computed == {"seeds": seeds, **{key: given[key] for key in ("open 12", "open 13", "hidden 13")}}


@pytest.mark.parametrize("bound", [1, 3 << 29, 2**31 - 1, 2**31])
def test_numbers_below_a_large_bound_reject_as_the_rules_do(page: Page, bound: int) -> None:
    ours = randomness.stream_of(7, 0)
    words = [f"{int(word):x}" for word in ours]
    page.goto("/verify")
    computed = page.evaluate(
        """async ([words, bound]) => {
            const { Stream } = await import("/static/randomness.js");
            const stream = new Stream(words.map((word) => BigInt("0x" + word)));
            return Array.from({ length: 200 }, () => stream.below(bound));
        }""",
        [words, bound],
    )
    assert computed == [int(stream.below(ours, bound)) for _ in range(200)]


def test_the_browser_knows_the_rules_of_the_versions_that_we_play(page: Page) -> None:
    folders = sorted(found.parents[1].name for found in (PACKAGE / "games").glob("*/page/chance.js"))
    page.goto("/verify")
    offered = page.locator("meta[name=serai-games]").get_attribute("content")
    assert offered == " ".join(folders) == "asara pasha"
    for name in folders:
        known = page.evaluate("async (name) => (await import(`/static/games/${name}/chance.js`)).RULES_VERSION", name)
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
    "receipt's commitment": (
        lambda _, receipt: flip(receipt["rounds"][0], "commitment"),
        "Commitment that your page saw",
    ),
    "receipt's nonce": (lambda _, receipt: flip(receipt["rounds"][0], "nonce"), "Your own nonce"),
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
    seen = receipt["rounds"][0]["nonce_commitments"]
    seen[seat] = flipped(seen[seat])
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


def test_a_die_changed_in_a_whole_game_is_shown_and_nothing_after_it_compared(
    same_page: Page, play_out: PlayOut
) -> None:
    match = play_out(played("pasha", 3))
    data = recorded(match)
    rolls = [place for place, event in enumerate(data["events"]) if event["type"] == "roll"]
    data["events"][rolls[30]]["dice"] = [6, 6, 6, 6, 6]
    told = check(same_page, data, receipt_of(match))
    assert told.startswith("One of ") and told.endswith(f"does not fit together: events[{rolls[30]}]: roll.")
    expect(same_page.locator("#results li.wrong")).to_be_visible()
    rolled = ", ".join(str(die) for die in match.events[rolls[30]]["dice"])
    expect(same_page.locator("#results li.wrong")).to_contain_text(
        re.compile(f"The record says “.*dice: 6, 6, 6, 6, 6”, recomputing gives “.*dice: {rolled}”")
    )
    expect(same_page.locator("#results")).to_contain_text("What comes after the first difference was not compared.")
    assert names(same_page, "Agrees")[-1] == f"events[{rolls[29]}]: roll"


def test_the_draws_of_a_game_can_be_seen_one_by_one(same_page: Page, play_out: PlayOut) -> None:
    check(same_page, recorded(play_out(played("pasha", 2), 5)))
    drawn = same_page.locator("#results details li")
    expect(drawn.first).to_be_hidden()
    same_page.get_by_text("What agrees, one by one").click()
    expect(drawn.first).to_be_visible()


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
    for found, data in zip(verdicts, changed, strict=True):
        assert not replay.verify(record.check(data)).is_fine and not found["is_fine"]
        [wrong] = [one["name"] for one in found["checks"] if not one["is_fine"]]
        assert wrong.startswith("events[")


def test_a_difference_in_a_record_of_other_rules_is_remarked_on(page: Page, documents: tuple[Data, Data]) -> None:
    data = copy.deepcopy(documents[0]) | {"rules_version": 99}
    assert check(page, data).startswith("The record agrees with itself")
    next_seat(first(data, "start"))
    told = check(page, data)
    known = games.load(data["game"]).rules.RULES_VERSION
    said = f"made by version 99 of the rules, and this page knows version {known}:"
    assert told.startswith("One of ") and said in told


@pytest.mark.parametrize("name", ["finished", "finished-basic"])
def test_a_true_game_of_asaras_version_1_verifies(page: Page, name: str) -> None:
    data = earlier.played(name)["record"]
    assert data["rules_version"] == 1 and check(page, data).startswith("The record agrees with itself")
    assert names(page, "Differs") == []


def test_version_1_is_no_excuse_for_another_set_up(page: Page) -> None:
    data = earlier.played("finished")["record"]
    first(data, "display")["pieces"].pop()
    told = check(page, data)
    assert told.startswith("One of ") and "version" not in told
    assert [name.split(": ")[1] for name in names(page, "Differs")] == ["display"]


def test_the_page_knows_no_other_earlier_versions_than_the_command(same_page: Page) -> None:
    same_page.goto("/verify")
    for game in map(games.load, ("asara", "pasha")):
        known = same_page.evaluate("async (n) => (await import(`/static/games/${n}/chance.js`)).SAME_CHANCE", game.name)
        versions = game.rules.versions
        assert set(known or ()) <= set(versions.KNOWN if versions else ())


def test_what_a_record_says_is_shown_as_text(page: Page, documents: tuple[Data, Data]) -> None:
    data = copy.deepcopy(documents[0])
    first(data, "start")["seat"] = "<img src=/nowhere onerror=alert(1)>"
    check(page, data, documents[1])
    expect(page.locator("#results")).to_contain_text("<img src=/nowhere onerror=alert(1)>")
    expect(page.locator("#results")).to_contain_text("<b>Bo</b>")
    assert page.locator("#results img, #results b").count() == 0


# People

# The border of an element and its background, as red, green and blue.
COLOURS = """(shown) => {
    const { borderTopColor, backgroundColor } = getComputedStyle(shown);
    return [borderTopColor, backgroundColor].map((colour) => colour.match(/[0-9.]+/g).slice(0, 3).map(Number));
}"""


def test_the_page_works_with_the_keyboard_alone(page: Page, pasha: tuple[Data, Data]) -> None:
    page.on("filechooser", lambda _: None)  # from the start, else the first key may come before the browser listens
    page.goto("/verify")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # past the bar
    page.keyboard.press("Tab")
    expect(page.get_by_label("Record of the game")).to_be_focused()
    assert page.url.endswith("/verify#main") and page.locator("#verdict").inner_text() == ""
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_verdict_has_its_colour_and_can_be_read(page: Page, pasha: tuple[Data, Data], scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    changed = copy.deepcopy(pasha[0])
    flip(changed["randomness"], "commitment")
    for data, channel in ((pasha[0], 1), (changed, 0)):
        check(page, data, pasha[1])
        border, background = page.get_by_role("status").evaluate(COLOURS)
        assert border[channel] > 1.25 * sorted(border)[1] and max(background) == background[channel]
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate("async () => (await axe.run()).violations.map(({ id }) => id)") == []


# Languages


def test_a_german_browser_is_told_everything_in_german(german_page: Page, pasha: tuple[Data, Data]) -> None:
    german_page.goto("/verify")
    assert german_page.locator("html").get_attribute("lang") == "de"
    expect(german_page.get_by_role("heading", level=1)).to_have_text("War die Partie fair?")
    german_page.get_by_label("Aufzeichnung der Partie").set_input_files(file("game.json", pasha[0]))
    german_page.get_by_label("Dein Beleg").set_input_files(file("receipt.json", pasha[1]))
    german_page.get_by_role("button", name="Prüfen").click()
    expect(german_page.get_by_role("status")).to_contain_text("Alles stimmt.")
    assert names(german_page, "Stimmt")[-1] == "events[5]: bonus" and "Deine eigene Nonce" in names(
        german_page, "Stimmt"
    )
    german_page.get_by_label("Aufzeichnung der Partie").set_input_files(file("game.json", b"{"))
    german_page.get_by_role("button", name="Prüfen").click()
    expect(german_page.get_by_role("status")).to_contain_text("Die Aufzeichnungsdatei game.json ist kein JSON-Dokument")


def test_another_language_is_chosen_for_the_same_table(page: Page, pasha: tuple[Data, Data]) -> None:
    serve(page, pasha[0])
    page.goto(f"/verify#table={TABLE}")
    assert verdict(page).startswith("The record agrees with itself")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("status")).to_contain_text("Die Aufzeichnung ist in sich stimmig")
    assert page.url.endswith(f"/verify#table={TABLE}")


def test_the_page_has_every_word_that_its_scripts_say() -> None:
    scripts = "".join((PACKAGE / "web" / "static" / f"{name}.js").read_text("utf-8") for name in SCRIPTS)
    calls = re.findall(r"\b(?:word|named)\(([^()]*?)[,)]", scripts) + re.findall(r"\bremark\(([^()]*?)[)]", scripts)
    said = {name for call in calls for name in re.findall(r'"(\w+)"', call)} - {"receipt", "seeds", "later"}
    assert len(said) > 60 and said <= checking.words().keys()
