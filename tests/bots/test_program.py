"""Programs that play by lines of JSON: what they are told, what becomes of their faults, and that nothing is left."""

import errno
import gc
import json
import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from serai.arena.games import Arena, GameResult, entrants_of, play
from serai.arena.seating import Fixture, fixtures
from serai.bots import program, program_player
from serai.bots.entrant import end_game
from serai.bots.program import LOG_BYTES, LOG_SHOWN, MOST_BUFFERED, BrokenProgram, Fault, Pipes, Program, start_guard
from serai.bots.program_player import MOST_STARTS, ProgramEntrant, ProgramPlayer
from serai.core import game as games
from serai.core.errors import BadBot
from serai.core.match import Match, start
from tests.bots.programs import GREETS, PATIENT, PLAYS, command, name_of, talk
from tests.guests import wait_until
from tests.processes import environment, is_left

NEVER = "import time; time.sleep(600)"
PIDS = 'open({path!r}, "a").write(f"{{os.getpid()}}\\n")'


def arena_of(name: str, players: int, bots: str, seed: int = 5) -> Arena:
    """An arena of the standard edition."""
    game = games.load(name)
    return Arena(game, game.read_edition(), game.options(players), entrants_of(bots), seed)


def played(bots: str, name: str = "toy") -> GameResult:
    """One game of two."""
    return arena_of(name, 2, bots).play(Fixture(0, (0, 1)))


def lines(path: Path) -> list[str]:
    """What a program has written into a file."""
    return path.read_text("utf-8").splitlines() if path.exists() else []


def seated(entrant: ProgramEntrant, seed: int = 1) -> tuple[Match, ProgramPlayer]:
    """A game of Pasha before its first decision, and the player who has to make it."""
    match = start("pasha", players=2, seed=3)
    return match, entrant.sit(match.game, match.edition, seed)


@pytest.fixture
def script(tmp_path: Path) -> Iterator[Path]:
    """A file for a program; no process and no guard of it is left when the test has ended."""
    started: set[int] = set()

    def guarded(process: Pipes) -> Pipes:
        started.add(process.pid)
        return start_guard(process)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program, "start_guard", guarded)
        yield tmp_path / "bot.py"
    wait_until(lambda: not any(is_of(child, tmp_path, started) for child in psutil.Process().children(recursive=True)))


def is_of(child: psutil.Process, folder: Path, started: set[int]) -> bool:
    """Whether a process runs a program of this folder, or guards one that was started."""
    try:
        words = child.cmdline()
    except psutil.NoSuchProcess:
        return False
    if "guard" in words:
        return int(words[-1]) in started
    return any(str(folder) in word for word in words)


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_a_program_plays_whole_games_by_text_or_by_place(script: Path, name: str) -> None:
    by_place = "say(id=number, move=len(legal) - 1, more={})"
    for body in (PLAYS, by_place):
        ended = played(f"random,{talk(script, body)}", name)
        assert ended.faults == ((), ()) and ended.efforts[1].decisions > 10


def test_a_program_decides_what_is_played(script: Path) -> None:
    match, player = seated(ProgramEntrant(command(script)))
    assert player.choose(match.view(match.to_act)) == match.legal_moves()[0]
    del player


@pytest.mark.parametrize("name", ["asara", "pasha"])
def test_a_program_is_told_what_its_seat_sees_and_nothing_else(script: Path, name: str) -> None:
    heard = script.with_suffix(".jsonl")
    before = f"log = open({str(heard)!r}, 'a')"
    body = f"log.write(line)\nlog.flush()\n{PLAYS}"
    entrant = ProgramEntrant(command(script, body, hello=f"log.write(line)\n{GREETS}", before=before))
    match = start(name, players=3, seed=8)
    player = entrant.sit(match.game, match.edition, 1)
    told = []
    while len(match.moves) < 40:
        seat = match.to_act
        if seat == 1 and len(match.legal_moves()) > 1:
            told.append((match.game.words.view(match.view(1)[0], match.edition), match.legal()))
        match.play(player.choose(match.view(seat)) if seat == 1 else match.legal_moves()[-1])
    hello, *asked = map(json.loads, lines(heard))
    assert set(hello) == {"schema", "type", "id", "game", "rules_version", "seat", "options", "edition"}
    assert (hello["game"], hello["seat"], hello["options"]) == (name, 1, match.options)
    assert hello["edition"] == match.edition.data
    assert all(set(one) == {"schema", "type", "id", "decision", "view", "legal", "clock"} for one in asked)
    assert [(one["view"], one["legal"]) for one in asked] == told and len(told) > 5
    for one in asked:
        assert [seat for seat, shown in enumerate(one["view"]["seats"]) if shown["hand"] is not None] == [1]
    del player


