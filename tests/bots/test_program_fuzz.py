"""A program whose every answer is wrong, very many times: each is a fault or ignored, and all games end by their rules.

`SERAI_MALFORMED` says how many answers; each is drawn from what was asked, so a failure can be found again.
"""

import os
import re
from collections import Counter
from pathlib import Path

from serai.bots.bot import seed_of_player
from serai.bots.entrant import end_game
from serai.bots.entrants import parse_command
from serai.bots.program_player import ProgramEntrant
from serai.core import game as games
from serai.core.game import Game
from serai.core.match import Match
from serai.core.records.randomness import StreamSeed
from tests.bots.programs import name_of

MALFORMED = int(os.environ.get("SERAI_MALFORMED", "10000"))
TIME = 0.05  # seconds for a decision; silence costs so much

# Kinds of wrong answers; those in RARE cost time, because a process has to be started or waited for.
FUZZER = r"""
import json, os, random, sys

out = sys.stdout.buffer

def write(text):
    out.write(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    out.flush()

def junk(chance):
    signs = (9, 13, 0, 34, 92, 123, 128, 255, *range(11, 256))
    return bytes(chance.choice(signs) for _ in range(99))

def wrong_move(chance, legal):
    numbers = [True, False, -1, len(legal), 10 ** 30, -0.5, 1e400]
    texts = ["", " " + legal[0], legal[0].upper(), legal[0] + "\0", "\ud800", "mark 9", "dance", "0", "x" * 60000]
    return chance.choice([None, [], {}, [legal[0]], {"move": legal[0]}, *numbers, *texts])

def wrong_id(chance, number):
    return chance.choice([None, True, -1.0, str(number), number + 1, number + 10 ** 40, [number], {}, float(number)])

KINDS = {
    "broken JSON": lambda n, legal, c: json.dumps({"id": n, "move": legal[0]})[:c.randrange(1, 9)] + "\n",
    "two on a line": lambda n, legal, c: json.dumps({"id": n, "move": legal[0]}) * 2 + "\n",
    "empty line": lambda n, legal, c: c.choice(["\n", " \n", "\r\n", "\0\n", "\t\n"]),
    "not an object": lambda n, legal, c: c.choice(["null", "0", "true", '"move"', "[]", "[{}]", "-1e9"]) + "\n",
    "wrong move": lambda n, legal, c: json.dumps({"id": n, "move": wrong_move(c, legal)}) + "\n",
    "wrong id": lambda n, legal, c: json.dumps({"id": wrong_id(c, n), "move": "dance"}) + "\n",
    "no id": lambda n, legal, c: json.dumps({"move": legal[0]}) + "\n",
    "NaN": lambda n, legal, c: '{"id": %d, "move": %s}\n' % (n, c.choice(["NaN", "Infinity", "-Infinity"])),
    "long number": lambda n, legal, c: '{"id": %s, "move": 0}\n' % ("9" * c.choice((40, 4000, 6000))),
    "deep": lambda n, legal, c: c.choice(['{"id":', "[", '{"a":[']) * c.choice((100, 2000, 10000)) + "\n",
    "deep and whole": lambda n, legal, c: '{"id": %d, "move": %s0%s}\n' % (n, "[" * 900, "]" * 900),
    "binary": lambda n, legal, c: junk(c) + b"\n",
    "not UTF-8": lambda n, legal, c: b'{"id": %d, "move": "\xff\xfe"}\n' % n,
    "half a character": lambda n, legal, c: '{"id": %d, "move": "\ud83d"}\n' % n,
    "huge": lambda n, legal, c: '{"id": %d, "move": "%s"}\n' % (n, "x" * c.randrange(66000, 200000)),
    "late, then wrong": lambda n, legal, c: json.dumps({"id": c.randrange(-9, n), "move": legal[0]}) + "\n{\n",
    "several lines": lambda n, legal, c: json.dumps({"id": n, "move": "no"}) + "\n" + c.choice(["", "{}\n", "x\n"]),
    "in pieces": lambda n, legal, c: [b'{"id": %d,' % n, b' "move": ', b'"nowhere"}', b"\n"],
    "early, then wrong": lambda n, legal, c: '{"id": %d, "move": -1}\n{"id": %d}\n' % (n + 1, n),
}
RARE = {
    "silence": lambda n, legal, c: "",
    "late only": lambda n, legal, c: json.dumps({"id": n - 1, "move": legal[0]}) + "\n",
    "no end of line": lambda n, legal, c: json.dumps({"id": n, "move": 99999}),
    "flood": lambda n, legal, c: b"x" * 1200000,
    "exit": lambda n, legal, c: sys.exit(c.randrange(3)),
    "half an answer and exit": lambda n, legal, c: (write('{"id": %d, "mo' % n), sys.exit(1)),
    "abort": lambda n, legal, c: os.kill(os.getpid(), 9),
    "closed output": lambda n, legal, c: (os.close(1), os._exit(0)),
    "much on standard error": lambda n, legal, c: (os.write(2, b"\x1b[31m[red]\0 " * 9999), sys.exit(1)),
}

for line in sys.stdin:
    message = json.loads(line)
    chance = random.Random(line)
    if message["type"] == "hello":
        good = json.dumps({"id": message["id"], "name": "fuzzer"}) + "\n"
        is_wrong = message["id"] > 1 and chance.random() < 0.02  # a process that has played before is started anew
        write(chance.choice(["[]\n", "{}\n", "x\n"]) if is_wrong else good)
    elif message["type"] == "decide":
        kinds = RARE if chance.random() < 0.01 else KINDS
        wrong = kinds[chance.choice(sorted(kinds))](message["id"], message["legal"], chance)
        for part in wrong if isinstance(wrong, list) else [wrong]:
            write(part)
"""

REASONS = {
    "an answer of",
    "an answer to",
    "an answer without",
    "exited with code",
    "more than",
    "no answer within",
    "not JSON",
    "not a legal move",
    "not an object",
    "was ended by",
}


def play(entrant: ProgramEntrant, game: Game, seed: int) -> tuple[int, list[str]]:
    """A game in which the program has every seat: how often it was to decide, and its faults."""
    match = Match(game, game.read_edition(), game.options(2), StreamSeed(seed))
    players = [entrant.sit(game, match.edition, seed_of_player(seed, 0, seat)) for seat in range(2)]
    asked = 0
    while not match.is_over:
        seat = match.to_act
        asked += len(match.legal_moves()) > 1
        match.play(players[seat].choose(match.view(seat)))
    return asked, [fault for faults in end_game(players, match.position) for fault in faults]


def reason_of(fault: str) -> str | None:
    """Which of the known reasons a fault has."""
    return next((reason for reason in REASONS if fault.startswith(reason)), None)


def test_whatever_a_program_answers_the_game_goes_on(tmp_path: Path) -> None:
    entrant = ProgramEntrant(parse_command(name_of(tmp_path / "fuzzer.py", FUZZER, f":time={TIME}")))
    found: Counter[str | None] = Counter()
    number = 0
    while found.total() < MALFORMED:
        asked, faults = play(entrant, games.load(("asara", "pasha")[number % 2]), number)
        assert len(faults) == asked
        answered = [fault for fault in faults if not fault.startswith("not asked")]
        found.update(map(reason_of, answered))
        assert all(fault.isprintable() and re.search(r" \(decision \d+\)", fault) for fault in faults)
        assert max(map(len, faults)) < 1000
        number += 1
    assert set(found) <= REASONS, found
    if MALFORMED >= 5000:
        assert set(found) == REASONS, found
