"""`make architecture`: the diagram and the table in `docs/architecture.md`, made from the imports themselves."""
