"""Pages of another port, of a sibling host, or of nowhere can't make a browser act here, by plain HTTP either.

Browsers say where a request comes from in `Sec-Fetch-Site` only over HTTPS or on the machine itself. In a home's
network there is `Origin` alone, which any page can make to be `null`.
"""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.attacks.lines import ask, post
from tests.browser import ARGUMENTS, find_browser
from tests.databases import new_database
from tests.guests import Running, running, wait_until

OURS, SIBLING = "games.lan", "evil.games.lan"  # in the browser of these tests both are this machine
FORM = "<form method=post action={url}/tables><input name=game value=pasha></form>"
SEND = "<script>document.forms[0].submit()</script>"
FETCH = """<script>fetch("{url}/tables", {{method: "POST", mode: "no-cors", credentials: "include",
    referrerPolicy: "no-referrer", body: new URLSearchParams({{game: "pasha"}})}})</script>"""
ATTACKS = {
    "says where it is": FORM + SEND,
    "does not say where it is": "<meta name=referrer content=no-referrer>" + FORM + SEND,
    "is nowhere": f'<iframe sandbox="allow-scripts allow-forms" srcdoc="{FORM}{SEND}"></iframe>',
    "fetches": FETCH,
}


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that is reached by a name of a home's network, without HTTPS."""
    hosts = ("127.0.0.1", "localhost", OURS)
    with running(new_database("sqlite", tmp_path_factory.mktemp("lan")), hosts=hosts) as found:
        yield found


@pytest.fixture(scope="module")
def home(browser: Browser) -> Iterator[Browser]:
    """A browser in that network."""
    network = "--host-resolver-rules=MAP *.lan 127.0.0.1"
    found = browser.browser_type.launch(executable_path=find_browser(), args=[*ARGUMENTS, network])
    yield found
    found.close()


@pytest.fixture
def visitor(home: Browser, lan: Running) -> Iterator[BrowserContext]:
    """Somebody who has been at our server, and has a key."""
    context = home.new_context()
    context.new_page().goto(address(lan))
    yield context
    context.close()


def address(lan: Running, host: str = OURS) -> str:
    """Where the browser finds our server."""
    return f"http://{host}:{lan.url.rpartition(':')[2]}"


@contextmanager
def site(page: str) -> Iterator[int]:
    """A site of somebody else's, with one page; its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_words: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def posts(lan: Running) -> dict[str, int]:
    """How many forms the server has answered, by status."""
    figures = httpx.get(f"{lan.url}/metrics").text
    found = re.findall(r'serai_requests_total{method="POST",status="(\d+)"} (\d+)', figures)
    return {status: int(number) for status, number in found}


@pytest.mark.parametrize("host", [OURS, SIBLING])
@pytest.mark.parametrize("kind", ATTACKS)
def test_a_page_at_another_port_or_host_opens_no_table(
    visitor: BrowserContext, lan: Running, kind: str, host: str
) -> None:
    before, sent = posts(lan), []
    visitor.on("request", lambda request: sent.append(request.headers) if request.method == "POST" else None)
    page = visitor.pages[0]

    def has_come() -> bool:
        page.wait_for_timeout(50)  # the page's own events go on meanwhile
        return posts(lan) != before

    with site(ATTACKS[kind].format(url=address(lan))) as port:
        page.goto(f"http://{host}:{port}/", wait_until="commit")
        wait_until(has_come)
    assert posts(lan) == {**before, "403": before.get("403", 0) + 1}
    assert not any("sec-fetch-site" in headers for headers in sent), "there is more to go by than this test means"


def test_our_own_form_opens_one_without_a_script(home: Browser, lan: Running) -> None:
    context = home.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address(lan)}/open?game=pasha&players=2&screen=1")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.locator("main form button.primary, main form button:not([type=button])").last.click()
    page.wait_for_url("**/t/*")
    assert sent.value.all_headers()["origin"] == address(lan)
    context.close()


@pytest.mark.parametrize(
    "origin", ["null", "http://localhost:1", "http://evil.localhost", "https://localhost.evil", ""]
)
def test_a_form_from_elsewhere_is_refused(house: Running, origin: str) -> None:
    cookie = f"Cookie: serai_key={house.sign('x' * 32)}"
    for path in ("/tables", "/lessons", "/language"):
        assert ask(house.url, post(path, "game=pasha&language=de", cookie, f"Origin: {origin}")).status == 403


def test_a_form_that_says_only_its_page_is_known_by_that(house: Running) -> None:
    cookie = f"Cookie: serai_key={house.sign('x' * 32)}"
    for page, status in (("http://localhost:1/page", 403), ("null", 403), ("http://localhost/page", 303)):
        assert ask(house.url, post("/tables", "game=pasha", cookie, f"Referer: {page}")).status == status
