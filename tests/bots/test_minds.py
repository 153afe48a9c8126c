"""Every game's minds: legal answers anywhere, no peeking, and time that is shared out fairly."""

import copy
import random
from collections.abc import Iterator

import pytest

from serai.bots.bot import Bot
from serai.bots.levels import NAMES, parse
from serai.core import conformance
from serai.core import game as games
from serai.core.compiled import jit
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed, player_stream
from serai.core.search.mind import LEVELS, Views
from serai.core.simulate import RandomPlay
from tests.test_other_editions import MAKERS

GAMES = ("asara", "pasha")
BOTS = [name if name in ("random", "traveller", "merchant") else f"{name}:sims=20" for name in NAMES]


def begin(name: str, players: int, seed: int, **flags: bool) -> Position:
    """A game before its first decision."""
    game = games.load(name)
    options = game.options(players, **flags)
    return Position(game, game.read_edition(), options, StreamSeed(seed))


def walked(position: Position, seed: int, every: int) -> Iterator[Position]:
    """The position at some of its decisions, while it is played at random."""
    players, stream = RandomPlay(position.game, position.edition, position.options), player_stream(seed)
    while not position.is_over:
        if len(position.moves) % every == 0:
            yield position
        position.apply(players.choose(position, stream))


def view(position: Position) -> Views:
    """What the deciding seat sees."""
    return position.observe(position.to_act).games


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_answers_legally_at_every_number_of_players_and_with_every_option(name: str, bot: str) -> None:
    game = games.load(name)
    for case in conformance.cases(game, game.read_edition()):
        begun = Position(game, case.edition, case.options, StreamSeed(3))
        seated = Bot(game, case.edition, parse(f"{bot}:seed=1"))
        for position in walked(begun, 3, 17):
            assert seated.choose(view(position)) in position.legal_numbers()


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_answers_legally_in_editions_of_other_sizes(name: str, number: int) -> None:
    chance, game = random.Random(100 + number), games.load(name)
    data = copy.deepcopy(game.read_edition().data)
    MAKERS[name](chance, data)
    data["known"] = {key: "assumed" for key in data if key not in ("name", "known")}
    case = chance.choice(conformance.cases(game, game.edition_of(data, "random.toml")))
    begun = Position(game, case.edition, case.options, StreamSeed(number))
    bots = [Bot(game, case.edition, parse(f"{bot}:seed=1")) for bot in BOTS]
    for position in walked(begun, number, 29):
        for bot in bots:
            assert bot.choose(view(position)) in position.legal_numbers()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_answers_the_same_for_all_states_that_look_the_same(name: str, level: str) -> None:
    begun = begin(name, 3, 8, **dict.fromkeys(games.load(name).flags, True))
    bot = Bot(begun.game, begun.edition, parse(f"{level}:sims=30:seed=4"))
    different = 0
    for number, position in enumerate(walked(begun, 8, 31)):
        other = position.copy()
        other.redeal(position.to_act, number)
        different += other.games.tobytes()[64:] != position.games.tobytes()[64:]
        assert bot.choose(view(other)) == bot.choose(view(position))
    assert different, "nothing was hidden in any position"


@pytest.mark.skipif(not jit.is_compiled(), reason="strength is shown by machine code")
@pytest.mark.parametrize("name", GAMES)
def test_a_merchant_has_more_points_than_random_players(name: str) -> None:
    ahead = 0
    for seed in range(20):
        position = begin(name, 2, seed)
        bots = [Bot(position.game, position.edition, parse(f"{bot}:seed=1")) for bot in ("merchant", "random")]
        while not position.is_over:
            position.apply(bots[(position.to_act + seed) % 2].choose(view(position)))
        scores = position.scores()
        ahead += scores[seed % 2] > scores[1 - seed % 2]
    assert ahead >= 15
