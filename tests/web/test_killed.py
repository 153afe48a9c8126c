"""A short run of the proof by killing: what was acknowledged survives `kill -9` at any moment."""

from pathlib import Path

import pytest

from tests import killing


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def test_no_acknowledged_decision_is_lost_or_doubled_when_servers_are_killed(kind: str, tmp_path: Path) -> None:
    tally = killing.run(kind, 3, tmp_path)
    assert tally.kills >= 3
    assert tally.games >= len(killing.PARTIES)
    assert tally.retries > 0


def test_a_failure_anywhere_ends_the_proof_and_is_what_it_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_to_sit(player: killing.Player, link: str) -> None:
        assert player.table == "", "no seat is free"

    monkeypatch.setattr(killing.Player, "sit", fail_to_sit)
    with pytest.raises(AssertionError, match="no seat is free"):
        killing.run("sqlite", 10**6, tmp_path)
