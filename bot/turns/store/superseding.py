"""Turns that are superseded: taken back, or replaced after an edit. Works in the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import BigInteger, bindparam, delete, func, insert, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY

from bot.kit.owner import Owner
from bot.kit.prompt_text import OthersText, PromptText
from bot.store.engine import Transaction
from bot.store.ids import uuid7
from bot.turns.store import attachments, documents, mailbox, provenance
from bot.turns.store.messages import without_transcripts
from bot.turns.store.tables import AgentAct, AgentAttachment, AgentConversation, AgentMessage, AgentTurn, AgentWords
from bot.turns.store.telegram_tables import TelegramUpdate
from bot.turns.store.vectors import TO_EMBED
from bot.turns.store.words import index_messages
from bot.turns.values.acts import ASKED
from bot.turns.values.attachments import SentFile
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.turns import Turn, TurnState

_MOST_SHOWN: Final = 200
"""Most characters read to show what a turn was about."""
_IS_OURS: Final = AgentMessage.turn_id == bindparam("of_turn")
_IT: Final = _IS_OURS & (AgentMessage.position == bindparam("at"))
_FIND: Final = (
    select(
        *(AgentTurn.__table__.c[name] for name in ("id", "conversation_id", "state", "attempt")),
        *AgentMessage.__table__.c[
            "position", "text", "source", "note", "untrusted", "edited", "telegram_ids", "captions"
        ],
    )
    .join(AgentMessage, AgentMessage.turn_id == AgentTurn.id)
    .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
    .where(
        AgentMessage.telegram_ids.contains(bindparam("message_ids", type_=ARRAY(BigInteger))),
        AgentConversation.is_owned(),
        AgentConversation.chat_id == bindparam("chat_id"),
        AgentTurn.state != TurnState.SUPERSEDED,
    )
    .order_by(AgentTurn.id.desc(), AgentMessage.position.desc())
    .limit(1)
)
_SAID: Final = (
    select(AgentMessage.position)
    .where(_IS_OURS, AgentMessage.role == "user", AgentMessage.superseded.is_(False))
    .order_by(AgentMessage.position)
)
_LATER: Final = (
    select(AgentTurn.id)
    .where(
        AgentTurn.conversation_id == bindparam("of_conversation"),
        AgentTurn.id >= bindparam("from_turn"),
        AgentTurn.state != TurnState.SUPERSEDED,
    )
    .order_by(AgentTurn.id.desc())
)
_NOT_COPIED: Final = {"turn_id", "position"}
_COPIED: Final = [it for it in AgentMessage.__table__.columns if it.name not in _NOT_COPIED]
_PLACE: Final = (
    select(func.coalesce(func.max(AgentMessage.position), 0) + 1)
    .where(AgentMessage.turn_id == bindparam("to_turn"))
    .scalar_subquery()
)
_INDEX: Final = index_messages(
    select(AgentMessage.__table__).where(_IS_OURS, AgentMessage.superseded.is_(False)).cte("said")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMessage:
    """A user's message in a turn, with its files.

    Its `captions` are the texts of its Telegram messages, without transcripts. What they hold of others is `held`. A
    later text of it that was not answered is `edited`.
    """

    turn: Turn
    position: int
    captions: Sequence[str]
    held: Sequence[OthersText]
    note: PromptText
    files: Sequence[SentFile]
    message_ids: Sequence[int]
    edited: IncomingMessage | None

    def says(self, message: IncomingMessage, message_id: int) -> bool:
        """Tell whether an edit of one of its Telegram messages leaves that as it was."""
        old = [file.unique_id for file in self._files_of(message_id)]
        new = [file.unique_id for file in message.files if not file.quoted]
        is_held = set(self.held).issuperset(message.attribution.held)
        return is_held and (message.text, new) == (self.captions[self._place(message_id)], old)

    def with_edit(self, edited: IncomingMessage, message_id: int) -> IncomingMessage:
        """Return the whole message after an edit of one of its Telegram messages."""
        captions, place = list(self.captions), self._place(message_id)
        captions[place] = edited.text
        quoted = [file for file in edited.files if file.quoted]
        new = [file for file in edited.files if not file.quoted]
        old = self._files_of(message_id)
        first = self.files.index(old[0]) if old else len(self.files)
        others = [file for file in self.files if file not in old]
        of_others = [*self.held, *edited.attribution.held] if edited.album else edited.attribution.held
        return replace(
            edited,
            attribution=replace(edited.attribution, held=tuple(dict.fromkeys(of_others))),
            text="\n".join(filter(None, captions)),
            files=(*others[:first], *new, *others[first:], *quoted),
            message_ids=tuple(self.message_ids),
            captions=tuple(captions) if edited.album else (),
        )

    def _place(self, message_id: int) -> int:
        return self.message_ids.index(message_id)

    def _files_of(self, message_id: int) -> list[SentFile]:
        is_alone = len(self.message_ids) == 1
        return [file for file in self.files if is_alone or file.message_id == message_id]


async def find(tx: Transaction, owner: Owner, chat_id: int, message_id: int) -> StoredMessage | None:
    """Return a user's message by Telegram's id, unless its turn is superseded."""
    values = {**owner.columns, "chat_id": chat_id, "message_ids": [message_id]}
    row = (await tx.connection.execute(_FIND, values)).one_or_none()
    if row is None or row.text is None:
        return None
    attached = [it for it in await attachments.of_message(tx, row.id, row.position) if not it.sent.quoted]
    return StoredMessage(
        turn=Turn(id=row.id, conversation_id=row.conversation_id, state=row.state, attempt=row.attempt),
        position=row.position,
        captions=row.captions or [without_transcripts(row.text, attached)],
        held=provenance.attribution(row.source).held,
        note=PromptText(row.note, bool(row.note) and row.untrusted),
        files=[it.sent for it in attached],
        message_ids=row.telegram_ids,
        edited=mailbox.parsed(row.edited) if row.edited else None,
    )


async def note_edited(tx: Transaction, message: StoredMessage, edited: IncomingMessage) -> None:
    """Store a later text of a message, which is answered if its user wants."""
    its = update(AgentMessage).where(_IT).values(edited=bindparam("its_edited"))
    values = {"of_turn": message.turn.id, "at": message.position, "its_edited": mailbox.stored(edited)}
    await tx.connection.execute(its, values)


async def said_in(tx: Transaction, turn_id: UUID) -> list[int]:
    """Return the positions of a turn's user's messages, in order."""
    return list(await tx.connection.scalars(_SAID, {"of_turn": turn_id}))


async def newest_message(tx: Transaction, turn_id: UUID) -> int:
    """Return Telegram's id of the newest message of a turn's user."""
    ids = select(func.unnest(AgentMessage.telegram_ids).label("its")).where(_IS_OURS).subquery()
    return await tx.connection.scalar(select(func.max(ids.c.its)), {"of_turn": turn_id}) or 0


async def words_of(tx: Transaction, turn_id: UUID) -> str:
    """Return the beginning of what the user said in a turn, on one line; empty if that began without them."""
    first = select(provenance.beginning(_MOST_SHOWN)).where(_IS_OURS, provenance.IS_USERS)
    said = await tx.connection.scalar(first.order_by(AgentMessage.position).limit(1), {"of_turn": turn_id})
    return provenance.shown(said)


async def later(tx: Transaction, turn: Turn) -> list[UUID]:
    """Return a turn and those after it in its conversation, the newest first."""
    return list(await tx.connection.scalars(_LATER, {"of_conversation": turn.conversation_id, "from_turn": turn.id}))


async def relink(tx: Transaction, turn_id: UUID, to_turn: UUID) -> None:
    """Link a turn's updates to the turn that takes its place."""
    await tx.connection.execute(update(TelegramUpdate).where(TelegramUpdate.turn_id == turn_id).values(turn_id=to_turn))


