"""A player's turn: playing a card, rolling, spending action cubes, the lamp, and marking the result."""

from serai.core.compiled.bag import one
from serai.core.compiled.jit import rule
from serai.games.pasha.rules import dice, rounds
from serai.games.pasha.rules.state import DICE, NO_CARD, PLAY, ROLL, Game, Rules


@rule
def play_card(game: Game, edition: Rules, seat: int, kind: int) -> None:
    """Play one card face up, then roll all five dice; special cards act in this turn only (P11, P13)."""
    game.hand[seat] -= one(kind)
    game.unplayed[seat] -= one(kind)
    game.played[seat] = kind
    if game.hand[seat] == 0:
        take_pack(game, edition, seat)
    game.phase = ROLL
    if kind == edition.lamp:
        game.lamp = 1
    roll_all(game, edition)
    if kind == edition.extra_roll:
        game.rolls_left += 1


@rule
def take_pack(game: Game, edition: Rules, seat: int) -> None:
    """Take the next pack in hand, if there is one; as many cards are played as rounds have begun (P7, P11)."""
    if game.round_number < edition.rounds:
        for place in range(game.round_number, game.round_number + edition.pack_size):
            game.hand[seat] += one(int(game.packs[seat, place]))
            game.packs[seat, place] = NO_CARD


@rule
def roll_all(game: Game, edition: Rules) -> None:
    """The first roll of the turn, or of its second beginning (P11, P13)."""
    game.dice = dice.roll(game.open, 0, DICE)
    game.rolls_left = edition.rolls - 1


@rule
def reroll(game: Game, chosen: int) -> None:
    """Keep the other dice and roll the chosen ones (P11, P12)."""
    game.dice = dice.roll(game.open, game.dice - chosen, dice.size(chosen))


@rule
def turn_die(game: Game, seat: int, face: int, turned: int) -> None:
    """Discard a cube to turn one die up or down by one (P12)."""
    game.cubes[seat] -= 1
    game.dice = game.dice - one(face - 1) + one(turned - 1)


@rule
def use_lamp(game: Game, edition: Rules) -> None:
    """Throw the result away and begin the turn's rolls again, with no extra roll (P13, PR4)."""
    game.lamp = 0
    roll_all(game, edition)


@rule
def mark(game: Game, edition: Rules, seat: int, chosen: int) -> None:
    """Put the disc where the result belongs; then it is the next player's turn, or the round ends (P14, P11)."""
    game.disc[seat] = dice.field_of(game.dice, chosen)
    game.dice = 0
    game.rolls_left = 0
    game.lamp = 0
    game.phase = PLAY
    game.turn_of = (seat + 1) % game.players
    if game.turn_of == game.first:
        rounds.end_round(game, edition)
