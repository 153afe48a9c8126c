"""Tree search over what a seat can't see: every simulation deals the unknown anew and walks one tree of choices.

This source is loaded for a game with its `rules` and a `guide` bound into it. The guide says which
moves are worth a look at the root and what the choices are below it, how one is followed, what it promises, and what
a position is worth to each seat; the tree only counts. A node stands for a sequence of choices, whatever lies in the
hands of others, so of its edges only those are compared that are open in the present deal. Every seat picks what is
best for itself.
"""

from types import ModuleType

import numpy as np
import numpy.typing as npt

from serai.core.compiled.jit import part, rule, wide
from serai.core.compiled.rng import Stream
from serai.core.seats import MOST_SEATS

rules: ModuleType
guide: ModuleType

Games = npt.NDArray[np.void]
Editions = npt.NDArray[np.void]
Desks = npt.NDArray[np.void]  # the guide's weights and scratch, of length 1
Nodes = npt.NDArray[np.void]
Edges = npt.NDArray[np.void]
Numbers = npt.NDArray[np.int64]
Moves = npt.NDArray[np.int32]
Lists = npt.NDArray[np.int32]  # rows of moves: of the walk, then the guide's

PLAN = 8  # moves that an edge remembers for its guide
NO_EDGE = -1
NO_NODE = -1
NO_PLAN = -1
DEPTH = 400  # of a path; beyond it positions are only valued
ROOT = 0

NODE = np.dtype(
    (
        np.record,
        [
            ("first", np.int32),  # edge, NO_EDGE before the choices have been listed
        ],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("next", np.int32),  # edge of the same node, NO_EDGE at the end
            ("child", np.int32),  # node, NO_NODE before the first visit
            ("choice", np.int64),
            ("visits", np.int32),
            ("prior", np.float32),  # how promising it is beside the node's others, not normalised
            ("promise", np.float32),  # the deciding seat's chance as the guide sees it
            ("wins", np.float64, (MOST_SEATS,)),  # sums over the visits
            ("points", np.float64, (MOST_SEATS,)),
            ("plan", np.int16, (PLAN,)),
        ],
    )
)

# Places in `counts`: nodes and edges in use, and where the game being played on lies, which is 0. (A function that is
# given a number from the source is compiled for just that number too.)
NODES_USED, EDGES_USED, HERE = 0, 1, 2
COUNTS = 3


@rule
def search(
    views: Games,
    editions: Editions,
    desks: Desks,
    games: Games,
    nodes: Nodes,
    edges: Edges,
    counts: Numbers,
    lists: Lists,
    edge_of: Moves,
    path: Moves,
    stream: Stream,
    simulations: int,
) -> int:
    """Go on for so many simulations from what a seat sees; how many there was room for."""
    for done in range(simulations):
        if counts[EDGES_USED] + 2 * guide.MOST_CHOICES > len(edges) or counts[NODES_USED] + 1 > len(nodes):
            return done
        games[0] = views[0]
        rules.deal_unknown(games[0], editions[0], stream)
        length = walk(games, editions, desks, nodes, edges, counts, lists, edge_of, path)
        guide.value(games, counts[HERE], editions[0], desks[0], stream)
        reward(desks, edges, path, length, int(games[0].players))
    return simulations


@part
def walk(
    games: Games,
    editions: Editions,
    desks: Desks,
    nodes: Nodes,
    edges: Edges,
    counts: Numbers,
    lists: Lists,
    edge_of: Moves,
    path: Moves,
) -> int:
    """Follow the best open choices to a position that has not been valued yet; the length of the path."""
    node, length = ROOT, 0
    listed = lists[0]
    while not rules.is_over(games[0]) and length < DEPTH:
        if node == ROOT:
            count = guide.list_moves(games[0], editions[0], listed)
        else:
            count = guide.list_choices(games[0], editions[0], listed)
        open_edges(games, editions, desks, node, nodes, edges, counts, lists, edge_of, count)
        edge = select(games, edges, listed, edge_of, count)
        path[length] = edge
        length += 1
        guide.follow(games, counts[HERE], editions[0], desks[0], lists, edges[edge].choice, edges[edge].plan)
        if edges[edge].child == NO_NODE:
            edges[edge].child = counts[NODES_USED]
            nodes[counts[NODES_USED]].first = NO_EDGE
            counts[NODES_USED] += 1
            return length
        node = int(edges[edge].child)
    return length


