"""What every app made in the tests shares with the first one: compiled templates, addresses and statements.

An app is made for nearly every test, and what is worked out again for each would take longer than most of them.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Engine, create_engine
from werkzeug.routing import Rule

from companion.store import database

WORKED_OUT = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")
"""What a rule of an address works out of its text, all of it when it becomes part of a map."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates compiled for one app serve every later one: in memory in this process, as files in the others."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._known: dict[tuple[str, str], Bucket] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if known := self._known.get((bucket.key, bucket.checksum)):
            bucket.code = known.code
            return
        super().load_bytecode(bucket)
        if bucket.code is not None:
            self._known[bucket.key, bucket.checksum] = bucket

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key, bucket.checksum] = bucket
        super().dump_bytecode(bucket)


class Addresses:
    """What the rules of addresses have worked out, by all that it depends on."""

    def __init__(self) -> None:
        self._usual = Rule.compile
        self._known: dict[tuple[object, ...], dict[str, Any]] = {}

    def compile(self, rule: Rule) -> None:
        """Does what ``Rule.compile`` does."""
        assert rule.map is not None
        names = (rule.rule, rule.host if rule.map.host_matching else rule.subdomain, repr(rule.defaults))
        key = (*names, rule.merge_slashes, *rule.map.converters.items())
        if key not in self._known:
            self._usual(rule)
            self._known[key] = {name: vars(rule)[name] for name in WORKED_OUT}
        for name, value in self._known[key].items():
            bound = name in ("_build", "_build_unknown")
            setattr(rule, name, value.__func__.__get__(rule, None) if bound else value)


class Statements:
    """SQLite databases have one dialect, and what it has made of statements."""

    def __init__(self) -> None:
        self._usual = database._engine
        self._first = create_engine("sqlite://")
        # With its first connection a dialect learns what it speaks to.
        self._first.connect().close()

    def engine(self, url: str, *, alone: bool = False) -> Engine:
        """Does what the store does to open a database."""
        engine = self._usual(url, alone=alone)
        if engine.dialect.name == "sqlite":
            engine.dialect, engine._compiled_cache = self._first.dialect, self._first._compiled_cache
        return engine


@contextmanager
def apps_made_cheaply(templates: Path) -> Iterator[None]:
    """While it holds, apps share what they can; templates are kept in a folder."""
    addresses, statements = Addresses(), Statements()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": CompiledTemplates(templates)})
        patch.setattr(Rule, "compile", lambda rule: addresses.compile(rule))
        patch.setattr(database, "_engine", statements.engine)
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield
