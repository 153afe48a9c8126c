"""What the store promises: all or nothing, one winner, nothing lost."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from serai.store.database import Batch, Conflict, Head, Store, Summary
from tests.conftest import Run

NOW = 1_000_000


def head(name: str, **setup: Any) -> Head:
    """A table with a setup of no importance."""
    return Head(name, {"game": "asara", **setup}, b"s" * 32, 1)


def made(*changes: dict[str, Any], due: int | None = None, listed: bool = False, at: int = NOW, **more: Any) -> Batch:
    """Changes with what is saved beside them."""
    return Batch(changes, Summary("playing", listed, at, due), **more)


def at_once(count: int, act: Callable[[int], Any]) -> list[Any]:
    """The answers, or errors, of as many threads that begin together."""
    gate = threading.Barrier(count)

    def wait_and_act(number: int) -> Any:
        gate.wait()
        try:
            return act(number)
        except Exception as error:
            return error

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(wait_and_act, range(count)))


def test_migrating_twice_changes_nothing(store: Store) -> None:
    store.create(head("t"), made({"n": 1}))
    store.migrate()
    assert store.changes_after("t", 0) == [{"n": 1}]


def test_threads_may_migrate_at_once(database: str) -> None:
    stores = [Store(database) for _ in range(4)]
    assert at_once(4, lambda number: stores[number].migrate()) == [None] * 4
    stores[0].create(head("t"), made({"n": 1}))
    assert [store.version("t") for store in stores] == [1] * 4
    for store in stores:
        store.close()


def test_processes_may_migrate_at_once(database: str, run_python: Run) -> None:
    migrate = f"from serai.store.database import Store; Store({database!r}).migrate()"
    answers = at_once(2, lambda _: run_python("-c", migrate))
    assert [(answer.returncode, answer.stderr) for answer in answers] == [(0, "")] * 2


def test_changes_are_numbered_and_come_back_in_order(store: Store) -> None:
    store.create(head("t"), made({"n": 1}, {"n": 2}))
    store.append("t", 2, made({"n": 3}))
    assert store.version("t") == 3
    assert store.changes_after("t", 0) == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert store.changes_after("t", 2) == [{"n": 3}] and store.changes_after("t", 3) == []


def test_a_table_keeps_its_setup_and_seed(store: Store) -> None:
    store.create(head("t", chat=True), made({"n": 1}))
    assert store.head("t") == Head("t", {"game": "asara", "chat": True}, b"s" * 32, 1, version=1)


def test_of_no_table_there_is_nothing(store: Store) -> None:
    assert store.head("t") is None and store.version("t") == 0
    assert store.changes_after("t", 0) == [] and store.record("t") is None


@pytest.mark.parametrize("after", [0, 2])
def test_appending_to_another_version_is_a_conflict_and_saves_nothing(store: Store, after: int) -> None:
    store.create(head("t"), made({"n": 1}))
    late = made({"n": 9}, due=NOW, listed=True, players=["ann"], record={"lost": True}, links={"link": 0})
    with pytest.raises(Conflict, match=f"not at version {after}"):
        store.append("t", after, late)
    assert store.changes_after("t", 0) == [{"n": 1}] and store.version("t") == 1
    assert store.tables_of("ann", 9) == [] and store.listed(9) == [] and store.count_due(NOW) == 0
    assert store.record("t") is None and store.link_target("link") is None


def test_appending_to_no_table_is_a_conflict(store: Store) -> None:
    with pytest.raises(Conflict):
        store.append("t", 0, made({"n": 1}))


def test_of_many_who_append_at_once_one_succeeds(store: Store) -> None:
    store.create(head("t"), made({"n": 0}))
    answers = at_once(6, lambda number: store.append("t", 1, made({"by": number})))
    assert [type(answer) for answer in answers].count(Conflict) == 5 and answers.count(None) == 1
    assert store.changes_after("t", 1) == [{"by": answers.index(None)}]


def test_creating_is_all_or_nothing(store: Store) -> None:
    store.create(head("t"), made({"n": 1}, links={"link": None}))
    with pytest.raises(IntegrityError):
        store.create(head("other"), made({"n": 1}, players=["ann"], links={"link": None}))
    assert store.head("other") is None and store.tables_of("ann", 9) == [] and store.link_target("link") == ("t", None)


def test_a_name_is_given_once(store: Store) -> None:
    store.create(head("t"), made({"n": 1}))
    with pytest.raises(IntegrityError):
        store.create(head("t"), made({"n": 2}))
    assert store.changes_after("t", 0) == [{"n": 1}]


def test_a_table_and_what_comes_of_it_are_saved_together(store: Store) -> None:
    store.create(head("t"), made({"n": 1}))
    store.append_and_create("t", 1, made({"n": 2}), head("next"), made({"n": 1}))
    assert (store.version("t"), store.version("next")) == (2, 1)


def test_neither_is_saved_when_the_first_comes_too_late(store: Store) -> None:
    store.create(head("t"), made({"n": 1}))
    with pytest.raises(Conflict):
        store.append_and_create("t", 0, made({"n": 2}), head("next"), made({"n": 1}))
    assert store.version("t") == 1 and store.head("next") is None


def test_neither_is_saved_when_the_second_cannot_be(store: Store) -> None:
    store.create(head("t"), made({"n": 1}))
    with pytest.raises(IntegrityError):
        store.append_and_create("t", 1, made({"n": 2}), head("t"), made({"n": 1}))
    assert store.changes_after("t", 0) == [{"n": 1}]


def test_a_record_is_saved_with_the_last_change(store: Store) -> None:
    store.create(head("t"), made({"n": 1}))
    store.append("t", 1, made({"n": 2}, record={"format": "serai-record/1", "events": [{"type": "end"}]}))
    assert store.record("t") == {"format": "serai-record/1", "events": [{"type": "end"}]}


def test_links_open_a_table_or_a_seat(store: Store) -> None:
    store.create(head("t"), made({"n": 1}, links={"all": None}))
    store.append("t", 1, made({"n": 2}, links={"own": 2}))
    with pytest.raises(Conflict):
        store.append("t", 1, made({"n": 2}, links={"late": 2}))
    assert store.link_target("late") is None
    assert store.link_target("all") == ("t", None) and store.link_target("own") == ("t", 2)
    assert store.link_target("none") is None


def test_a_player_finds_own_tables_the_last_changed_first(store: Store) -> None:
    for number, name in enumerate("abc"):
        store.create(head(name), made({"n": 1}, at=NOW + number, players=["ann"]))
    store.create(head("d"), made({"n": 1}, players=["bob"]))
    store.append("a", 1, made({"n": 2}, at=NOW + 9, players=["ann"]))
    assert store.tables_of("ann", 9) == ["a", "c", "b"] and store.tables_of("ann", 2) == ["a", "c"]


def test_listed_tables_come_the_last_changed_first_and_go_when_full(store: Store) -> None:
    for number, name in enumerate("abc"):
        store.create(head(name), made({"n": 1}, at=NOW + number, listed=name != "b"))
    assert store.listed(9) == ["c", "a"] and store.listed(1) == ["c"]
    store.append("c", 1, made({"n": 2}))
    assert store.listed(9) == ["a"]


def test_tables_that_silence_ended_are_found_by_their_people_and_when_listed_by_all(store: Store) -> None:
    for number, (name, why) in enumerate({"a": "voided", "b": "voided", "c": "stopped", "d": "voided"}.items()):
        summary = Summary("void", False, NOW + number, None)
        store.create(head(name, listed=name != "b"), Batch([{"type": why}, {"type": "said"}], summary, ["ann"]))
    store.create(head("e", listed=True), made({"type": "sat"}, players=["ann"]))
    assert store.voided(NOW, 9) == ["d", "a"] and store.voided(NOW, 1) == ["d"]
    assert store.voided(NOW, 9, "ann") == ["d", "b", "a"] and store.voided(NOW + 2, 9, "ann") == ["d"]
    assert store.voided(NOW, 9, "bob") == []


def test_work_is_leased_once_it_is_due_and_the_longest_waiting_first(store: Store) -> None:
    for name, due in (("a", NOW + 1), ("b", NOW), ("c", NOW - 1), ("d", None)):
        store.create(head(name), made({"n": 1}, due=due))
    assert store.count_due(NOW) == 2
    assert store.lease("me", NOW, NOW + 10, 1) == ["c"] and store.lease("me", NOW, NOW + 10, 9) == ["b"]


def test_one_of_many_threads_gets_a_job(store: Store) -> None:
    store.create(head("t"), made({"n": 1}, due=NOW))
    answers = at_once(6, lambda number: store.lease(f"worker {number}", NOW, NOW + 10, 1))
    assert sorted(answers) == [[]] * 5 + [["t"]]


def test_many_threads_share_many_jobs_without_doing_any_twice(store: Store) -> None:
    for number in range(12):
        store.create(head(f"t{number}"), made({"n": 1}, due=NOW))
    taken: list[str] = []

    def take_all(number: int) -> None:
        while names := store.lease(f"worker {number}", NOW, NOW + 10, 2):
            taken.extend(names)

    assert at_once(4, take_all) == [None] * 4
    assert sorted(taken) == sorted(f"t{number}" for number in range(12))


def test_a_lease_runs_out(store: Store) -> None:
    store.create(head("t"), made({"n": 1}, due=NOW))
    assert store.lease("dead", NOW, NOW + 10, 1) == ["t"]
    assert store.lease("other", NOW + 9, NOW + 99, 1) == [] and store.lease("other", NOW + 10, NOW + 99, 1) == ["t"]


def test_a_lease_is_renewed_by_its_owner_alone(store: Store) -> None:
    store.create(head("t"), made({"n": 1}, due=NOW))
    store.lease("me", NOW, NOW + 10, 1)
    store.renew("other", ["t"], NOW + 1000)
    store.renew("me", ["t"], NOW + 20)
    assert store.lease("other", NOW + 19, NOW + 99, 1) == [] and store.lease("other", NOW + 20, NOW + 99, 1) == ["t"]


def test_a_lease_is_released_by_its_owner_alone(store: Store) -> None:
    store.create(head("t"), made({"n": 1}, due=NOW))
    store.lease("me", NOW, NOW + 10, 1)
    store.release("other", "t")
    assert store.lease("other", NOW, NOW + 10, 1) == []
    store.release("me", "t")
    assert store.lease("other", NOW, NOW + 10, 1) == ["t"]


def test_work_that_is_done_is_not_due_any_more(store: Store) -> None:
    store.create(head("t"), made({"n": 1}, due=NOW))
    store.append("t", 1, made({"n": 2}, due=None))
    assert store.count_due(NOW) == 0 and store.lease("me", NOW, NOW + 10, 1) == []


def test_tables_of_other_rules_are_found_in_the_phases_asked_for(store: Store) -> None:
    store.create(head("a"), made({"n": 1}))
    store.create(Head("b", {"game": "pasha"}, b"s" * 32, 1), made({"n": 1}))
    assert store.outdated(["playing"], {"asara": 2, "pasha": 1}) == ["a"]
    assert store.outdated(["over"], {"asara": 2, "pasha": 1}) == []
    store.set_rules_version("a", 2)
    assert store.outdated(["playing"], {"asara": 2, "pasha": 1}) == []