@part
def open_edges(
    games: Games,
    editions: Editions,
    desks: Desks,
    node: int,
    nodes: Nodes,
    edges: Edges,
    counts: Numbers,
    lists: Lists,
    edge_of: Moves,
    count: int,
) -> None:
    """Find the edge of each listed choice, and add those that this node has not had before."""
    listed = lists[0]
    for place in range(count):
        edge_of[listed[place]] = NO_EDGE
    edge = int(nodes[node].first)
    while edge != NO_EDGE:
        edge_of[edges[edge].choice] = edge
        edge = int(edges[edge].next)
    for place in range(count):
        if edge_of[listed[place]] == NO_EDGE:
            choice = wide(listed[place])
            edge_of[choice] = add_edge(games, editions, desks, node, nodes, edges, counts, lists, choice)


@part
def add_edge(
    games: Games,
    editions: Editions,
    desks: Desks,
    node: int,
    nodes: Nodes,
    edges: Edges,
    counts: Numbers,
    lists: Lists,
    choice: int,
) -> int:
    """A choice that has not been tried, with what the guide thinks of it."""
    edge = int(counts[EDGES_USED])
    counts[EDGES_USED] += 1
    clear_edge(edges, edge, choice)
    edges[edge].next = nodes[node].first
    nodes[node].first = edge
    promise = guide.appraise(games, counts[HERE], editions[0], desks[0], lists, choice, edges[edge].plan)
    edges[edge].promise = promise
    edges[edge].prior = guide.prior(promise)
    return edge


@rule
def clear_edge(edges: Edges, edge: int, choice: int) -> None:
    """A choice of which nothing is known."""
    edges[edge].next = NO_EDGE
    edges[edge].child = NO_NODE
    edges[edge].choice = choice
    edges[edge].visits = 0
    for seat in range(MOST_SEATS):
        edges[edge].wins[seat] = 0.0
        edges[edge].points[seat] = 0.0
    for step in range(PLAN):
        edges[edge].plan[step] = NO_PLAN


@rule
def select(games: Games, edges: Edges, listed: Moves, edge_of: Moves, count: int) -> int:
    """The open edge with the best balance of what it has brought, what it promises and how little it was tried."""
    seat = rules.to_act(games[0])
    visits, priors = 0, 0.0
    for place in range(count):
        edge = edge_of[listed[place]]
        visits += edges[edge].visits
        priors += edges[edge].prior
    curiosity = guide.CURIOSITY * np.sqrt(visits + 1.0) / priors
    best, best_worth = int(edge_of[listed[0]]), -1e9
    for place in range(count):
        edge = int(edge_of[listed[place]])
        tried = edges[edge].visits
        worth = (edges[edge].wins[seat] + guide.TRUST * edges[edge].promise) / (tried + guide.TRUST)
        worth += curiosity * edges[edge].prior / (1.0 + tried)
        if worth > best_worth:
            best, best_worth = edge, worth
    return best


@part
def reward(desks: Desks, edges: Edges, path: Moves, length: int, players: int) -> None:
    """Credit the choices of this walk with what it led to."""
    for step in range(length):
        credit(edges, int(path[step]), desks, players)


@rule
def credit(edges: Edges, edge: int, desks: Desks, players: int) -> None:
    """Add what the guide has just found to an edge."""
    edges[edge].visits += 1
    for seat in range(players):
        edges[edge].wins[seat] += desks[0].points[1, seat]
        edges[edge].points[seat] += desks[0].points[0, seat]


@rule
def survey(
    views: Games,
    editions: Editions,
    desks: Desks,
    games: Games,
    counts: Numbers,
    lists: Lists,
    edges: Edges,
    stream: Stream,
    deals: int,
    first: int,
    most: int,
) -> int:
    """Appraise moves, from the first named on and at most so many, over some deals; how many there are to appraise.

    Each has the edge of its place in the list; there is no tree.
    """
    count = guide.list_moves(views[0], editions[0], lists[0])
    end = min(count, first + most)
    for place in range(first, end):
        clear_edge(edges, place, wide(lists[0, place]))
    for _ in range(deals):
        games[0] = views[0]
        rules.deal_unknown(games[0], editions[0], stream)
        for place in range(first, end):
            choice = wide(edges[place].choice)
            guide.appraise(games, counts[HERE], editions[0], desks[0], lists, choice, edges[place].plan)
            credit(edges, place, desks, int(games[0].players))
    return count


@rule
def adopt(surveyed: Edges, count: int, seat: int, nodes: Nodes, edges: Edges, counts: Numbers) -> None:
    """Begin a tree whose root has the surveyed moves for edges; their appraisals count as visits."""
    nodes[ROOT].first = NO_EDGE
    for place in range(count):
        edges[place] = surveyed[place]
        edges[place].next = nodes[ROOT].first
        edges[place].promise = edges[place].wins[seat] / edges[place].visits
        edges[place].prior = guide.prior(edges[place].promise)
        nodes[ROOT].first = place
    counts[NODES_USED] = 1
    counts[EDGES_USED] = count
