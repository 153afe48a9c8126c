"""What can go wrong outside the rules, each kind with a stable code.

    SeraiError
    ├── UnknownGame      no folder of that name
    ├── BadGame          a game's folder that lacks something, or offers it in a wrong form
    ├── BadOptions       players or options that the game does not offer
    ├── BadEdition       an edition file that can't be played
    ├── BadNotation      a text that is no move
    ├── IllegalMove      a move that the rules refuse, with the rule's number
    ├── NoMove           no move to take back, or none to choose from
    ├── BadRecord        a record that is damaged or not ours
    ├── BadSeed          a seed that is no number
    ├── BadBot           a bot's name or option that there is not
    └── UnknownRule      no rule of that number

Rules never raise in play: they answer with a code, and the shell turns it into one of these.
"""


class SeraiError(Exception):
    """The root: `code` is stable for programs, the message is a sentence for people."""

    code = "error"


class UnknownGame(SeraiError):
    """No game of that name is installed."""

    code = "unknown-game"


class BadGame(SeraiError):
    """A game's folder that does not fulfil the contract; the message names what is missing or wrong."""

    code = "bad-game"


class BadOptions(SeraiError):
    """A number of players or an option that the game does not offer."""

    code = "bad-options"


class BadEdition(SeraiError):
    """An edition that can't be played; the message names file, key, what was found and what is allowed."""

    code = "bad-edition"


class BadNotation(SeraiError):
    """A text that is no move in the game's notation."""

    code = "bad-notation"


class IllegalMove(SeraiError):
    """A move that the rules refuse; the message ends with the rule's number."""

    code = "illegal-move"


class NoMove(SeraiError):
    """There is no move to take back, or none to choose from."""

    code = "no-move"


class BadRecord(SeraiError):
    """A record that is damaged, cut off, or in another format."""

    code = "bad-record"


class BadSeed(SeraiError):
    """A seed that is no number, or out of range."""

    code = "bad-seed"


class BadBot(SeraiError):
    """A bot's name or option that there is not."""

    code = "bad-bot"


class UnknownRule(SeraiError):
    """A number that no rule of the game has."""

    code = "unknown-rule"
