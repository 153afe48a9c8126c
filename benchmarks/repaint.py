"""From a click to the repainted table: one's own move in Chromium, beside a bare page of the same size.

The bare page has the same markup and styles, and its server answers a post at once with the fragment that ours made for
the same move, kept in memory; its script posts, morphs and does nothing else. Both are measured in turns in one run. A
move is taken back after each measurement, and both ways count. People click when a move has come to rest, at no certain
moment between two frames of the screen, and so does this: clicks that follow a frame at once would all come at the same
distance from the next one, and what takes a little longer than that would count as a whole frame.
"""

import multiprocessing
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import sleep

import httpx
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table as Grid
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from serai.core import game as games
from serai.web.pages.static_files import STATIC
from tests.browser import ARGUMENTS, find_browser
from tests.databases import new_database
from tests.guests import running
from tests.pages.gallery import Gallery, asara, pasha
from tests.processes import Process, free_port

GOAL = 1.5  # of the bare page's time
SETTLING = 25.0  # seconds in which a server that was started loads the bots' code
PAUSE = 0.4, 0.7  # seconds between clicks, at random: longer than anything moves
TIMES = 20  # each move is made and taken back so often
WIDTH, HEIGHT = 1440, 900

# Click, wait until the table's version is another, then until that is painted.
MEASURE = """selector => new Promise((done, failed) => {
  setTimeout(failed, 10000, new Error(`nothing came of a click at ${selector}`));
  const before = document.querySelector("#table").dataset.version;
  const watcher = new MutationObserver(() => {
    if (document.querySelector("#table").dataset.version === before) return;
    watcher.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => done(performance.now() - begun);
      painted.port2.postMessage(0);
    });
  });
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
  const begun = performance.now();
  document.querySelector(selector).click();
})"""

BARE_SCRIPT = """
import { Idiomorph } from "/static/lib/idiomorph.esm.js";
let isBusy = false;
document.addEventListener("click", async (event) => {
  if (!event.target.closest("#go") || isBusy) return;
  event.preventDefault();
  isBusy = true;
  const answer = await fetch("/post", { method: "POST", body: new URLSearchParams({ move: "x" }) });
  Idiomorph.morph(document.getElementById("table"), await answer.text(), { morphStyle: "outerHTML" });
  isBusy = false;
});
"""


# The parts of the first move that is made of a card and a space.
PLACING = """() => JSON.parse(document.querySelector("#table").dataset.choices)
  .map(([, ...parts]) => parts.sort())
  .find((parts) => parts.length === 2 && parts[0].startsWith("card.") && parts[1].startsWith("space."))"""


@dataclass(frozen=True)
class Moment:
    """A position, and the button that makes a move there which can be taken back; without one a buyer is placed."""

    name: str
    path: str
    button: str | None = None


@dataclass(frozen=True)
class Figures:
    """Milliseconds, each the median."""

    moment: str
    kilobytes: float
    ours: float
    bare: float

    @property
    def ratio(self) -> float:
        """How many times the bare page's time."""
        return self.ours / self.bare


def serve_bare(page: str, fragments: list[str], port: int) -> None:
    """The page, and the two fragments in turns."""
    turn = 0

    async def show(request: Request) -> Response:
        return HTMLResponse(page)

    async def script(request: Request) -> Response:
        return Response(BARE_SCRIPT, media_type="text/javascript")

    async def post(request: Request) -> Response:
        nonlocal turn
        await request.body()
        turn += 1
        return HTMLResponse(fragments[turn % 2])

    folders = [
        Mount(f"/static/games/{name}", StaticFiles(directory=games.load(name).page_folder)) for name in games.names()
    ]
    routes = [Route("/", show), Route("/bare.js", script), Route("/post", post, methods=["POST"]), *folders]
    app = Starlette(routes=[*routes, Mount("/static", StaticFiles(directory=STATIC))])
    uvicorn.run(app, port=port, log_config=None, access_log=False)


@contextmanager
def bare(page: str, fragments: list[str]) -> Iterator[str]:
    """A bare server in a process of its own; its address."""
    port = free_port()
    process = multiprocessing.get_context("spawn").Process(target=serve_bare, args=(page, fragments, port), daemon=True)
    process.start()
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                httpx.get(url)
                break
            except httpx.TransportError:
                sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.join()


