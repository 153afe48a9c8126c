"""Legal moves as a readable list, and the rule of the current decision; for any game's notation.

Moves with the same first word stand together. Where there are many of one shape (`place PAY SPACE`), those with the
same last word share a line: the line shows the move with `…`, and numbered texts that replace it.
"""

from collections import Counter
from collections.abc import Sequence

from rich.markup import escape

from serai.core.match import Match
from serai.core.words.language import gettext as _

SHORT_GROUP = 12  # moves that are written out in full
GAP = 2  # columns between two entries

Numbered = tuple[int, str]  # a move's number in the list, and its text


def list_moves(moves: Sequence[str], width: int, words: Sequence[str] = ()) -> str:
    """Every move (with these words) under its number, in lines of a terminal's width, with `rich` markup."""
    numbered = [(number, move) for number, move in enumerate(moves, 1) if all(word in move for word in words)]
    if not numbered:
        return _("No move has {words} in it.", words=escape(" ".join(words)))
    groups = group_moves(numbered)
    margin, digits = max(len(title) for title, _entries in groups), len(str(numbered[-1][0]))
    lines: list[str] = []
    for title, entries in groups:
        indent = margin + GAP if title else 0
        first, *rest = columns(entries, width - indent, digits)
        head = f"[bold]{escape(title.ljust(indent))}[/]" if title else ""
        lines += [head + first, *(" " * indent + line for line in rest)]
    return "\n".join(lines)


def group_moves(numbered: Sequence[Numbered]) -> list[tuple[str, list[Numbered]]]:
    """The moves by first word, big groups of one shape also by last word; a title and numbered texts for each."""
    groups: list[tuple[str, list[Numbered]]] = []
    short: list[Numbered] = []
    for verb in dict.fromkeys(move.split()[0] for _number, move in numbered):
        verb_moves = [(number, move) for number, move in numbered if move.split()[0] == verb]
        lengths = {len(move.split()) for _number, move in verb_moves}
        if len(verb_moves) <= SHORT_GROUP:
            short += verb_moves
        elif len(lengths) == 1 and min(lengths) > 2:
            groups += by_last_word(verb, verb_moves)
        else:
            groups.append((f"{verb} …", [(number, move.partition(" ")[2] or move) for number, move in verb_moves]))
    return [*groups, *([("", short)] if short else [])]


def by_last_word(verb: str, moves: Sequence[Numbered]) -> list[tuple[str, list[Numbered]]]:
    """One group for each last word, with the words between the first and the last."""
    lasts = dict.fromkeys(move.split()[-1] for _number, move in moves)
    return [
        (
            f"{verb} … {last}",
            [(number, " ".join(move.split()[1:-1])) for number, move in moves if move.split()[-1] == last],
        )
        for last in lasts
    ]


def columns(entries: Sequence[Numbered], width: int, digits: int) -> list[str]:
    """Entries side by side, aligned, as many as fit."""
    cell = digits + 2 + max(len(text) for _number, text in entries) + GAP
    per_line = max(1, (width + GAP) // cell)
    cells = [f"[cyan]{number:{digits}})[/] {escape(text.ljust(cell - digits - 2))}" for number, text in entries]
    return ["".join(cells[start : start + per_line]).rstrip() for start in range(0, len(cells), per_line)]


def current_rule(match: Match) -> str:
    """The number of the current decision's rule: from the game, or else the rule that most refusals cite."""
    if rule := match.game.words.current_rule(match.games[0]):
        return rule
    verbs = {move.split()[0] for move in match.legal()}
    citations: Counter[str] = Counter()
    for move in match.game.words.every_move(match.edition):
        if match.name(move).split()[0] in verbs and (reason := match.why_illegal(move)):
            citations[reason.rule] += 1
    return citations.most_common(1)[0][0]
