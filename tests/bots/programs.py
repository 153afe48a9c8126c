"""Programs that play well or badly, written for one test each."""

import shlex
import sys
from pathlib import Path

from serai.bots.entrants import parse_command
from serai.bots.program_player import Command

# Greets; `{body}` decides, with `message`, its `number` and the `legal` moves.
TALK = """
import json, os, subprocess, sys, time
def say(**fields):
    sys.stdout.write(json.dumps(fields) + "\\n")
    sys.stdout.flush()
{before}
for line in sys.stdin:
    message = json.loads(line)
    number, legal = message.get("id"), message.get("legal")
    if message["type"] == "hello":
        {hello}
    elif message["type"] == "decide":
        {body}
    else:
        {result}
"""
GREETS = 'say(id=number, name="test")'
PLAYS = "say(id=number, move=legal[0])"
PATIENT = ":time=20"  # however busy the machine is


def name_of(path: Path, text: str, options: str = "") -> str:
    """The bot's name for a Python program with this text, which is quick to start."""
    path.write_text(text, "utf-8")
    return f"exec:{shlex.join([sys.executable, '-I', '-S', str(path)])}{options}"


def talk(path: Path, body: str = PLAYS, options: str = PATIENT, hello: str = GREETS, **more: str) -> str:
    """The bot's name for a program that greets and then decides like this."""
    parts = {"before": "", "result": "pass", "hello": hello, "body": body} | more
    indents = {"before": "", "result": "        ", "hello": "        ", "body": "        "}
    indented = {key: part.replace("\n", "\n" + indents[key]) for key, part in parts.items()}
    return name_of(path, TALK.format(**indented), options)


def command(path: Path, body: str = PLAYS, options: str = PATIENT, **more: str) -> Command:
    """How that program is started."""
    return parse_command(talk(path, body, options, **more))
