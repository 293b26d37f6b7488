"""Conversations store the memories their model knows and where their prompt's parts begin; prompts stay unchanged."""

import re
from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLE = "agent_conversations"
OWN_HEADING = "# The owner's instructions\n\n"
BLOCK_HEADING = (
    "## Your Memory\n\nThe following is information you've learned about the user from previous conversations.\n"
    "Use this context naturally."
)
LINE = re.compile(r"- \[id:([A-Za-z0-9]{8})\] (.*)")
NAMED = re.compile(r'^- \[id:([A-Za-z0-9]{8})\] .*?\) (".*")$', re.MULTILINE)
"""A memory in a note or a result, with its text in quotation marks."""
CHANGED = re.compile(
    r'^(?:Stored as|Updated) \[id:([A-Za-z0-9]{8})\]: (?:".*" → )?(".*?")(?:, subject: .*)?$', re.MULTILINE
)
"""A memory in the result of a call that stored or changed it."""

Versions = Mapping[str, Sequence[str]]
Known = dict[str, str | int | None]


def upgrade() -> None:
    for name in ("own_at", "memories_at"):
        op.add_column(TABLE, sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False))
    for name in ("memories", "pending_memories"):
        op.add_column(TABLE, sa.Column(name, postgresql.JSONB(), server_default=sa.text("'[]'"), nullable=False))
    _fill(op.get_bind())
    op.drop_column(TABLE, "recalled")


def downgrade() -> None:
    ids = postgresql.ARRAY(sa.Text())
    op.add_column(TABLE, sa.Column("recalled", ids, server_default=sa.text("'{}'"), nullable=False))
    op.execute(
        sa.text(
            "UPDATE agent_conversations SET recalled = ARRAY(SELECT DISTINCT known ->> 'id' "
            "FROM jsonb_array_elements(memories) AS known WHERE known ->> 'line' IS NULL)"
        )
    )
    for name in ("pending_memories", "memories", "memories_at", "own_at"):
        op.drop_column(TABLE, name)


def _fill(connection: sa.Connection) -> None:
    """Parse the new columns from each prompt, and from its notes and results."""
    versions: dict[str, list[str]] = {}
    for memory_id, content in connection.execute(
        sa.text("SELECT memory_id, content FROM agent_memory_versions ORDER BY memory_id, version_number")
    ):
        versions.setdefault(memory_id, []).append(" ".join(content.split()))
    told = sa.text(
        "SELECT coalesce(note, '') || chr(10) || CASE WHEN kind = 'tool' THEN content ELSE '' END, change "
        "FROM agent_messages JOIN agent_turns ON agent_turns.id = turn_id WHERE conversation_id = :id "
        "AND (kind = 'tool' OR note <> '') AND NOT superseded AND (CAST(:held AS uuid) IS NULL OR turn_id >= :held)"
    )
    save = sa.text(
        "UPDATE agent_conversations SET own_at = :own_at, memories_at = :memories_at, memories = :memories, "
        "pending_memories = :pending WHERE id = :id"
    ).bindparams(sa.bindparam("memories", type_=postgresql.JSONB()), sa.bindparam("pending", type_=postgresql.JSONB()))
    rows = connection.execute(
        sa.text("SELECT id, system_prompt, recalled, pending_notes, history_from FROM agent_conversations")
    )
    for row in rows.all():
        own_at, memories_at = _parts(row.system_prompt)
        known = _lines(row.system_prompt, versions)
        known += [_newest(memory_id, versions) for memory_id in row.recalled]
        for text, change in connection.execute(told, {"id": row.id, "held": row.history_from}):
            known += _named(text, versions)
            if change and change["kind"] != "forgotten":
                known.append({"id": change["memory_id"], "version": change["version"], "line": None})
        pending = _named("\n".join(row.pending_notes), versions)
        connection.execute(
            save,
            {
                "id": row.id,
                "own_at": own_at,
                "memories_at": memories_at,
                "memories": _distinct(known),
                "pending": _distinct(pending),
            },
        )


def _parts(prompt: str) -> tuple[int, int]:
    """Return where a prompt's owner's instructions and memories begin; its length if there are none."""
    memories_at = prompt.rfind(BLOCK_HEADING)
    memories_at = len(prompt) if memories_at < 0 else memories_at
    own_at = prompt.find(OWN_HEADING, 0, memories_at)
    return memories_at if own_at < 0 else own_at, memories_at


def _lines(prompt: str, versions: Versions) -> list[Known]:
    """Return the memories in a prompt with their lines."""
    found = ((number, LINE.fullmatch(line)) for number, line in enumerate(prompt.split("\n")))
    return [
        {"id": line[1], "version": _version(line[1], line[2], versions), "line": number}
        for number, line in found
        if line and line[1] in versions
    ]


def _named(text: str, versions: Versions) -> list[Known]:
    """Return the memories named by a note or a result."""
    return [
        {"id": memory_id, "version": _version(memory_id, quoted.strip('"'), versions), "line": None}
        for memory_id, quoted in (*NAMED.findall(text), *CHANGED.findall(text))
        if memory_id in versions
    ]


def _newest(memory_id: str, versions: Versions) -> Known:
    return {"id": memory_id, "version": max(1, len(versions.get(memory_id, ()))), "line": None}


def _version(memory_id: str, text: str, versions: Versions) -> int:
    """Return a memory's newest version that a text ends with; 1 if there is none."""
    numbered = enumerate(versions.get(memory_id, ()), 1)
    return max((number for number, content in numbered if text.endswith(content)), default=1)


def _distinct(known: Iterable[Known]) -> list[Known]:
    """Return each version once, as first known."""
    return list({(it["id"], it["version"]): it for it in reversed(list(known))}.values())[::-1]
