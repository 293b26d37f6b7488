"""User messages store their text, date and source; the content sent to the model stays unchanged."""

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_messages"
QUOTES = re.compile(r"\[(?:The user quotes (their own words|you)|Not the user's words: quoted(?: from \"(.*)\")?)\]")
FORWARDED = re.compile(r"\[Not the user's words: forwarded(?: from \"(.*)\")?\]")
MARKED = "kind = 'user' AND (others_words OR content LIKE E'%\\n[The user quotes %]\\n> %')"


def upgrade() -> None:
    op.add_column(TABLE, sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(TABLE, sa.Column("source", sa.JSON(), nullable=True))
    op.add_column(TABLE, sa.Column("text", sa.Text(), nullable=True))
    op.execute(
        sa.text(
            "UPDATE agent_messages SET sent_at = created_at, "
            "text = substr(content, coalesce(nullif(strpos(content, chr(10)), 0), length(content)) + 1) "
            "WHERE kind = 'user'"
        )
    )
    _take_apart(op.get_bind())


def downgrade() -> None:
    for name in ("text", "source", "sent_at"):
        op.drop_column(TABLE, name)


def _take_apart(connection: sa.Connection) -> None:
    """Parse quoted and forwarded text out of the content."""
    save = sa.text(
        "UPDATE agent_messages SET text = :text, source = :source WHERE turn_id = :turn_id AND position = :position"
    ).bindparams(sa.bindparam("source", type_=sa.JSON()))
    rows = connection.execute(sa.text(f"SELECT turn_id, position, text FROM agent_messages WHERE {MARKED}"))  # noqa: S608 - ours
    for row in rows.all():
        words, source = _apart(row.text)
        if source:
            key = {"turn_id": row.turn_id, "position": row.position}
            connection.execute(save, {**key, "text": words, "source": source})


def _apart(marked: str) -> tuple[str, dict[str, Any] | None]:
    """Return a text without its marks, and the source they name."""
    lines = marked.split("\n")
    quote: dict[str, Any] | None = None
    if found := QUOTES.fullmatch(lines[0]):
        end = next((number for number, line in enumerate(lines[1:], 1) if not line.startswith("> ")), len(lines))
        speaker = {"their own words": "user", "you": "keepsake"}.get(found[1] or "", "other")
        text = "\n".join(line.removeprefix("> ") for line in lines[1:end])
        quote = {"text": text, "speaker": speaker, "name": found[2] or "", "message_id": None}
        lines = lines[end + 1 :]
    forwarded_from = None
    if lines and (found := FORWARDED.fullmatch(lines[0])):
        forwarded_from = found[1] or ""
        lines = [line.removeprefix("> ") for line in lines[1:]]
    source = {"forwarded_from": forwarded_from, "quote": quote}
    return "\n".join(lines), source if quote or forwarded_from is not None else None
