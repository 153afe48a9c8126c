"""Records of earlier rules at the command line: what could be checked, what could not, and who is to blame."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from tests import earlier

Run = Callable[..., CompletedProcess[str]]

PLACE = earlier.PARTED["expert"]


def test_verify_says_how_far_a_record_of_earlier_rules_could_be_recomputed(run_serai: Run) -> None:
    answer = run_serai("verify", str(earlier.path_of("expert")))
    first, why, rest, _, last = answer.stdout.splitlines()
    assert answer.returncode == 3 and answer.stderr == ""
    assert first.endswith(f"expert.json: {PLACE} of 83 events of 21 decisions recomputed, all the same")
    assert f"from events[{PLACE}] on the rules have changed since, which is no fault of the record" in why
    assert "could not be checked" in rest and last == "It is consistent as far as recomputed."


def test_verify_calls_a_record_of_earlier_rules_consistent_where_nothing_has_changed(run_serai: Run) -> None:
    answer = run_serai("verify", str(earlier.path_of("basic")))
    assert answer.returncode == 0 and answer.stdout.splitlines()[-1] == "It is consistent."
    assert "recorded by rules version 1; version 2 gives the same" in answer.stdout


def test_verify_counts_what_is_consistent_as_far_as_recomputed_by_itself(run_serai: Run, tmp_path: Path) -> None:
    names = [*earlier.WHOLE, *earlier.PARTED]
    several = tmp_path / "several.jsonl"
    several.write_text("".join(earlier.path_of(name).read_text("utf-8") for name in names), "utf-8")
    answer = run_serai("verify", str(several))
    assert answer.returncode == 3
    assert answer.stdout.splitlines()[-1] == "3 checked, 0 differing, 1 consistent as far as recomputed"


def test_verify_calls_a_changed_record_of_earlier_rules_wrong(run_serai: Run, tmp_path: Path) -> None:
    data, path = earlier.recorded("expert"), tmp_path / "changed.json"
    next(event for event in data["events"] if event["type"] == "display")["pieces"].pop()
    path.write_text(json.dumps(data), "utf-8")
    answer = run_serai("verify", str(path))
    assert answer.returncode == 1 and answer.stdout.splitlines()[-1] == "It differs."
    assert "recomputing gives" in answer.stdout and "by which it is wrong as well" in answer.stdout
    assert "no fault" not in answer.stdout and "all the same" not in answer.stdout


def test_replay_steps_to_where_the_rules_have_changed_and_tells_the_rest(run_serai: Run) -> None:
    answer = run_serai("replay", "--step", str(earlier.path_of("expert")), typed="\n" * 99)
    assert answer.returncode == 0 and answer.stdout.count("Enter: go on") == 21
    assert "The rules have changed since this game was played" in answer.stdout
    told = [line[:6] for line in answer.stdout.replace("q: stop ", "\n").splitlines()]
    assert [line for line in told if line[:4].strip().isdecimal()][-1].strip() == "82"
    assert answer.stdout.splitlines()[-1] == "Random 1 wins."
