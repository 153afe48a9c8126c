"""What people may do at a table: each function checks one wish and answers with the changes that fulfil it.

None of them changes anything. `player` is the hash of a key, so that no secret passes through here.
"""

import hashlib
import secrets
import unicodedata
from collections.abc import Collection, Mapping

from serai.bots.levels import NAMES
from serai.core.errors import BadNotation
from serai.core.page.lesson import OPPONENT, Step
from serai.core.page.scene import cautions_of
from serai.core.records.randomness import BY_SERVER, SECRET_BYTES
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.tables.commands import decisions
from serai.tables.errors import BadRequest, NotAllowed, NotTaught, OutOfTurn, TooMuch
from serai.tables.state.setup import BOT, check_no_program
from serai.tables.state.table import (
    GATHERING,
    LEFT,
    OPENING,
    OVER,
    PLAYING,
    REMOVED,
    RENEWING,
    SILENT,
    Change,
    Seat,
    Table,
)

LONGEST_NAME = 40
VISIBLE = "LNPS"  # categories of Unicode: letters, numbers, punctuation, symbols
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"  # yet letters or signs
MOST_NAMED = 8  # characters
LONGEST_WORDS = 500  # in the chat, in characters
TAUGHT = "taught"  # why a table ends after the last step of its lesson


def sit(table: Table, player: str, seat: int | None, name: str, commitment: str | None, at: int) -> list[Change]:
    """Take a free seat, or the one named, or one that is kept for this player; a page commits to a nonce."""
    check_gathering(table)
    number = free_seat(table, player) if seat is None else seat
    return sit_together(table, player, {number: (name, commitment)}, at)


def sit_together(table: Table, player: str, people: Mapping[int, tuple[str, str | None]], at: int) -> list[Change]:
    """Take several seats at once: by their numbers, each with a name and its page's commitment to a nonce."""
    check_gathering(table)
    sat = [take(table, player, seat, name, commitment, at) for seat, (name, commitment) in people.items()]
    return [*sat, *seed_bots(table, people, at)]


def check_gathering(table: Table) -> None:
    """There must be somebody missing."""
    if table.phase != GATHERING:
        raise OutOfTurn(_("every seat is taken"))


def take(table: Table, player: str, seat: int, name: str, commitment: str | None, at: int) -> Change:
    """Sit down on a seat that is free, or kept for this player."""
    place = table.seats[checked(table, seat)]
    if player in table.removed:
        raise NotAllowed(_("you were removed from this table by whoever opened it"))
    if place.plan.kind == BOT or place.commitment or (place.is_person and player not in place.players):
        raise OutOfTurn(_("seat {seat} is taken", seat=seat))
    change = {"type": "sat", "at": at, "seat": seat, "player": player, "name": good_name(name)}
    return change | committed(commitment)


def committed(commitment: str | None) -> Change:
    """A page's commitment to its nonce; without one a nonce of the server's own."""
    if commitment is not None:
        return {"commitment": hexadecimal(commitment, "the nonce's commitment")}
    nonce = secrets.token_bytes(SECRET_BYTES)
    return {"commitment": hashlib.sha256(nonce).hexdigest(), "nonce": nonce.hex()}


def hexadecimal(text: str, what: str) -> str:
    """A secret or a hash as text; it is not repeated in the message, for it may be a secret."""
    if len(text) != 2 * SECRET_BYTES or any(digit not in "0123456789abcdef" for digit in text):
        digits = 2 * SECRET_BYTES
        raise BadRequest(f"{what} is not of the expected form: {digits} hexadecimal digits, lower case")
    return text


def seed_bots(table: Table, sitting: Collection[int], at: int) -> list[Change]:
    """Nonces of the bots, once every page has committed; those of the seats that are just doing so have."""
    missing = [number for number, seat in enumerate(table.seats) if not seat.commitment and number not in sitting]
    if any(table.seats[number].level is None for number in missing):
        return []
    return seeded(missing, at)


