"""One game in play, from Python: moves as text, events as they happen, what each seat may see, the record at the end.

A match holds a single game in an array of length one; whoever plays very many uses the compiled doors (`game.entry`).
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np

from serai.core import game as games
from serai.core import record
from serai.core.edition import Edition
from serai.core.errors import BadNotation, IllegalMove
from serai.core.game import Game, Games, Options
from serai.core.language import gettext as _
from serai.core.randomness import Committed, Nonce, Randomness, Round, StreamSeed, fresh_seed
from serai.core.record import Event
from serai.core.words import Reason

PEOPLE_EVENTS = ("seat", "resign", "stop")  # what people do around a game; no rule looks at them


class Match:
    """A game in play; `narrate=False` plays faster and keeps no events, so there can be no record."""

    def __init__(
        self, game: Game, edition: Edition, options: Options, randomness: Randomness, *, narrate: bool = True
    ) -> None:
        self.game = game
        self.edition = edition
        self.options = options
        self.randomness = randomness
        self.games: Games = np.zeros(1, game.state.STATE)
        self.moves: list[int] = []
        self.events: list[Event] = []
        self.resigned: set[int] = set()
        self.is_stopped = False
        self._is_narrated = narrate
        self._before: Games = np.zeros(1, game.state.STATE)
        self._scratch = np.zeros(game.rules.MOST_MOVES, np.int32)
        self.private: list[tuple[int, int, Event]] = []  # place among the events, the seat that it is for, the event
        self._set_streams()
        game.entry.new(self.games, 0, edition.record, game.packed(options))
        if narrate:
            self.events += game.narration.opening(self.games[0], edition)

    def snapshot(self) -> "Match":
        """This match as it is now, to be looked at while this one is played on."""
        taken = copy(self)
        taken.games, taken.moves, taken.events = self.games.copy(), list(self.moves), list(self.events)
        taken.private, taken.resigned = list(self.private), set(self.resigned)
        return taken

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return int(self.game.entry.to_act(self.games, 0))

    @property
    def is_over(self) -> bool:
        """Whether nothing can be played any more: the game has ended, or was stopped."""
        return self.is_stopped or self.has_ended

    @property
    def has_ended(self) -> bool:
        """Whether the game has ended by its own rules."""
        return bool(self.game.entry.is_over(self.games, 0))

    def legal_moves(self) -> list[int]:
        """Every legal move as a number."""
        if self.is_stopped:
            return []
        count = self.game.entry.legal(self.games, 0, self.edition.record, self._scratch)
        return [int(move) for move in self._scratch[:count]]

    def legal(self) -> list[str]:
        """Every legal move as text."""
        return [self.name(move) for move in self.legal_moves()]

    def name(self, move: int) -> str:
        """A move as text."""
        return str(self.game.notation.name(move, self.edition))

    def parse(self, move: str | int) -> int:
        """A move as a number, whether it may be played or not."""
        if isinstance(move, str):
            return int(self.game.notation.parse(move, self.edition))
        if not 0 <= move < self.game.rules.EVERY_MOVE:
            raise BadNotation(f"{move} is no move; allowed: 0 to {self.game.rules.EVERY_MOVE - 1}")
        return int(move)

    def why_illegal(self, move: str | int) -> Reason | None:
        """The rule against a move and a sentence; None when it may be played."""
        number = self.parse(move)
        code = int(self.game.entry.why_illegal(self.games, 0, self.edition.record, number))
        if code == 0:
            return None
        reason: Reason = self.game.reasons.reason(code, self.games[0], self.edition, number)
        return reason

    def play(self, move: str | int) -> None:
        """Play a move, as text or number; what it brings about is added to the events."""
        number = self.parse(move)
        if self.is_stopped:
            raise IllegalMove(self._refusal(move, _("the game has been stopped")))
        if reason := self.why_illegal(number):
            raise IllegalMove(self._refusal(move, f"{reason.sentence.rstrip('.')} ({reason.rule})"))
        self.moves.append(number)
        self._set_streams()
        self._before[:] = self.games
        self.game.entry.apply(self.games, 0, self.edition.record, number)
        if self._is_narrated:
            self._narrate(number)

    def scores(self) -> list[int]:
        """Each seat's points as the game stands."""
        return self.game.scores(self.games, self.edition, self.players)

    def winners(self) -> list[int]:
        """The seats that win as the game stands; one that resigned can't."""
        if not self.resigned:
            return self.game.winners(self.games, self.edition, self.players)
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
            seen += self.game.narration.for_seat(self.events[place], seat, self.edition)
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
        self.randomness = Committed((*used, begun))

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
        return record.digest(self.game.narration.position(self.games[0], self.edition))

    def record(self, seats: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The whole record, secrets and seed included; `seats` has each seat's `name` and `by`."""
        if not self._is_narrated:
            raise ValueError("a match without narration has no events to record")
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

    def _set_streams(self) -> None:
        """Set the chance of the next decision, or of set-up, where the scheme does so."""
        if streams := self.randomness.streams(len(self.moves)):
            self.game.entry.set_streams(self.games, 0, *streams)

    def _refusal(self, move: str | int, why: str) -> str:
        """Why a move is not played, and which decision it was for."""
        asked = {"move": repr(move), "decision": len(self.moves) + 1, "seat": self.to_act}
        return _("illegal move {move} (decision {decision}, seat {seat}): {why}", **asked, why=why)

    def _narrate(self, move: int) -> None:
        told = (self._before[0], move, self.games[0], self.edition)
        self.events += self.game.narration.narrate(*told)
        if private_events := getattr(self.game.narration, "private_events", None):
            last = len(self.events) - 1
            self.private += [(last, seat, event) for seat, event in private_events(*told)]

    def _standing(self, seat: int) -> tuple[int, ...]:
        """What decides who wins: the points, or what the game's `explain.standing` adds to them."""
        if standing := getattr(self.game.explain, "standing", None):
            return tuple(int(number) for number in standing(self.games[0], self.edition, seat))
        return (self.scores()[seat],)


def start(name: str, *, players: int, seed: int | None = None, edition: Path | None = None, **flags: bool) -> Match:
    """A new match of the game of that name; without a seed one that nobody can guess."""
    game = games.load(name)
    randomness = StreamSeed(fresh_seed() if seed is None else seed)
    return Match(game, game.read_edition(edition), game.options(players, **flags), randomness)
