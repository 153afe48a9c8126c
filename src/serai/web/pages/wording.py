"""What tables say to people in general: who plays, whose turn it is, how it ended. Games have their own words."""

from collections import Counter
from collections.abc import Sequence

from serai.bots.levels import NAMES
from serai.core import game as games
from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.page.lesson import lesson_of
from serai.core.records.record import Event
from serai.core.words.language import all_of, ngettext
from serai.core.words.language import gettext as _
from serai.tables.commands.commands import TAUGHT
from serai.tables.service import RULES_CHANGED
from serai.tables.state.setup import DAY, DAYS, MINUTE, NO_CLOCK, Clock, Setup
from serai.tables.state.table import GATHERING, OPENING, OVER, PLAYING, REMOVED, RENEWING, RESTORED, SILENT, VOID, Table


def level_name(level: str) -> str:
    """A bot's level as its title."""
    titles = {
        "random": _("Wanderer"),
        "traveller": _("Traveller"),
        "merchant": _("Merchant"),
        "vizier": _("Vizier"),
        "caliph": _("Caliph"),
    }
    return titles.get(level, level)


def levels() -> dict[str, str]:
    """All levels, weakest first, with how strong they are."""
    strengths = {
        "random": _("Wanderer (plays at random)"),
        "traveller": _("Traveller (easy)"),
        "merchant": _("Merchant (fair)"),
        "vizier": _("Vizier (strong)"),
        "caliph": _("Caliph (very strong)"),
    }
    return {name: strengths.get(name, name) for name in NAMES}


def names_of(table: Table) -> list[str]:
    """The seats' names as pages call them."""
    return seat_names([(seat.name, seat.plan.level) for seat in table.seats])


def seat_names(seats: Sequence[tuple[str, str | None]]) -> list[str]:
    """Names of people, and of bots by their level; bots of one level are numbered, and free seats are called so."""
    bots = [level for _name, level in seats if level]
    found, count = [], dict.fromkeys(bots, 0)
    for name, level in seats:
        if level is None:
            found.append(name or _("Free seat"))
            continue
        count[level] += 1
        title = level_name(level)
        found.append(_("{title} {number}", title=title, number=count[level]) if bots.count(level) > 1 else title)
    return found


def listed(names: Sequence[str]) -> str:
    """Several names in a sentence."""
    *first, last = names
    return _("{first} and {last}", first=", ".join(first), last=last) if first else last


def sentence(event: Event, names: Sequence[str], game: Game, edition: Edition) -> str:
    """An event in words: the game's own, or what people did."""
    match event["type"]:
        case "seat" if event["by"] == "person":
            return _("{who} is back at the table.", who=names[event["seat"]])
        case "seat":
            return _("A bot plays on for {who}: {level}.", who=names[event["seat"]], level=level_name(event["by"]))
        case "resign":
            return _("{who} resigns.", who=names[event["seat"]])
        case "stop":
            return stopped(event["why"])
    return str(game.words.sentence(event, list(names), edition))


def move_words(move: str, seat: int, names: Sequence[str], game: Game, edition: Edition) -> str:
    """A decision in words, whether it was made or not."""
    return sentence({"type": "move", "seat": seat, "move": move}, names, game, edition)


def stopped(why: str) -> str:
    """Why a game ended before its own end."""
    sentences = {
        "agreed": _("The game was stopped: all players agreed to."),
        "idle": _("The game was stopped: nobody has played for a month."),
        "resigned": _("The game ended because a player resigned."),
        TAUGHT: _("The lesson is over."),
        RULES_CHANGED: _("The game was stopped: its rules have changed since."),
    }
    return sentences.get(why, _("The game was stopped."))


def headline(table: Table, names: Sequence[str], seat: int | None) -> str:
    """Whose turn it is, or how it ended."""
    if table.phase == GATHERING:
        return waiting(table)
    if table.match and table.phase in (OPENING, RENEWING):
        return _("Chance is being renewed.")
    if table.phase == OPENING:
        return _("The pieces are being shuffled.")
    if table.phase == VOID:
        return _("This game never began.")
    if table.setup.lesson:
        return _("The vizier")
    if table.phase == OVER:
        return result(table, names) or _("The game is over.")
    assert table.to_act is not None
    if table.to_act == seat and not table.seats[seat].level:
        return _("It is your turn.")
    if table.seats[table.to_act].level:
        return _("{who} is thinking …", who=names[table.to_act])
    return _("It is {who}’s turn.", who=names[table.to_act])


def steps_done(table: Table) -> str:
    """How far a lesson is."""
    assert table.setup.lesson
    total = len(table.setup.lesson.steps)
    return _("step {number} of {total}", number=min(table.taught + 1, total), total=total)


