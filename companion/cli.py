"""The command ``arrakis``: a thin terminal over the same code as everything else (section *The command*).

Results go to standard output, errors to standard error as ``error: <rule id or field>: <what is wrong>`` with exit
status 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import batch, cli_backup, cli_streams, cli_text, cli_words
from companion.encodings import json_text, named
from companion.rules.errors import FormatError
from companion.version import VERSION

if TYPE_CHECKING:
    # Commands that need no database start quicker without it.
    from companion.service import Table

OK, FOUND, ERROR = 0, 1, 2
DATABASE = "database, as given: ARRAKIS_DB (for one with a password), else a file in your data folder"

LEVELS = ("novice", "mahdi", "tactician", "warlord", "emperor")
"""Those of ``solo_bot.levels``, which is loaded only where games are played."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status: 0, 1 when `validate` finds something, 2 for an error."""
    words = sys.argv[1:] if argv is None else argv
    return cli_streams.run(lambda: _run(words), OK)


def _run(words: Sequence[str]) -> int:
    try:
        arguments = _parser(words).parse_args(words)
        run: Callable[[argparse.Namespace], int] = arguments.run
        return run(arguments)
    except FormatError as problem:
        cli_streams.complain(cli_words.said(problem, cli_words.tongue(words)))
        return ERROR


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Returns the parser of the command line ``words``, which may lack the commands of the camera."""
    parser = cli_words.Parser(
        prog="arrakis", allow_abbrev=False, description="Companion for the board game Dune: War for Arrakis."
    )
    parser.add_argument(cli_words.OPTION, choices=cli_words.LANGUAGES, help="of refusals, default: that of the system")
    parser.add_argument("--version", action="version", version=f"arrakis {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    _add_serve(commands)

    validate = _command(commands, "validate", _validate, "list what breaks the rules in a position")
    validate.add_argument("position", metavar="POSITION", help="file, - for standard input")

    legal = _command(commands, "legal", _legal, "list the legal moves and attacks of an action")
    legal.add_argument("position", metavar="POSITION", help="file, - for standard input")
    legal.add_argument("--faction", required=True, help="harkonnen or atreides")
    legal.add_argument("--action", required=True, help="strategy or leadership")
    legal.add_argument("--from", dest="from_area", metavar="AREA", help="only the legion in this area")

    decide = _command(commands, "decide", _decide, "what the solo opponent does with a die result")
    decide.add_argument("position", metavar="POSITION", help="file, - for standard input")
    decide.add_argument("--result", required=True, help="leadership, strategy, deployment, mentat or house")
    decide.add_argument("--auto", action="store_true", help="take the first option each time and apply it")
    decide.add_argument("--seed", type=int, metavar="N", help="accepted and not needed: the procedure draws nothing")

    vehicles = _command(commands, "vehicles", _vehicles, "where the solo opponent places its vehicles")
    vehicles.add_argument("position", metavar="POSITION", help="file, - for standard input")

    spice = _command(commands, "spice", _spice, "how the solo opponent shares out its spice")
    spice.add_argument("position", metavar="POSITION", help="file, - for standard input")
    spice.add_argument("--collected", type=int, required=True, metavar="N")

    casualties = _command(commands, "casualties", _casualties, "which figures of a Harkonnen legion take the hits")
    casualties.add_argument("legion", metavar="LEGION", help="file, - for standard input")
    casualties.add_argument("--hits", type=int, required=True, metavar="N")

    odds = _command(commands, "odds", _odds, "exact probabilities of a battle's outcomes")
    odds.add_argument("battle", metavar="BATTLE", help="file, - for standard input")

    commands.add_parser("batch", help="answer many requests, one JSON object a line").set_defaults(run=_batch)

    play = _command(commands, "play", _play, "carry out commands of either side, one JSON object a line")
    play.add_argument("start", metavar="POSITION", nargs="?", help="file to start from, left out: a new game")
    play.add_argument("--position", action="store_true", help="print the position after all commands as the last line")

    preview = _command(commands, "preview", _preview, "what the solo opponent would do with each die result")
    preview.add_argument("position", metavar="POSITION", help="file, - for standard input")

    bench = _command(commands, "bench", _bench, "measure how long decisions take")
    bench.add_argument("--positions", metavar="FILE.jsonl", help="positions to decide, as given: our own sample")

    exported = _command(commands, "export", _export, "print a whole game with its history as JSON")
    exported.add_argument("game", metavar="GAME", help="the game's id, as in its address, or its join code")
    exported.add_argument("--db", metavar="URL", help=DATABASE)

    imported = _command(commands, "import", _import, "bring an exported game in, unless it is here already")
    imported.add_argument("file", metavar="FILE", help="file, - for standard input")
    imported.add_argument("--again", action="store_true", help="also when it is here already: as a copy")
    imported.add_argument("--db", metavar="URL", help=DATABASE)

    _add_selfplay(commands)
    _add_bundle(commands)
    cli_backup.add_commands(commands, _command, DATABASE)
    _add_camera(commands, words)
    return parser


def _add_selfplay(commands: Any) -> None:
    played = _command(commands, "selfplay", _selfplay, "play whole games without a person")
    played.add_argument("--games", type=int, required=True, metavar="N")
    played.add_argument("--seed", type=int, default=1, metavar="S")
    played.add_argument("--mode", choices=("solo", "duel", "team"), default="solo", help="who plays the Harkonnen")
    played.add_argument(
        "--expansions", nargs="+", choices=("desert_war",), default=[], help="between people: what else is in the box"
    )
    played.add_argument("--level", choices=LEVELS, default="mahdi", help="how the solo opponent plays")
    played.add_argument("--atreides", choices=("script", "planner"), default="script", help="who plays the Atreides")
    played.add_argument("--jobs", type=int, default=1, metavar="J", help="processes to play in, as given: one")


def _add_serve(commands: Any) -> None:
    serve = commands.add_parser("serve", help="start the web app", allow_abbrev=False)
    serve.add_argument("--host", help="address to listen on; as given: the whole home network (::, with IPv6)")
    serve.add_argument("--port", type=int, default=8000)
    serve.add_argument("--db", metavar="URL", help=DATABASE)
    serve.add_argument("--name", action="append", default=[], help="another name of this machine; may be repeated")
    serve.add_argument("--behind-proxy", action="store_true", help="believe the one proxy that stands before the app")
    serve.add_argument("--log-file", metavar="FILE", help="write security events and errors there, not to the terminal")
    serve.add_argument(
        "--public", action="store_true", help="for strangers: strict limits, abandoned games are removed"
    )
    serve.add_argument("--https", action="store_true", help="serve over TLS with a certificate of its own making")
    serve.add_argument("--processes", type=int, default=1, metavar="N", help="how many share the port; as given: one")
    serve.add_argument("--new-owner-link", action="store_true", help="make the owner's link anew; the old one ends")
    serve.set_defaults(run=_serve)


def _add_bundle(commands: Any) -> None:
    bundled = _command(commands, "bundle", _bundle, "write the app as static files that need no server")
    bundled.add_argument(
        "folder", metavar="FOLDER", help="folder to write: a new one, an empty one or an earlier bundle"
    )


def _add_camera(commands: Any, words: Sequence[str]) -> None:
    """Adds the commands of the camera unless ``words`` are another one: what reads photos takes its time to load."""
    if not words or words[0] not in commands.choices:
        from companion import cli_vision

        cli_vision.add_commands(commands, _command)


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], does: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=does, description=does, allow_abbrev=False)
    parser.add_argument("--json", action="store_true", help="print what programs read")
    parser.add_argument(
        cli_words.OPTION, choices=cli_words.LANGUAGES, default=argparse.SUPPRESS, help="language of refusals"
    )
    parser.set_defaults(run=run)
    return parser


def _serve(arguments: argparse.Namespace) -> int:
    from companion.store.files import private_files
    from companion.web import serve

    with private_files():
        return _served(serve.main, arguments)


def _served(main: Callable[..., int], arguments: argparse.Namespace) -> int:
    return main(
        arguments.host,
        arguments.port,
        arguments.db,
        arguments.https,
        arguments.log_file,
        arguments.name,
        arguments.behind_proxy,
        arguments.processes,
        arguments.public,
        arguments.new_owner_link,
    )


def _batch(_: argparse.Namespace) -> int:
    _read_any_bytes()
    batch.run(sys.stdin, sys.stdout)
    return OK


def _read_any_bytes() -> None:
    """Lines end where a line feed is, and what is not UTF-8 in them costs nobody the answers to the others."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _play(arguments: argparse.Namespace) -> int:
    from companion.play import Session, run
    from companion.rules.fields import as_object

    session = Session()
    if arguments.start is not None:
        session = Session(as_object(_load("position", arguments.start), "position"))
    _read_any_bytes()
    run(sys.stdin, sys.stdout, session)
    if arguments.position:
        print(json.dumps(session.position()))
    return OK


