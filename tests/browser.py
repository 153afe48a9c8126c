"""A real browser for tests: where it is found, how it is started, and, run as a program, how one is made available."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WANTED = "no browser for the tests: install Chromium (apt-get install chromium), or set SERAI_CHROMIUM to its program"
APT = (("apt-get", "update"), ("apt-get", "install", "-y", "chromium"))
PLAYWRIGHT = ((sys.executable, "-m", "playwright", "install", "chromium"),)


class NoBrowser(Exception):
    """There is none; the message says what to install."""


def find_browser() -> str:
    """The browser's program: SERAI_CHROMIUM, else one on PATH, else Playwright's own."""
    if (named := os.environ.get("SERAI_CHROMIUM")) is not None:
        if found := shutil.which(named):
            return found
        raise NoBrowser(f"SERAI_CHROMIUM is {named!r}, where no program is; set it to Chromium's program, or unset it")
    for name in NAMES:
        if found := shutil.which(name):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).is_file():
        return own
    raise NoBrowser(WANTED)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    program = find_browser()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield started
        started.close()


def why_none() -> str | None:
    """Why the tests would find no browser; None when they would."""
    try:
        find_browser()
    except NoBrowser as problem:
        return str(problem)
    return None


def can_use_apt() -> bool:
    """Whether the system's own packages can be installed."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install() -> None:
    """Install Chromium by the first way that works, unless there is a browser already or one was named."""
    if "SERAI_CHROMIUM" in os.environ:
        sys.exit(why_none())
    ways = (APT, PLAYWRIGHT) if can_use_apt() else (PLAYWRIGHT,)
    for commands in ways:
        if why_none() is None:
            return
        all(subprocess.run(command, check=False).returncode == 0 for command in commands)
    sys.exit(why_none())


if __name__ == "__main__":
    install()