def lesson_offer(game: Game) -> str:
    """What is offered to who wants to learn a game; nothing where it has no lesson."""
    lesson = lesson_of(game)
    if lesson is None:
        return ""
    return ngettext(
        "Learn {game} in {number} minute", "Learn {game} in {number} minutes", lesson.minutes, game=game.title
    )


def terms(setup: Setup) -> list[str]:
    """What was agreed on when the table was opened, for all to see."""
    agreed = [option_name(setup.game, flag) for flag in setup.game.flags if setup.options[flag]]
    if setup.clock.kind != NO_CLOCK:
        agreed.append(time_to_think(setup.clock))
    if setup.lesson:
        return [*agreed, _("A lesson: the vizier has arranged the chance, so there is nothing to check.")]
    advice = _("The vizier may be asked for advice.") if setup.hints else _("No advice is given at this table.")
    return [*agreed, advice]


def site_title() -> str:
    """Serai and its games."""
    return _("Serai: {games}", games=all_of([games.load(name).title for name in games.names()]))


def option_name(game: Game, flag: str) -> str:
    """An option of a game in its words, or as it is called in records."""
    return game.page.option_name(flag)


def time_to_think(clock: Clock) -> str:
    """How long a decision may take."""
    if clock.kind == DAYS:
        return ngettext("{number} day for a decision", "{number} days for a decision", clock.seconds // DAY)
    if clock.seconds % MINUTE:
        return ngettext("{number} second for a decision", "{number} seconds for a decision", clock.seconds)
    return ngettext("{number} minute for a decision", "{number} minutes for a decision", clock.seconds // MINUTE)


def waiting(table: Table) -> str:
    """How many are missing before the game can begin."""
    missing = sum(not seat.commitment for seat in table.seats)
    return ngettext("Waiting for {number} player.", "Waiting for {number} players.", missing)


def renewals(table: Table) -> list[str]:
    """Why all committed anew, each reason with how often it came."""
    counted = Counter((one.why, one.names, one.after if one.why == RESTORED else 0) for one in table.renewals)
    said = []
    for (why, names, after), times in counted.items():
        sentence = renewal(why, names, after)
        said.append(sentence if times == 1 else _("{sentence} ({number} times)", sentence=sentence, number=times))
    return said


def renewal(why: str, names: Sequence[str], after: int) -> str:
    """Why all committed anew, once."""
    if why == RESTORED:
        return ngettext(
            "The server was set back to an earlier state: from there on, after {number} move, chance was drawn anew.",
            "The server was set back to an earlier state: from there on, after {number} moves, chance was drawn anew.",
            after,
        )
    who = listed(names)
    if why == SILENT:
        return _("The page of {who} did not open its part of the chance in time, so all was drawn anew.", who=who)
    if why == REMOVED:
        return _("{who} was removed from the table, so all chance was drawn anew.", who=who)
    return _("{who} got up, so all chance was drawn anew.", who=who)


def result(table: Table, names: Sequence[str]) -> str:
    """Who won, as a sentence; nothing where nobody did."""
    found = table.match.result() if table.match and table.phase == OVER else None
    return winners(found["winners"], names) if found else ""


def winners(seats: Sequence[int], names: Sequence[str]) -> str:
    """Who won, as a sentence."""
    if not seats:
        return _("Nobody wins.")
    who = listed([names[seat] for seat in seats])
    return _("{who} wins.", who=who) if len(seats) == 1 else _("{who} share the win.", who=who)


def ended(table: Table, names: Sequence[str]) -> str:
    """Why a table ended before its game did."""
    if table.ended is None:
        return ""
    if table.setup.lesson:
        return stopped(TAUGHT)
    if table.ended["type"] == "voided":
        who = listed([names[seat] for seat in table.ended["seats"]])
        return _("The game could not begin: the page of {who} did not open its part of the chance in time.", who=who)
    return stopped(table.ended["why"])


def state(table: Table, names: Sequence[str]) -> str:
    """A table in a list: whose turn it is, who is missing, how it ended."""
    if table.setup.lesson:
        return _("Lesson, {progress}", progress=steps_done(table))
    if table.phase == PLAYING:
        assert table.to_act is not None
        return _("It is {who}’s turn.", who=names[table.to_act])
    if table.ended is not None and table.ended["type"] == "voided":
        return silence([names[seat] for seat in table.ended["seats"]])
    return headline(table, names, None) if table.phase != OVER else result(table, names) or ended(table, names)


def silence(who: Sequence[str]) -> str:
    """Whose pages did not open their numbers."""
    return ngettext(
        "{who}’s page did not open its number.",
        "The pages of {who} did not open their numbers.",
        len(who),
        who=listed(who),
    )
