"""What scores at a year's end and at the end of the game (A24, A26-A31).

Places in the final scoring go by (height, lit windows) for towers and by (towers, lit windows) for players,
written as one number, a *rank*; in the basic game there are no lit windows, so ranks are heights and counts.
"""

from serai.core.compiled.jit import rule
from serai.games.asara.rules import towers
from serai.games.asara.rules.state import Game, Rules

HIGHEST, MOST = 5, 6  # categories after the five colours
MONEY = 7
LIT_RANGE = 64  # more than any number of lit windows


@rule
def year_points(game: Game, seat: int) -> tuple[int, int, int, int]:
    """A player's points at a year's end: for towers, visible gold, lit windows, the favour (A24)."""
    standing, gold, lit = 0, 0, 0
    for slot in range(game.tower_count):
        tower = game.towers[slot]
        if towers.owner(tower) == seat:
            standing += 1
            gold += towers.visible_gold(tower)
            lit += towers.lit(tower)
    return standing, gold, lit, 1 if game.favour_holder == seat else 0


@rule
def score_year(game: Game) -> None:
    """Each player scores what stands (A24)."""
    for seat in range(game.players):
        standing, gold, lit, favour = year_points(game, seat)
        game.prestige[seat] += standing + gold + lit + favour


@rule
def tower_rank(tower: int) -> int:
    """What towers are compared by: height, then lit windows (A26, A31)."""
    return towers.height(tower) * LIT_RANGE + towers.lit(tower)


@rule
def competes(tower: int, category: int) -> bool:
    """Whether a tower takes part: those of the colour, or all of them (A26, A27)."""
    return category == HIGHEST or towers.colour(tower) == category


@rule
def player_rank(game: Game, seat: int) -> int:
    """What players are compared by for most towers: towers, then built lit windows; 0 without a tower (A28, A31)."""
    standing, _, lit, _ = year_points(game, seat)
    return standing * LIT_RANGE + lit if standing > 0 else 0


@rule
def places(first: int, first_count: int, second_count: int, edition: Rules, category: int) -> tuple[int, int]:
    """What each in first and in second place gets: ties share, rounded up, and with a tie for first there is no second
    place (A30)."""
    if first == 0:
        return 0, 0
    both = edition.final_first[category] + edition.final_second[category]
    if first_count > 1:
        return (both + first_count - 1) // first_count, 0
    if second_count == 0:
        return edition.final_first[category], 0
    return edition.final_first[category], (edition.final_second[category] + second_count - 1) // second_count


@rule
def best_two(game: Game, category: int) -> tuple[int, int, int, int]:
    """The best rank and the next, and how many have each; 0 where nobody does."""
    first, second, first_count, second_count = 0, 0, 0, 0
    contestants = game.players if category == MOST else game.tower_count
    for contestant in range(contestants):
        rank = rank_of(game, category, contestant)
        if rank > first:
            second, second_count = first, first_count
            first, first_count = rank, 1
        elif rank == first and rank > 0:
            first_count += 1
        elif rank > second:
            second, second_count = rank, 1
        elif rank == second and rank > 0:
            second_count += 1
    return first, second, first_count, second_count


@rule
def rank_of(game: Game, category: int, contestant: int) -> int:
    """A contestant's rank: a seat for most towers, else a tower's slot; 0 when it does not compete."""
    if category == MOST:
        return player_rank(game, contestant)
    tower = game.towers[contestant]
    return tower_rank(tower) if competes(tower, category) else 0


@rule
def final_points(game: Game, edition: Rules, seat: int, category: int) -> int:
    """A player's points in one category of the final scoring (A26-A31)."""
    if category == MONEY:
        return game.money[seat] // edition.asari_per_prestige
    first, second, first_count, second_count = best_two(game, category)
    for_first, for_second = places(first, first_count, second_count, edition, category)
    points = 0
    for contestant in range(game.players if category == MOST else game.tower_count):
        owner = contestant if category == MOST else towers.owner(game.towers[contestant])
        if owner == seat:
            rank = rank_of(game, category, contestant)
            if rank == first:
                points += for_first if rank > 0 else 0
            elif rank == second:
                points += for_second if rank > 0 else 0
    return points


@rule
def score_end(game: Game, edition: Rules) -> None:
    """The final scoring, after that of the last year (A26-A29)."""
    for seat in range(game.players):
        for category in range(MONEY + 1):
            game.prestige[seat] += final_points(game, edition, seat, category)
