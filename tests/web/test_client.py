"""The script of the table's page in a real browser: choosing, staying live, taking part in chance."""

import json
import re
import socket
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.databases import new_database
from tests.guests import Guest, Running, commitment, running

PLACE_OR_PAIR = [
    ["place blue base", "card.blue", "space.base"],
    ["place green base", "card.green", "space.base"],
    ["place blue+blue top", "card.blue", "card.blue", "space.top"],
    ["decline", "decline"],
]
ORDERS = [  # one list of parts: they are touched in this order
    ["under red red black", ["seen.red", "seen.red", "seen.black"]],
    ["under red black red", ["seen.red", "seen.black", "seen.red"]],
    ["under black red red", ["seen.black", "seen.red", "seen.red"]],
]
YOUR_TURN = "#table[data-your-turn='1']:not([data-sending])"
LIT = "#stage .pick[data-open]:not([aria-pressed=true])"
LONG = 20_000  # ms for what a bot or a new connection may take


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all tests that need no other."""
    with running(new_database("sqlite", tmp_path_factory.mktemp("client"))) as found:
        yield found


@pytest.fixture
def context(browser: Browser, house: Running) -> Iterator[BrowserContext]:
    """A browser of its own, as of one person."""
    found = browser.new_context(base_url=house.url, reduced_motion="reduce")
    found.set_default_timeout(LONG)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page in which nothing may go wrong."""
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
    yield page
    assert wrong == []


def play_now(page: Page, game: str) -> str:
    """Two clicks into a game against a bot; the table's name."""
    page.goto("/")
    page.locator(f"section[aria-labelledby=game-{game}]").get_by_role("button", name="Play now").click()
    page.wait_for_selector(YOUR_TURN)
    return page.url.rpartition("/")[2]


def with_a_friend(page: Page, house: Running) -> tuple[str, Guest]:
    """A table with talk that somebody else sat down at, by its link; its name and that guest."""
    page.goto("/open?game=pasha&players=2")
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Link to this table").input_value().rpartition("#")[2]
    table, friend = page.url.rpartition("/")[2], house.guest("Bob")
    friend.sit(table, link)
    friend.open_nonces(table)
    page.wait_for_selector("#table[data-phase=playing]")
    return table, friend


def say(friend: Guest, table: str, words: str) -> None:
    """A change that comes from elsewhere."""
    friend.ask("POST", f"/tables/{table}/chat", {"words": words})


def in_module(page: Page, module: str, expression: str, *given: Any) -> Any:
    """What an expression over a module's exports (`m`) and given values (`a`) comes to."""
    source = f"async ([...a]) => {{ const m = await import('/static/{module}'); return {expression}; }}"
    return page.evaluate(source, list(given))


def version(page: Page) -> int:
    """Of what is shown."""
    return int(page.locator("#table").get_attribute("data-version") or 0)


# Choosing


def test_a_part_is_open_when_some_move_has_it_beside_what_is_chosen(page: Page) -> None:
    page.goto("/help")

    def opened(*chosen: str) -> set[str]:
        return set(in_module(page, "choosing.js", "[...m.openParts(a[0], a[1])]", PLACE_OR_PAIR, list(chosen)))

    assert opened() == {"card.blue", "card.green", "space.base", "space.top", "decline"}
    assert opened("card.blue") == {"space.base", "card.blue", "space.top"}
    assert opened("space.base") == {"card.blue", "card.green"}
    assert opened("card.blue", "card.blue") == {"space.top"}
    assert opened("decline") == set()


def test_a_move_is_complete_with_all_its_parts_in_any_order_and_with_no_others(page: Page) -> None:
    page.goto("/help")

    def completed(*chosen: str) -> str | None:
        found: str | None = in_module(page, "choosing.js", "m.completed(a[0], a[1])", PLACE_OR_PAIR, list(chosen))
        return found

    assert completed("space.base", "card.green") == "place green base"
    assert completed("card.blue", "space.top") is None
    assert completed("card.blue", "space.top", "card.blue") == "place blue+blue top"
    assert completed("card.blue", "card.green", "space.base") is None