def bare_page(whole: str, fragment: str) -> str:
    """Our page without its scripts, with the bare one instead; it has a button of its own."""
    head, _, rest = whole.partition("</head>")
    kept = [line for line in head.splitlines() if "<script" not in line and "modulepreload" not in line]
    sprite = rest[rest.index("<svg") : rest.index("<main")]
    script = '<script type="module" src="/bare.js"></script>'
    body = f'<body class="at-table"><button id="go">go</button>{sprite}{fragment}</body>'
    return f"{''.join(kept)}{script}</head>{body}</html>"


def measure(browser: Browser, url: str, cookie: str, moment: Moment) -> Figures:
    """Ours and the bare one in turns."""
    page = opened(browser, url, cookie)
    page.goto(moment.path)
    whole = page.request.get(moment.path).text()
    before = fragment(page)
    touch(page, moment)
    after = fragment(page)
    undo(page)
    with bare(bare_page(whole, before), [before, after]) as place:
        other = opened(browser, place, cookie)
        other.goto(place)
        ours, others = [], []
        for _ in range(TIMES):
            ours += [touch(page, moment), undo(page)]
            others += [repainted(other, "#go") for _ in range(2)]
        other.context.close()
    page.context.close()
    return Figures(moment.name, len(after.encode()) / 1000, median(ours), median(others))


def opened(browser: Browser, url: str, cookie: str) -> Page:
    """A page of a browser that has the viewer's key."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, base_url=url)
    context.add_cookies([{"name": "serai_key", "value": cookie, "url": url}])
    return context.new_page()


def fragment(page: Page) -> str:
    """What is morphed, as the server sends it."""
    path = page.url.partition("?")[0] + "/fragment"
    return page.request.get(path).text()


def touch(page: Page, moment: Moment) -> float:
    """Make the move; milliseconds from its last touch."""
    if moment.button:
        return repainted(page, moment.button)
    card, space = (f"button[name=part][value='{part}'][data-open]" for part in page.evaluate(PLACING))
    page.locator(card).first.click()
    return repainted(page, space)


def undo(page: Page) -> float:
    """Take it back; milliseconds."""
    page.wait_for_selector("#undo")
    return repainted(page, "#undo")


def repainted(page: Page, selector: str) -> float:
    """Click after a pause; milliseconds until what came of it is painted."""
    sleep(random.uniform(*PAUSE))
    return float(page.evaluate(MEASURE, selector))


def moments(gallery: Gallery) -> Iterator[Moment]:
    """Early and late, with few players and with many."""
    yield Moment("Asara, first turn of two", f"/t/{gallery.play('asara', 2, asara(1, 'place'))}")
    late = gallery.play("asara", 4, asara(4, "place"), expert=True, open_screens=True)
    yield Moment("Asara, expert, last year of four players", f"/t/{late}")
    dice = gallery.play("pasha", 5, pasha(8, True))
    yield Moment("Pasha, dice of five players", f"/t/{dice}", "button[name=move][value^='mark'][data-open]")


@contextmanager
def served(database: str, folder: Path) -> Iterator[str]:
    """Serai in a process of its own; its address."""
    process = Process(database, folder).start()
    try:
        yield process.wait().url
    finally:
        process.clear()


def main() -> int:
    """Measure, and say what it came to."""
    console = Console()
    grid = Grid("position", "KB", "Serai ms", "bare ms", "times")
    ratios = []
    with tempfile.TemporaryDirectory(prefix="serai-repaint-") as name, sync_playwright() as playwright:
        folder = Path(name)
        database = new_database("sqlite", folder)
        with running(database) as server:
            gallery = Gallery(server)
            chosen = list(moments(gallery))
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(ARGUMENTS))
        with served(database, folder) as url:
            sleep(SETTLING)
            for moment in chosen:
                found = measure(browser, url, gallery.cookie, moment)
                ratios.append(found.ratio)
                numbers = (f"{found.kilobytes:.0f}", f"{found.ours:.0f}", f"{found.bare:.0f}", f"{found.ratio:.2f}")
                grid.add_row(found.moment, *numbers)
        browser.close()
    console.print(grid)
    console.print(f"at most {GOAL} times: {'held' if max(ratios) <= GOAL else 'not held'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
