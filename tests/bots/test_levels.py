"""Bots' names are a level and options; what is wrong with a name is said with what is allowed."""

import pytest

from serai.bots.levels import NAMES, Level, parse
from serai.core.errors import BadBot


def test_every_level_has_its_name() -> None:
    assert NAMES == ("random", "traveller", "merchant", "vizier", "caliph")
    assert [str(parse(name)) for name in NAMES] == list(NAMES)


@pytest.mark.parametrize(
    "text", ["vizier:time=0.5", "caliph:sims=2000:seed=7", "random:seed=0", "caliph:time=600:sims=1:seed=5"]
)
def test_a_bot_is_written_as_it_is_read(text: str) -> None:
    assert str(parse(text)) == text


def test_options_come_in_any_order_and_space_around_does_no_harm() -> None:
    assert parse(" caliph:seed=0x10:sims=5 ") == Level("caliph", sims=5, seed=16)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no bot ''; there are: random, traveller, merchant, vizier, caliph"),
        ("vizer", "there is no bot 'vizer'; there are: "),
        ("Vizier", "there is no bot 'Vizier'"),
        ("vizier:", "bot 'vizier:' has no option ''; allowed: time=SECONDS, sims=COUNT, seed=NUMBER"),
        ("vizier:time", "has no option 'time'; allowed: "),
        ("vizier:speed=3", "has no option 'speed=3'; allowed: "),
        ("vizier:time=1:time=2", "has the option time twice"),
        ("vizier:time=0", "time is '0'; allowed: seconds from above 0 to 600"),
        ("vizier:time=nan", "time is 'nan'; allowed: "),
        ("vizier:time=601", "time is '601'; allowed: "),
        ("vizier:time=soon", "time is 'soon'; allowed: "),
        ("vizier:sims=0", "sims is '0'; allowed: a whole number from 1 to 100000000"),
        ("vizier:sims=1.5", "sims is '1.5'; allowed: "),
        ("vizier:sims=-1", "sims is '-1'; allowed: "),
        ("vizier:sims=100000001", "sims is '100000001'; allowed: "),
        ("vizier:seed=x", "bot 'vizier:seed=x': 'x' is no seed; allowed: "),
    ],
)
def test_a_wrong_name_is_answered_with_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(BadBot) as raised:
        parse(text)
    assert said in str(raised.value)


def test_only_bots_that_the_clock_does_not_bind_are_reproducible() -> None:
    assert [parse(name).is_reproducible for name in NAMES] == [True, True, True, False, False]
    assert parse("caliph:sims=10").is_reproducible and not parse("caliph:sims=10:time=1").is_reproducible


def test_a_level_has_its_own_time_unless_one_is_given() -> None:
    assert parse("merchant").seconds is None and parse("vizier").seconds == 1.0 and parse("caliph").seconds == 5.0
    assert parse("caliph:time=2").seconds == 2.0 and parse("caliph:sims=5").seconds is None