def test_a_part_that_does_not_fit_takes_the_place_of_another_of_its_kind(page: Page) -> None:
    page.goto("/help")

    def touched(part: str, *chosen: str) -> list[str] | None:
        given = (PLACE_OR_PAIR, list(chosen), part)
        found: list[str] | None = in_module(page, "choosing.js", "m.touched(a[0], a[1], a[2])", *given)
        return found

    assert touched("card.green", "card.blue") == ["card.green"]
    assert touched("space.base", "card.blue", "space.top") == ["card.blue", "space.base"]
    assert touched("space.top", "card.green") is None
    assert touched("decline", "card.green") is None


def test_parts_in_order_are_gone_on_from_and_make_a_move_as_they_were_touched(page: Page) -> None:
    page.goto("/help")

    def asked(expression: str, *chosen: str) -> Any:
        return in_module(page, "choosing.js", expression, ORDERS, list(chosen))

    assert set(asked("[...m.openParts(a[0], a[1])]")) == {"seen.red", "seen.black"}
    assert asked("[...m.openParts(a[0], a[1])]", "seen.black") == ["seen.red"]
    assert asked("m.completed(a[0], a[1])", "seen.red", "seen.black", "seen.red") == "under red black red"
    assert asked("m.completed(a[0], a[1])", "seen.red", "seen.black") is None
    assert asked("m.touched(a[0], a[1], 'seen.red')", "seen.black") == ["seen.black", "seen.red"]


def test_what_leads_only_to_moves_with_a_caution_is_not_lit_until_it_is_chosen(page: Page) -> None:
    page.goto("/help")
    said = [["place blue base", "It only takes the space."], ["place green base", "It only takes the space."]]

    def asked(function: str, *chosen: str) -> Any:
        told = f"m.{function}(a[0], a[1], new Map(a[2]))"
        return in_module(
            page,
            "choosing.js",
            f"(found => found.forEach ? [...found] : found)({told})",
            PLACE_OR_PAIR,
            list(chosen),
            said,
        )

    assert set(asked("litParts")) == {"card.blue", "space.top", "decline"}
    assert set(asked("litParts", "card.blue")) == {"card.blue", "space.top"}
    assert set(asked("litParts", "space.base")) == {"card.blue", "card.green"}
    assert asked("cautionOf") == "" == asked("cautionOf", "card.blue")
    assert asked("cautionOf", "space.base") == asked("cautionOf", "card.green") == "It only takes the space."


def test_touching_lights_what_goes_with_it_and_escape_takes_it_back(page: Page) -> None:
    play_now(page, "asara")
    cards = page.locator("#stage button[value^='card.']")
    lit = page.locator(LIT).count()
    cards.first.click()
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#clear")).to_be_visible()
    cards.first.click()
    expect(cards.first).to_have_attribute("aria-pressed", "false")
    cards.last.click()
    page.keyboard.press("Escape")
    expect(page.locator("#stage [aria-pressed=true]")).to_have_count(0)
    expect(page.locator(LIT)).to_have_count(lit)


def test_what_cannot_be_chosen_says_why_with_its_rule(page: Page) -> None:
    play_now(page, "asara")
    page.locator("#stage .pick[aria-disabled=true]").first.dispatch_event("click")
    expect(page.locator("#why")).to_contain_text(re.compile(r"^[A-Z].+\. Rule A\d+\."))
    expect(page.locator("#why a")).to_have_attribute("href", re.compile(r"^/rules/asara#A\d+$"))
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_hidden()


def test_a_decision_made_by_touching_is_answered_without_a_reload(page: Page) -> None:
    play_now(page, "asara")
    page.evaluate("window.isSamePage = true")
    before = version(page)
    place_a_buyer(page)
    page.wait_for_function("before => document.getElementById('table').dataset.version > before", arg=before)
    assert page.evaluate("window.isSamePage")


def place_a_buyer(page: Page, last: bool = False) -> None:
    """A card, then a space for which one is enough: by the first or the last move of that kind."""
    choices = json.loads(page.locator("#table").get_attribute("data-choices") or "[]")
    simple = [parts for _move, *parts in choices if [part.partition(".")[0] for part in parts] == ["card", "space"]]
    for part in simple[-1 if last else 0]:
        page.locator(f"{LIT}[value='{part}']").first.click()


def test_the_arrow_keys_go_to_the_next_piece_and_tab_only_to_what_is_lit(page: Page) -> None:
    play_now(page, "asara")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#stage .pick:focus")).to_have_count(1)
    first = height(page.locator("#stage .pick:focus"))
    page.keyboard.press("ArrowDown")
    assert height(page.locator("#stage .pick:focus")) > first
    for _ in range(5):
        page.keyboard.press("Tab")
        assert page.locator(":focus").get_attribute("aria-disabled") is None


