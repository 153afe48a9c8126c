"""What the documents say is true: the README's example runs, its links lead somewhere, its commands exist."""

import contextlib
import io
import re
import tomllib
from pathlib import Path

import pytest

from serai.cli.main import COMMANDS
from serai.web.settings import Limits, limit_names
from tests.conftest import Run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
RESEARCH = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "research.md").read_text("utf-8"), re.DOTALL)
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_example_in_the_readme_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, "README.md", "exec"), {})
    advice, result, reason, *board = printed.getvalue().splitlines()
    assert re.match(r"<Advice 1: 'place [^']+' wins \d+%, points ", advice)
    assert re.match(r"\[\d+, \d+, \d+\] won by seat \[\d", result)
    assert "the game is over" in reason and board[0].startswith("Asara, expert game · year 4 of 4")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8"))
    missing = [link for link in links if not link.startswith("http") and not (document.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_figure_is_filled_in(document: Path) -> None:
    assert not re.findall(r"@[A-Z]+@", document.read_text("utf-8"))


def test_the_readme_names_every_command_and_no_other() -> None:
    assert set(re.findall(r"`serai ([a-z]+)", README)) == set(COMMANDS)


def test_the_make_targets_in_the_readme_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", README)) - {"on"} <= targets


def test_the_architecture_page_explains_every_dependency() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = settings["project"]
    extras = [*project["optional-dependencies"].values(), *settings["dependency-groups"].values()]
    wanted = [*project["dependencies"], *(name for extra in extras for name in extra)]
    names = {re.split(r"[<>=\[]", requirement)[0] for requirement in wanted}
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert {name for name in names if name not in page} == set()


def test_the_page_for_hosts_names_every_limit_with_its_default() -> None:
    page = (ROOT / "docs" / "host.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| ([0-9.]+) \|", page, re.MULTILINE))
    assert {name: float(number) for name, number in rows.items()} == {
        name: getattr(Limits(), name.replace("-", "_")) for name in limit_names()
    }


@pytest.mark.parametrize("number", range(len(RESEARCH)))
def test_the_examples_for_research_run(number: int, run_python: Run) -> None:
    answer = run_python("-c", RESEARCH[number])
    assert answer.returncode == 0, answer.stderr
