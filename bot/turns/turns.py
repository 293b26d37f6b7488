"""Lifecycle of turns. Every method works in the caller's transaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import NO_TEXT, PromptText, joined, own
from bot.kit.vectors import Embedding
from bot.model.values import AssistantMessage, Message, UserMessage
from bot.store.engine import Transaction
from bot.turns.conversations import ConversationLifecycle, ConversationRules
from bot.turns.memory import Memory
from bot.turns.message_text import user_message
from bot.turns.preparation import hear_again
from bot.turns.prompt import MODE_NEWS
from bot.turns.store import attachments
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import messages as stored_messages
from bot.turns.store import turns as stored_turns
from bot.turns.store.conversations import Heard, lock_memories
from bot.turns.turn_under_way import TurnUnderWay
from bot.turns.values.conversations import UNTIL_THE_END, Conversation, ConversationMode, Earlier
from bot.turns.values.incoming import IncomingMessage, Quote, Speaker
from bot.turns.values.turns import Turn, TurnState

CONTINUE: Final = "Your answer was cut off. Continue exactly where it stopped, in the same language."
"""The user's message when they tap Continue below a cut answer."""
_MORE_OF_ALBUM: Final = "[More of the album above]"
_MOST_QUOTED: Final = 20_000
"""Most characters of a message that is replied to."""


@dataclass(frozen=True, slots=True)
class Said:
    """A user's message, its embedding if known, and its updates."""

    message: IncomingMessage
    embedding: Embedding | None = None
    update_ids: Sequence[int] = ()

    @property
    def at(self) -> datetime:
        """When the message was sent."""
        return self.message.sent_at


