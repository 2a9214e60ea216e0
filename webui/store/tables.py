"""The tables of the store: evenings, and the log of their events (SQLAlchemy)."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
)


class Utc(TypeDecorator[datetime]):
    """A moment in UTC, also where the database knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if not isinstance(value, datetime):
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData()

evenings = Table("evenings", metadata, Column("id", Integer, primary_key=True))
"""A row an evening: what its events refer to, and what a writer holds while it writes."""

events = Table(
    "events",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("evening", ForeignKey("evenings.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("at", Utc, nullable=False),
    Column("by", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("events_of_evening", "evening", "number"),
    sqlite_autoincrement=True,
)
"""The truth: rows are added, never changed. `round` is 0 for an event about the whole evening;
`body` is JSON."""
