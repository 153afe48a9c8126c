"""Which table's work comes first.

Addresses take turns, then the players of an address, then the tables of a player, the longest waiting first. So one
player's many tables hold up everybody else no longer than one table does.
"""

from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, and_, func, or_, select

from serai.store.schema import tables

OPENER = tables.c.opened_from, tables.c.opened_by


def is_due(now: int, has_people: bool | None) -> ColumnElement[bool]:
    """Something is due that a process does or may begin, at tables with people, at the others, or (None) at all."""
    may_be_done = or_(tables.c.worker.is_not(None), tables.c.leased_until <= now)
    which = [] if has_people is None else [tables.c.has_people == has_people]
    return and_(tables.c.due_at <= now, may_be_done, *which)


def is_free(now: int, has_people: bool) -> ColumnElement[bool]:
    """Something is due, and no process does it."""
    return and_(tables.c.due_at <= now, tables.c.leased_until <= now, tables.c.has_people == has_people)


def in_turn(now: int, has_people: bool) -> Select[Any]:
    """The names of tables whose work is free, in the order in which to do it."""
    turns = _turns(now, has_people)
    found = select(tables.c.name).join(turns, turns.c.name == tables.c.name).where(is_free(now, has_people))
    return found.order_by(turns.c.turn, tables.c.due_at)


def _turns(now: int, has_people: bool) -> Subquery:
    """Each due table's turn within its address; tables that a process works at have the first turns."""
    order = tables.c.leased_until <= now, tables.c.due_at
    of_player = func.row_number().over(partition_by=OPENER, order_by=order)
    each = select(tables.c.name, *OPENER, tables.c.due_at, of_player.label("of_player"))
    ranked = each.where(is_due(now, has_people)).subquery()
    order_of_address = ranked.c.of_player, ranked.c.due_at
    turn = func.row_number().over(partition_by=ranked.c.opened_from, order_by=order_of_address)
    return select(ranked.c.name, turn.label("turn")).subquery()


def demand(now: int, has_people: bool) -> Select[Any]:
    """How many tables of each address and player are due."""
    return select(*OPENER, func.count()).where(is_due(now, has_people)).group_by(*OPENER)