def seeded(seats: Collection[int], at: int) -> list[Change]:
    """Nonces that the server draws."""
    return [{"type": "seeded", "at": at, "seat": number} | committed(None) for number in seats]


def free_seat(table: Table, player: str) -> int:
    """The first seat that is kept for this player, or that nobody has."""
    kept = [number for number in table.seats_of(player) if not table.seats[number].commitment]
    free = [number for number, seat in enumerate(table.seats) if not seat.is_taken]
    if not kept and not free:
        raise OutOfTurn(_("every seat is taken"))
    return [*kept, *free][0]


def good_name(name: str) -> str:
    """A name that can be seen, without needless space, each letter with its accents as one sign."""
    shown = "".join(sign if is_shown(sign) else " " for sign in unicodedata.normalize("NFC", name))
    clean = " ".join(shown.split())
    if name.strip() and not any(unicodedata.category(sign)[0] in VISIBLE for sign in clean):
        raise BadRequest(_("the name {name} can't be seen; allowed: letters, digits and signs", name=code_points(name)))
    if not 1 <= len(clean) <= LONGEST_NAME:
        raise BadRequest(
            _("the name has {number} characters; allowed: 1 to {most}", number=len(clean), most=LONGEST_NAME)
        )
    return clean


def is_shown(sign: str) -> bool:
    """Whether there is anything to see of a character, on its own or with the one before."""
    return sign.isprintable() and sign not in BLANK


def code_points(text: str) -> str:
    """Characters by their numbers, the first few of many."""
    named = [f"U+{ord(sign):04X}" for sign in text[:MOST_NAMED]]
    return " ".join(named) + (" …" if len(text) > MOST_NAMED else "")


def leave(table: Table, player: str, seat: int, at: int) -> list[Change]:
    """Get up before the game begins."""
    own(table, player, seat)
    check_before_game(table)
    return paced(table, vacate(table, [seat], LEFT, at))


def remove(table: Table, player: str, seat: int, at: int) -> list[Change]:
    """Free somebody's seat before the game begins, as whoever opened the table may; they can't sit down again."""
    place = table.seats[checked(table, seat)]
    if player != table.opened_by:
        raise NotAllowed(_("only whoever opened this table can remove somebody"))
    check_before_game(table)
    if not place.is_person or player in place.players:
        raise OutOfTurn(_("there is nobody else at seat {seat} whom you could remove", seat=seat))
    return paced(table, vacate(table, [seat], REMOVED, at))


def check_before_game(table: Table) -> None:
    """The game must not have begun."""
    if table.match or table.phase not in (GATHERING, OPENING):
        raise OutOfTurn(_("the game has begun; hand the seat to a bot, or resign"))


def vacate(table: Table, seats: Collection[int], why: str, at: int) -> list[Change]:
    """Free seats before the game; if something was committed to for one of them, all commit anew."""
    freed: list[Change] = [{"type": "left", "at": at, "seat": number, "why": why} for number in seats]
    has_committed = any(table.seats[number].commitment for number in seats)
    return [*freed, *(renewed(table, why, seats, at, without=seats) if has_committed else [])]


def renewed(
    table: Table,
    why: str,
    seats: Collection[int],
    at: int,
    *,
    without: Collection[int] = (),
    bots: Collection[int] = (),
) -> list[Change]:
    """Discard all that was committed to, because of these seats, and draw anew for those who leave it to the server.

    `without` are seats that are just being freed, `bots` such as bots play from now on.
    """
    change = {
        "type": "renewed",
        "at": at,
        "why": why,
        "names": [table.seats[number].name for number in seats],
        "server_seed": secrets.token_hex(SECRET_BYTES),
    }
    staying = [number for number in range(len(table.seats)) if number not in without]
    played = [number for number in staying if number in bots or table.seats[number].level]
    drawn = [number for number in staying if number not in played and is_drawn_by_server(table.seats[number])]
    is_complete = len(played) + len(drawn) == len(table.seats)
    return [change, *seeded([*drawn, *played] if is_complete else drawn, at)]


