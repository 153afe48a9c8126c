"""Asara's parts are what the contract asks for: strict types hold them against its Protocols here."""

from serai.core import contract
from serai.games.asara import bot, page, rules, study, words

RULES: contract.Rules = rules
WORDS: contract.RequiredWords = words
PAGE: contract.RequiredPage = page
PAD: contract.Pad | None = page.pad
BOT: contract.RequiredBot = bot
STUDY: contract.Study = study


def test_each_part_is_a_table_of_contents_of_what_the_contract_knows() -> None:
    for part, protocol in (
        (rules, contract.Rules),
        (words, contract.Words),
        (page, contract.Page),
        (bot, contract.Bot),
        (study, contract.Study),
    ):
        assert set(part.__all__) <= set(dir(protocol)), part.__name__