def _preview(arguments: argparse.Namespace) -> int:
    from solo_bot.documents.answers import preview_document

    cli_text.show(preview_document(batch.position_of(_load("position", arguments.position))), arguments.json)
    return OK


def _validate(arguments: argparse.Namespace) -> int:
    answer = _ask("validate", "position", arguments.position)
    cli_text.show(answer, arguments.json, cli_text.violations)
    return FOUND if answer["violations"] else OK


def _legal(arguments: argparse.Namespace) -> int:
    args = {"faction": arguments.faction, "action": arguments.action, "from": arguments.from_area}
    cli_text.show(_ask("legal", "position", arguments.position, args), arguments.json)
    return OK


def _decide(arguments: argparse.Namespace) -> int:
    request = {"position": _load("position", arguments.position), "args": {"result": arguments.result}}
    cli_text.show(batch.decide(request, auto=arguments.auto, seed=arguments.seed), arguments.json)
    return OK


def _vehicles(arguments: argparse.Namespace) -> int:
    cli_text.show(_ask("vehicles", "position", arguments.position), arguments.json)
    return OK


def _spice(arguments: argparse.Namespace) -> int:
    args = {"collected": arguments.collected}
    cli_text.show(_ask("spice", "position", arguments.position, args), arguments.json)
    return OK


