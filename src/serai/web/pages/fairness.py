"""The texts of the page that checks a finished game; its scripts compute in the browser.

Each sentence has the name by which `verify.js`, `fairness.js` and `documents.js` ask for it.
"""

from typing import Any

from serai.core import game as games
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.core.words.slots import forms


def recomputable() -> list[str]:
    """The games whose chance a browser can recompute: those with a `chance.js`."""
    return [name for name in games.names() if (games.load(name).page_folder / "chance.js").is_file()]


def words() -> dict[str, Any]:
    """Every sentence by its name, in the current language; the scripts fill in `{…}`."""
    return page_words() | check_words() | reading_words() | shape_words()


def page_words() -> dict[str, Any]:
    """Texts about the documents and the result of the whole check."""
    return {
        "no_record_chosen": _("No record was chosen; expected: the file of a finished game's record, in JSON."),
        "record_file": _("The record file {file}"),
        "receipt_file": _("The receipt file {file}"),
        "record_of_table": _("The record of table {table}"),
        "receipt_of_table": _("The receipt of table {table} that this browser kept"),
        "bad_table": _(
            "The address names the table {table}; expected: up to 64 letters, digits, hyphens and underscores."
        ),
        "server_silent": _("The server could not be reached for the record of table {table}."),
        "server_refused": _("The server has no record to show of table {table}; its answer was {status}."),
        "record_when_over": _("There is a record when the game is over."),
        "checking": _("Checking …"),
        "could_not_check": _("This could not be checked. {problem}"),
        "unforeseen": _("The document is not of a form that this page can follow ({problem})."),
        "all_fine": _(
            "Everything agrees. This record is true: its seeds are those that were committed to beforehand, and "
            "everything that was dealt, drawn and rolled follows from them."
        ),
        "all_fine_without_receipt": _(
            "The record agrees with itself, so it is consistent: everything that was dealt, drawn and rolled follows "
            "from its seeds. Only a receipt from before the opening can tell whether these were settled beforehand."
        ),
        "all_fine_with_this_receipt": _(
            "The record agrees with itself and with the receipt, so it is consistent: everything that was dealt, drawn "
            "and rolled follows from its seeds. But the receipt does not show that all of these were settled "
            "beforehand; the reasons are below."
        ),
        "another_table": _(
            "The receipt, of table {table}, seems to be of another table: none of its commitments occurs in the record."
        ),
        "renewed": forms(
            lambda number: ngettext(
                "Chance was renewed once, after move {moves}.",
                "Chance was renewed {number} times, after moves {moves}.",
                number,
                moves="{moves}",
            )
        ),
        "one_wrong": _("One of {total} checks failed, so what was given does not fit together: {first}."),
        "some_wrong": _(
            "{wrong} of {total} checks failed, so what was given does not fit together. The first is: {first}."
        ),
        "agrees": _("Agrees:"),
        "differs": _("Differs:"),
        "checked": _("{record} was checked."),
        "checked_with_receipt": _("{record} was checked. {receipt} was compared with it."),
        "part_seeds": _("The server's seed"),
        "part_receipt": _("Your receipt"),
        "part_opening": _("The first shuffle"),
        "part_game": _("The rest of the game"),
        "game_fine": _("Everything that was dealt, drawn or rolled later was recomputed as well, and agrees."),
        "nothing_drawn": _("Nothing was dealt, drawn or rolled later."),
        "not_compared": _("What comes after the first difference was not compared."),
        "one_by_one": _("What agrees, one by one"),
        "without_receipt": _("No receipt was given, so nothing from before the opening could be compared."),
        "table_seed": _("The table seed, made of the server seed and all nonces in the order of seats, is {seed}."),
        "table_seed_after": _("The table seed of chance after move {after} is {seed}."),
        "what_a_receipt_proves": _(
            "A receipt that your page kept before it opened its nonce proves to you that the server seed, the "
            "commitments and the nonces are those of before the opening. It does not prove that the host did not look "
            "at the running game, nor that a seat whose nonce the server made was not the host's."
        ),
        "chance_from_set_up": _("chance from set-up on"),
        "chance_after_move": _("chance after move {after}"),
        "no_receipt_for": _("For {chance} there is no receipt."),
        "kept_later": _(
            "For {chance} the receipt was kept when nonces were open already: it proves nothing about what came before."
        ),
        "kept_untold": _("The receipt, in the format serai-receipt/1, does not tell when it was kept."),
        "own_nonce_by_server": _(
            "For {chance} the server made the nonce of the receipt's own seat, so your page had no part in it."
        ),
        "nonce_of_person_by_server": _(
            "For {chance} the server made the nonce of seat {seat} ({name}), though a person plays there."
        ),
    }


