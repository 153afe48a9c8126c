"""Links for others: by an address that they can reach, at the port that was asked for."""

import pytest

from serai.web.pages.invites import is_local, with_address


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost:8000", "192.0.2.7:8000"),
        ("localhost", "192.0.2.7"),
        ("127.0.0.1:81", "192.0.2.7:81"),
        ("[::1]:8000", "192.0.2.7:8000"),
        ("[::1]", "192.0.2.7"),
    ],
)
def test_this_machines_own_names_become_its_address_at_the_same_port(host: str, expected: str) -> None:
    assert is_local(host) and with_address(host, "192.0.2.7") == expected
