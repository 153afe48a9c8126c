"""Asara's lesson: a first tower with the vizier, from the markets to the builders' circle."""

from serai.core.page.lesson import Lesson, Step
from serai.core.words.language import later

RED = later("Any piece would do, but today we build in red: take the red one, with gold on it.")

STEPS = (
    Step(
        later(
            "Welcome! I am the vizier. In Asara you buy pieces and build towers; after four years the most prestige "
            "wins. Today I have arranged the cards, so follow me."
        ),
    ),
    Step(
        later(
            "In each turn you send one buyer to a space and do what is done there. A tower begins with a base: touch a "
            "blue buyer, then a space of the market of base pieces."
        ),
        "place blue base",
        instead=later("That can be done, but every tower begins with a base. Send a blue buyer to its market first."),
    ),
    Step(
        later(
            "Every colour of stone has its price. Dearer towers score more at the end; gold costs nothing extra and "
            "scores every year. Take the red base with gold, for 5 Asari."
        ),
        "buy red*",
        instead=RED,
        answers=("place purple top", "buy black"),
    ),
    Step(
        later(
            "The traveller has sent a purple buyer to the market of tops. From now on only purple may go there this "
            "year. You have purple: send it."
        ),
        "place purple top",
        instead=later("Your tower needs a top, and the market of tops asks for purple. Send your purple buyer there."),
    ),
    Step(
        later("A tower has one colour from base to top. Take the red top."),
        "buy red*",
        instead=RED,
        answers=("place green bank.12",),
    ),
    Step(
        later(
            "The traveller is at the bank, with green. You have no green, but any two buyers, face down, stand in for "
            "a colour. Touch a yellow and an orange one, then the 10 of the bank."
        ),
        "place yellow+orange bank.10",
        instead=later("Money first: a yellow and an orange buyer together bring you 10 Asari from the bank."),
        answers=("place orange window", "buy white"),
    ),
    Step(
        later(
            "Between base and top there is room for middles and windows: higher towers win more. Nobody is at the "
            "market of middle pieces yet, so you set its colour. Send a yellow buyer."
        ),
        "place yellow middle",
        instead=later("Let the tower grow first: send a yellow buyer to the market of middle pieces."),
    ),
    Step(
        later("Take the red middle piece."),
        "buy red*",
        instead=RED,
        answers=("place orange house",),
    ),
    Step(
        later(
            "You have three pieces, so it is time to build. On space 3 of the builders' circle you pay 3 Asari and "
            "build exactly three pieces. Send a blue buyer there."
        ),
        "place blue circle.3",
        instead=later(
            "Your pieces score nothing behind the screen. Build them: a blue buyer to space 3 of the circle."
        ),
    ),
    Step(
        later("A new tower is a base and a top. Touch your red base, then your red top."),
        "found red* red*",
    ),
    Step(
        later("Now put the middle piece into the tower: touch the piece, then the tower."),
        "add middle red* to 1",
        answers=("place blue base", "buy green"),
    ),
    Step(
        later(
            "Your first tower: 1 prestige for each piece. Now look at the Caliph: who has his favour at the end of the "
            "year scores 1 and begins the next. You have it; keep the others away with your purple buyer."
        ),
        "place purple favour",
        instead=later(
            "There is only one space before the Caliph. Take it with your purple buyer, before the traveller does."
        ),
    ),
    Step(
        later(
            "The year ends when all buyers are placed. Then each tower scores 1, each gold piece in it 1, and the "
            "favour 1: for you that would be 5. Everyone gets new buyers and 20 Asari; towers and pieces stay."
        ),
    ),
)

LESSON = Lesson(
    seed=65,
    minutes=6,
    steps=STEPS,
    summary=(
        later(
            "Three more years follow. At the very end the two highest towers of each colour score, the highest of all, "
            "the most towers, and every 10 Asari."
        ),
        later(
            "One house I have not shown you: the spies look through a whole stack, for 3 or 5 Asari, and buy from it."
        ),
        later("In a real game you confirm the last decision of each turn, and you can take it back until then."),
    ),
)
