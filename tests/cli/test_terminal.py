"""The terminal game, played through a real terminal."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pexpect
import pytest

import serai
from serai.core.records import record, replay
from tests.processes import default_signals

Run = Callable[..., CompletedProcess[str]]
Start = Callable[..., Any]

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")  # pexpect, on newer Pythons

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PLAY_IT = r"Play it all the same .yes, no. .no.\? "
PACKAGE = Path(str(serai.__file__)).parent.parent


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """`start(words, **environment)` starts `serai play --terminal` in a terminal of 80 columns."""
    started = []

    def begin(*words: str, **environment: str) -> Any:
        paths = os.pathsep.join([str(PACKAGE), os.environ.get("PYTHONPATH", "")])
        with default_signals():
            child = pexpect.spawn(
                sys.executable,
                ["-m", "serai", "play", "--terminal", *words],
                env=os.environ | {"PYTHONPATH": paths, "TERM": "xterm", "XDG_DATA_HOME": str(tmp_path)} | environment,
                dimensions=(40, 80),
                encoding="utf-8",
                timeout=180,
            )
        child.delaybeforesend = None
        started.append(child)
        return child

    yield begin
    for child in started:
        child.close(force=True)


def ended(child: Any) -> str:
    """The rest of the output, without escapes; the process must be over."""
    if child.after is not pexpect.EOF:
        child.expect(pexpect.EOF)
    child.close()
    return text_of(child.before)


def text_of(output: str) -> str:
    """Output without escapes."""
    return ESCAPES.sub("", output).replace("\r", "")


def saved(text: str) -> record.Record:
    """The record whose path was shown."""
    [path] = re.findall(r"[Rr]ecord: (\S+)", text)
    [found] = record.read(Path(path))
    return found


def play_to_the_end(child: Any, prompts: list[str]) -> str:
    """Always choose the first move, whatever is said of it; everything that was shown."""
    typed = dict.fromkeys(prompts, "1") | {
        "press Enter when nobody else is looking. ": "",
        "Press Enter to hide this. ": "",
        PLAY_IT: "yes",
    }
    shown = ""
    while True:
        reached = child.expect([*typed, "Record: "])
        shown += child.before
        if child.after == "Record: ":
            return text_of(shown + "Record: ") + ended(child)
        child.sendline(list(typed.values())[reached])


@pytest.mark.parametrize(
    "words",
    [
        ["asara", "--names", "Ann,random,Bob", "--expert", "--seed", "3"],
        ["pasha", "--names", "Ann,Bob", "--seed", "3"],
    ],
    ids=["asara", "pasha"],
)
def test_a_whole_game_is_played_explained_and_saved(start: Start, words: list[str]) -> None:
    text = play_to_the_end(start(*words), ["Ann> ", "Bob> "])
    assert "Traceback" not in text
    assert re.search(r"(Ann|Bob|Wanderer)( and \w+)? (wins|share the win)\.", text)
    assert re.search(r"\n +\+\d+  .*\(", text), "no point was explained"
    assert max(map(len, text.split("Record: ")[0].splitlines())) <= 80
    found = saved(text)
    assert found.names[0] == "Ann" and replay.verify(found).is_fine


def check_answer(child: Any, typed: str, said: str) -> None:
    """What Ann types is answered with words like these."""
    child.sendline(typed)
    child.expect("Ann> ")
    shown = " ".join(text_of(child.before).split())
    assert re.search(said, shown), f"{typed!r}: {shown}"


def test_game_players_and_names_are_asked_for(start: Start) -> None:
    child = start("--seed", "3")
    for question, answer in (
        (r"Which game .asara, pasha. .asara.\? ", "chess"),
        ("Please answer one of: asara, pasha", "p"),
        (r"How many players .2, 3, 4, 5. .2.\? ", "3"),
        (r"Who sits at seat 0 .* .You.\? ", "Ann"),
        (r"Who sits at seat 1 .* .merchant.\? ", "Ann"),
        ("two players have the name 'Ann'", "[x]"),
        ("can't be a name", "vizer:time=1"),
        ("there is no bot 'vizer:time=1'", ""),
        (r"Who sits at seat 2 .* .merchant.\? ", ""),
    ):
        child.expect(question)
        child.sendline(answer)
    child.expect("Ann> ")
    assert "Merchant 1" in text_of(child.before) and "Merchant 2" in text_of(child.before)


def test_rules_reasons_log_and_help_answer_without_ending_the_decision(start: Start) -> None:
    child = start("asara", "--names", "Ann,random", "--seed", "1", NO_COLOR="1")
    child.expect("Ann> ")
    for typed, said in (
        ("?", "A9 The player whose turn it is"),
        ("? A14", "A14 Builders' circle"),
        ("?a14", "A14 Builders' circle"),
        ("? Z1", "Asara has no rule 'Z1'"),
        ("why buy white", r"buy white: now a buyer is to be placed \(A9\)"),
        ("why dance", "'dance' is no move"),
        ("buy white", r"illegal move 'buy white' \(decision \d+, seat 0\): now a buyer is to be placed \(A9\)"),
        ("dance", "'dance' is no move"),
        ("0", "'0' is not in the list of moves"),
        ("999", "'999' is not in the list of moves"),
        ("log", "starts and holds the Caliph's favour"),
        ("help", "why MOVE"),
        ("moves house", "place … house|place .* house"),
        ("board", "market"),
        ("", ""),
    ):
        check_answer(child, typed, said)


def test_a_move_is_typed_as_it_is_written_or_by_its_number(start: Start) -> None:
    child = start("pasha", "--names", "Ann,random", "--seed", "1")
    child.expect("Ann> ")
    move = re.findall(r"1\) (play -?\d)", text_of(child.before))[0]
    child.sendline(f"  {move} ")
    child.expect("Ann> ")
    assert f"Ann plays {move.split()[1]}" in text_of(child.before)
    child.sendline("mark")
    child.expect("Ann> ")
    assert "Since your last turn" in text_of(child.before)


def test_a_placement_that_only_takes_a_space_says_so_and_is_asked_about_once(start: Start, tmp_path: Path) -> None:
    dear = tmp_path / "dear.toml"
    standard = (PACKAGE / "serai" / "games" / "asara" / "standard.toml").read_text("utf-8")
    prices = "price = { brown = 90, green = 90, red = 90, black = 90, white = 90 }"
    dear.write_text(re.sub(r"^price = .*$", prices, standard, flags=re.MULTILINE), "utf-8")
    child = start("asara", "--names", "Ann,random", "--seed", "1", "--edition", str(dear))
    child.expect("Ann> ")
    found = re.search(r"place … top +\d+\) (\w+)", text_of(child.before))
    assert found
    child.sendline(f"place {found[1]} tower")
    child.expect("Ann> ")
    assert "only takes the space" not in text_of(child.before)
    for answer, is_played in (("", False), ("no", False), ("y", True)):
        child.sendline(f"place {found[1]} top")
        child.expect(PLAY_IT)
        assert "You can't pay for anything here: your buyer only takes the space." in text_of(child.before)
        child.sendline(answer)
        child.expect("Ann> ")
        assert (f"Ann places {found[1]} in the market of top pieces." in text_of(child.before)) == is_played


def test_a_curtain_keeps_hands_hidden(start: Start) -> None:
    child = start("pasha", "--names", "Ann,Bob", "--seed", "2")
    first = ["Ann> ", "Bob> "][child.expect(["Ann> ", "Bob> "])]
    child.sendline("1")
    child.expect(first)
    mark = re.findall(r"(\d+)\) mark", text_of(child.before))[0]
    child.sendline(mark)
    child.expect("Pass the device to ")
    cleared, _, after = child.before.rpartition("\x1b[2J\x1b[3J\x1b[H")
    assert cleared and text_of(after).strip() == ""
    child.expect("press Enter when nobody else is looking. ")
    assert "hand" not in child.before
    child.sendline("")
    other = "Bob> " if first == "Ann> " else "Ann> "
    child.expect(other)
    owners = re.findall(r"(Ann|Bob) takes a pack in hand: ", text_of(child.before))
    assert owners == [other.removesuffix("> ")]


def test_cards_drawn_by_the_last_move_are_shown_before_the_curtain_falls(start: Start) -> None:
    child = start("asara", "--names", "Ann,Bob", "--expert", "--seed", "2")
    child.expect(["Ann> ", "Bob> "])
    buyer = re.search(r"\d+\) (\w+)", text_of(child.before).split("tent.1 ")[1])
    assert buyer
    child.sendline(f"place {buyer[1]} tent.1")
    child.expect("Press Enter to hide this. ")
    assert re.search(r"draws (\w+), (\w+)\.", text_of(child.before))
    child.sendline("")
    child.expect("Pass the device to ")
    assert "\x1b[2J" in child.before and "draws" not in child.before


def test_quitting_offers_to_save(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    child = start("pasha", "--names", "Ann,random", "--seed", "1", "--record", str(path))
    child.expect("Ann> ")
    child.sendline("quit")
    child.expect(r"Save the record .Y/n.\? ")
    child.sendline("")
    text = ended(child)
    assert child.exitstatus == 0 and f"Record: {path}" in text
    assert json.loads(path.read_text("utf-8"))["events"][-1] == {"type": "stop", "why": "quit"}
    assert replay.verify(saved(text)).is_fine

    again = start("pasha", "--names", "Ann,random", "--record", str(path))
    assert ended(again) == f"serai: {path}: exists already\n" and again.exitstatus == 2


def test_quitting_without_saving_leaves_nothing(start: Start, tmp_path: Path) -> None:
    child = start("pasha", "--names", "Ann,random", "--seed", "1", "--record", str(tmp_path / "mine.json"))
    child.expect("Ann> ")
    child.sendline("q")
    child.expect("Save the record")
    child.sendline("n")
    ended(child)
    assert child.exitstatus == 0 and not (tmp_path / "mine.json").exists()


def test_the_end_of_input_ends_cleanly_in_one_line(start: Start) -> None:
    child = start("pasha", "--names", "Ann,random", "--seed", "1")
    child.expect("Ann> ")
    child.sendeof()
    text = ended(child)
    assert child.exitstatus == 0 and "Traceback" not in text
    assert re.search(r"serai: input ended after \d+ decisions; record: \S+\.json\n$", text)
    assert replay.verify(saved(text)).is_fine


def test_the_end_of_input_while_setting_up_is_one_line_too(run_serai: Run) -> None:
    answer = run_serai("play", "--terminal", typed="pasha\n")
    assert answer.returncode == 0 and answer.stderr == "\nserai: input ended before the game began\n"


def test_an_interrupt_saves_and_says_so(start: Start) -> None:
    child = start("pasha", "--names", "Ann,random", "--seed", "1")
    child.expect("Ann> ")
    for _ in range(5):  # the first may come just before Python waits for input, and is noticed only after that
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=5) == 0:
            break
    text = ended(child)
    assert child.exitstatus == 130 and "Traceback" not in text and "serai: interrupted" in text
    assert replay.verify(saved(text)).is_fine


def test_colours_can_be_switched_off(start: Start) -> None:
    coloured, plain = (
        start("asara", "--names", "Ann,random", "--seed", "1", **change) for change in ({}, {"NO_COLOR": "1"})
    )
    colour = re.compile(r"\x1b\[(\d+;)*3\d")
    for child in (coloured, plain):
        child.expect("Ann> ")
    assert colour.search(coloured.before) and not colour.search(plain.before)


def test_random_players_can_play_alone(run_serai: Run, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    words = ("asara", "--names", "random,random,random", "--seed", "5", "--record", str(path))
    answer = run_serai("play", "--terminal", *words)
    assert answer.returncode == 0 and answer.stdout.splitlines()[-1] == f"Record: {path}"
    [found] = record.read(path)
    assert found.names == ["random 0", "random 1", "random 2"] and replay.verify(found).is_fine


def test_bots_take_seats_and_their_moves_are_told(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    words = ("--names", "Ann,traveller,Vizier:sims=20", "--seed", "1", "--record", str(path))
    child = start("pasha", *words)
    text = play_to_the_end(child, ["Ann> "])
    assert "▸ Vizier plays" in text and "▸ Traveller plays" in text and "Traceback" not in text
    found = saved(text)
    assert found.names == ["Ann", "traveller", "vizier"] and replay.verify(found).is_fine
    assert [seat["by"] for seat in found.data["seats"]] == ["person", "traveller", "vizier:sims=20"]


def test_a_bot_that_takes_time_says_so(start: Start) -> None:
    child = start("pasha", "--names", "vizier:time=0.3,vizier:time=0.2", "--seed", "1")
    child.expect(r"Vizier [12] thinks…")
    child.sendintr()
    text = ended(child)
    assert "Traceback" not in text and "serai: interrupted" in text


def test_a_hint_shows_what_a_bot_would_do_and_why(start: Start) -> None:
    child = start("pasha", "--names", "Ann,random", "--seed", "1")
    child.expect("Ann> ")
    for typed, said in (
        ("hint vizier:sims=20", r"\d\) play .* wins \d+\.\d%; points at the end: Ann \S+, Wanderer \S+ .*\d\) play "),
        ("hint", r"\d\) play .* wins "),
        ("hint dance", "there is no bot 'dance'; there are: random, traveller"),
        ("hint random", "bot 'random' has no reasons for its moves; allowed: traveller"),
    ):
        check_answer(child, typed, said)


def test_the_number_of_a_hint_plays_it(start: Start) -> None:
    child = start("pasha", "--names", "Ann,random", "--seed", "1")
    child.expect("Ann> ")
    child.sendline("hint merchant")
    child.expect("Ann> ")
    number, value = re.findall(r"(\d+)\) play (-?\d+)", text_of(child.before))[-1]
    child.sendline(number)
    child.expect("Ann> ")
    assert f"Ann plays {value}" in text_of(child.before)


def test_a_wrong_bot_is_one_clear_line(run_serai: Run) -> None:
    answer = run_serai("play", "--terminal", "pasha", "--names", "Ann,caliph:tme=2")
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1
    assert answer.stderr.startswith("serai: bot 'caliph:tme=2' has no option 'tme=2'; allowed: time=SECONDS,")