def is_drawn_by_server(seat: Seat) -> bool:
    """Whether a person's page left the nonce to the server."""
    return seat.nonce is not None and seat.nonce.by == BY_SERVER


def commit_anew(table: Table, player: str, seat: int, renewals: int, commitment: str | None, at: int) -> list[Change]:
    """Commit to another nonce, after what was committed to before was discarded, for that many times by now."""
    place = own(table, player, seat)
    if renewals != len(table.renewals):
        raise OutOfTurn(_("what was committed to has been discarded meanwhile; please look again"))
    if place.commitment and place.commitment == commitment:
        return []
    if not place.is_to_commit_anew:
        raise OutOfTurn(_("there is nothing to commit to anew"))
    change: Change = {"type": "committed", "at": at, "seat": seat} | committed(commitment)
    return [change, *seed_bots(table, [seat], at)]


def without_silent(table: Table, at: int) -> list[Change]:
    """Go on without pages that did not come to commit or to open their nonces."""
    silent = table.silent
    if table.match is None:
        return vacate(table, silent, SILENT, at)
    level = table.setup.clock.stand_in
    handed: list[Change] = [{"type": "handed", "at": at, "seat": number, "level": level} for number in silent]
    if table.phase == OPENING:
        return [*handed, *renewed(table, SILENT, silent, at, bots=silent)]
    bots = [number for number, seat in enumerate(table.seats) if seat.level and not seat.commitment]
    return [*handed, *seeded([*silent, *bots], at)]


def open_nonce(table: Table, player: str, seat: int, nonce: str, at: int) -> list[Change]:
    """Open what was committed to, once all have committed."""
    place = own(table, player, seat)
    if place.nonce and place.nonce.nonce.hex() == nonce:
        return []
    if table.phase != OPENING:
        raise OutOfTurn(_("nonces are opened when every seat has committed to one, and only once"))
    if hashlib.sha256(bytes.fromhex(hexadecimal(nonce, "the nonce"))).hexdigest() != place.commitment:
        raise BadRequest(
            f"this nonce is not the one that seat {seat} committed to, whose SHA-256 is {place.commitment}"
        )
    return [{"type": "nonce", "at": at, "seat": seat, "nonce": nonce}]


def play(
    table: Table, player: str, seat: int, decision: int, move: str, at: int, *, is_warned: bool = False
) -> list[Change]:
    """Answer a decision by a move; a turn's last one is held where its player confirms.

    One that its game has a caution for is held in any case where its player is warned, as people at pages are.
    """
    place = own(table, player, seat)
    decisions.check(table, seat, decision)
    check_turn(table, seat)
    assert table.match
    if place.level:
        raise OutOfTurn(_("a bot plays seat {seat}; take it back first", seat=seat))
    if table.held is not None:
        raise OutOfTurn(_("a decision waits to be confirmed or taken back"))
    try:
        number = table.match.parse(move)
    except BadNotation as error:
        raise BadRequest(str(error)) from None
    if reason := table.match.why_illegal(number):
        why = reason.sentence.rstrip(".")
        raise BadRequest(_("illegal move {move}: {why} ({rule})", move=repr(move), why=why, rule=reason.rule))
    if step := table.step:
        check_taught(step, table.match.name(number))
        return [moved(seat, number, at), *after_step(table, step, at)]
    if (place.confirms and table.ends_turn(number)) or (is_warned and has_caution(table, seat, number)):
        return [{"type": "held", "at": at, "seat": seat, "move": number}]
    return [moved(seat, number, at)]


def has_caution(table: Table, seat: int, move: int) -> bool:
    """Whether the game says something of a decision that its player should know before it stands."""
    match = table.match
    assert match
    return bool(cautions_of(match.game, match.view(seat)[0], match.edition, [match.name(move)]))


def check_taught(step: Step, move: str) -> None:
    """A lesson's move must be the one that is taught now; to any other the vizier says why not yet."""
    if move != step.move:
        usual = _("That can be done, but let me show you something else first: touch what glows.")
        raise NotTaught(_(step.instead) if step.instead else usual)


