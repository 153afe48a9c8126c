"""A game that people or bots play: a position, and around it what happened, who resigned, the record at the end."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from serai.core import game as games
from serai.core.edition import Edition
from serai.core.errors import IllegalMove
from serai.core.game import Game, Games, Options
from serai.core.position import Position, copied, refusal
from serai.core.records import record
from serai.core.records.randomness import Committed, Nonce, Randomness, Round, StreamSeed, checked_seed, fresh_seed
from serai.core.records.record import Event
from serai.core.words.language import gettext as _
from serai.core.words.reasons import Reason

PEOPLE_EVENTS = ("seat", "resign", "stop")  # what people do around a game; no rule looks at them


class Match:
    """A position with all that has happened; whoever needs no events plays a `Position` alone, which is faster."""

    def __init__(self, game: Game, edition: Edition, options: Options, randomness: Randomness) -> None:
        self.position = Position(game, edition, options, randomness)
        self.events: list[Event] = list(game.words.opening(self.games[0], edition))
        self.private: list[tuple[int, int, Event]] = []  # place among the events, the seat that it is for, the event
        self.resigned: set[int] = set()
        self.is_stopped = False

    def copy(self, *, same_chance: bool = False) -> "Match":
        """This match as it is now, to be looked at or played on by itself; see `Position.copy` for its chance."""
        twin = copy(self)
        twin.position = self.position.copy(same_chance=same_chance)
        twin.events, twin.private, twin.resigned = list(self.events), list(self.private), set(self.resigned)
        return twin

    @property
    def game(self) -> Game:
        """What is played."""
        return self.position.game

    @property
    def edition(self) -> Edition:
        """The numbers it is played with."""
        return self.position.edition

    @property
    def options(self) -> Options:
        """The number of players and the game's own options."""
        return self.position.options

    @property
    def randomness(self) -> Randomness:
        """Where chance comes from."""
        assert self.position.randomness, "a match begins with set-up"
        return self.position.randomness

    @property
    def games(self) -> Games:
        """The packed record, as an array of length one."""
        return self.position.games

    @property
    def moves(self) -> list[int]:
        """The moves so far, as numbers."""
        return self.position.moves

    @property
    def players(self) -> int:
        """How many play."""
        return self.position.players

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return self.position.to_act

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played any more: the game has ended, or was stopped."""
        return self.is_stopped or self.has_ended

    @property
    def has_ended(self) -> bool:
        """Whether the game has ended by its own rules."""
        return self.position.is_over

    def legal_moves(self) -> list[int]:
        """Every legal move as a number."""
        return [] if self.is_stopped else self.position.legal_numbers()

    def legal(self) -> list[str]:
        """Every legal move as text."""
        return [] if self.is_stopped else self.position.legal()

    def name(self, move: int) -> str:
        """A move as text."""
        return self.position.name(move)

    def parse(self, move: str | int) -> int:
        """A move as a number, whether it may be played or not."""
        return self.position.parse(move)

    def why_illegal(self, move: str | int) -> Reason | None:
        """The rule against a move and a sentence; None when it may be played."""
        return self.position.why_illegal(move)

    def play(self, move: str | int) -> None:
        """Play a move, as text or number; what it brings about is added to the events."""
        if self.is_stopped:
            raise IllegalMove(refusal(self.position, move, _("the game has been stopped")))
        before = copied(self.games)
        self.events += self.position.play(move)
        last = len(self.events) - 1
        found = self.game.words.private_events(before[0], self.moves[-1], self.games[0], self.edition)
        self.private += [(last, seat, event) for seat, event in found]

    def scores(self) -> list[int]:
        """Each seat's points as the game stands."""
        return self.position.scores()

    def winners(self) -> list[int]:
        """The seats that win as the game stands; one that resigned can't."""
        if not self.resigned:
            return self.position.winners()
        standings = {seat: self._standing(seat) for seat in range(self.players) if seat not in self.resigned}
        best = max(standings.values(), default=())
        return [seat for seat in standings if standings[seat] == best]

    def view(self, seat: int | None) -> Games:
        """All that a seat knows (None: a spectator), as an array of one observation."""
        return self.game.observed(self.games, self.edition, self.players, seat)

    def events_for(self, seat: int | None, first: int = 0) -> list[Event]:
        """What a seat (None: a spectator) may see of the events, from a place among the whole ones on."""
        seen: list[Event] = []
        for place in range(first, len(self.events)):
            seen += self.game.words.visible_to(self.events[place], seat, self.edition)
            seen += [event for after, whose, event in self.private if after == place and whose == seat]
        return seen

    def change_player(self, seat: int, by: str) -> None:
        """Another person or a bot plays this seat from now on."""
        self.events.append({"type": "seat", "seat": seat, "by": by})

    def renew_chance(self, server_seed: bytes, nonces: Iterable[Nonce]) -> None:
        """From the next decision on chance comes from these seeds; a round from which none came yet is dropped."""
        assert isinstance(self.randomness, Committed), "there is nothing to renew where nobody committed"
        begun = Round(server_seed, tuple(nonces), after=len(self.moves))
        used = [found for found in self.randomness.rounds if found.after < begun.after or found.after == 0]
        self.position.randomness = Committed((*used, begun))

    def resign(self, seat: int) -> None:
        """The seat can't win any more; with two players that ends the game."""
        self.resigned.add(seat)
        self.events.append({"type": "resign", "seat": seat})
        if self.players == 2:
            self.stop("resigned")

    def stop(self, why: str) -> None:
        """End the record here; nothing can be played after it."""
        self.is_stopped = True
        self.events.append({"type": "stop", "why": why})

    def result(self) -> dict[str, Any] | None:
        """Scores and winners; of a stopped game at most who is left when all others resigned."""
        if not self.is_stopped:
            return {"scores": self.scores(), "winners": self.winners()} if self.has_ended else None
        left = [seat for seat in range(self.players) if seat not in self.resigned]
        return {"scores": None, "winners": left} if len(left) == 1 else None

    def digest(self) -> str:
        """The SHA-256 of the position, in the record's own names."""
        return record.digest(self.game.words.position(self.games[0], self.edition))

    def record(self, seats: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The whole record, secrets and seed included; `seats` has each seat's `name` and `by`."""
        if self.position.fresh_chance:
            raise ValueError("a match whose chance was made new has no record: its randomness does not tell all")
        return {
            "format": record.FORMAT,
            "game": self.game.name,
            "rules_version": self.game.rules.RULES_VERSION,
            "edition": self.edition.data,
            "options": self.options,
            "seats": [dict(seat) for seat in seats],
            "randomness": self.randomness.as_data(),
            "events": self.events,
            "result": self.result(),
            "digest": self.digest(),
        }

    def _standing(self, seat: int) -> tuple[int, ...]:
        """What decides who wins: the points, or what the game's `words.standing` adds to them."""
        standing = self.game.words.standing(self.games[0], self.edition, seat)
        return tuple(int(number) for number in standing) or (self.scores()[seat],)


def start(name: str, *, players: int, seed: int | None = None, edition: Path | None = None, **flags: bool) -> Match:
    """A new match of the game of that name; without a seed one that nobody can guess."""
    game = games.load(name)
    randomness = StreamSeed(fresh_seed() if seed is None else checked_seed(seed))
    return Match(game, game.read_edition(edition), game.options(players, **flags), randomness)
