"""A host changes one die, one draw or one move in the record of a whole game, and nothing else."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.attacks.dishonest import Command, Data, Host, Player, honest_again, host, player, verdicts

__all__ = ["honest_again", "host"]

Change = Callable[[Data], tuple[str, str]]  # how the page names it, and the command


@pytest.fixture(scope="module")
def ann(browser: Browser, host: Host) -> Iterator[Player]:
    """Who has played a whole game, for all tests."""
    with player(browser, host) as found:
        yield found


@pytest.fixture(scope="module")
def table(host: Host, ann: Player) -> str:
    """The table of that game."""
    name, link = ann.open_for_a_friend()
    guest = host.server.guest("Bob")
    guest.sit(name, link)
    guest.open_nonces(name)
    ann.sees_play()
    ann.page.goto("/verify")
    host.play_out(name)
    return name


def places(data: Data, kind: str) -> list[int]:
    """Where events of a kind stand."""
    return [place for place, event in enumerate(data["events"]) if event["type"] == kind]


def at(place: int, kind: str) -> tuple[str, str]:
    """What both say of an event that differs."""
    return f"events[{place}]: {kind}", f"events[{place}]: the record says"


def another_die(data: Data) -> tuple[str, str]:
    """One die of a roll in the middle."""
    rolls = places(data, "roll")
    place = rolls[len(rolls) // 2]
    dice = data["events"][place]["dice"]
    dice[0] = dice[0] % 6 + 1
    return at(place, "roll")


def another_draw(data: Data) -> tuple[str, str]:
    """The last bonus tile that was drawn."""
    place = places(data, "bonus")[-1]
    data["events"][place]["tile"].update(face=5, amount=9)
    return at(place, "bonus")


def another_card(data: Data) -> tuple[str, str]:
    """Two cards of a pack, the other way round."""
    place = places(data, "packs")[-1]
    cards = data["events"][place]["cards"]
    other = next(number for number, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    return at(place, "packs")


def another_move(data: Data) -> tuple[str, str]:
    """One die fewer rolled again than was, where what it showed before is gone: the roll that follows gives it away."""
    before: list[int] = []
    for place, event in enumerate(data["events"]):
        if event["type"] == "roll":
            before = event["dice"]
        elif event["type"] == "move" and event["move"].startswith("reroll "):
            *fewer, last = event["move"].split()
            kept = Counter(before) - Counter(map(int, fewer[1:]))
            if len(fewer) > 1 and kept[int(last)] > data["events"][place + 1]["dice"].count(int(last)):
                event["move"] = " ".join(fewer)
                return at(place + 1, "roll")
    raise AssertionError("every die that was rolled again came back")


CHANGES: dict[str, Change] = {
    "a die": another_die,
    "a draw": another_draw,
    "a card of the first shuffle": another_card,
    "a move": another_move,
}


@pytest.mark.parametrize("changed", CHANGES)
def test_one_thing_changed_in_a_record_is_named_by_both_verifiers(
    host: Host, ann: Player, table: str, run_serai: Command, tmp_path: Path, changed: str
) -> None:
    named: list[tuple[str, str]] = []

    def change(data: Data) -> Data:
        named.append(CHANGES[changed](data))
        return data

    host.falsify("/record", change)
    found = verdicts(ann, table, run_serai, tmp_path)
    assert found.name(*named[0]) and found.differs == [named[0][0]]


def test_the_record_of_that_game_is_true_without_a_change(
    ann: Player, table: str, run_serai: Command, tmp_path: Path
) -> None:
    found = verdicts(ann, table, run_serai, tmp_path)
    assert found.differs == [] and found.page.startswith("Everything agrees. This record is true")
    assert found.code == 0 and "It is true." in found.command