def after_step(table: Table, step: Step, at: int) -> list[Change]:
    """What follows a step of a lesson: what the opponent does, and after the last step the end."""
    match, lesson = table.match, table.setup.lesson
    assert match and lesson
    level = table.seats[OPPONENT].level
    answers = [moved(OPPONENT, match.parse(move), at, level) for move in step.answers]
    is_last = table.taught + 1 == len(lesson.steps)
    return [*answers, {"type": "stopped", "at": at, "why": TAUGHT}] if is_last else answers


def read_on(table: Table, player: str, seat: int, decision: int, at: int) -> list[Change]:
    """Go on in a lesson where there is only something to read."""
    own(table, player, seat)
    decisions.check(table, seat, decision)
    step = table.step
    if step is None or step.move:
        raise OutOfTurn(_("there is nothing to go on from now"))
    return [{"type": "read", "at": at, "seat": seat}, *after_step(table, step, at)]


def check_no_lesson(table: Table) -> None:
    """In a lesson a seat is played by its learner, to the lesson's end."""
    if table.setup.lesson:
        raise OutOfTurn(_("this can't be done in a lesson"))


def moved(seat: int, move: int, at: int, bot: str | None = None) -> Change:
    """A decision that stands, by the seat's player or a bot."""
    return {"type": "moved", "at": at, "seat": seat, "move": move, "bot": bot}


def confirm(table: Table, player: str, seat: int, decision: int, at: int) -> list[Change]:
    """Let a held decision stand."""
    own(table, player, seat)
    decisions.check(table, seat, decision)
    check_turn(table, seat)
    if table.held is None:
        raise OutOfTurn(_("nothing waits to be confirmed"))
    return [moved(seat, table.held, at)]


def undo(table: Table, player: str, seat: int, decision: int, at: int) -> list[Change]:
    """Take back one's last decision, if nothing has come of it."""
    own(table, player, seat)
    decisions.check(table, seat, decision)
    if not can_undo(table, seat):
        raise OutOfTurn(_("nothing to take back: only own decisions, back to what drew chance or showed something"))
    return paced(table, [{"type": "unheld" if table.held is not None else "undone", "at": at, "seat": seat}])


def can_undo(table: Table, seat: int) -> bool:
    """Whether the last thing at the table is a decision of this seat that can be taken back."""
    if table.phase != PLAYING or table.seats[seat].level or table.setup.lesson:
        return False
    if table.held is not None:
        return table.to_act == seat
    return bool(table.played) and table.played[-1].seat == seat and not table.played[-1].is_final


def hand_over(table: Table, player: str, seat: int, level: str, at: int) -> list[Change]:
    """Let a bot play one's seat."""
    place = own(table, player, seat)
    check_no_lesson(table)
    if table.phase != PLAYING:
        raise OutOfTurn(_("the game is not being played"))
    check_no_program(level)
    if level not in NAMES:
        raise BadRequest(_("there is no bot {level}; there are: {names}", level=repr(level), names=", ".join(NAMES)))
    if place.level == level:
        return []
    return paced(table, [*drop_held(table, seat, at), {"type": "handed", "at": at, "seat": seat, "level": level}])


def drop_held(table: Table, seat: int, at: int) -> list[Change]:
    """What a seat's player has not confirmed is forgotten when somebody else decides for it."""
    return [{"type": "unheld", "at": at, "seat": seat}] if table.held is not None and table.to_act == seat else []


def take_back(table: Table, player: str, seat: int, at: int) -> list[Change]:
    """Play one's seat again."""
    place = own(table, player, seat)
    if table.phase != PLAYING:
        raise OutOfTurn(_("the game is not being played"))
    assert table.match
    if seat in table.match.resigned:
        raise OutOfTurn(_("seat {seat} has resigned", seat=seat))
    return paced(table, [{"type": "handed", "at": at, "seat": seat, "level": None}] if place.level else [])


