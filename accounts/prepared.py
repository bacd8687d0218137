"""Statements that are run again and again: their SQL is built once, and run with other values ever after.

Building a statement takes Django several times as long as running it and reading its answer.
Rows and columns are the models' own; only what every move of a match needs is written this way. It lies here because
everything that writes or reads rows may import from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.fetch_modes import FETCH_ONE
from django.db.models.query import get_related_populators


class Place(Expression):
    """Where a value will stand; ``number`` tells which of the arguments it is."""

    def __init__(self, number: int, kind: Field[Any, Any]) -> None:
        super().__init__(output_field=kind)
        self.number = number

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        return "%s", [self]


class Prepared[M: Model]:
    """A query with open places, called with a value for each; gives all its objects.

    ``build`` makes the query set from one ``Place`` for each of ``kinds``, the fields that
    the values are of. ``select_related`` is followed, annotations are not read.
    """

    def __init__(self, build: Callable[..., QuerySet[M]], *kinds: Field[Any, Any]) -> None:
        self._build, self._kinds = build, kinds
        # tests may use one kind of database after the other
        self._statements: dict[str, _Statement[M]] = {}

    def __call__(self, *values: Any) -> list[M]:
        statement = self._statements.get(connection.vendor)
        if statement is None:
            places = (Place(number, kind) for number, kind in enumerate(self._kinds))
            statement = self._statements[connection.vendor] = _Statement(self._build(*places))
        return statement.run(values)


class _Statement[M: Model]:
    """What Django's own iteration over a query set works out anew each time, kept."""

    def __init__(self, queryset: QuerySet[M]) -> None:
        compiler: Any = queryset.query.get_compiler(connection=connection)
        self._sql, parameters = compiler.as_sql()
        self._parameters = list(parameters)
        info, columns = compiler.klass_info, compiler.select
        self._model: type[M] = info["model"]
        self._fields = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        self._names = [column[0].target.attname for column in columns[self._fields]]
        self._related = get_related_populators(info, columns, "default", FETCH_ONE)
        self._converters = list(compiler.get_converters([column[0] for column in columns]).items())

    def run(self, values: Sequence[Any]) -> list[M]:
        here = connections[DEFAULT_DB_ALIAS]  # which Django's ``connection`` looks up at each use
        parameters = [
            one.output_field.get_db_prep_value(values[one.number], here) if isinstance(one, Place) else one
            for one in self._parameters
        ]
        with here.cursor() as cursor:
            cursor.execute(self._sql, parameters)
            rows = cursor.fetchall()
        return [self._object(list(row)) for row in rows]

    def _object(self, row: list[Any]) -> M:
        for place, (converters, expression) in self._converters:
            for convert in converters:
                row[place] = convert(row[place], expression, connection)
        found = self._model.from_db("default", self._names, row[self._fields], fetch_mode=FETCH_ONE)
        for related in self._related:
            related.populate(row, found)
        return found


def update(model: type[Model], where: Mapping[str, Any], changes: Mapping[str, Any]) -> int:
    """Change the columns of all rows that hold the values in ``where`` (none of them None); how many there were.

    Both name fields as a query set's ``update`` does. Signals and ``auto_now`` have no part in it.
    """
    sql = _update_sql(model, tuple(where), tuple(changes))
    with connection.cursor() as cursor:
        cursor.execute(sql, [*_columns(model, changes), *_columns(model, where)])
        return int(cursor.rowcount)


def insert(row: Model) -> None:
    """Write a new row; its number, if the database gives one, is not read back."""
    model = type(row)
    values = _values(row)
    with connection.cursor() as cursor:
        cursor.execute(_insert_sql(model, tuple(values)), _columns(model, values))


def upsert(rows: Sequence[Model], key: Sequence[str], changes: Sequence[str]) -> None:
    """Write rows of one model; of those whose unique ``key`` is there already change only ``changes``, if any."""
    if not rows:
        return
    model, values = type(rows[0]), [_values(row) for row in rows]
    sql = _upsert_sql(model, tuple(values[0]), len(rows), tuple(key), tuple(changes))
    with connection.cursor() as cursor:
        cursor.execute(sql, [column for one in values for column in _columns(model, one)])


def _values(row: Model) -> dict[str, Any]:
    fields = row._meta.local_concrete_fields
    is_numbered = row._meta.auto_field
    return {field.name: field.pre_save(row, add=True) for field in fields if field is not is_numbered}


def _columns(model: type[Model], values: Mapping[str, Any]) -> list[Any]:
    here = connections[DEFAULT_DB_ALIAS]
    return [_field(model, name).get_db_prep_save(value, here) for name, value in values.items()]


@cache
def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


@cache
def _update_sql(model: type[Model], where: Sequence[str], changes: Sequence[str]) -> str:
    return (
        f"UPDATE {_quoted(model)} SET {', '.join(f'{_quoted(model, name)} = %s' for name in changes)} "  # noqa: S608  # the models' own names
        f"WHERE {' AND '.join(f'{_quoted(model, name)} = %s' for name in where)}"
    )


@cache
def _insert_sql(model: type[Model], names: Sequence[str], number: int = 1) -> str:
    columns = ", ".join(_quoted(model, name) for name in names)
    row = f"({', '.join(['%s'] * len(names))})"
    return f"INSERT INTO {_quoted(model)} ({columns}) VALUES {', '.join([row] * number)}"  # noqa: S608  # as above


@cache
def _upsert_sql(
    model: type[Model], names: Sequence[str], number: int, key: Sequence[str], changes: Sequence[str]
) -> str:
    renewed = ", ".join(f"{column} = EXCLUDED.{column}" for column in (_quoted(model, name) for name in changes))
    unique = ", ".join(_quoted(model, name) for name in key)
    act = f"UPDATE SET {renewed}" if changes else "NOTHING"
    return f"{_insert_sql(model, names, number)} ON CONFLICT ({unique}) DO {act}"


def _quoted(model: type[Model], name: str = "") -> str:
    # both kinds of database quote names alike
    return connection.ops.quote_name(_field(model, name).column if name else model._meta.db_table)
