"""Pasha's lesson: two rounds with the vizier, who knows how the dice will fall."""

from serai.core.page.lesson import Lesson, Step
from serai.core.words.language import later

KEEP_TWOS = later("Keep the twos this time, and roll all the others: the bonus tile lies above their column.")
KEEP_FIVES = later("Keep the two fives this time, and roll all the others.")

STEPS = (
    Step(
        later(
            "Welcome! I am the vizier. Pasha has nine rounds; in each of them you play a card, roll five dice and mark "
            "your best combination. I know how the dice will fall today, so follow me."
        ),
    ),
    Step(
        later(
            "Each of you plays one card, and these cards are the prizes of the round: the better dice win the better "
            "card. Touch your 4."
        ),
        "play 4",
        instead=later("Keep this card for later; today we begin with the 4."),
    ),
    Step(
        later(
            "Your first roll. Whoever is best in column 2 wins the bonus tile above it, 3 points. So touch both twos "
            "to keep them, then roll the others."
        ),
        "reroll 1 3 5",
        instead=KEEP_TWOS,
    ),
    Step(
        later("Three twos! You have three rolls in all, so one is left. Keep the twos, and roll the other two dice."),
        "reroll 3 4",
        instead=KEEP_TWOS,
    ),
    Step(
        later(
            "The rolls are used up, but you have action cubes. A cube turns a die up or down by one, or rolls any dice "
            "once more. Turn the 1 into a 2."
        ),
        "cube 1+",
        instead=later("With one cube the 1 becomes a 2, and you have four of a kind. That is worth it."),
    ),
    Step(
        later(
            "Four of a kind! Higher rows beat lower ones; in the same row the column further right wins. Mark it with "
            "your disc."
        ),
        "mark",
        instead=later("Four of a kind is hard to beat. Save your cubes, and mark it."),
        lit=("mark",),
    ),
    Step(
        later(
            "Your disc lies on four of a kind, column 2. Now the traveller plays: a 7, and a roll that has to beat "
            "yours."
        ),
        answers=("play 7", "reroll 2 3 5", "mark"),
    ),
    Step(
        later(
            "Only a pair of fours. You are ranked first, so you take the 7, the traveller takes your 4, and the tile "
            "above column 2 is yours. The winner begins the next round."
        ),
    ),
    Step(
        later("The 2 is a special card: with it comes the lamp, for this turn only. Play it."),
        "play 2",
        instead=later("The 1 is special too: it gives a fourth roll. But today I show you the lamp: play the 2."),
    ),
    Step(
        later(
            "The new tile lies above column 5: whoever wins it throws all -1 cards away. So keep the two fives, and "
            "roll the others."
        ),
        "reroll 2 4 4",
        instead=KEEP_FIVES,
    ),
    Step(
        later("Nothing new. Try once more: keep the fives."),
        "reroll 1 2 4",
        instead=KEEP_FIVES,
    ),
    Step(
        later(
            "All three rolls, and only a pair. Now rub the lamp: the result is thrown away, and you roll all five dice "
            "anew."
        ),
        "lamp",
        instead=later(
            "A pair of fives will hardly do. Use the lamp: it costs nothing, and it goes out after this turn."
        ),
    ),
    Step(
        later("A new beginning, with two more rolls. Keep the fours, and roll the others."),
        "reroll 1 3 5",
        instead=later("Keep the two fours, and roll all the others."),
    ),
    Step(
        later("Three fours. You may stop before your rolls are used up: mark them."),
        "mark",
        instead=later("You could go on rolling, but let us see what three fours are worth: mark them."),
        lit=("mark",),
    ),
    Step(
        later(
            "Now the traveller again. He plays a -1: nobody wants that card, and whoever is ranked last must take it."
        ),
        answers=("play -1", "reroll 1 1 5", "mark"),
    ),
    Step(
        later(
            "Three twos, but yours are fours: the same row, and further right. You take the 2, and the traveller is "
            "left with the -1."
        ),
    ),
)

LESSON = Lesson(
    seed=210110,
    minutes=5,
    steps=STEPS,
    summary=(
        later("So it goes on for nine rounds. When your hand is empty you take up the next three of your cards."),
        later("At the end your cards, your point tiles and your cubes are added up; every -1 takes a point away."),
        later("In a real game you confirm your mark before it stands, and you can take it back until then."),
    ),
)
