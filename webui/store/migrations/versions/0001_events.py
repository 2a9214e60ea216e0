"""The log of events, and the evenings they belong to."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table("evenings", sa.Column("id", sa.Integer(), primary_key=True))
    op.create_table(
        "events",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("evening", sa.Integer(), sa.ForeignKey("evenings.id"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("events_of_evening", "events", ["evening", "number"])


def downgrade() -> None:
    op.drop_table("events")
    op.drop_table("evenings")
