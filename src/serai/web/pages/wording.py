"""Texts about tables in general: players, turns, and results. Games have their own texts."""

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
from serai.tables.batches import RULES_CHANGED
from serai.tables.commands import TAUGHT
from serai.tables.state.changes import Cancellation
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
    """All levels with their strength, weakest first."""
    strengths = {
        "random": _("Wanderer (plays at random)"),
        "traveller": _("Traveller (easy)"),
        "merchant": _("Merchant (fair)"),
        "vizier": _("Vizier (strong)"),
        "caliph": _("Caliph (very strong)"),
    }
    return {name: strengths.get(name, name) for name in NAMES}


def names_of(table: Table) -> list[str]:
    """The seats' names on pages."""
    return seat_names([(seat.name, seat.plan.level) for seat in table.seats])


def seat_names(seats: Sequence[tuple[str, str | None]]) -> list[str]:
    """Names of people, and of bots by their level; bots of one level are numbered."""
    bots = [level for _name, level in seats if level]
    titles, count = [], dict.fromkeys(bots, 0)
    for name, level in seats:
        if level is None:
            titles.append(name or _("Free seat"))
            continue
        count[level] += 1
        title = level_name(level)
        titles.append(_("{title} {number}", title=title, number=count[level]) if bots.count(level) > 1 else title)
    return titles


def listed(names: Sequence[str]) -> str:
    """Several names in a sentence."""
    *first, last = names
    return _("{first} and {last}", first=", ".join(first), last=last) if first else last


def sentence(event: Event, names: Sequence[str], game: Game, edition: Edition) -> str:
    """An event in words: the game's, or an action of people."""
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
    """A decision in words."""
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
    """The player to act, or the result."""
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
    """The progress of a lesson."""
    assert table.setup.lesson
    total = len(table.setup.lesson.steps)
    return _("step {number} of {total}", number=min(table.steps_done + 1, total), total=total)


def lesson_offer(game: Game) -> str:
    """The text of the link to a game's lesson; empty without a lesson."""
    lesson = lesson_of(game)
    if lesson is None:
        return ""
    return ngettext(
        "Learn {game} in {number} minute", "Learn {game} in {number} minutes", lesson.minutes, game=game.title
    )


def terms(setup: Setup) -> list[str]:
    """The table's options, clock and hints, in sentences."""
    sentences = [option_name(setup.game, flag) for flag in setup.game.flags if setup.options[flag]]
    if setup.clock.kind != NO_CLOCK:
        sentences.append(time_to_think(setup.clock))
    if setup.lesson:
        return [*sentences, _("A lesson: the vizier has arranged the chance, so there is nothing to check.")]
    advice = _("The vizier may be asked for advice.") if setup.hints else _("No advice is given at this table.")
    return [*sentences, advice]


def site_title() -> str:
    """Serai and its games."""
    return _("Serai: {games}", games=all_of([games.load(name).title for name in games.names()]))


def option_name(game: Game, flag: str) -> str:
    """The name of a game's option."""
    return game.page.option_name(flag)


def time_to_think(clock: Clock) -> str:
    """The time for a decision."""
    if clock.kind == DAYS:
        return ngettext("{number} day for a decision", "{number} days for a decision", clock.seconds // DAY)
    if clock.seconds % MINUTE:
        return ngettext("{number} second for a decision", "{number} seconds for a decision", clock.seconds)
    return ngettext("{number} minute for a decision", "{number} minutes for a decision", clock.seconds // MINUTE)


def waiting(table: Table) -> str:
    """The number of missing players."""
    missing = sum(not seat.commitment for seat in table.seats)
    return ngettext("Waiting for {number} player.", "Waiting for {number} players.", missing)


def renewals(table: Table) -> list[str]:
    """The reasons for renewals of chance, each with its number."""
    counts = Counter((cause.why, cause.names, cause.after if cause.why == RESTORED else 0) for cause in table.renewals)
    sentences = []
    for (why, names, after), times in counts.items():
        sentence = renewal(why, names, after)
        sentences.append(sentence if times == 1 else _("{sentence} ({number} times)", sentence=sentence, number=times))
    return sentences


def renewal(why: str, names: Sequence[str], after: int) -> str:
    """The reason for a renewal of chance."""
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
    """The winners, as a sentence; empty before the end."""
    outcome = table.match.result() if table.match and table.phase == OVER else None
    return winners(outcome["winners"], names) if outcome else ""


def winners(seats: Sequence[int], names: Sequence[str]) -> str:
    """The winners, as a sentence."""
    if not seats:
        return _("Nobody wins.")
    names_text = listed([names[seat] for seat in seats])
    return _("{who} wins.", who=names_text) if len(seats) == 1 else _("{who} share the win.", who=names_text)


def ended(table: Table, names: Sequence[str]) -> str:
    """The reason why a table ended before its game did."""
    if table.end is None:
        return ""
    if table.setup.lesson:
        return stopped(TAUGHT)
    if isinstance(table.end, Cancellation):
        who = listed([names[seat] for seat in table.end.seats])
        return _("The game could not begin: the page of {who} did not open its part of the chance in time.", who=who)
    return stopped(table.end.why)


def state(table: Table, names: Sequence[str]) -> str:
    """The state of a table in a list: the player to act, the missing players, or the result."""
    if table.setup.lesson:
        return _("Lesson, {progress}", progress=steps_done(table))
    if table.phase == PLAYING:
        assert table.to_act is not None
        return _("It is {who}’s turn.", who=names[table.to_act])
    if isinstance(table.end, Cancellation):
        return silence([names[seat] for seat in table.end.seats])
    return headline(table, names, None) if table.phase != OVER else result(table, names) or ended(table, names)


def silence(who: Sequence[str]) -> str:
    """The players whose pages did not open their numbers."""
    return ngettext(
        "{who}’s page did not open its number.",
        "The pages of {who} did not open their numbers.",
        len(who),
        who=listed(who),
    )
