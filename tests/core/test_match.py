"""A match plays moves as text or number, says why not, tells what happened, and shows each seat its own part."""

from collections.abc import Callable

import pytest

from serai.core import game as games
from serai.core.errors import BadNotation, IllegalMove
from serai.core.match import Match
from serai.core.records.randomness import Nonce, StreamSeed, one_round

Begin = Callable[..., Match]
PlayOut = Callable[..., Match]
SEATS = [{"name": "Ann", "by": "person"}, {"name": "Bob", "by": "random"}]


def test_text_and_number_play_the_same_move(new_match: Begin) -> None:
    by_text, by_number = new_match(), new_match()
    by_text.play(by_text.legal()[0])
    by_number.play(by_number.legal_moves()[0])
    assert by_text.events == by_number.events
    assert by_text.games.tobytes() == by_number.games.tobytes()


def test_an_illegal_move_names_move_decision_seat_reason_and_rule(new_match: Begin) -> None:
    match = new_match()
    missing = next(name for name in ("play 1", "play 2", "play 3", "play 4", "play 5") if name not in match.legal())
    with pytest.raises(IllegalMove) as error:
        match.play(missing)
    expected = f"illegal move {missing!r} (decision 1, seat {match.to_act}): no such card is held (T2)"
    assert str(error.value) == expected
    assert match.moves == []


def test_why_illegal_gives_rule_and_sentence_or_nothing(new_match: Begin) -> None:
    match = new_match()
    assert match.why_illegal(match.legal()[0]) is None
    reason = match.why_illegal(match.parse("swap 1 1"))
    assert reason is None or reason.rule == "T3"


@pytest.mark.parametrize("move", ["", "dance", "play 9", -1, 10**9])
def test_what_is_no_move_is_refused(new_match: Begin, move: str | int) -> None:
    with pytest.raises(BadNotation):
        new_match().play(move)


def test_nothing_can_be_played_after_the_end(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match())
    assert match.is_over and match.has_ended and match.legal() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("play 1")


def test_a_seat_sees_its_own_cards_and_only_counts_of_others(new_match: Begin) -> None:
    match = new_match()
    own = [event for event in match.events_for(0) if event["type"] == "deal"]
    assert "cards" in own[0] and own[1] == {"type": "deal", "seat": 1, "count": 4}
    assert all("cards" not in event for event in match.events_for(None))


def test_events_can_be_asked_for_from_a_place_on(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match(), 2)
    before = len(match.events)
    play_out(match, 3)
    assert match.events_for(None, before) == match.events_for(None)[before:]


def test_a_pack_taken_in_hand_is_told_to_its_owner_only(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match("pasha", 3))
    for seat in range(3):
        packs = [event for event in match.events_for(seat) if event["type"] == "pack"]
        assert [event["seat"] for event in packs] == [seat, seat]
        assert all(len(event["cards"]) == 3 for event in packs)
    assert all(event["type"] != "pack" for event in match.events + match.events_for(None))


def test_a_view_has_no_streams_and_the_spectator_is_nobody(new_match: Begin) -> None:
    match = new_match()
    for seat, viewer in ((0, 0), (1, 1), (None, 2)):
        view = match.view(seat)
        assert view["viewer"][0] == viewer
        assert not view["open"].any() and not view["hidden"].any()


def test_committed_streams_are_set_before_each_decision(new_match: Begin) -> None:
    toy = games.load("toy")
    randomness = one_round(bytes(32), (Nonce(b"a" * 32), Nonce(b"b" * 32)))
    match = Match(toy, toy.read_edition(), toy.options(2), randomness)
    match.play(next(move for move in match.legal() if move.startswith("play")))
    opened, hidden = randomness.streams(1)
    assert list(match.games["hidden"][0]) == list(hidden)  # a card played draws nothing hidden
    assert list(match.games["open"][0]) != list(opened)  # but rolls the die


def test_a_stopped_game_has_no_result_and_goes_no_further(new_match: Begin) -> None:
    match = new_match()
    match.stop("no time")
    assert match.is_over and not match.has_ended
    assert match.result() is None and match.legal_moves() == [] and match.legal() == []
    with pytest.raises(IllegalMove, match="the game has been stopped"):
        match.play("play 1")


def test_with_two_players_a_resignation_ends_the_game(new_match: Begin) -> None:
    match = new_match()
    match.resign(0)
    assert [event["type"] for event in match.events[-2:]] == ["resign", "stop"]
    assert match.result() == {"scores": None, "winners": [1]}


def test_with_more_players_a_seat_that_resigned_is_played_on_but_cannot_win(
    new_match: Begin, play_out: PlayOut
) -> None:
    best = play_out(new_match(players=3)).winners()[0]
    match = new_match(players=3)
    match.resign(best)
    match.change_player(best, "random")
    play_out(match)
    scores, result = match.scores(), match.result()
    left = [seat for seat in range(3) if seat != best]
    assert result and result["scores"] == scores
    assert result["winners"] == [seat for seat in left if scores[seat] == max(scores[other] for other in left)]


def test_a_tie_behind_a_seat_that_resigned_is_broken_by_the_games_own_rule(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match("pasha", 2))
    standings = [match.game.words.standing(match.games[0], match.edition, seat) for seat in range(2)]
    match.resigned = {0}
    assert match.winners() == [1] and standings[1][0] == match.scores()[1]


def test_a_record_holds_all_that_replaying_needs(new_match: Begin, play_out: PlayOut) -> None:
    match = play_out(new_match())
    data = match.record(SEATS)
    assert data["format"] == "serai-record/1" and data["game"] == "toy" and data["seats"] == SEATS
    assert data["options"] == {"players": 2, "double": False}
    assert data["randomness"] == StreamSeed(1).as_data() == {"scheme": "stream/1", "seed": "0000000000000001"}
    assert data["edition"]["name"] == "standard"
    assert data["result"] == {"scores": match.scores(), "winners": match.winners()}


@pytest.mark.parametrize("same_chance", [True, False])
def test_a_copy_stays_as_it_is_when_the_match_goes_on(new_match: Begin, same_chance: bool) -> None:
    match = new_match("toy")
    match.play(match.legal()[0])
    copy = match.copy(same_chance=same_chance)
    moves, events, view = list(copy.moves), list(copy.events), copy.view(0).tobytes()
    match.play(match.legal()[0])
    match.resign(0)
    assert (copy.moves, copy.events, copy.view(0).tobytes()) == (moves, events, view)
    assert not copy.resigned and not copy.is_stopped
    assert len(match.moves) == len(moves) + 1