def test_the_end_of_a_game_is_told(script: Path) -> None:
    heard = script.with_suffix(".jsonl")
    result = f"log = open({str(heard)!r}, 'a')\nlog.write(line)\nlog.close()"
    ended = played(f"random,{talk(script, result=result)}")
    wait_until(lambda: len(lines(heard)) == 1)
    told = json.loads(lines(heard)[0])
    assert told == {
        "schema": "serai-bot/1",
        "type": "result",
        "scores": list(ended.scores),
        "winners": list(ended.winners),
    }


FAULTS = [
    ("pass", r"no answer within 0\.05 s"),
    ("time.sleep(600)", r"no answer within 0\.05 s"),
    ("os._exit(3)", "exited with code 3"),
    ("1 / 0", "exited with code 1"),
    ("os.kill(os.getpid(), 11)", "was ended by signal 11"),
    ("os.close(1)\ntime.sleep(600)", "closed its output"),
    ("say(id=number, move='buy the palace')", "not a legal move: 'buy the palace'"),
    ("say(id=number, move=len(legal))", r"not a legal move: \d+"),
    ("say(id=number, move=-1)", "not a legal move: -1"),
    ("say(id=number, move=True)", "not a legal move: True"),
    ("say(id=number, move=1.0)", r"not a legal move: 1\.0"),
    ("say(id=number)", "not a legal move: None"),
    ("say(move=legal[0])", "an answer without an id: {'move': "),
    ("say(id=number + 1, move=legal[0])", r"an answer to \d+, which was not asked"),
    ("print('I play', legal[0], flush=True)", "not JSON: 'I play "),
    ("print('NaN', flush=True)", "not JSON: 'NaN'"),
    ("print('[' * 50000, flush=True)", r"not JSON: '\[\[\[\["),
    ("print([1], flush=True)", r"not an object: \[1\]"),
    ("say(id=number, move='x' * 70000)", r"an answer of 700\d\d bytes; allowed: 65536"),
    ("while True: os.write(1, b'x' * 65536)", f"more than {MOST_BUFFERED} bytes without an end of line"),
]


@pytest.mark.parametrize(("body", "reason"), FAULTS, ids=[body for body, _ in FAULTS])
def test_a_fault_costs_the_turn_and_is_told(script: Path, body: str, reason: str) -> None:
    time = "0.05" if "within" in reason else "20"
    ended = played(f"random,{talk(script, body, f':time={time}')}")
    assert ended.faults[0] == () and ended.efforts[1].decisions > 2
    assert re.match(rf"{reason}.* \(decision 1\)", ended.faults[1][0]), ended.faults[1]


def test_a_late_answer_is_ignored(script: Path) -> None:
    body = "if number == 2: continue\nsay(id=2, move='too late')\n" + PLAYS
    match, player = seated(ProgramEntrant(command(script, body, ":time=0.05")))
    view = match.view(match.to_act)
    player.choose(view)
    player._entrant.command = command(script, body, ":time=20")
    assert player.choose(view) == match.legal_moves()[0]
    assert player.faults == ["no answer within 0.05 s (decision 1)"]
    del player


def test_a_program_that_crashes_is_started_again_a_few_times_and_then_left_alone(script: Path) -> None:
    pids = script.with_suffix(".pids")
    name = talk(script, "os._exit(1)", before=PIDS.format(path=str(pids)))
    ended = played(f"random,{name}", "pasha")
    assert len(lines(pids)) == MOST_STARTS == len(set(lines(pids)))
    reasons = [fault.partition(" (")[0] for fault in ended.faults[1]]
    crashes = ["exited with code 1"] * MOST_STARTS
    assert reasons[: MOST_STARTS + 1] == [*crashes, "not asked: it was started 4 times in this game"]
    assert len(set(reasons[MOST_STARTS:])) == 1 and len(reasons) > 10


def test_chance_decides_from_the_seed_of_the_player(script: Path) -> None:
    arenas = [arena_of("pasha", 2, f"random,{talk(script, 'say(id=number)')}", seed) for seed in (1, 1, 2)]
    first, again, other = (arena.play(Fixture(0, (0, 1))) for arena in arenas)
    assert first == again and first.faults[1] and first.scores != other.scores


