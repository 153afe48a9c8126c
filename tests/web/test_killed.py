"""A short run of the proof by killing: what was acknowledged survives `kill -9` at any moment."""

from pathlib import Path

import pytest
from tests import killing
from tests.databases import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_no_acknowledged_decision_is_lost_or_doubled_when_servers_are_killed(kind: str, tmp_path: Path) -> None:
    tally = killing.run(kind, 3, tmp_path)
    assert tally.kills >= 3
    assert tally.games >= len(killing.PARTIES)
    assert tally.retries > 0
