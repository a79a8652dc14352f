"""Brings an older database to the shape that this version of the program needs.

A new database is made in its latest shape. An older one takes the steps that it lacks, one after the other, in one
transaction: either all of them or none. Adding a step is all that a change of the tables needs here.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, insert, inspect, select, text, update
from sqlalchemy.orm import configure_mappers

from companion.store.chain import seal_all
from companion.store.codes import OWNER_LENGTH, new_code
from companion.store.tables import Base, SchemaVersion

Step = Callable[[Connection], None]


def _without_answers(connection: Connection) -> None:
    """Answers to the opponent's questions are events; a table of their own was never read."""
    connection.execute(text("DROP TABLE IF EXISTS answer"))


def _devices_and_codes(connection: Connection) -> None:
    """Devices have a table of their own, games separate codes to play, to watch and for their owner, rows a chain.

    The old codes, short enough to be guessed, are replaced; whoever sits at a game keeps the seat. Its owner is the
    first who sat down.
    """
    for statement in (
        "ALTER TABLE game RENAME COLUMN join_code TO play_code",
        "ALTER TABLE game ADD COLUMN watch_code VARCHAR(32) DEFAULT '' NOT NULL",
        "ALTER TABLE game ADD COLUMN owner_code VARCHAR(32) DEFAULT '' NOT NULL",
        f"ALTER TABLE game ADD COLUMN approve BOOLEAN DEFAULT {_false(connection)} NOT NULL",
        f"ALTER TABLE game ADD COLUMN hidden BOOLEAN DEFAULT {_false(connection)} NOT NULL",
        "ALTER TABLE game ADD COLUMN imported VARCHAR(64)",
        "DROP INDEX IF EXISTS ix_seat_token_hash",
        "ALTER TABLE seat RENAME COLUMN token_hash TO device",
        "CREATE INDEX ix_seat_device ON seat (device)",
        f"ALTER TABLE seat ADD COLUMN owner BOOLEAN DEFAULT {_false(connection)} NOT NULL",
        f"ALTER TABLE seat ADD COLUMN waiting BOOLEAN DEFAULT {_false(connection)} NOT NULL",
        "ALTER TABLE seat ADD COLUMN person INTEGER",
        "ALTER TABLE event ADD COLUMN chain VARCHAR(64) DEFAULT '' NOT NULL",
    ):
        connection.execute(text(statement))
    for (game,) in connection.execute(text("SELECT id FROM game")).all():
        codes = {"play": new_code(), "watch": new_code(), "owner": new_code(OWNER_LENGTH), "game": game}
        connection.execute(
            text("UPDATE game SET play_code = :play, watch_code = :watch, owner_code = :owner WHERE id = :game"), codes
        )
    connection.execute(text("CREATE UNIQUE INDEX ix_game_watch_code ON game (watch_code)"))
    connection.execute(text("CREATE UNIQUE INDEX ix_game_owner_code ON game (owner_code)"))
    connection.execute(text("CREATE INDEX ix_game_imported ON game (imported)"))
    tables = Base.metadata.tables
    Base.metadata.create_all(connection, [tables[name] for name in ("device", "tally", "camera_box")])
    here = "device NOT LIKE 'elsewhere/%'"
    connection.execute(
        text(
            "INSERT INTO device (id, name, created, seen) SELECT device, MAX(name), MIN(created), MAX(seen) "
            f"FROM seat WHERE {here} GROUP BY device"
        )
    )
    connection.execute(
        text(
            f"UPDATE seat SET owner = {_true(connection)} "
            f"WHERE id IN (SELECT MIN(id) FROM seat WHERE {here} AND role <> 'spectator' GROUP BY game)"
        )
    )


def _chains_and_seals(connection: Connection) -> None:
    """Rows of the log are chained, games and seats sealed: what is there now counts as what was written."""
    for statement in (
        "ALTER TABLE game ADD COLUMN seq INTEGER DEFAULT 0 NOT NULL",
        "ALTER TABLE game ADD COLUMN head VARCHAR(64) DEFAULT '' NOT NULL",
        "ALTER TABLE game ADD COLUMN seal VARCHAR(64) DEFAULT '' NOT NULL",
        "ALTER TABLE seat ADD COLUMN seal VARCHAR(64) DEFAULT '' NOT NULL",
    ):
        connection.execute(text(statement))
    seal_all(connection)


