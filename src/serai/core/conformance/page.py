"""What every game's page promises: each legal move can be touched, means itself, and nothing shown tells a secret."""

import random
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

from serai.core import simulate
from serai.core.conformance.case import Case, Games, dealt_anew, names_of
from serai.core.page.scene import InOrder, Parts, Scene, cautions_of, completed

COMPARED = 40  # moves of a position that are held against all others


class Buttons(HTMLParser):
    """The ids of a page and its buttons that can be touched now."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.moves: set[str] = set()
        self.parts: Counter[str] = Counter()
        self.nameless = 0
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what has an id, and what can be touched."""
        given = dict(attrs)
        if number := given.get("id"):
            self.ids.append(number)
        if tag == "button":
            self.nameless += not given.get("aria-label")
            if "data-open" in given or "data-quiet" in given:
                self._note(given.get("name"), str(given.get("value")))

    def _note(self, name: str | None, value: str) -> None:
        if name == "move":
            self.moves.add(value)
        else:
            self.parts[value] += 1


def scene_of(case: Case, table: Games, viewer: int) -> Scene:
    """What a seat sees and may decide; the number of players stands for a spectator."""
    seen, seat = case.observed(table, viewer)[0], viewer if viewer < case.players else None
    moves = []
    if seat is not None and not case.is_over(table) and seat == case.to_act(table):
        moves = [case.game.words.move_name(move, case.edition) for move in case.legal(table)]
    choices = case.game.page.choices(seen, case.edition, moves)
    cautions = cautions_of(case.game, seen, case.edition, moves)
    return Scene(seen, case.edition, names_of(case), seat, choices, cautions=cautions)


def scenes(case: Case, seed: int) -> Iterator[Scene]:
    """What everybody sees in some positions of a game, its end included."""
    final = list(case.decisions(seed))[-1]
    for table, _ in [*case.sample(seed), final]:
        for viewer in case.viewers:
            yield scene_of(case, table, viewer)


def check_page(case: Case, seed: int) -> None:
    """Every position is drawn for everybody: ids that are there once, buttons with names, a prompt for who decides."""
    page = case.game.page
    for scene in scenes(case, seed):
        found = Buttons(page.render(scene))
        twice = [number for number, often in Counter(found.ids).items() if often > 1]
        assert not twice, f"{case}, seed {seed}: ids that stand twice in a page: {twice}"
        assert not found.nameless, f"{case}, seed {seed}: {found.nameless} buttons have no aria-label"
        assert page.progress(scene), f"{case}, seed {seed}: progress says nothing"
        if scene.is_deciding:
            assert page.prompt(scene), f"{case}, seed {seed}: prompt says nothing"
        else:
            assert not found.moves and not found.parts, f"{case}, seed {seed}: {scene.seat} may not touch anything"
    for style in page.STYLES:
        assert (case.game.page_folder / style).is_file(), f"{case}: there is no style sheet {style}"


def check_choices(case: Case, seed: int) -> None:
    """Every legal move can be touched; what is touched for it means it, and is not what is touched for another."""
    for table, _ in case.sample(seed):
        scene = scene_of(case, table, case.to_act(table))
        found = Buttons(case.game.page.render(scene))
        assert set(scene.cautions) <= set(scene.choices), f"{case}: cautions of moves that are not legal"
        for move, parts in scene.choices.items():
            needed = parts[:1] if isinstance(parts, InOrder) else parts
            can_be = move in found.moves or not Counter(needed) - found.parts
            assert can_be, f"{case}, seed {seed}: {move!r} can't be touched: {Counter(needed) - found.parts}"
            check_meaning(case, scene, move, parts)
        check_differences(case, scene, seed)


def check_meaning(case: Case, scene: Scene, move: str, parts: Parts) -> None:
    """The parts of a move mean it, in any order unless it has one of its own."""
    orders = [parts] if isinstance(parts, InOrder) else [parts, parts[::-1]]
    for touched in orders:
        meant = case.game.page.move_of(touched, scene.seen, case.edition)
        assert meant == move, f"{case}: {touched} means {meant!r}, not {move!r}"


def check_differences(case: Case, scene: Scene, seed: int) -> None:
    """When all parts of a move are touched, they make that move and not another."""
    moves = list(scene.choices)
    for move in random.Random(seed).sample(moves, min(COMPARED, len(moves))):
        made = completed(scene.choices, scene.choices[move])
        assert made == move, f"{case}: what is touched for {move!r} makes {made!r}"


def check_page_secrecy(case: Case, seed: int) -> None:
    """Games that look the same to somebody are the same page to them, byte for byte, whatever was drawn in between."""
    for table, _ in case.sample(seed):
        for viewer in case.viewers:
            if viewer == case.to_act(table):
                continue  # moves are the same; they are compared with what others see by `check_observation`
            other = dealt_anew(case, table, viewer, seed)
            case.game.page.render(scene_of(case, other, case.to_act(other)))
            pages = [shown(case, scene_of(case, each, viewer)) for each in (table, other)]
            assert pages[0] == pages[1], f"{case}, seed {seed}: the page tells {viewer} a secret"


def shown(case: Case, scene: Scene) -> tuple[str, str, str]:
    """All that a page shows of a scene."""
    page = case.game.page
    return str(page.render(scene)), page.prompt(scene), page.progress(scene)


def check_scoring_rows(case: Case, seed: int) -> None:
    """Whatever points are given for, options and scorings have words."""
    match, page = simulate.recorded(case.game, case.edition, case.options, seed, 0), case.game.page
    whys = {point.why for point in case.game.words.explain(match.games[0], case.edition)}
    whys |= {event["why"] for event in match.events if event["type"] == "score"} | set(page.SCORING_ROWS)
    for why in whys:
        assert page.scoring_row(why), f"{case}: points for {why!r} have no words"
    assert all(page.option_name(flag) for flag in case.game.flags), f"{case}: an option has no words"
    assert page.scoring_title(match.events), f"{case}: a scoring has no title"
