"""Minds that stand on the tree search: one that looks at every move once, and one that searches.

Both take a `tree`: `serai.core.search.tree` bound to a game and its guide. They keep the arrays that the compiled
search needs and turn its counts into candidates.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from serai.core.compiled.rng import Stream
from serai.core.edition import Edition
from serai.core.search.mind import Candidate, Views
from serai.core.words.reasons import Point

if TYPE_CHECKING:
    from serai.core.search import tree as tree  # what is compiled here depends on it

Desks = npt.NDArray[np.void]
Edges = npt.NDArray[np.void]

APPRAISED_AT_ONCE = 16  # moves, in one step
LISTS = 3  # of moves: the search's own, and two for its guide
FIRST_NODES = 1 << 11  # room in a new tree; doubled when it is full


class Survey:
    """Every move that is worth a look appraised over some deals, and nothing more to think about."""

    deals = 8  # of what is out of sight, over which the mean is taken

    def __init__(self, tree: ModuleType, view: Views, edition: Edition, desks: Desks, stream: Stream) -> None:
        self.tree = tree
        self.view = view
        self.edition = edition
        self.desks = desks
        self.stream = stream
        self.games = np.zeros(tree.guide.SCRATCH, view.dtype)
        self.lists = np.zeros((LISTS, tree.guide.MOST_CHOICES), np.int32)
        self._first_words = stream.copy()
        self.counts = np.zeros(tree.COUNTS, np.int64)
        self._surveyed = np.zeros(tree.guide.MOST_CHOICES, tree.EDGE)
        self._look_at_moves()

    def _look_at_moves(self) -> None:
        self._survey(0, len(self._surveyed))

    def _survey(self, first: int, most: int) -> None:
        """Appraise so many moves more, all over the same deals."""
        count = self.tree.survey(
            self.view,
            self.edition.record,
            self.desks,
            self.games,
            self.counts,
            self.lists,
            self._surveyed,
            self.deals_stream(),
            self.deals,
            first,
            most,
        )
        self._surveyed = self._surveyed[:count]

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return int(self.view[0].viewer)

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.view[0].players)

    def deals_stream(self) -> Stream:
        """Chance for looking at moves once more: the same each time, so that all are looked at over the same deals."""
        return self._first_words.copy()

    def think(self, steps: int) -> int:
        """Nothing is left to think about."""
        return 0

    def candidates(self) -> list[Candidate]:
        """Every legal move, the one with the best chances first; last come those that were not worth a look."""
        return self.with_others(ranked(self.candidate(edge) for edge in self._surveyed))

    def with_others(self, found: list[Candidate]) -> list[Candidate]:
        """The moves that were looked at, and the other legal ones, as if each were worth less than all of them."""
        moves, worst = {candidate.move for candidate in found}, found[-1]
        count = self.tree.rules.legal(self.view[0], self.edition.record[0], self.lists[0])
        others = sorted({int(move) for move in self.lists[0, :count]} - moves)
        return [*found, *(replace(worst, move=move, worth=worst.worth - 1) for move in others)]

    def candidate(self, edge: np.void) -> Candidate:
        """An edge's means."""
        visits = int(edge["visits"])
        wins, points = edge["wins"][: self.players] / visits, edge["points"][: self.players] / visits
        return Candidate(
            int(edge["choice"]), float(wins[self.seat]), tuple(map(float, wins)), tuple(map(float, points))
        )

    def reasons(self, candidate: Candidate) -> Sequence[Point]:
        """None are known to a game without a guide of its own."""
        return []


def ranked(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The most worthy first; equals by their number, so that the order is always the same."""
    return sorted(candidates, key=lambda candidate: (-candidate.worth, candidate.move))


class Search(Survey):
    """A tree search from what a seat sees. Its first steps appraise the moves, some at a time; then it simulates."""

    deals = 1

    def _look_at_moves(self) -> None:
        self._appraised = 0
        self._survey(0, 0)
        self._surveyed["choice"] = self.lists[0, : len(self._surveyed)]
        self._nodes = np.zeros(FIRST_NODES, self.tree.NODE)
        self._edges = np.zeros(FIRST_NODES + 2 * self.tree.guide.MOST_CHOICES, self.tree.EDGE)
        self._edge_of = np.zeros(self.tree.guide.EVERY_CHOICE, np.int32)
        self._path = np.zeros(self.tree.DEPTH, np.int32)

    def think(self, steps: int) -> int:
        """So many simulations, or appraisals of a few moves each at the beginning."""
        done = 0
        while done < steps and self._appraised < len(self._surveyed):
            self._appraise_some()
            done += 1
        while done < steps:
            simulated = self._simulate(steps - done)
            done += simulated
            if done < steps:
                self._nodes = np.concatenate([self._nodes, np.zeros_like(self._nodes)])
                self._edges = np.concatenate([self._edges, np.zeros_like(self._edges)])
        return done

    def _appraise_some(self) -> None:
        self._survey(self._appraised, APPRAISED_AT_ONCE)
        self._appraised += APPRAISED_AT_ONCE
        if self._appraised >= len(self._surveyed):
            self.tree.adopt(self._surveyed, len(self._surveyed), self.seat, self._nodes, self._edges, self.counts)

    def _simulate(self, steps: int) -> int:
        return int(
            self.tree.search(
                self.view,
                self.edition.record,
                self.desks,
                self.games,
                self._nodes,
                self._edges,
                self.counts,
                self.lists,
                self._edge_of,
                self._path,
                self.stream,
                steps,
            )
        )

    def candidates(self) -> list[Candidate]:
        """Every legal move, the one most often tried first; then those that were only appraised, then the others."""
        if self._appraised < len(self._surveyed):
            self._survey_rest()
        if self.counts[self.tree.EDGES_USED] == 0:
            return super().candidates()
        edges = self._edges[: len(self._surveyed)]
        found = ((self.candidate(edge), int(edge["visits"])) for edge in edges)
        return self.with_others(
            ranked(replace(candidate, worth=visits + candidate.worth) for candidate, visits in found)
        )

    def _survey_rest(self) -> None:
        """What was not looked at in time seems as good as the rest on average."""
        seen = self._surveyed[: self._appraised]
        for edge in self._surveyed[self._appraised :]:
            edge["visits"] = 1
            edge["wins"][: self.players] = 1 / self.players
            edge["points"] = seen["points"].mean(axis=0) if len(seen) else 0.0

    def reply_share(self, choice: int, instead_of: range) -> float:
        """How often the next player makes this choice after moves other than these."""
        made, all_replies = 0, 0
        for edge in self._edges[: min(len(self._surveyed), self.counts[self.tree.EDGES_USED])]:
            if edge["child"] != self.tree.NO_NODE and int(edge["choice"]) not in instead_of:
                for reply in self._edges_of(int(edge["child"])):
                    all_replies += int(reply["visits"])
                    made += int(reply["visits"]) if reply["choice"] == choice else 0
        return made / all_replies if all_replies else 0.0

    def _edges_of(self, node: int) -> Iterator[np.void]:
        edge = int(self._nodes[node]["first"])
        while edge != self.tree.NO_EDGE:
            yield self._edges[edge]
            edge = int(self._edges[edge]["next"])
