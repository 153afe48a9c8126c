"""The score pad, for people with the physical game: it counts in the browser, with its game's script.

A game has a pad when its page has a module `pad`, with `numbers(edition)` and `said()` for its scripts `pad.js` and
`pad-form.js`, its `STYLES`, and the `OPTIONS` that change what is entered.
"""

from collections.abc import Iterator

from fastapi import APIRouter
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import Response

from serai.core import game as games
from serai.core.contract import Pad
from serai.core.game import Game
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.core.words.slots import forms
from serai.web.pages import wording
from serai.web.pages.contexts import PadChoice, PadPage
from serai.web.requests.request_context import Visitor, sprite_of

SCRIPTS = ("pad.js", "pad-form.js")  # in a game's folder

router = APIRouter(include_in_schema=False)


def games_with_pad() -> Iterator[Game]:
    """The games that have a pad."""
    for game in map(games.load, games.names()):
        if game.page.pad:
            yield game


def pad_of(game: Game) -> Pad:
    """A game's side of its pad."""
    assert game.page.pad, "asked for only where there is one"
    return game.page.pad


def styles_of(game: Game) -> list[str]:
    """The addresses of a pad's style sheets."""
    return [f"/static/games/{game.name}/{name}" for name in pad_of(game).STYLES]


@router.get("/pad")
def choice_page(visit: Visitor) -> Response:
    """The list of score pads."""
    pictures = [(game.name, game.title, Markup(game.page.picture())) for game in games_with_pad()]
    return visit.page("pads.html", PadChoice(visit.frame(_("Score pad")), pictures))


@router.get("/pad/{name}")
def pad_page(visit: Visitor, name: str) -> Response:
    """A game's pad; all entries stay in the browser."""
    game = next((candidate for candidate in games_with_pad() if candidate.name == name), None)
    if game is None:
        raise HTTPException(404)
    module = pad_of(game)
    title = _("Score pad for {game}", game=game.title)
    context = PadPage(
        frame=visit.frame(title),
        name=name,
        title=title,
        numbers=module.numbers(game.read_edition()),
        players=list(game.player_counts),
        options={flag: wording.option_name(game, flag) for flag in module.OPTIONS},
        whys=[(why, str(game.page.scoring_row(why))) for why in game.page.SCORING_ROWS],
        words=words() | module.said(),
        sprite=sprite_of(game),
        styles=styles_of(game),
    )
    return visit.page("pad.html", context)


def words() -> dict[str, str | dict[str, str]]:
    """The texts of all games' pads, by name."""
    return {
        "copied": _("Copied"),
        "pad_title": _("Name of this game"),
        "pad_player": _("Player {number}"),
        "pad_players": _("Players"),
        "pad_name": _("Name"),
        "pad_setup": _("Players and options"),
        "pad_new": _("A new pad"),
        "pad_share": _("Share as a link"),
        "pad_link": _("The link to this pad:"),
        "pad_copied": _("The link has been copied. It holds the whole pad, as it is now."),
        "pad_kept": forms(lambda number: ngettext("{number} pad is kept here", "{number} pads are kept here", number)),
        "pad_delete": _("Delete"),
        "pad_deleted": _("Deleted: {title}."),
        "pad_undo": _("Undo"),
        "pad_totals": _("Points now"),
        "pad_ahead": _("Winner"),
        "pad_together": _("Together"),
        "pad_wins": _("{who} wins."),
        "pad_share_win": _("{who} share the win."),
        "pad_not_kept": _("This browser does not let pages keep anything: share the pad as a link to keep it."),
        "pad_broken_link": _(
            "This link holds no score pad that can be read; perhaps a part of it is missing. What you have kept here "
            "is unchanged."
        ),
        "pad_newer_link": _(
            "This link is of another version of the score pad and can't be read here. What you have kept here is "
            "unchanged."
        ),
        "pad_other_game": _("This link is for the score pad of another game. What you have kept here is unchanged."),
    }