def _casualties(arguments: argparse.Namespace) -> int:
    cli_text.show(_ask("casualties", "legion", arguments.legion, {"hits": arguments.hits}), arguments.json)
    return OK


def _odds(arguments: argparse.Namespace) -> int:
    cli_text.show(_ask("odds", "battle", arguments.battle), arguments.json)
    return OK


def _bench(arguments: argparse.Namespace) -> int:
    from companion import cli_bench

    answer = cli_bench.bench(None if arguments.positions is None else _read("positions", arguments.positions))
    cli_text.show(answer, arguments.json)
    return OK


def _selfplay(arguments: argparse.Namespace) -> int:
    from time import perf_counter

    from companion.rules.state import Mode
    from solo_bot.levels.traits import Level
    from solo_bot.planner.player import Planner
    from solo_bot.simulation import Series, selfplay

    if arguments.games < 1:
        raise FormatError("games", "expected a number of games from 1, got %(value)s", value=arguments.games)
    if arguments.jobs < 1:
        raise FormatError("jobs", "expected a number of processes from 1, got %(value)s", value=arguments.jobs)
    mode = Mode(arguments.mode)
    series = Series(mode, Level(arguments.level), expansions=tuple(sorted(set(arguments.expansions))))
    if series.expansions and mode is Mode.SOLO:
        raise FormatError("DW-1", "Desert War is played between people: --mode duel or team")
    if arguments.atreides == "planner":
        series = series._replace(player=Planner)
    answer = selfplay(arguments.games, arguments.seed, perf_counter, jobs=arguments.jobs, series=series)
    cli_text.show(answer | {"level": arguments.level, "atreides": arguments.atreides}, arguments.json)
    return OK


def _export(arguments: argparse.Namespace) -> int:
    from companion.service.exchange import export_game
    from companion.store import NotFound

    with _table(arguments.db) as table:
        try:
            game = table.games.get(arguments.game).id
        except NotFound:
            try:
                game = table.games.by_code(arguments.game)[0].id
            except NotFound:
                raise FormatError("game", "there is no game %(value)s", value=repr(arguments.game)) from None
        document = export_game(table, game)
    json.dump(document, sys.stdout, ensure_ascii=True, separators=(",", ":"))
    print()
    return OK


def _import(arguments: argparse.Namespace) -> int:
    from companion.service.exchange import import_once
    from companion.service.exchange_file import parse_game

    document = parse_game(_bytes("file", arguments.file), most=None)
    with _table(arguments.db) as table:
        found = import_once(table, document, lambda _game: not arguments.again)
    game = found.game
    # A game without a name is called by who plays, in the reader's language: here nobody reads.
    named = {"name": game.name} if game.name or arguments.json else {}
    cli_text.show({"game": game.id, **named, "play_code": game.play_code, "known": found.known}, arguments.json)
    return OK


def _bundle(arguments: argparse.Namespace) -> int:
    from companion.pocket.bundle import build

    contents = build(Path(arguments.folder), cli_streams.tell)
    wire = sum(weight for _, weight, _ in contents.values())
    cli_text.show({"folder": arguments.folder, "files": len(contents), "wire_bytes": wire}, arguments.json)
    return OK


@contextmanager
def _table(url: str | None) -> Iterator[Table]:
    """Gives the table of a database (default: that of the data folder) and closes it afterwards."""
    from companion.service import Table
    from companion.store import Damaged, Database, DecodeError, StoreError, Unavailable, database_url

    try:
        database = Database(database_url(url))
    except StoreError as problem:
        raise FormatError(*str(problem).split(": ", 1)) from None
    try:
        yield Table(database)
    except DecodeError as problem:
        raise FormatError("game", "cannot be read: %(detail)s", detail=problem) from None
    except (Damaged, Unavailable) as problem:
        raise FormatError(*str(problem).split(": ", 1)) from None
    finally:
        database.close()


def _ask(command: str, subject: str, place: str, args: Mapping[str, object] | None = None) -> dict[str, Any]:
    return batch.answer({"command": command, subject: _load(subject, place), "args": args or {}})


def _load(subject: str, place: str) -> object:
    """Returns the JSON value of a file; ``subject`` is what an error is about."""
    text = _read(subject, place)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise FormatError(subject, "%(file)s is no JSON: %(detail)s", file=place, detail=problem) from None


def _read(subject: str, place: str) -> str:
    """Returns the text of a JSON file, in whichever encoding of Unicode it is."""
    try:
        return json_text(_bytes(subject, place))
    except UnicodeDecodeError as problem:
        raise FormatError(
            subject,
            "%(file)s is not %(encoding)s: %(detail)s",
            file=place,
            encoding=named(problem.encoding),
            detail=problem.reason,
        ) from None


def _bytes(subject: str, place: str) -> bytes:
    try:
        if place != "-":
            return Path(place).read_bytes()
        return sys.stdin.buffer.read() if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
    except OSError as problem:
        raise FormatError(subject, "cannot read %(file)s: %(detail)s", file=place, detail=problem.strerror) from None


if __name__ == "__main__":
    sys.exit(main())
