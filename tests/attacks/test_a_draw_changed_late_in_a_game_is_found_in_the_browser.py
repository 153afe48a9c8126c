"""A host shows a record whose first shuffle is true, in which one thing that was drawn or rolled later is changed."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from serai.core.match import Match
from serai.core.records import record, replay
from tests.fairness import TABLE, Data, names, page, pages, played, receipt_of, recorded, serve, verdict

__all__ = ["page", "pages"]

PlayOut = Callable[..., Match]


def last(data: Data, kind: str) -> Data:
    """The last event of a kind."""
    found: Data = [event for event in data["events"] if event["type"] == kind][-1]
    return found


def third_year_base(data: Data) -> Data:
    """The bases laid out in year 3."""
    start = data["events"].index({"type": "year", "number": 3})
    found: Data = next(event for event in data["events"][start:] if event["type"] == "display")
    return found


def put(values: list[Any], value: Any, instead: Any) -> None:
    """Another value in a list's first place."""
    values[0] = instead if values[0] == value else value


CHANGES: dict[str, tuple[str, Callable[[Data], object]]] = {
    "a die": ("pasha", lambda data: put(last(data, "roll")["dice"], 1, 6)),
    "a bonus tile": ("pasha", lambda data: last(data, "bonus")["tile"].update(face=5, amount=9)),
    "a card from the tent": ("asara", lambda data: put(last(data, "draw")["cards"], "blue", "orange")),
    "a display in year 3": ("asara", lambda data: put(third_year_base(data)["pieces"], "white*", "brown")),
    "a lit window looked at": ("asara", lambda data: put(last(data, "look")["pieces"], "white", "brown")),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_a_draw_changed_late_in_a_game_is_found_in_the_browser(page: Page, play_out: PlayOut, changed: str) -> None:
    game, change = CHANGES[changed]
    match = play_out(played(game, 3, {"expert": True} if game == "asara" else {}))
    data = recorded(match)
    change(data)
    [place] = [place for place, event in enumerate(data["events"]) if event != match.events[place]]
    page.add_init_script(
        f"localStorage.setItem('serai.receipt.{TABLE}', {record.canonical(receipt_of(match)).decode()!r})"
    )
    serve(page, data)
    page.goto(f"/verify#table={TABLE}")
    assert verdict(page).startswith("One of ")
    assert names(page, "Differs") == [f"events[{place}]: {data['events'][place]['type']}"]
    assert replay.verify(record.check(data)).differences[0].where == f"events[{place}]"
    expect(page.locator("#results li.wrong")).to_contain_text("recomputing gives")
