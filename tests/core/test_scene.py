"""How parts become moves: in any order or in their own, and quietly where nothing invites to a move."""

import re
from collections.abc import Mapping

from serai.core import game as games
from serai.core.page.scene import InOrder, Parts, Picker, Scene, cautions_of, common_caution, completed, fitting, left

PLACE_OR_PAIR = {
    "place blue base": ("card.blue", "space.base"),
    "place green base": ("card.green", "space.base"),
    "place blue+blue top": ("card.blue", "card.blue", "space.top"),
    "decline": ("decline",),
}
RED_RED_BLACK = {
    f"under {' '.join(order)}": InOrder(f"seen.{colour}" for colour in order)
    for order in (("red", "red", "black"), ("red", "black", "red"), ("black", "red", "red"))
}
ONLY_TAKEN = "Your buyer only takes the space."
CAUTIONS = {"place blue base": ONLY_TAKEN, "place green base": ONLY_TAKEN}
TOY = games.load("toy")


def scene(choices: Mapping[str, Parts], chosen: Parts = (), cautions: Mapping[str, str] | None = None) -> Scene:
    """Somebody who has these choices."""
    return Scene(None, TOY.read_edition(), ("Ann", "Bo"), 0, choices, chosen=chosen, cautions=cautions or {})


def drawn(scene: Scene, *values: str, held: Parts = (), placed: tuple[str, ...] = ()) -> list[str]:
    """The tags of these parts' buttons, in this order."""
    picker = Picker(scene, held)
    return [
        str(picker.part(value, "", key=f"key-{place}", label=value.capitalize(), placed=placed))
        for place, value in enumerate(values)
    ]


def states(scene: Scene, *values: str) -> list[str]:
    """Whether each of these parts is lit, quiet or closed."""
    return [
        "lit" if " data-open" in tag else "quiet" if " data-quiet" in tag else "closed" for tag in drawn(scene, *values)
    ]


def test_parts_make_a_move_in_any_order() -> None:
    assert completed(PLACE_OR_PAIR, ("space.base", "card.green")) == "place green base"
    assert completed(PLACE_OR_PAIR, ("card.blue", "space.top")) is None
    assert fitting(PLACE_OR_PAIR, ("card.blue",)) == ["place blue base", "place blue+blue top"]
    assert list(left(PLACE_OR_PAIR["place blue+blue top"], ("card.blue",))) == ["card.blue", "space.top"]


def test_parts_in_order_make_only_the_move_with_that_order() -> None:
    assert completed(RED_RED_BLACK, ("seen.red", "seen.black", "seen.red")) == "under red black red"
    assert completed(RED_RED_BLACK, ("seen.red", "seen.black")) is None
    assert fitting(RED_RED_BLACK, ("seen.black",)) == ["under black red red"]
    assert fitting(RED_RED_BLACK, ("seen.red", "seen.red")) == ["under red red black"]
    assert list(left(RED_RED_BLACK["under black red red"], ("seen.black",))) == ["seen.red"]
    assert not left(RED_RED_BLACK["under black red red"], ("seen.black", "seen.red", "seen.red"))


def test_what_leads_only_to_moves_with_a_caution_is_quiet() -> None:
    parts = ("card.blue", "card.green", "space.base", "space.top", "nothing")
    assert states(scene(PLACE_OR_PAIR), *parts) == ["lit", "lit", "lit", "lit", "closed"]
    assert states(scene(PLACE_OR_PAIR, cautions=CAUTIONS), *parts) == ["lit", "quiet", "quiet", "lit", "closed"]


def test_a_quiet_part_can_be_reached_and_says_what_it_means() -> None:
    [quiet] = drawn(scene(PLACE_OR_PAIR, cautions=CAUTIONS), "space.base")
    assert f'aria-label="Space.base. {ONLY_TAKEN}"' in quiet
    assert "aria-disabled" not in quiet and "tabindex" not in quiet and "disabled" not in quiet
    [card] = drawn(scene(PLACE_OR_PAIR, cautions=CAUTIONS), "card.blue")
    assert ONLY_TAKEN not in card


def test_what_goes_on_from_a_quiet_part_that_is_chosen_is_lit() -> None:
    chosen = scene(PLACE_OR_PAIR, ("space.base",), CAUTIONS)
    assert states(chosen, "card.blue", "card.green", "space.top") == ["lit", "lit", "closed"]


def test_a_button_for_a_whole_move_with_a_caution_is_quiet_too() -> None:
    picker = Picker(scene(PLACE_OR_PAIR, cautions={"decline": "You buy nothing."}))
    button = picker.move("decline", "", key="decline", label="Decline")
    assert " data-quiet" in button and 'aria-label="Decline. You buy nothing."' in button


def test_pieces_that_are_chosen_in_order_say_their_place() -> None:
    placed = ("First", "Second", "Third")
    tags = drawn(scene(RED_RED_BLACK, ("seen.black", "seen.red")), "seen.red", "seen.red", "seen.black", placed=placed)
    assert [re.findall(r'data-place="(.)"', tag) for tag in tags] == [["2"], [], ["1"]]
    assert [re.findall(r'aria-label="([^"]+)"', tag) for tag in tags] == [["Second"], ["Seen.red"], ["First"]]
    held = drawn(
        scene({}), "seen.red", "seen.red", "seen.black", held=RED_RED_BLACK["under red black red"], placed=placed
    )
    assert [re.findall(r'data-place="(.)"', tag) for tag in held] == [["1"], ["3"], ["2"]]


def test_moves_have_a_common_caution_only_if_all_have_the_same() -> None:
    assert common_caution(CAUTIONS, list(CAUTIONS)) == ONLY_TAKEN
    assert common_caution(CAUTIONS, ["place blue base", "decline"]) == ""
    assert common_caution(CAUTIONS, []) == ""


def test_a_game_without_cautions_has_none() -> None:
    assert cautions_of(TOY, None, TOY.read_edition(), ["play 1"]) == {}
