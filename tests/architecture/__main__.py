"""`make architecture` writes the diagram and the table of imports; `--check` says whether they are up to date."""

import sys
from pathlib import Path

from tests.architecture.drawing import svg
from tests.architecture.imports import FRONT_DOOR, ROOT, Modules
from tests.architecture.layout import diagram

PICTURE = ROOT / "docs" / "architecture.svg"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- imports: begin -->\n", "<!-- imports: end -->\n"


def table(modules: Modules) -> str:
    """Every folder of Serai, and what it imports, as a table in Markdown."""
    lines = ["| folder | imports from its own package | imports from other packages |", "| --- | --- | --- |"]
    for folder, imported in modules.folders.items():
        if folder == FRONT_DOOR or not imported:
            continue
        package = folder.split(".")[0]
        own = sorted(name for name in imported if name.split(".")[0] == package)
        others = sorted(imported - set(own))
        lines.append(f"| `{folder}` | {_names(own)} | {_names(others)} |")
    return "\n".join(lines) + "\n"


def _names(folders: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in folders)


def written(modules: Modules) -> dict[Path, str]:
    """The files as they should be."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return {PICTURE: svg(diagram(modules)), PAGE: before + BEGIN + table(modules) + END + after}


def stale(modules: Modules) -> list[str]:
    """The files that do not show the imports as they are."""
    return [
        str(path.relative_to(ROOT))
        for path, text in written(modules).items()
        if not path.is_file() or path.read_text("utf-8") != text
    ]


def main(arguments: list[str]) -> int:
    """Write the files, or check them."""
    modules = Modules()
    if arguments == ["--check"]:
        names = stale(modules)
        if names:
            sys.stderr.write(f"{' and '.join(names)}: out of date with the imports; run `make architecture`\n")
        return 1 if names else 0
    for path, text in written(modules).items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