class TurnLifecycle:
    """Begins, joins, stops, fails and retries turns."""

    def __init__(self, lifecycle: ConversationLifecycle, rules: ConversationRules, memory: Memory) -> None:
        self._lifecycle = lifecycle
        self._rules = rules
        self._memory = memory

    async def begin(
        self, tx: Transaction, owner: Owner, place: Place, said: Sequence[Said]
    ) -> tuple[Turn, Conversation]:
        """Begin a turn with a user's messages; a failed turn of the same conversation is resumed with them."""
        asked = said[0].message.words
        found = await self._lifecycle.current(tx, owner, place, said[0].at, asked=asked)
        lock_memories(tx, found)
        heard = await stored_conversations.hear(tx, found.id, said[-1].at)
        stored = await stored_conversations.get(tx, found.id)  # read again under the lock
        conversation, note = await self._at_present(tx, stored, heard)
        last = await stored_turns.last_in(tx, conversation.id)
        task = said[0].message.task
        if last and last.state is TurnState.FAILED and not task:
            turn = await stored_turns.begin_anew(tx, last, supersede=False)
            await stored_turns.link(tx, turn, _update_ids(said))
        else:
            if last is None and conversation.carried:
                last = await stored_turns.last_in(tx, conversation.carried.conversation_id)
            turn = await stored_turns.begin(tx, conversation.id, after=last, update_ids=_update_ids(said), task=task)
        held = replace(conversation, recalls=found.recalls)  # the lock on memories was taken for this value
        await _store(tx, owner, turn.id, await self._user_messages(tx, held, said, note, heard.known))
        return turn, await self._windowed(tx, conversation, turn.id)

    async def ahead(self, tx: Transaction, owner: Owner, place: Place, at: datetime) -> Conversation:
        """Begin or compact the conversation as for a next message at a time, and return it."""
        conversation = await self._lifecycle.current(tx, owner, place, at)
        last = await stored_turns.last_in(tx, conversation.id)
        joins = last and last.state in {TurnState.RUNNING, TurnState.FAILED}
        return await self._windowed(tx, conversation, last.id if last and joins else UNTIL_THE_END)

    async def follow(self, tx: Transaction, work: TurnUnderWay, said: Sequence[Said]) -> TurnUnderWay | None:
        """Begin the turn after an answered one in memory, without reading the conversation again.

        None, without any change, if the conversation has ended, is idle, has changed, or needs compaction.
        """
        if self._moves_window(work.turns_before + 1):
            return None
        first, task = said[0], said[0].message.task
        lock_memories(tx, work.conversation)
        comparing = self._memory.compare(tx, work.conversation, first.message.words, first.embedding)
        followed = await stored_turns.follow(
            tx,
            work.conversation,
            after=work.turn,
            at=said[-1].at,
            not_before=first.at - self._rules.idle_limit,
            update_ids=_update_ids(said),
            task=task,
        )
        if followed is None:
            return None
        turn, heard = followed
        conversation, note = await self._at_present(tx, work.conversation, heard)
        messages = await self._user_messages(tx, conversation, said, note, heard.known, comparing)
        await _store(tx, conversation.owner, turn.id, messages)
        return TurnUnderWay(
            turn=turn,
            conversation=conversation,
            history=[*work.history, *work.messages],
            messages=_with_calls(messages),
            turns_before=work.turns_before + 1,
            counted=work.counted,
            covered=work.covered,
            made=work.made,
        )

    async def join(self, tx: Transaction, turn: Turn, said: Sequence[Said]) -> None:
        """Add a user's messages and their notes to a turn that is still open; the rest of an album to its message."""
        said, update_ids = await self._without_late(tx, turn, said), _update_ids(said)
        await stored_turns.link(tx, turn, update_ids)
        if said:
            await self.say(tx, turn, said, said[-1].at)

    async def _without_late(self, tx: Transaction, turn: Turn, said: Sequence[Said]) -> list[Said]:
        """Add what belongs to an album of a turn to its message; return the other messages."""
        others: list[Said] = []
        for words in said:
            message = words.message
            album = (
                await stored_messages.album_in(tx, turn.id, message.album) if message.album and message.files else None
            )
            if album is None:
                others.append(words)
                continue
            conversation = await stored_conversations.get(tx, turn.conversation_id)
            whole = user_message(album.message.with_more(message), self._rules.timezone)
            await stored_messages.add_to_album(tx, conversation.owner, album, message, whole.content)
        return others

    async def say(
        self, tx: Transaction, turn: Turn, said: Sequence[Said], at: datetime, *, note: PromptText = NO_TEXT
    ) -> None:
        """Add a user's messages of a time to a turn, with the note that an edited one had before."""
        conversation = await stored_conversations.get(tx, turn.conversation_id)
        lock_memories(tx, conversation)
        heard = await stored_conversations.hear(tx, turn.conversation_id, at)
        conversation, news = await self._at_present(tx, conversation, heard)
        notes = joined(filter(None, (note, news)))
        messages = await self._user_messages(tx, conversation, said, notes, heard.known)
        await _store(tx, conversation.owner, turn.id, messages)

    async def retry(self, tx: Transaction, owner: Owner, place: Place, *, only: UUID | None = None) -> Turn | None:
        """Begin the chat's last turn again; None if there is none, if it isn't `only` this, or has no text to send."""
        conversation = await stored_conversations.open_in(tx, owner, place)
        last = await stored_turns.last_in(tx, conversation.id) if conversation else None
        if conversation and last and last.task:  # it has come after a message that could not be answered
            asked = await stored_turns.last_in(tx, conversation.id, but_tasks=True)
            last = asked if asked and asked.state is TurnState.FAILED else last
        if last is None or (only and last.id != only) or await stored_turns.ends_cut(tx, last.id) is None:
            return None
        again = await stored_turns.begin_anew(tx, last, supersede=True)
        await stored_messages.leave_reactions_out(tx, last.id)
        await hear_again(tx, last.id)
        return again

    @property
    def can_continue(self) -> bool:
        """Whether answers can be continued: not if prompts hold only the running turn."""
        return self._rules.history_turns != 0

    async def continue_answer(
        self, tx: Transaction, owner: Owner, place: Place, turn_id: UUID, at: datetime
    ) -> Turn | None:
        """Begin a turn that asks for the rest of a turn's answer.

        None unless that answer was cut and is the last one of a conversation that is still open.
        """
        conversation = await self._lifecycle.going_on(tx, owner, place, at)
        last = await stored_turns.last_in(tx, conversation.id) if conversation and self.can_continue else None
        if last is None or last.id != turn_id or not await stored_turns.ends_cut(tx, turn_id):
            return None
        turn, _ = await self.begin(tx, owner, place, [Said(IncomingMessage(CONTINUE, at))])
        return turn

    async def _at_present(
        self, tx: Transaction, conversation: Conversation, heard: Heard
    ) -> tuple[Conversation, PromptText]:
        """Return a conversation updated to the present memory mode, and the note on it.

        The news of memories wait while none may be read.
        """
        news = heard.notes
        if conversation.mode is ConversationMode.PRIVATE:
            return conversation, news
        mode = self._memory.mode_of(heard.capture)
        told = [] if mode is CaptureMode.NONE else [news]
        if news and told:
            await stored_conversations.note_delivered(tx, conversation.id)
        elif news:
            await stored_conversations.prepend_note(tx, conversation.id, news)
        if mode is not conversation.capture:
            await stored_conversations.note_capture(tx, conversation.id, mode)
            told.append(own(MODE_NEWS[mode]))
        return replace(conversation, capture=mode), joined(filter(None, told))

    async def _user_messages(
        self,
        tx: Transaction,
        conversation: Conversation,
        said: Sequence[Said],
        news: PromptText,
        known: Collection[str],
        comparing: object | None = None,
    ) -> list[UserMessage]:
        """Render a user's messages, each with a note of recalled memories; the first one's note includes the news.

        The model knows the memories with the ids `known` before; the first search may be `comparing` already.
        """
        messages: list[UserMessage] = []
        for words in said:
            message = await with_reference(tx, conversation, words.message)
            if message.album and await stored_messages.knows_album(tx, conversation.id, message.album):
                text = "\n".join(filter(None, (_MORE_OF_ALBUM, message.text)))
                message = replace(message, text=text, captions=message.parts)
            rendered = user_message(message, self._rules.timezone)
            so_far, begun = (None, None) if messages else (known, comparing)  # the first note may tell of others
            recalled = await self._memory.recall(tx, conversation, words.message.words, words.embedding, so_far, begun)
            note = joined(filter(None, (NO_TEXT if messages else news, recalled)))
            messages.append(replace(rendered, note=note))
        return messages

    async def _windowed(self, tx: Transaction, conversation: Conversation, turn_id: UUID) -> Conversation:
        """Compact the turns outside a conversation's window, which moves by as many turns as it keeps."""
        window = self._rules.history_turns
        if window is None:
            return conversation
        before = await stored_turns.earlier(tx, conversation, turn_id)
        if not self._moves_window(len(before)):
            return conversation
        first = before[-window] if window else turn_id
        earlier = replace(conversation.earlier or Earlier(turns_before=first), turns_before=first)
        if not await stored_conversations.compact(tx, conversation, earlier, self._memory.checked):
            return conversation
        return replace(conversation, earlier=earlier, revision=conversation.revision + 1)

    def _moves_window(self, turns_before: int) -> bool:
        window = self._rules.history_turns
        return window is not None and turns_before >= max(2 * window, 1)


