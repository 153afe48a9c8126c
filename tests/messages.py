"""Every sentence that is marked for translation, and the catalogues it belongs in: `make messages`.

There is a catalogue for everything but the games, and one for each game, in each language. This keeps what is
translated, adds what is new with no words yet, drops what nobody says any more, and tells what is left to do. The files
are sorted and name neither lines nor dates, so they change only when messages do.
"""

import ast
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from serai.core.words.language import PACKAGE, SOURCE, languages

KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "later": None,
    "later_in": ((1, "c"), 2),
}
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""

Key = tuple[str | None, str, str]  # context, message, its plural or nothing


@dataclass(frozen=True)
class Domain:
    """What one catalogue is for: a folder whose sentences stand in its `locale`, without those of other domains."""

    name: str
    folder: Path

    def sources(self) -> Iterator[Path]:
        """The files that may say something to players."""
        for path in sorted([*self.folder.rglob("*.py"), *self.folder.rglob("*.html")]):
            inside = path.relative_to(self.folder).parts
            if "tests" not in inside and (self.name != "serai" or inside[0] != "games"):
                yield path

    def file(self, language: str) -> Path:
        """The catalogue of a language."""
        return self.folder / "locale" / f"{language}.po"


def domains() -> list[Domain]:
    """The general one, then each game's."""
    games = sorted(path.parent for path in PACKAGE.glob("games/*/locale"))
    return [Domain("serai", PACKAGE), *(Domain(folder.name, folder) for folder in games)]


def translations() -> list[str]:
    """The languages that need catalogues."""
    return [code for code in languages() if code != SOURCE]


def calls_in(file: Any, keywords: Collection[str], comment_tags: Any, options: Any) -> Iterator[Any]:
    """Calls of keywords in Python, as Babel wants to be told; read as code, so that `_(WORDS["x"])` is no message."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and (name := called(node)) in keywords:
            texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            told = tuple(text if isinstance(text, str) else None for text in texts)
            if told and told[0] is not None:
                yield node.lineno, name, told if len(told) > 1 else told[0], []


def called(call: ast.Call) -> str:
    """The name of what is called, without what it belongs to."""
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")


def unmarked(domain: Domain) -> list[str]:
    """Plural sentences that can't be found because they are put in variables first; `later` is for single ones."""
    return [
        f"{path.relative_to(domain.folder)}:{node.lineno}"
        for path in domain.sources()
        if path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and called(node) == "ngettext"
        if not all(isinstance(arg, ast.Constant) for arg in node.args[:2])
    ]


@cache
def said(domain: Domain) -> frozenset[Key]:
    """What a domain says: every message that is marked in its files."""
    found: set[Key] = set()
    for path in domain.sources():
        method: Any = calls_in if path.suffix == ".py" else babel_extract
        with path.open("rb") as file:
            for _line, message, _comments, context in extract(method, file, KEYWORDS):
                one, many = message if isinstance(message, tuple) else (message, "")
                found.add((context, one, many))
    return frozenset(found)


def read(path: Path, language: str) -> dict[Key, Message]:
    """A catalogue's messages."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return {key_of(message): message for message in read_po(file, locale=language) if message.id}


def key_of(message: Message) -> Key:
    """A message in a catalogue, as `said` has it."""
    one, many = message.id if isinstance(message.id, (list, tuple)) else (message.id, "")
    return message.context, one, many


def forms_of(message: Message) -> list[str]:
    """Its translation: one form, or one for each plural."""
    return list(message.string) if isinstance(message.string, (list, tuple)) else [message.string or ""]


def written(keys: Collection[Key], known: Mapping[Key, Message], language: str) -> str:
    """A catalogue's file with these messages, and the translations that are known."""
    catalogue = Catalog(locale=language)
    for context, one, many in sorted(keys, key=lambda key: (key[1], key[0] or "", key[2])):
        found = known.get((context, one, many))
        empty = [""] * catalogue.num_plurals if many else ""
        message = Message((one, many) if many else one, found.string if found else empty, context=context)
        if found and found.fuzzy:
            message.flags.add("fuzzy")
        message.user_comments = found.user_comments if found else []
        catalogue[message.id] = message
    file = BytesIO()
    write_po(file, catalogue, width=0, no_location=True, omit_header=True)
    return HEADER.format(language=language, plural=catalogue.plural_forms) + file.getvalue().decode().strip() + "\n"


def placeholders(text: str) -> set[str]:
    """The names in braces; a text whose braces are broken raises ValueError."""
    return {f"{name}:{form}" if form else name for _text, name, form, _ in Formatter().parse(text) if name is not None}


def faults(domain: Domain, language: str) -> list[str]:
    """What is wrong with a catalogue, message by message."""
    known, wanted = read(domain.file(language), language), said(domain)
    found = [f"stale: {key[1]!r}" for key in sorted(known.keys() - wanted, key=str)]
    found += [f"missing: {key[1]!r}" for key in sorted(wanted - known.keys(), key=str)]
    for key in sorted(wanted & known.keys(), key=str):
        found += [f"{fault}: {key[1]!r}" for fault in faults_of(key, known[key], Catalog(locale=language).num_plurals)]
    return found


def faults_of(key: Key, message: Message, plurals: int) -> Iterator[str]:
    """What is wrong with one translation."""
    forms = forms_of(message)
    if message.fuzzy:
        yield "fuzzy"
    if key[2] and len(forms) != plurals:
        yield "plural forms"
    if not all(forms):
        yield "not translated"
    elif not all(has_placeholders(form, key) for form in forms):
        yield "other placeholders"


def has_placeholders(form: str, key: Key) -> bool:
    """Whether a translation has its message's placeholders; a plural's form may say its number in words."""
    try:
        named, wanted = placeholders(form), placeholders(key[1]) | placeholders(key[2])
    except ValueError:
        return False
    return named == wanted or (bool(key[2]) and named | {"number"} == wanted)


def main() -> None:
    """Update all catalogues and say what is left to translate."""
    for language in translations():
        for domain in domains():
            path = domain.file(language)
            path.parent.mkdir(exist_ok=True)
            path.write_text(written(said(domain), read(path, language), language), "utf-8")
            sys.stdout.write(f"{domain.name} in {languages()[language]}: {len(read(path, language))} messages\n")
            sys.stdout.writelines(f"  {fault}\n" for fault in faults(domain, language))


if __name__ == "__main__":
    main()