def height(piece: Locator) -> float:
    """How far down a piece is."""
    found = piece.bounding_box()
    assert found is not None
    return found["y"]


# Staying live


def test_ten_tabs_of_one_browser_all_stay_live(page: Page, context: BrowserContext, house: Running) -> None:
    table, friend = with_a_friend(page, house)
    before = house.app.state.streams.viewers
    tabs = [page, *(context.new_page() for _ in range(9))]
    for tab in tabs[1:]:
        tab.goto(f"/t/{table}")
    for words in ("the first", "the second"):
        say(friend, table, words)
        for tab in tabs:
            expect(tab.locator("#chat")).to_contain_text(words)
    tabs[-1].get_by_label("Say something").fill("from the tenth")
    tabs[-1].get_by_role("button", name="Say").click()
    for tab in tabs:
        expect(tab.locator("#chat")).to_contain_text("from the tenth")
    assert house.app.state.streams.viewers <= before + 1
    for tab in tabs[1:]:
        tab.close()


def test_a_page_stays_live_without_shared_workers(page: Page, house: Running) -> None:
    page.add_init_script("delete window.SharedWorker")
    table, friend = with_a_friend(page, house)
    say(friend, table, "hello")
    expect(page.locator("#chat")).to_contain_text("hello")


def test_a_lost_connection_is_told_and_found_again_and_a_move_made_meanwhile_arrives(
    browser: Browser, tmp_path: Path
) -> None:
    database, port = new_database("sqlite", tmp_path), free_port()
    context = browser.new_context(base_url=f"http://127.0.0.1:{port}")
    context.set_default_timeout(LONG)
    page = context.new_page()
    with running(database, port=port):
        play_now(page, "asara")
    expect(page.locator("#connection")).to_be_visible(timeout=LONG)
    before = version(page)
    place_a_buyer(page)
    expect(page.locator("#table")).to_have_attribute("data-sending", "1")
    with running(database, port=port):
        expect(page.locator("#connection")).to_be_hidden(timeout=LONG)
        expect(page.locator("#table:not([data-sending])")).to_have_count(1, timeout=LONG)
        assert version(page) > before
    context.close()


def test_a_connection_that_dies_without_an_end_is_noticed(page: Page, house: Running) -> None:
    page.clock.install()
    page.add_init_script("delete window.SharedWorker")
    with_a_friend(page, house)
    page.wait_for_selector("body.is-live")
    with page.expect_request("**/stream?*"):
        page.clock.fast_forward(60_000)  # in which the server, whose clock goes on as ever, has said nothing


def test_a_tab_that_was_taken_for_closed_is_live_again_by_its_next_sign_of_life(page: Page, house: Running) -> None:
    table, friend = with_a_friend(page, house)
    page.goto("/help")
    as_a_tab(page, "alive", f"{table}.0.en")
    page.wait_for_function("() => window.heard.length > 0")
    say(friend, table, "are you there?")
    page.wait_for_function("() => window.heard.some((html) => html.includes('are you there?'))")


def test_what_is_gone_for_one_tab_is_not_sent_to_later_tabs(page: Page, house: Running) -> None:
    page.goto("/open?game=pasha&players=2")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#table")
    table = page.url.rpartition("/")[2]
    page.goto("/help")
    as_a_tab(page, "join", f"{table}.0.en")
    page.wait_for_function("() => window.heard.length > 0")
    page.request.post(f"/t/{table}/seats/0/leave")
    page.wait_for_function("() => window.heard.at(-1) === 'gone'")
    as_a_tab(page, "join", f"{table}.0.en")
    page.wait_for_function("() => window.heard.length > 0")
    assert "gone" not in page.evaluate("window.heard")


def as_a_tab(page: Page, kind: str, look: str) -> None:
    """Speak to the worker of all tabs once; the frames that it sends are in `window.heard`."""
    page.evaluate(
        """([type, look]) => {
            const { port } = new SharedWorker("/static/live-worker.js", { type: "module", name: "serai" });
            const heard = (window.heard = []);
            port.onmessage = ({ data }) => data.type === "frame" && heard.push(data.html);
            port.postMessage({ type, look });
        }""",
        [kind, look],
    )


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# While something is sent