async def _store(tx: Transaction, owner: Owner, turn_id: UUID, messages: Sequence[UserMessage]) -> None:
    """Store a user's messages, with their files, and the calls that they have allowed."""
    if not any(message.pending for message in messages):
        await stored_turns.append(tx, turn_id, _with_calls(messages))
        return
    for message in messages:
        await stored_turns.append(tx, turn_id, [message])
        if message.said and message.said.files:
            await attachments.add(tx, owner, turn_id, message.said.files)


def _with_calls(messages: Sequence[UserMessage]) -> list[Message]:
    """Return a user's messages, each followed by the call that they have allowed with it."""
    calls = ((it, AssistantMessage("", (it.said.call,)) if it.said and it.said.call else None) for it in messages)
    return [it for message in calls for it in message if it]


def _update_ids(said: Sequence[Said]) -> list[int]:
    return [update_id for words in said for update_id in words.update_ids]


async def with_reference(tx: Transaction, conversation: Conversation, message: IncomingMessage) -> IncomingMessage:
    """Return a message with all that it replies to says, and with the author of what it quotes.

    Keepsake's messages may repeat untrusted text, as an answer to it or as a command's result; then they are untrusted.
    """
    quote = message.attribution.quote
    if quote is None:
        return message
    if quote.message_id is not None and quote.speaker is Speaker.KEEPSAKE:
        quote = await _quoted_answer(tx, conversation, quote, quote.message_id)
    elif quote.message_id is not None and not any(file.quoted for file in message.files):
        quote = await _quoted_message(tx, conversation, quote, quote.message_id)
    has_more = message.attribution.held or any(file.quoted for file in message.files)
    says_nothing = quote.whole and not quote.text and not has_more
    return replace(message, attribution=replace(message.attribution, quote=None if says_nothing else quote))


async def _quoted_answer(tx: Transaction, conversation: Conversation, quote: Quote, message_id: int) -> Quote:
    found = await stored_messages.answer(tx, conversation.owner, conversation.place.chat_id, message_id)
    if found is None or found.untrusted:
        quote = replace(quote, speaker=Speaker.OTHER, name="Keepsake")
    return replace(quote, turn_id=found.turn_id, text=_quoted_text(quote, found.text)) if found else quote


async def _quoted_message(tx: Transaction, conversation: Conversation, quote: Quote, message_id: int) -> Quote:
    found = await stored_messages.message(tx, conversation, message_id)
    if found is None:
        return quote
    if found.untrusted and (quote.whole or quote.text not in found.text):  # not what the user typed there
        quote = replace(quote, speaker=Speaker.OTHER)
    return replace(quote, turn_id=found.turn_id, text=_quoted_text(quote, found.text))


def _quoted_text(quote: Quote, stored: str) -> str:
    """Return the text of a quote, or the stored one of a message that is replied to as a whole."""
    text = stored if quote.whole and stored else quote.text
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]} …"
