"""`serai bench research`: everyone in a process of its own, and what has to be reached."""

import json
from pathlib import Path

import pytest

from serai.cli.bench import research as bench_research
from serai.cli.bench.research import Runner

RATES = {
    "vector asara": 1.5e6,
    "vector pasha": 2.5e6,
    "pgx": 5e6,
    "pettingzoo asara": 60_000.0,
    "pettingzoo pasha": 80_000.0,
    "pettingzoo": 20_000.0,
}


def test_a_runner_measures_a_round_whenever_it_is_asked() -> None:
    runner = Runner("vector pasha")
    try:
        runner.measure()
        runner.measure()
    finally:
        runner.close()
    assert not runner.missing
    assert len(runner.rates) == 2
    assert min(runner.rates) > 0


def test_what_is_not_installed_is_told_and_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pgx.py").write_text("raise ModuleNotFoundError('none here', name='pgx')\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    runner = Runner("pgx")
    runner.close()
    assert runner.missing == "pgx"
    rates = {name: rate for name, rate in RATES.items() if name != "pgx"}
    assert bench_research.show(rates, {"pgx": "pgx"}, as_json=False) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "pgx, connect_four is not measured, as pgx is not installed: pip install 'serai[bench]'" in told


def test_a_runner_that_fails_says_why() -> None:
    with pytest.raises(RuntimeError, match=r"nobody can't be measured: KeyError\('nobody'\)"):
        Runner("nobody")


def test_bars_are_held_or_not_and_the_exit_code_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_research.show(RATES, {}, as_json=False) == 0
    held = capsys.readouterr().out
    assert "not held" not in held
    assert "0.30" in held  # of pgx's steps, Asara's
    assert bench_research.show(RATES | {"vector pasha": 1.9e6}, {}, as_json=False) == 1
    assert capsys.readouterr().out.count("not held") == 1
    assert bench_research.show(RATES | {"pettingzoo asara": 59_000.0}, {}, as_json=True) == 1
    told = json.loads(capsys.readouterr().out)
    assert [bar["held"] for bar in told["bars"]] == [True, True, False, True]
    assert told["steps_per_second"]["pgx"] == 5e6
