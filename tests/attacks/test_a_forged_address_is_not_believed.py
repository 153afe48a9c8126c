"""Who says that a request comes from somewhere else is believed only where the host has named that proxy."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from serai.tables import keys
from serai.web.requests.addresses import Proxies, address_group
from serai.web.requests.guards import HSTS
from serai.web.settings import Limits, trusted_networks
from tests.attacks.conftest import Start
from tests.databases import new_database
from tests.guests import Running, running

STRICT: dict[str, Any] = {"requests_per_second": 0.01, "burst": 5, "players_per_address": 2}


def statuses(house: Running, number: int) -> list[int]:
    """Of requests that each say they come from another address, with another key."""
    found = []
    for last in range(number):
        headers = {"x-forwarded-for": f"192.0.2.{last}", "authorization": f"Bearer {keys.fresh()}"}
        found.append(httpx.get(f"{house.url}/api/games", headers=headers).status_code)
    return found


def test_forged_addresses_do_not_help_against_limits(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(new_database("sqlite", tmp_path), **STRICT) as house:
        assert statuses(house, 13) == [200] * 10 + [429] * 3
    assert [record.message for record in caplog.records if "--proxy" in record.message] == [
        "a proxy seems to ask for others, but none is trusted; see --proxy"
    ]


def test_a_trusted_proxy_asks_for_many(tmp_path: Path) -> None:
    with running(new_database("sqlite", tmp_path), proxies=("127.0.0.0/8",), **STRICT) as house:
        assert statuses(house, 13) == [200] * 13
        forged = {"x-forwarded-for": "192.0.2.1, 192.0.2.99"}  # the client's own word, then the proxy's
        found = [httpx.get(f"{house.url}/api/games", headers=forged).status_code for _ in range(7)]
        assert found == [200] * 5 + [429] * 2


def test_https_is_believed_only_of_a_trusted_proxy_and_then_insisted_on(start: Start) -> None:
    secure = {"x-forwarded-proto": "https"}
    answer = httpx.get(start().url, headers=secure)
    assert HSTS.decode() not in answer.headers and "secure" not in answer.headers["set-cookie"].lower()


def test_hsts_is_as_the_host_wishes(start: Start) -> None:
    server = start("--proxy", "127.0.0.1", "--hsts", "86400")
    answer = httpx.get(server.url, headers={"x-forwarded-proto": "https"})
    assert answer.headers[HSTS.decode()] == "max-age=86400"
    assert HSTS.decode() not in httpx.get(server.url).headers


def test_a_household_counts_as_one_address() -> None:
    assert address_group("2001:db8::1") == address_group("2001:db8::ffff:1") != address_group("2001:db8:0:1::1")
    assert address_group("::ffff:192.0.2.1") == address_group("192.0.2.1") == "192.0.2.1"
    assert address_group("") == "" and address_group("unix:") == "unix:"


def test_proxies_are_addresses_and_networks() -> None:
    proxies = Proxies(["10.0.0.0/8", "2001:db8::1"])
    assert "10.1.2.3" in proxies and "::ffff:10.1.2.3" in proxies and "2001:db8::1" in proxies
    assert "11.0.0.1" not in proxies and "2001:db8::2" not in proxies and "nonsense" not in proxies
    assert "1.2.3.4" in Proxies(["*"]) and "1.2.3.4" not in Proxies([])
    assert trusted_networks(("10.0.0.0/8",)) == ["10.0.0.0/8", "::ffff:10.0.0.0/104"]


def test_limits_are_set_by_name() -> None:
    assert Limits().with_changes([("streams", 7), ("head-seconds", 0.5)]) == Limits(streams=7, head_seconds=0.5)
    for name, number in (("streams", 0), ("streams", 1.5), ("streams", float("nan")), ("stream", 1)):
        with pytest.raises(ValueError, match="stream"):
            Limits().with_changes([(name, number)])