def check_words() -> dict[str, str]:
    """Texts about single comparisons and their results."""
    return {
        "after_move": _("{name}, for chance after move {after}"),
        "renewal": _("Renewal of chance after move {after}"),
        "no_such_move": _("The record has no move {after}."),
        "renewal_untold": _(
            "Your page took part in a renewal of chance after move {after} of which the record says nothing."
        ),
        "same_nonce": _("Nonces of seats {first} and {seat}"),
        "same_nonce_wrong": _("Both seats have the same nonce, {nonce}; each seat makes its own."),
        "same_commitment": _("Commitments of seats {first} and {seat}"),
        "same_commitment_wrong": _(
            "Your page saw the same commitment for both seats, {commitment}; one copied the other's."
        ),
        "server_seed": _("Server seed and commitment"),
        "server_seed_fine": _("The SHA-256 of the server seed is the record's commitment, {hash}."),
        "server_seed_wrong": _(
            "The SHA-256 of the server seed is {hash}, but the record's commitment is {commitment}."
        ),
        "receipt_commitment": _("Commitment that your page saw"),
        "receipt_commitment_fine": _(
            "The server seed is the one to which the server had committed when your page kept its receipt."
        ),
        "receipt_commitment_wrong": _(
            "The SHA-256 of the server seed is {hash}, but your page saw the commitment {commitment}."
        ),
        "nonce": _("Nonce of seat {seat} ({name})"),
        "nonce_by_page": _("It was made by that player's page."),
        "nonce_by_server": _("It was made by the server, as for bots and for pages without scripts."),
        "nonce_fine": _("Its SHA-256 is the commitment that your page saw, {hash}. {maker}"),
        "nonce_wrong": _("Its SHA-256 is {hash}, but your page saw the commitment {commitment}. {maker}"),
        "own_nonce": _("Your own nonce"),
        "own_nonce_fine": _("The record has the nonce that your page made, at seat {seat} ({name})."),
        "own_nonce_wrong": _("Your page made the nonce {nonce}, but at seat {seat} ({name}) the record has {found}."),
        "event_fine": _("Recomputing gives the same: {event}."),
        "event_wrong": _("The record says “{recorded}”, recomputing gives “{recomputed}”."),
        "event_missing": _("The record has nothing more before the next move, recomputing gives “{recomputed}”."),
        "event_surplus": _("The record says “{recorded}”, recomputing gives nothing more before the next move."),
        "move_impossible": _("The record says “{move}”, which can't be played after what was drawn before."),
        "none": _("none"),
        "other_version": _(
            "The record was made by version {recorded} of the rules, and this page knows version {known}: events may "
            "differ for that reason alone."
        ),
    }


def reading_words() -> dict[str, str]:
    """Errors of unreadable documents."""
    return {
        "no_such_file": _("{document} can't be read any more; choose the file again."),
        "too_large": _("{document} has {size} bytes; expected: one record of at most {most} bytes."),
        "is_empty": _("{document} is empty; expected: a JSON document with the format {format}."),
        "not_text": _("{document} is no text in UTF-8; expected: a JSON document with the format {format}."),
        "not_json": _("{document} is no JSON document, or only part of one; expected: the format {format}, whole."),
        "several_lines": _("{document} has a JSON document in each line; expected: one record alone in its file."),
    }


def shape_words() -> dict[str, str]:
    """Errors of documents of the wrong form."""
    return {
        "the_record": _("The record"),
        "the_receipt": _("The receipt"),
        "seats_differ": _(
            "{receipt} is of a game with {found} seats, the record of one with {expected}; expected: the same game."
        ),
        "in_document": _("{document}: {problem}"),
        "is_otherwise": _("{key} is {found}; expected: {expected}."),
        "is_missing": _("the key {key} is missing; expected: {expected}."),
        "is_unknown": _("the key {key} is unknown; expected: {expected}."),
        "the_document": _("the document"),
        "nothing": _("nothing"),
        "an_object": _("an object with the keys {keys}"),
        "any_object": _("an object"),
        "an_object_or_null": _("an object or null"),
        "a_list": _("a list"),
        "a_list_of": _("a list of {least} to {most}"),
        "a_list_of_exactly": _("a list of {least}"),
        "a_text": _("a text"),
        "a_version": _("a whole number or a text"),
        "a_whole_number": _("a whole number from {least} to {most}"),
        "any_whole_number": _("a whole number"),
        "so_many_or_more": _("{least} or more"),
        "none_before_set_up": _("0, for the first round is of set-up"),
        "chance_of_round_before": _("{least} or more, for there is chance of the round before"),
        "a_list_of_rounds": _("a list of two or more rounds"),
        "hexadecimal_digits": _("{digits} hexadecimal digits, lower case"),
        "one_of": _("one of {values}"),
        "a_game": _("the name of a game, in lower-case letters"),
        "a_known_game": _("a game that this page can set up"),
        "a_committed_scheme": _(
            "one of {scheme}, the schemes of tables; nobody committed to the chance of this game, so there is nothing "
            "to hold it against"
        ),
    }