def resign(table: Table, player: str, seat: int, at: int) -> list[Change]:
    """Give the game up; with more than two players a bot plays on."""
    own(table, player, seat)
    check_no_lesson(table)
    if table.phase != PLAYING:
        raise OutOfTurn(_("the game is not being played"))
    assert table.match
    if seat in table.match.resigned:
        return []
    return [*drop_held(table, seat, at), {"type": "resigned", "at": at, "seat": seat}]


def agree_to_stop(table: Table, player: str, seat: int, wants: bool, at: int) -> list[Change]:
    """Wish to stop, or not any more; the game stops when all people wish so."""
    place = own(table, player, seat)
    if table.phase not in (PLAYING, RENEWING, OPENING, GATHERING):
        raise OutOfTurn(_("the game is over"))
    others = [other for number, other in enumerate(table.seats) if other.is_person and number != seat]
    if place.wants_stop == wants:
        return []
    stop: list[Change] = [{"type": "stopped", "at": at, "why": "agreed"}]
    agreed: Change = {"type": "agreed", "at": at, "seat": seat, "wants": wants}
    return paced(table, [agreed, *(stop if wants and all(other.wants_stop for other in others) else [])])


def prefer(table: Table, player: str, seat: int, confirms: bool, at: int) -> list[Change]:
    """Whether a turn's last decision waits for a word."""
    place = own(table, player, seat)
    check_no_lesson(table)
    if place.confirms == confirms:
        return []
    return paced(table, [{"type": "preferred", "at": at, "seat": seat, "confirms": confirms}])


def say(table: Table, player: str, words: str, at: int) -> list[Change]:
    """Write in the chat, as whoever sits here."""
    if not table.setup.chat:
        raise NotAllowed(_("this table has no chat"))
    seats = table.seats_of(player)
    if not seats:
        raise NotAllowed(_("only who sits here can speak"))
    clean = "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in words).strip()
    if not 1 <= len(clean) <= LONGEST_WORDS:
        raise BadRequest(
            _("the message has {number} characters; allowed: 1 to {most}", number=len(clean), most=LONGEST_WORDS)
        )
    return paced(table, [{"type": "said", "at": at, "seat": seats[0], "words": clean}])


def wish_rematch(table: Table, player: str, seat: int, wants: bool, at: int) -> list[Change]:
    """Wish to play again, or not any more."""
    place = own(table, player, seat)
    check_no_lesson(table)
    if table.phase != OVER or table.rematch:
        raise OutOfTurn(_("a rematch can be wished for when the game is over, and once"))
    if place.wants_rematch == wants:
        return []
    return paced(table, [{"type": "wished", "at": at, "seat": seat, "wants": wants}])


def paced(table: Table, changes: list[Change]) -> list[Change]:
    """These changes, unless their seat has made too many of their sort in a short time."""
    if wait := max(map(table.pacing.wait, changes), default=0):
        sentence = ngettext(
            "That was a lot in a short time; please try again in {number} second.",
            "That was a lot in a short time; please try again in {number} seconds.",
            wait,
        )
        raise TooMuch(sentence, wait)
    return changes


def own(table: Table, player: str, seat: int) -> Seat:
    """The seat, which must be this player's."""
    place = table.seats[checked(table, seat)]
    if player not in place.players:
        raise NotAllowed(_("seat {seat} is not yours", seat=seat))
    return place


def checked(table: Table, seat: int) -> int:
    """A seat of this table."""
    if seat not in range(len(table.seats)):
        raise BadRequest(_("there is no seat {seat}; there are 0 to {last}", seat=seat, last=len(table.seats) - 1))
    return seat


def check_turn(table: Table, seat: int) -> None:
    """The game must be on, and this seat to act."""
    if table.phase != PLAYING:
        raise OutOfTurn(why_not_played(table))
    if table.to_act != seat:
        raise OutOfTurn(_("seat {other} decides now, not seat {seat}", other=table.to_act, seat=seat))


def why_not_played(table: Table) -> str:
    """Why nothing can be decided now."""
    if table.phase == OVER:
        return _("the game is over")
    return _("the game waits until chance has been renewed") if table.match else _("the game has not begun")