def cut_off(page: Page) -> None:
    """From now on this page is told nothing of what happens at its table."""
    page.add_init_script("delete window.SharedWorker")
    page.route(re.compile(r"/(stream|fragment)\?"), lambda route: route.abort())
    page.reload()
    page.wait_for_selector("body.is-live")


def test_a_move_is_made_although_something_changed_that_leaves_the_same_to_decide(page: Page) -> None:
    table = play_now(page, "asara")
    cut_off(page)
    before = version(page)
    change_elsewhere(page, table)
    place_a_buyer(page)
    page.wait_for_function("before => document.getElementById('table').dataset.version > before", arg=before + 1)
    expect(page.locator("#stage [aria-pressed=true]")).to_have_count(0)
    expect(page.locator("#why")).to_be_hidden()


def test_a_move_for_what_has_passed_is_dropped_and_that_is_told(page: Page, context: BrowserContext) -> None:
    table, other = play_now(page, "asara"), context.new_page()
    cut_off(page)
    other.goto(f"/t/{table}")
    place_a_buyer(other, last=True)
    other.wait_for_function("before => document.getElementById('table').dataset.version > before", arg=version(page))
    place_a_buyer(page)
    expect(page.locator("#why")).to_contain_text(re.compile(r"^This has been decided already: .+\. What you sent"))
    expect(page.locator("#stage [aria-pressed=true]")).to_have_count(0)


def test_while_a_move_is_on_its_way_frames_come_and_touches_wait(page: Page) -> None:
    table, held, pressed = play_now(page, "asara"), list[Route](), page.locator("#stage [aria-pressed=true]")
    page.route("**/move", lambda route: route.continue_() if held else held.append(route))
    place_a_buyer(page)
    expect(page.locator("#table")).to_have_attribute("data-sending", "1")
    after = change_elsewhere(page, table)
    page.wait_for_selector(f"#table[data-version='{after}'][data-sending]")
    page.locator("#stage button[aria-pressed=true]").first.dispatch_event("click")
    expect(pressed).to_have_count(2)
    held[0].continue_()
    page.wait_for_selector("#table:not([data-sending])")
    expect(pressed).to_have_count(0)


def test_a_move_that_waits_to_be_sent_again_goes_when_a_frame_has_come(page: Page) -> None:
    page.clock.install()
    table = play_now(page, "asara")
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # no pause ends by itself
    page.route("**/move", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        place_a_buyer(page)
    expect(page.locator("#connection")).to_be_visible()
    page.unroute("**/move")
    change_elsewhere(page, table)
    in_module(page, "sending.js", "await m.ask()")
    page.wait_for_selector("#table:not([data-sending])")
    expect(page.locator("#connection")).to_be_hidden()


def test_a_move_that_is_too_much_for_now_is_sent_again(page: Page) -> None:
    play_now(page, "asara")
    before, refused = version(page), list[Route]()

    def once(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route)
        too_much(route)

    page.route("**/move", once)
    place_a_buyer(page)
    page.wait_for_function("before => document.getElementById('table').dataset.version > before", arg=before)
    assert refused


def test_a_wish_that_is_too_much_for_now_is_refused_in_words(page: Page) -> None:
    play_now(page, "asara")
    page.route("**/preferences", too_much)
    page.locator("#settings > summary").click()
    page.get_by_role("button", name="Let decisions stand at once").click()
    expect(page.locator("#why")).to_contain_text("That was a lot")
    expect(page.locator("#table:not([data-sending])")).to_have_count(1)


def too_much(route: Route) -> None:
    """Answer that it is too much for now."""
    refusal = {"code": "too-much", "message": "That was a lot in a short time; please try again in 1 second."}
    route.fulfill(status=429, headers={"Retry-After": "1"}, json=refusal)


def change_elsewhere(page: Page, table: str) -> int:
    """What another tab may do and what, as talk does, leaves the same to decide; the table's version then."""
    after = version(page) + 1
    assert page.request.post(f"/t/{table}/seats/0/preferences", form={"confirms": "0"}).ok
    return after


# What a frame leaves alone


def test_a_frame_leaves_what_is_being_written_chosen_and_folded(page: Page, house: Running) -> None:
    table, friend = with_a_friend(page, house)
    page.locator("#settings > summary").click()
    page.get_by_label("Say something").fill("half a sent")
    say(friend, table, "meanwhile")
    expect(page.locator("#chat")).to_contain_text("meanwhile")
    expect(page.get_by_label("Say something")).to_have_value("half a sent")
    expect(page.get_by_label("Say something")).to_be_focused()
    expect(page.locator("#settings")).to_have_attribute("open", "")


def test_an_older_frame_is_not_shown(page: Page) -> None:
    play_now(page, "pasha")
    now = version(page)
    old = page.locator("#table").evaluate(
        """(table) => {
            const old = table.cloneNode(true);
            old.dataset.version -= 1;
            old.querySelector("#headline").textContent = "the past";
            return old.outerHTML;
        }"""
    )
    assert in_module(page, "morphing.js", "m.show(a[0])", old) is False
    assert version(page) == now
    expect(page.locator("#headline")).not_to_have_text("the past")


def test_a_tab_that_fails_at_a_frame_keeps_no_other_from_seeing_it(context: BrowserContext) -> None:
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(error.message))
    play_now(page, "pasha")
    in_module(page, "morphing.js", "m.watch((now, before) => { if (before) throw new Error('not me'); })")
    in_module(page, "morphing.js", "m.watch((now) => (window.seen = now.version))")
    shown = show_another(page, {})
    assert page.evaluate("window.seen") == str(shown)
    assert wrong == ["not me"]


