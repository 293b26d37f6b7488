"""Whether a fact was offered to its owner already, in whatever words, and not said anew since."""

from typing import Final
from uuid import UUID

from sqlalchemy import text

from bot.database.engine import Transaction
from bot.values import Owner

# "The user" is in nearly every fact, and in nearly nothing that a user says.
_WORDS: Final = "tsvector_to_array(ts_delete(to_tsvector(CAST(language AS regconfig), agent_words_apart({})), 'user'))"
_WAS_OFFERED: Final = text(f"""
WITH offered AS (
    SELECT created_at, {_WORDS.format(":content")} AS wanted, {_WORDS.format("content")} AS words
    FROM agent_memory_proposals CROSS JOIN agent_search
    WHERE bot_id = :bot_id AND user_id = :user_id AND offer_id IS NOT NULL AND content IS NOT NULL
)
SELECT EXISTS (
    SELECT FROM offered
    WHERE (wanted <@ words OR words <@ wanted) AND cardinality(wanted) > 0 AND cardinality(words) > 0
    AND NOT wanted <@ ARRAY(
        SELECT unnest(tsvector_to_array(said.words))
        FROM agent_words AS said
        JOIN agent_messages AS message USING (turn_id, position)
        JOIN agent_turns AS turn ON turn.id = turn_id
        WHERE turn.conversation_id = :conversation_id AND said_at > offered.created_at
        AND message.role = 'user' AND NOT message.untrusted
    )
)
""")  # noqa: S608 - only our own words


async def was_offered(tx: Transaction, owner: Owner, content: str, conversation_id: UUID) -> bool:
    """Tell whether an offer, whatever became of it, had all words of a fact, or the fact all words of the offer.

    It does not count once the user has said all of the fact's words in a conversation after the offer.
    """
    values = {**owner.columns, "content": content, "conversation_id": conversation_id}
    return bool(await tx.connection.scalar(_WAS_OFFERED, values))
