"""Asara by version 1 of its rules, which is not supported any more."""

raise ImportError(
    "asara_v1 was Asara by version 1 of its rules, which is not here any more; "
    "use serai.research.pettingzoo.asara_v2, whose observations and actions have other sizes"
)