def test_a_browser_that_lets_no_page_notify_is_not_asked_again(page: Page) -> None:
    page.add_init_script(
        """window.Notification = class {
            static permission = "granted";
            constructor() { throw new TypeError("Illegal constructor"); }
        };
        localStorage.setItem("serai.notify", "1");"""
    )
    play_now(page, "pasha")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    show_another(page, {"yourTurn": "0"})
    show_another(page, {"yourTurn": "1"})
    assert page.evaluate("localStorage.getItem('serai.notify')") == "0"
    expect(page.locator("button[data-switch=notify]")).to_be_hidden()


def show_another(page: Page, data: dict[str, str]) -> int:
    """Show the same once more as a newer version, with other data; its number."""
    after = version(page) + 1
    source = """([data]) => {
        const next = document.getElementById("table").cloneNode(true);
        Object.assign(next.dataset, data);
        return next.outerHTML;
    }"""
    assert in_module(page, "morphing.js", "m.show(a[0])", page.evaluate(source, [data | {"version": str(after)}]))
    return after


def test_a_shared_screen_goes_on_in_its_language_when_another_tab_chooses_another(
    page: Page, context: BrowserContext, house: Running
) -> None:
    page.goto("/open?game=pasha&players=2&screen=1")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#table[data-phase=playing]")
    before, table = version(page), page.url.rpartition("/")[2].partition("?")[0]
    page.goto(f"/t/{table}")
    context.add_cookies([{"name": "serai_language", "value": "de", "url": house.url}])
    change_elsewhere(page, table)
    page.wait_for_function("before => document.getElementById('table').dataset.version > before", arg=before)
    expect(page.locator("#headline")).to_contain_text("Pass the device to")


# Asking the vizier


def test_a_question_that_gets_no_answer_is_told_to_have_failed(page: Page) -> None:
    play_now(page, "pasha")
    page.route("**/hint", lambda route: route.abort())
    page.get_by_role("button", name="What would you do?").click()
    expect(page.locator("#advice")).to_have_text("Something went wrong; please try again.")


def test_advice_about_what_has_been_decided_is_not_shown(page: Page) -> None:
    play_now(page, "pasha")
    page.route("**/hint", lambda route: (show_another(page, {"choices": "[]"}), route.fulfill(body="<p>too late</p>")))
    with page.expect_request_finished(lambda request: request.url.endswith("/hint")):
        page.get_by_role("button", name="What would you do?").click()
    page.wait_for_timeout(100)
    expect(page.locator("#advice")).to_be_empty()


def test_the_title_and_the_icon_say_whose_turn_it_is(page: Page) -> None:
    play_now(page, "pasha")
    assert page.title().startswith("● Your turn")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/static/icon-turn.svg")


# Chance


def test_the_page_makes_its_nonce_keeps_it_and_opens_it(page: Page, house: Running) -> None:
    table = play_now(page, "pasha")
    told = house.guest("Eve").view(table)["chance"]
    assert told["by"] == ["page", "server"]
    receipt = json.loads(page.evaluate("table => localStorage.getItem(`serai.receipt.${table}`)", table))
    [kept] = receipt["rounds"]
    assert kept["kept"] == "before" and kept["commitment"] == told["commitment"]
    assert kept["nonce_commitments"] == told["nonce_commitments"]
    assert commitment(bytes.fromhex(kept["nonce"])) == told["nonce_commitments"][0]


