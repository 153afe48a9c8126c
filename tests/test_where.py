"""The commands under "Where is …?" in `docs/architecture.md` find the files that the page names beside them."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
MOST_FILES = 40  # more is no answer


def answers() -> list[tuple[str, str, list[str]]]:
    """Each question of the page with its command and the files that the command must find."""
    _, section = PAGE.read_text("utf-8").split("\n## Where is …?\n")
    rows = re.findall(r"^\| (.+\?) \| `(.+)` \| (`.+`) \|$", section.split("\n## ")[0], re.MULTILINE)
    return [(question, command, re.findall("`([^`]+)`", files)) for question, command, files in rows]


def is_inside(path: str, folder: str) -> bool:
    """Whether a file is in a folder, whose name the page writes with a slash."""
    return folder.endswith("/") and path.startswith(folder)


@pytest.mark.parametrize(("question", "command", "files"), answers(), ids=lambda value: str(value)[:40])
def test_the_command_finds_the_files(question: str, command: str, files: list[str]) -> None:
    found = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert found.returncode == 0, f"{question} {command} finds nothing {found.stderr}"
    lines = found.stdout.splitlines()
    missing = [name for name in files if not any(line == name or is_inside(line, name) for line in lines)]
    assert not missing, f"{question} {command} finds {lines}; edit docs/architecture.md"
    assert len(lines) <= MOST_FILES


def test_every_row_of_the_section_is_such_a_question() -> None:
    _, section = PAGE.read_text("utf-8").split("\n## Where is …?\n")
    rows = [line for line in section.split("\n## ")[0].splitlines() if line.startswith("| ")]
    assert len(answers()) == len(rows) - 2 >= 12
    assert all(command.startswith(("grep ", "ls ")) for _, command, _ in answers())
