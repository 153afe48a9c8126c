"""`make screenshots`: a picture of every page, for eyes; and the README's own picture, of a table amid a game."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.progress import track

from serai.web.pages.rendering import LANGUAGE_COOKIE
from tests.browser import ARGUMENTS, find_browser
from tests.databases import new_database
from tests.guests import running
from tests.pages.gallery import Gallery, hang
from tests.pages.test_layout import WIDTHS, Scheme, opened, visit

FOLDER = Path("build/screenshots")
README = ("asara-late", Path("docs/table.png"), 1240)  # the page, the picture, and how high it is
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def take(browser: Browser, gallery: Gallery, folder: Path, names: list[str]) -> None:
    """Every page, or those named, at every width, light and dark, in English and German."""
    kinds = [(width, scheme, language) for width in WIDTHS for scheme in SCHEMES for language in ("en", "de")]
    for width, scheme, language in track(kinds, "taking pictures"):
        page = opened(browser, gallery, width, scheme)
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": gallery.server.url}])
        for shown in gallery.shown:
            if not names or shown.name in names:
                visit(page, shown)
                page.screenshot(path=folder / f"{shown.name}-{width}-{scheme}-{language}.png", full_page=True)
        page.context.close()


def take_for_readme(browser: Browser, gallery: Gallery) -> None:
    """A table as a player at a desk sees it."""
    name, path, height = README
    page = opened(browser, gallery, 1440, "light")
    page.set_viewport_size({"width": 1440, "height": height})
    page.goto(next(shown.path for shown in gallery.shown if shown.name == name))
    page.evaluate("() => document.fonts.ready")
    page.screenshot(path=path)
    page.context.close()


def main(names: list[str]) -> None:
    """Serve, look, and say where the pictures are."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="serai-screenshots-") as folder,
        running(new_database("sqlite", Path(folder))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(ARGUMENTS))
        gallery = hang(server)
        take(browser, gallery, FOLDER, names)
        if not names:
            take_for_readme(browser, gallery)
        browser.close()
    sys.stdout.write(f"The pictures are in {FOLDER}.\n")


if __name__ == "__main__":
    main(sys.argv[1:])