def test_the_receipt_can_be_saved_as_a_file(page: Page) -> None:
    table = play_now(page, "pasha")
    page.locator("#settings > summary").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the receipt").click()
    assert json.loads(saved.value.path().read_text())["table"] == table


def test_at_one_screen_every_seat_has_its_own_nonce(page: Page, house: Running) -> None:
    page.goto("/open?game=pasha&players=3&screen=1")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("#table[data-phase=playing]")
    told = house.guest("Eve").view(page.url.rpartition("/")[2])["chance"]
    assert told["by"] == ["page"] * 3
    assert len(set(told["nonce_commitments"])) == 3


def test_a_page_without_scripts_begins_too_and_the_server_makes_its_nonce(browser: Browser, house: Running) -> None:
    context = browser.new_context(base_url=house.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.locator("section[aria-labelledby=game-pasha]").get_by_role("button", name="Play now").click()
    expect(page.locator("#table")).to_have_attribute("data-phase", "playing")
    assert house.guest("Eve").view(page.url.rpartition("/")[2])["chance"]["by"] == ["server", "server"]
    context.close()


def test_a_link_is_followed_and_its_secret_leaves_the_address(page: Page, browser: Browser, house: Running) -> None:
    page.goto("/open?game=pasha&players=2")
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Link to this table").input_value()
    other = browser.new_context(base_url=house.url)
    guest = other.new_page()
    guest.goto(f"/join#{link.rpartition('#')[2]}")
    expect(guest.get_by_label("Your name")).to_be_visible()
    assert "#" not in guest.url
    guest.get_by_label("Your name").fill("Zoë")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_selector("#table[data-phase=playing]")
    expect(page.locator("#table")).to_have_attribute("data-phase", "playing")
    expect(page.locator("#invite")).to_be_hidden()
    expect(page.locator("#seats")).to_contain_text("Zoë")
    other.close()


# Another round


def test_one_touch_after_a_game_leads_into_the_next(page: Page) -> None:
    table = play_now(page, "pasha")
    resign(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: table not in url)
    page.wait_for_selector("#table[data-phase=playing]")


def resign(page: Page) -> None:
    """End the game."""
    page.locator("#settings > summary").click()
    page.get_by_text("Resign", exact=True).click()
    page.get_by_role("button", name="Resign for good").click()
    page.wait_for_selector("#table[data-phase=over]")


# Looking back


def test_the_film_shows_what_others_did_and_goes_back_to_the_present(page: Page) -> None:
    play_now(page, "pasha")
    while not page.locator("#watch-film").count():
        go_on(page)
    page.wait_for_selector(YOUR_TURN)
    page.evaluate("window.before = document.getElementById('stage').cloneNode(true)")
    page.locator("#watch-film").click()
    expect(page.locator("#film")).to_be_visible()
    assert page.locator("#stage").get_attribute("inert") is not None
    page.get_by_role("button", name="Back to the present").click()
    expect(page.locator("#film")).to_be_hidden()
    expect(page.locator("#status")).to_be_focused()
    assert page.evaluate("document.getElementById('stage').isEqualNode(window.before)")


def go_on(page: Page) -> None:
    """Touch something that is lit, or confirm: whichever is there when it comes to it, for the page may be going on."""
    page.wait_for_selector(YOUR_TURN)
    page.locator(f"#confirm, {LIT}").last.click()
    page.wait_for_timeout(100)


def test_a_replay_is_stepped_through_by_buttons_keys_and_slider(page: Page) -> None:
    table = play_now(page, "pasha")
    for _ in range(4):
        go_on(page)
    resign(page)
    page.goto(f"/replay/{table}?at=0")
    count = page.locator("#count")
    expect(count).to_contain_text("0 of")
    page.keyboard.press("End")
    last = page.locator("#at").get_attribute("max") or ""
    expect(count).to_have_text(f"{last} of {last}")
    page.get_by_role("button", name="One step back").click()
    expect(count).to_have_text(f"{int(last) - 1} of {last}")
    assert f"at={int(last) - 1}" in page.url