def test_every_legal_move_may_be_chosen_by_chance(script: Path) -> None:
    entrant = ProgramEntrant(command(script, "say(id=number)"))
    match, _ = seated(entrant)
    view, found = match.view(match.to_act), set()
    for seed in range(60):
        player = entrant.sit(match.game, match.edition, seed)
        found.add(player.choose(view))
        end_game([player], match.position)
    assert found == set(match.legal_moves())
    del player, entrant


def test_what_a_program_writes_to_standard_error_is_shown_with_its_fault_and_bounded(script: Path) -> None:
    body = "sys.stderr.write('x' * 3_000_000 + '\\nthe dice are cursed\\n')\nsys.stderr.flush()\nos._exit(1)"
    ended = played(f"random,{talk(script, body, ':time=20')}")
    fault = ended.faults[1][0]
    assert fault.startswith("exited with code 1 (decision 1); it wrote: 'xxx") and len(fault) < 400
    assert fault.endswith("the dice are cursed'")


def test_little_is_kept_of_what_a_program_writes_to_standard_error(script: Path) -> None:
    program = Program(command(script, hello=f"sys.stderr.write('x' * 3_000_000)\nsys.stderr.flush()\n{GREETS}").words)
    program.ask({"type": "hello"}, 20)
    assert len(program._log_tail) <= LOG_BYTES and program.take_log() == "x" * LOG_SHOWN
    program.close()


def test_one_process_plays_one_game_after_another(script: Path) -> None:
    pids = script.with_suffix(".pids")
    name = talk(script, hello=PIDS.format(path=str(pids)) + f"\n{GREETS}")
    ended = list(play(arena_of("toy", 2, f"random,{name}"), fixtures(2, 2, 6)))
    assert len(lines(pids)) == 7 and len(set(lines(pids))) == 1  # the first greeting tries it out
    assert all(game.faults == ((), ()) for game in ended)


def test_a_program_can_be_started_anew_for_every_game(script: Path) -> None:
    pids = script.with_suffix(".pids")
    name = talk(script, options=f"{PATIENT}:games=1", hello=PIDS.format(path=str(pids)) + f"\n{GREETS}")
    list(play(arena_of("toy", 2, f"random,{name}"), fixtures(2, 2, 6)))
    assert len(lines(pids)) == 7 == len(set(lines(pids)))


def test_two_seats_of_one_game_are_two_processes(script: Path) -> None:
    pids = script.with_suffix(".pids")
    name = talk(script, hello=PIDS.format(path=str(pids)) + f"\n{GREETS}")
    arena_of("toy", 2, f"random,{name}").play(Fixture(0, (1, 1)))
    assert len(set(lines(pids))) == 2


def test_a_program_may_end_after_a_game(script: Path) -> None:
    ended = list(play(arena_of("toy", 2, f"random,{talk(script, result='break')}"), fixtures(2, 2, 6)))
    assert all(game.faults == ((), ()) for game in ended)


def test_several_processes_play_with_programs_of_their_own(script: Path) -> None:
    pids = script.with_suffix(".pids")
    name = talk(script, hello=PIDS.format(path=str(pids)) + f"\n{GREETS}")
    ended = list(play(arena_of("pasha", 2, f"random,{name}"), fixtures(2, 2, 40), workers=2))
    assert len(ended) == 40 and all(game.faults == ((), ()) for game in ended)
    assert len(set(lines(pids))) in (
        2,
        3,
    )  # one was tried out; a process that is slow to start may come too late to play
    wait_until(lambda: not any(is_left(int(pid)) for pid in set(lines(pids))))


def test_an_entrant_can_be_sent_to_another_process(script: Path) -> None:
    [entrant] = entrants_of(talk(script, options=":time=0.5"))
    copy = pickle.loads(pickle.dumps(entrant))
    assert (
        isinstance(entrant, ProgramEntrant)
        and copy.name == entrant.name
        and copy.command == entrant.command
        and not copy.is_reproducible
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (NEVER, r"did not greet: no answer within 0\.2 s"),
        ("raise SystemExit('I want a licence')", "did not greet: exited with code 1; it wrote: 'I want a licence'"),
        ("print('hello', flush=True); " + NEVER, "did not greet: not JSON: 'hello'"),
        ("print('{\"id\": 1}', flush=True); " + NEVER, "did not greet: its name is None; expected: a text"),
    ],
)
def test_a_program_that_does_not_greet_is_refused_before_the_first_game(
    script: Path, text: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_player, "GREETING_SECONDS", 0.2 if text == NEVER else 20.0)
    with pytest.raises(BadBot, match=f"^bot 'exec:.*': {reason}"):
        list(play(arena_of("toy", 2, f"random,{name_of(script, text)}"), fixtures(2, 2, 2)))


