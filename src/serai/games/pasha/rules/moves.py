"""Pasha's moves as whole numbers, the same in every position of an edition.

One after another: `play` (kind of card), `reroll` and `cube reroll` (the dice's number, `dice.number_of`), `cube F+`,
`cube F-`, `lamp`, `mark`, `mark F`.
"""

from serai.games.pasha.rules.state import CHOICES_OF_DICE, FACES, MOST_CARDS

PLAYS = 0  # + kind of card
REROLLS = PLAYS + MOST_CARDS  # + number of the dice
CUBE_REROLLS = REROLLS + CHOICES_OF_DICE  # + number of the dice
TURNS_UP = CUBE_REROLLS + CHOICES_OF_DICE  # + face - 1, for faces 1 to 5
TURNS_DOWN = TURNS_UP + FACES - 1  # + face - 2, for faces 2 to 6
LAMP = TURNS_DOWN + FACES - 1
MARK = LAMP + 1
MARKS = MARK + 1  # + face - 1
EVERY_MOVE = MARKS + FACES
