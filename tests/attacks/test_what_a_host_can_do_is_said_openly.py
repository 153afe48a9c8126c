"""A host who plays can see the deal, let a table void, and brings the script that verifies: players are told so."""

from pathlib import Path

from tests.guests import Running
from tests.surfers import surfing

HOST = Path(__file__).parents[2] / "docs" / "host.md"


def test_the_help_page_says_what_a_host_who_plays_can_do_and_how_to_check_without_the_host(house: Running) -> None:
    with surfing(house, "en") as (ann,):
        words = " ".join(ann.get("/help").split())
    assert "a host who plays too can see the deal before the game begins" in words
    assert "a game that did not begin is listed in the lobby, with the name of whoever’s page" in words
    assert "The page that checks a game comes from the host as well." in words
    assert "“serai verify” on a machine of your own, or with any program" in words


def test_so_does_the_page_for_hosts() -> None:
    words = " ".join(HOST.read_text("utf-8").split())
    assert "*A host who plays too* can see the deal before the game begins." in words
    assert "Void tables are listed for a week" in words and "with whose page did not open its number" in words
    assert "`serai verify` from an installation of their own, or with any program written from [Records]" in words