def test_what_can_not_be_started_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    with pytest.raises(BadBot, match=r"can't be started \(Exec format error\)"):
        list(play(arena_of("toy", 2, f"random,exec:{path}"), fixtures(2, 2, 2)))


def test_a_program_that_reads_nothing_is_given_up(script: Path) -> None:
    program = Program(command(script, before=NEVER).words)
    with pytest.raises(Fault, match="no answer within") as raised:
        program.ask({}, 0.05)
    assert not isinstance(raised.value, BrokenProgram)
    with pytest.raises(BrokenProgram, match=r"did not read its input within 0\.05 s"):
        program.ask({"long": "x" * 200_000}, 0.05)
    program.close(grace=0.0)


def test_ending_a_program_ends_all_that_it_has_started_and_leaves_nothing_open(script: Path) -> None:
    pids = script.with_suffix(".pids")
    before = (
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"child = subprocess.Popen(['sleep', '600'])\nopen({str(pids)!r}, 'a').write(f'{{child.pid}}\\n')"
    )
    this = psutil.Process()
    gc.collect()
    descriptors, children = this.num_fds(), this.children()
    for _ in range(3):
        program = Program(command(script, before=before, result="time.sleep(600)").words)
        program.ask({"type": "hello"}, 20)
        program.send({"type": "result"})
        program.close(grace=0.0)
        assert not psutil.pid_exists(program.pid)
    wait_until(lambda: not any(is_left(int(pid)) for pid in lines(pids)))
    gc.collect()
    assert len(lines(pids)) == 3 and this.num_fds() == descriptors and this.children() == children


def test_a_program_without_a_guard_does_not_stay(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[Pipes] = []

    def no_guard(process: Pipes) -> Pipes:
        left.append(process)
        raise OSError(errno.EAGAIN, "no more processes")

    monkeypatch.setattr(program, "start_guard", no_guard)
    with pytest.raises(BadBot, match=r"can't be started \(no more processes\)"):
        list(play(arena_of("toy", 2, f"random,{talk(script, before=NEVER)}"), fixtures(2, 2, 2)))
    [process] = left
    assert process.returncode == -signal.SIGKILL and not psutil.pid_exists(process.pid)
    assert all(stream and stream.closed for stream in (process.stdin, process.stdout, process.stderr))


def test_a_program_that_nobody_holds_any_more_is_ended(script: Path) -> None:
    program = Program(command(script).words)
    pid = program.pid
    del program
    assert not psutil.pid_exists(pid)


KEEPS_A_PROGRAM = """
import sys, time
from serai.bots.program import Program
program = Program(sys.argv[1:])
program.ask({"type": "hello"}, 20)
print("ready", flush=True)
"""


@pytest.mark.parametrize("kill", [True, False], ids=["killed", "ended"])
def test_a_program_that_ignores_the_end_of_its_input_ends_with_whoever_started_it(script: Path, kill: bool) -> None:
    pids = script.with_suffix(".pids")
    stubborn = f"{GREETS}\n{PIDS.format(path=str(pids))}\ntime.sleep(600)"
    words = command(script, hello=stubborn).words
    keeper = script.with_name("keeper.py")
    keeper.write_text(KEEPS_A_PROGRAM + ("time.sleep(600)" if kill else ""), "utf-8")
    owner = subprocess.Popen(
        [sys.executable, str(keeper), *words], env=environment(), stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None and owner.stdout.readline() == "ready\n"
    wait_until(lambda: len(lines(pids)) == 1)
    if kill:
        owner.send_signal(signal.SIGKILL)
    assert owner.wait(60) == (-signal.SIGKILL if kill else 0)
    owner.stdout.close()
    wait_until(lambda: not is_left(int(lines(pids)[0])))


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # on newer Pythons, where there are threads
def test_a_copy_of_the_process_leaves_the_program_alone(script: Path) -> None:
    program = Program(command(script).words)
    if (copy := os.fork()) == 0:
        program.close(grace=0.0)
        os._exit(0)
    os.waitpid(copy, 0)
    assert program.ask({"type": "hello"}, 20)["name"] == "test"
    program.close()
