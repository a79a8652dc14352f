"""Brings an older database to the shape that this version of the program needs.

A new database is made in its latest shape. An older one takes the steps that it lacks, one after the other, in one
transaction: either all of them or none. Adding a step is all that a change of the tables needs here.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, insert, inspect, select, text, update
from sqlalchemy.orm import configure_mappers

from companion.store.tables import Base, SchemaVersion

Step = Callable[[Connection], None]


def _without_answers(connection: Connection) -> None:
    """Answers to the opponent's questions are events; a table of their own was never read."""
    connection.execute(text("DROP TABLE IF EXISTS answer"))


STEPS: tuple[Step, ...] = (_without_answers,)
"""Step number n (from 0) takes a database of version n + 1 to version n + 2."""


class SchemaTooNew(Exception):
    """The database was made by a later version of the program."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"db: its tables are of version {found}, this program knows versions up to {known}")


def migrate(connection: Connection, steps: Sequence[Step] = STEPS) -> int:
    """Returns the version of the tables after bringing them up to date; raises SchemaTooNew.

    ``connection`` is inside a transaction that excludes other writers; the caller commits it.
    """
    configure_mappers()
    table = Base.metadata.tables["schema_version"]
    latest = len(steps) + 1
    if not inspect(connection).has_table("schema_version"):
        Base.metadata.create_all(connection)
        connection.execute(insert(table).values(id=1, version=latest))
        return latest
    version = connection.execute(select(table.c.version)).scalar_one()
    if version > latest:
        raise SchemaTooNew(version, latest)
    for step in steps[version - 1 :]:
        step(connection)
    connection.execute(update(table).values(version=latest))
    return latest


__all__ = ["STEPS", "SchemaTooNew", "SchemaVersion", "Step", "migrate"]
