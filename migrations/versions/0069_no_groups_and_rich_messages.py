"""Groups, rich messages and drafts go: `agent_groups` and the columns for them.

What belonged to a group is sent to the person who managed it, in files that `/memory import` and a text editor read,
and is erased here. What that person talked about alone with the bot there is theirs, and ends up in their own chat.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0069"
down_revision: str | None = "0068"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_GONE = (
    "I no longer answer in groups. What I remembered in “{title}” is in this file: send it to me with the caption "
    "/memory import to keep it as yours."
)
_NOTES = "And these are its notes. Everything else that belonged to the group is erased here."

_CONVERSATIONS = "SELECT id FROM agent_conversations WHERE user_id < 0 OR (chat_id < 0 AND mode = 'private')"
_TURNS = f"SELECT id FROM agent_turns WHERE conversation_id IN ({_CONVERSATIONS})"  # noqa: S608 - only our own words
_MEMORIES = "SELECT id FROM agent_memories WHERE user_id < 0"
_NOTE_IDS = "SELECT id FROM agent_notes WHERE user_id < 0"
_ERASED = (
    f"agent_message_vectors WHERE turn_id IN ({_TURNS})",
    f"agent_words WHERE turn_id IN ({_TURNS})",
    "agent_document_parts WHERE attachment_id IN (SELECT id FROM agent_attachments WHERE user_id < 0)",
    "agent_attachments WHERE user_id < 0",
    f"agent_messages WHERE turn_id IN ({_TURNS})",
    *(
        f"{table} WHERE memory_id IN ({_MEMORIES})"
        for table in (
            *("agent_memory_beginnings", "agent_memory_vectors", "agent_memory_words"),
            "agent_memory_versions",
        )
    ),
    *(f"{table} WHERE note_id IN ({_NOTE_IDS})" for table in ("agent_note_words", "agent_note_versions")),
    *(
        f"{table} WHERE user_id < 0"
        for table in (
            *("agent_memories", "agent_memory_imports", "agent_notes", "agent_memory_proposals", "agent_activities"),
            *("agent_usage", "agent_oauth_grants", "agent_access_tokens", "agent_api_requests", "agent_login_links"),
            *("agent_reminders", "agent_tools", "agent_people", "agent_owners"),
        )
    ),
    *(f"{table} WHERE chat_id < 0" for table in ("telegram_messages", "telegram_updates", "telegram_topics")),
    "telegram_pauses WHERE chat_id < 0",
    f"agent_turns WHERE conversation_id IN ({_CONVERSATIONS})",
    f"agent_conversations WHERE id IN ({_CONVERSATIONS})",
)


def upgrade() -> None:
    connection = op.get_bind()
    groups = connection.exec_driver_sql("SELECT bot_id, chat_id, manager_id, title FROM agent_groups ORDER BY chat_id")
    for bot_id, chat_id, manager_id, title in groups.all():
        of = {"bot_id": bot_id, "user_id": chat_id}
        memories = connection.execute(
            sa.text(
                "SELECT category, subject, content FROM agent_memories AS memory JOIN agent_memory_versions AS version "
                "ON memory_id = memory.id AND version_number = memory.version "
                "WHERE bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL "
                "ORDER BY category, memory.created_at, memory.id"
            ),
            of,
        ).all()
        notes = connection.execute(
            sa.text(
                "SELECT note.name, content FROM agent_notes AS note JOIN agent_note_versions AS version "
                "ON note_id = note.id AND version_number = note.version "
                "WHERE bot_id = :bot_id AND user_id = :user_id AND deleted_at IS NULL ORDER BY note.name"
            ),
            of,
        ).all()
        if memories:
            _send(bot_id, manager_id, _GONE.format(title=title), "memories.md", _memories(memories))
        if notes:
            written = "\n".join(f"# {name}\n\n{content}\n" for name, content in notes)
            _send(bot_id, manager_id, _NOTES, "notes.md", written)
    op.execute(
        "UPDATE agent_conversations SET carried_conversation_id = NULL, carried_from_turn_id = NULL, "
        "carried_to_turn_id = NULL WHERE user_id < 0"
    )
    for rows in _ERASED:
        op.execute(f"DELETE FROM {rows}")  # noqa: S608 - as above
    op.execute(
        "UPDATE agent_conversations SET ended_at = coalesce(ended_at, now()), chat_id = user_id, topic_id = 0 "
        "WHERE chat_id < 0"
    )
    op.drop_table("agent_groups")
    for column in ("rich", "rich_group", "only_for"):
        op.drop_column("telegram_messages", column)
    for column in ("is_rich", "streaming"):
        op.drop_column("agent_owners", column)


def _memories(memories: Sequence[Sequence[str]]) -> str:
    """Return memories in Keepsake's own Markdown."""
    lines, last = ["# Keepsake memories"], ""
    for category, subject, content in memories:
        if category != last:
            lines += ["", f"## {category.title()}", ""]
            last = category
        lines.append(f"- {f'**{subject}**: ' if subject else ''}{' '.join(content.split())}")
    return "\n".join([*lines, ""])


def _send(bot_id: int, user_id: int, caption: str, name: str, content: str) -> None:
    """Put a file into the outbox."""
    op.get_bind().execute(
        sa.text(
            "INSERT INTO telegram_messages (bot_id, chat_id, part, state, content, file_name, file, created_at) "
            "VALUES (:bot_id, :chat_id, 0, 'waiting', :caption, :name, :file, now())"
        ),
        {"bot_id": bot_id, "chat_id": user_id, "caption": caption, "name": name, "file": content.encode()},
    )


def downgrade() -> None:
    op.add_column("agent_owners", sa.Column("streaming", sa.String(20)))
    op.add_column("agent_owners", sa.Column("is_rich", sa.Boolean()))
    op.add_column("telegram_messages", sa.Column("only_for", sa.BigInteger()))
    op.add_column("telegram_messages", sa.Column("rich_group", sa.Uuid()))
    op.add_column("telegram_messages", sa.Column("rich", sa.JSON()))
    op.create_table(
        "agent_groups",
        sa.Column("bot_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("manager_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("is_alone", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reads_all", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("bot_id", "chat_id", name="pk_agent_groups"),
    )