def _boxes_of_the_host(connection: Connection) -> None:
    """Camera boxes can be shared; devices of the serving computer are known."""
    for table, column in (("camera_box", "shared"), ("device", "host")):
        _add(connection, table, column, f"BOOLEAN DEFAULT {_false(connection)} NOT NULL")


def _removal(connection: Connection) -> None:
    """Seats can be removed, games deleted and put back; devices can be the owner's."""
    moment = Base.metadata.tables["game"].c.deleted.type.compile(connection.dialect)
    _add(connection, "game", "deleted", moment)
    _add(connection, "seat", "removed", f"BOOLEAN DEFAULT {_false(connection)} NOT NULL")
    _add(connection, "device", "owner", "VARCHAR(64)")


def _seats_by_side(connection: Connection) -> None:
    """Seats have a side of the board. Those of before are devices of the table, which may enter everything."""
    for column in ("parts", "acts_for", "wants", "knows"):
        _add(connection, "seat", column, "VARCHAR(120) DEFAULT '' NOT NULL")


def _asking_the_other_side(connection: Connection) -> None:
    """A decision can be handed over once; taking back a step of the other side is asked for."""
    _add(connection, "seat", "acts_once", f"BOOLEAN DEFAULT {_false(connection)} NOT NULL")
    Base.metadata.create_all(connection, [Base.metadata.tables["ask"]])


def _salts(connection: Connection) -> None:
    """A game keeps the salt of its pledge; those of before keep the one that the key of the server makes."""
    _add(connection, "game", "salt", "VARCHAR(64) DEFAULT '' NOT NULL")


def _add(connection: Connection, table: str, column: str, kind: str) -> None:
    """Adds a column that a step before, which makes tables as they are today, may have made already."""
    if column not in {known["name"] for known in inspect(connection).get_columns(table)}:
        connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column} {kind}"))


def _false(connection: Connection) -> str:
    return "0" if connection.dialect.name == "sqlite" else "false"


def _true(connection: Connection) -> str:
    return "1" if connection.dialect.name == "sqlite" else "true"


STEPS: tuple[Step, ...] = (
    _without_answers,
    _devices_and_codes,
    _chains_and_seals,
    _boxes_of_the_host,
    _removal,
    _seats_by_side,
    _asking_the_other_side,
    _salts,
)
"""Step number n (from 0) takes a database of version n + 1 to version n + 2."""


class SchemaTooNew(Exception):
    """The database was made by a later version of the program."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"db: its tables are of version {found}, this program knows versions up to {known}")


def version_of(connection: Connection) -> int | None:
    """Returns the version of the tables, None for a database without any; raises ValueError when it makes no sense."""
    if not inspect(connection).has_table("schema_version"):
        return None
    version = connection.execute(select(Base.metadata.tables["schema_version"].c.version)).scalar_one()
    if not isinstance(version, int) or version < 1:
        raise ValueError(f"version: the tables are of no version {version!r}")
    return version


def migrate(connection: Connection, steps: Sequence[Step] = STEPS) -> int:
    """Returns the version of the tables after bringing them up to date; raises SchemaTooNew.

    ``connection`` is inside a transaction that excludes other writers; the caller commits it.
    """
    configure_mappers()
    table = Base.metadata.tables["schema_version"]
    latest = len(steps) + 1
    version = version_of(connection)
    if version is None:
        Base.metadata.create_all(connection)
        connection.execute(insert(table).values(id=1, version=latest))
        return latest
    if version > latest:
        raise SchemaTooNew(version, latest)
    for step in steps[version - 1 :]:
        step(connection)
    if version < latest:
        connection.execute(update(table).values(version=latest))
    return latest


__all__ = ["STEPS", "SchemaTooNew", "SchemaVersion", "Step", "migrate", "version_of"]