async def supersede(tx: Transaction, turn_id: UUID, taken_back: Mapping[str, Any] | None = None) -> None:
    """Supersede a turn: it leaves prompts, search and offers. It may be brought back if it was `taken_back`.

    What it offered then waits with it. Its reasoning is erased.
    """
    values = {"state": TurnState.SUPERSEDED, "taken_back": taken_back, "reasoning": None}
    its = update(AgentTurn).where(AgentTurn.id == turn_id)
    await tx.connection.execute(its.values(**values, ended_at=func.coalesce(AgentTurn.ended_at, datetime.now(UTC))))
    calls = update(AgentMessage).where(AgentMessage.turn_id == turn_id, AgentMessage.reasoning.is_not(None))
    await tx.connection.execute(calls.values(reasoning=None))
    await tx.connection.execute(delete(AgentWords).where(AgentWords.turn_id == turn_id))
    if taken_back is None:
        asked = delete(AgentAct).where(AgentAct.turn_id == turn_id, AgentAct.state.in_(ASKED))
        await tx.connection.execute(asked)
    await _change_prompt(tx, turn_id)


async def taken_back(tx: Transaction, owner: Owner, turn_id: UUID) -> Mapping[str, Any] | None:
    """Return what is known of a turn that was taken back; lock it."""
    its = (
        select(AgentTurn.taken_back)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .where(AgentTurn.id == turn_id, AgentTurn.state == TurnState.SUPERSEDED, AgentConversation.owned_by(owner))
        .with_for_update(of=AgentTurn)
    )
    found: Mapping[str, Any] | None = await tx.connection.scalar(its)
    return found


async def bring_back(tx: Transaction, turn_id: UUID, state: TurnState) -> None:
    """Let a turn that was taken back be as before."""
    again = {"state": state, "taken_back": None, "attempt": AgentTurn.attempt + 1}
    await tx.connection.execute(update(AgentTurn).where(AgentTurn.id == turn_id).values(**again))
    await tx.connection.execute(_INDEX, {"of_turn": turn_id})
    await _change_prompt(tx, turn_id)
    tx.after_commit(tx.events[TO_EMBED].set)


async def copy_message(tx: Transaction, turn_id: UUID, position: int, to_turn: UUID) -> None:
    """Add a user's message of a turn, with its files and what became of them, to another turn."""
    copied = (
        insert(AgentMessage)
        .from_select(
            ["turn_id", "position", *(it.name for it in _COPIED)],
            select(literal(to_turn), _PLACE, *_COPIED).where(_IT),
        )
        .returning(AgentMessage.__table__)
        .cte("said")
    )
    await tx.connection.execute(index_messages(copied), {"of_turn": turn_id, "at": position, "to_turn": to_turn})
    place = await tx.connection.scalar(select(func.max(AgentMessage.position)).where(AgentMessage.turn_id == to_turn))
    those = select(*AgentAttachment.__table__.columns).filter_by(turn_id=turn_id, position=position)
    rows = await tx.connection.execute(those.order_by(AgentAttachment.place))
    for row in rows.mappings().all():
        new = {**row, "id": uuid7(), "turn_id": to_turn, "position": place}
        await tx.connection.execute(insert(AgentAttachment), new)
        await documents.copy(tx, row["id"], new["id"])


async def _change_prompt(tx: Transaction, turn_id: UUID) -> None:
    conversation = select(AgentTurn.conversation_id).where(AgentTurn.id == turn_id).scalar_subquery()
    its = update(AgentConversation).where(AgentConversation.id == conversation)
    await tx.connection.execute(its.values(revision=AgentConversation.revision + 1))
