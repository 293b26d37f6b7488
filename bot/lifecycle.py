"""How turns begin and end, and which conversation they belong to. Every method works in the caller's transaction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from itertools import islice
from typing import Final
from uuid import UUID

from bot.budget import by_turn, newest, size
from bot.database.conversations import Conversations
from bot.database.engine import Transaction
from bot.database.erasure import Erasure
from bot.database.history import PastConversation
from bot.database.memories import Memories, describe
from bot.database.turns import Turns
from bot.messages import (
    AssistantMessage,
    CarriedTurns,
    Conversation,
    ConversationMode,
    Earlier,
    Message,
    Owner,
    ToolResult,
    Turn,
    TurnState,
    UserMessage,
    quoted,
)
from bot.prompt import memory_line, order, private_prompt, system_prompt, user_content
from bot.runner import TurnUnderWay, open_calls
from bot.tools.toolset import ToolSet

STOPPED = "stopped by the user"
NEWS: Final = "These memories are not above, or in an older text:"
MOST_NEWS = 20
"""So many of them are told to a conversation that is resumed."""
NOT_STORED: Final = UUID(int=0)
"""The id of a conversation that is not there yet."""
_NEXT_TURN: Final = UUID(int=2**128 - 1)
"""Sorts behind every turn there is."""
CARRIED_TOKENS = 2_000
"""So much of a conversation that was left idle comes along into the next one."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a user said, and when (Telegram's date)."""

    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRules:
    """When a conversation ends by itself, in which zone times are told, and the owner's own instructions.

    Its prompt keeps at least the last `history_turns`, and fewer than twice as many; None: as many as fit. Its memories
    take at most `memory_tokens`, as many as that is when it begins; None: all are in it.
    """

    idle_limit: timedelta
    history_turns: int | None = None
    memory_tokens: Callable[[], int | None] = lambda: None
    timezone: tzinfo | None
    own_instructions: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewed:
    """What came of ending a conversation: whether it was private, and how many memories there are."""

    was_private: bool
    remembered: int


class Lifecycle:
    """Begins, joins, stops, fails and retries turns."""

    def __init__(
        self,
        conversations: Conversations,
        turns: Turns,
        memories: Memories,
        erasure: Erasure,
        tools: ToolSet,
        rules: ConversationRules,
    ) -> None:
        self._conversations = conversations
        self._turns = turns
        self._memories = memories
        self._erasure = erasure
        self._tools = tools
        self._rules = rules

    async def begin(
        self, tx: Transaction, owner: Owner, chat_id: int, said: Sequence[Said]
    ) -> tuple[Turn, Conversation]:
        """Begin a turn with what a user said; a turn that failed in the same conversation is taken up again."""
        found = await self._conversation(tx, owner, chat_id, said[0].at)
        note = await self._conversations.hear(tx, found.id, said[-1].at)
        conversation = await self._conversations.get(tx, found.id)  # as it stands now that nobody else can change it
        last = await self._turns.last_in(tx, conversation.id)
        if last and last.state is TurnState.FAILED:
            turn = await self._turns.begin_anew(tx, last, supersede=False)
        else:
            if last is None and conversation.carried:
                last = await self._turns.last_in(tx, conversation.carried.conversation_id)
            turn = await self._turns.begin(tx, conversation.id, after=last)
        await self._turns.append(tx, turn.id, self._user_messages(said, note))
        return turn, await self._windowed(tx, conversation, turn)

    async def ahead(self, tx: Transaction, owner: Owner, chat_id: int, at: datetime) -> tuple[Conversation, bool]:
        """Return the conversation of whatever is said next, at a time, as it will be then; nothing is stored.

        Tell also whether it stands like that already: a new one does not, nor one whose window is to move.
        """
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        if conversation is None or self._is_idle(conversation, at):
            return await self._new(tx, owner, chat_id, at, left=conversation), False
        last = await self._turns.last_in(tx, conversation.id)
        joins = last and last.state in {TurnState.RUNNING, TurnState.FAILED}
        earlier = await self._beyond_window(tx, conversation, last.id if last and joins else _NEXT_TURN)
        return (replace(conversation, earlier=earlier), False) if earlier else (conversation, True)

    async def follow(self, tx: Transaction, work: TurnUnderWay, said: Sequence[Said]) -> TurnUnderWay | None:
        """Begin the turn after one that was answered and is held in memory, without reading anything again.

        None, and nothing is done, if the conversation has ended, was left idle, or has changed since, and if its prompt
        is to let go of turns.
        """
        if self._moves_window(work.turns_before + 1):
            return None
        not_before = said[0].at - self._rules.idle_limit
        note = await self._conversations.hear_more(tx, work.conversation, said[-1].at, not_before=not_before)
        if note is None:
            return None
        turn = await self._turns.begin(tx, work.conversation.id, after=work.turn)
        messages = self._user_messages(said, note)
        await self._turns.append(tx, turn.id, messages)
        return TurnUnderWay(
            turn=turn,
            conversation=work.conversation,
            history=[*work.history, *work.messages],
            messages=list(messages),
            turns_before=work.turns_before + 1,
            counted=work.counted,
            covered=work.covered,
        )

    async def join(self, tx: Transaction, turn: Turn, said: Sequence[Said]) -> None:
        """Add what a user said to a turn that is still open, with what is to be told beside it."""
        note = await self._conversations.hear(tx, turn.conversation_id, said[-1].at)
        await self._turns.append(tx, turn.id, self._user_messages(said, note))

    async def stop(self, tx: Transaction, work: TurnUnderWay, words: str) -> None:
        """End a turn before its time: what was said so far is kept, and no call stays without its result."""
        closing: list[Message] = [ToolResult(call.id, STOPPED) for call in open_calls(work.messages)]
        rest = words.removeprefix(work.words).strip()
        if rest:
            closing.append(AssistantMessage(rest))
        if closing:
            await self._turns.append(tx, work.turn.id, closing)
        await self._turns.end(tx, work.turn.id, TurnState.STOPPED)

    async def end(self, tx: Transaction, turn: Turn, state: TurnState) -> None:
        """Note that a turn was answered or failed."""
        await self._turns.end(tx, turn.id, state)

    async def leave_out(self, tx: Transaction, turn: Turn) -> None:
        """End a turn that can't be sent to the model: nothing of it is, from now on."""
        await self._turns.leave_out(tx, turn.id)
        await self._turns.end(tx, turn.id, TurnState.STOPPED)

    async def retry(self, tx: Transaction, owner: Owner, chat_id: int) -> Turn | None:
        """Begin the chat's last turn anew; None if there is none, or nothing of it may be sent."""
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        last = await self._turns.last_in(tx, conversation.id) if conversation else None
        if last is None or await self._turns.is_left_out(tx, last.id):
            return None
        return await self._turns.begin_anew(tx, last, supersede=True)

    async def renew(self, tx: Transaction, owner: Owner, chat_id: int) -> Renewed:
        """End the chat's conversation, so that the next message opens a new one."""
        was_private = await self._end_open(tx, owner, chat_id)
        return Renewed(was_private=was_private, remembered=len(await self._memories.live(tx, owner)))

    async def open_private(
        self, tx: Transaction, owner: Owner, chat_id: int, at: datetime, *, started_at: datetime
    ) -> None:
        """End the chat's conversation, and open a private one, which knows no memories and no tools.

        What is set aside of what was received since it `started_at` is erased with it.
        """
        await self._end_open(tx, owner, chat_id)
        await self._start_private(tx, owner, chat_id, at, started_at)

    async def is_private(self, tx: Transaction, owner: Owner, chat_id: int, at: datetime) -> bool:
        """Tell whether what the user says at a time is said in a private conversation that is open."""
        until = await self.private_until(tx, owner, chat_id)
        return until is not None and at <= until

    async def private_until(self, tx: Transaction, owner: Owner, chat_id: int) -> datetime | None:
        """Return until when the chat's conversation lasts without a message, if it is private."""
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        is_private = conversation is not None and conversation.mode is ConversationMode.PRIVATE
        return conversation.last_message_at + self._rules.idle_limit if conversation and is_private else None

    async def end_private(self, tx: Transaction, owner: Owner, chat_id: int, at: datetime) -> datetime | None:
        """Erase the chat's private conversation if it was left idle by now; return until when it lasted."""
        until = await self.private_until(tx, owner, chat_id)
        if until is None or at <= until:
            return None
        await self._end_open(tx, owner, chat_id)
        await self._conversations.note_private_end(tx, owner, until)
        return until

    async def comes_late(self, tx: Transaction, owner: Owner, chat_id: int, at: datetime) -> bool:
        """Tell whether what was said at a time was said in a private conversation that has ended meanwhile."""
        until = await self._conversations.was_private_until(tx, owner)
        return until is not None and at < until and await self.private_until(tx, owner, chat_id) is None

    async def private_chats(self, tx: Transaction, bot_id: int) -> list[tuple[Owner, int]]:
        """Return the chats of a bot that are private, and whose they are."""
        return [
            (conversation.owner, conversation.chat_id) for conversation in await self._conversations.private(tx, bot_id)
        ]

    async def is_open(self, tx: Transaction, owner: Owner, chat_id: int, past: PastConversation, at: datetime) -> bool:
        """Tell whether what the user says at a time is said in this conversation."""
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        return conversation is not None and conversation.id == past.id and not self._is_idle(conversation, at)

    async def resume(self, tx: Transaction, owner: Owner, chat_id: int, past: PastConversation, at: datetime) -> bool:
        """End the chat's conversation, and go on with another, as it was left; tell whether a private one ended.

        With the next message it is told which memories its prompt does not hold as they are by now.
        """
        await self._memories.hold(tx, owner)
        was_private = past.ended_at is not None and await self._end_open(tx, owner, chat_id)
        news = await self._news(tx, owner, past.id, past.ended_at) if past.ended_at else ""
        await self._conversations.reopen(tx, past.id, at, [news] if news else [])
        return was_private

    async def forget(self, tx: Transaction, past: PastConversation) -> None:
        """Erase a conversation for good, whether it is open or not."""
        conversation = await self._conversations.find(tx, past.id)
        if conversation:
            await self._erasure.conversation(tx, conversation)

    async def erase(self, tx: Transaction, owner: Owner) -> None:
        """Erase all that there is of an owner."""
        await self._erasure.everything(tx, owner)

    async def _conversation(self, tx: Transaction, owner: Owner, chat_id: int, at: datetime) -> Conversation:
        """Return the chat's conversation, or a new one if it has none; one left idle hands its last turns on."""
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        if conversation and not self._is_idle(conversation, at):
            return conversation
        await self._memories.hold(tx, owner)  # before any row is locked, as whoever changes memories does
        new = await self._new(tx, owner, chat_id, at, left=conversation)
        if conversation:
            await self._end(tx, conversation)
        return await self._conversations.start(
            tx,
            owner,
            chat_id,
            system_prompt=new.system_prompt,
            tools=new.tools,
            first_message_at=at,
            carried=new.carried,
        )

    async def _new(
        self, tx: Transaction, owner: Owner, chat_id: int, at: datetime, *, left: Conversation | None
    ) -> Conversation:
        """Return a conversation as it begins, behind one that was left idle; it is not stored."""
        hands_on = left is not None and left.mode is ConversationMode.KEPT
        return Conversation(
            id=NOT_STORED,
            owner=owner,
            chat_id=chat_id,
            number=None,
            system_prompt=system_prompt(
                self._rules.own_instructions, await self._memories.live(tx, owner), self._rules.memory_tokens()
            ),
            tools=self._tools.specs,
            revision=0,
            last_message_at=at,
            carried=await self._last_turns(tx, left) if left and hands_on else None,
        )

    async def _end_open(self, tx: Transaction, owner: Owner, chat_id: int) -> bool:
        """End the chat's conversation, if it has one; tell whether it was private."""
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        if conversation:
            await self._end(tx, conversation)
        return conversation is not None and conversation.mode is ConversationMode.PRIVATE

    async def _end(self, tx: Transaction, conversation: Conversation) -> None:
        """End a conversation: a private one is erased."""
        if conversation.mode is ConversationMode.PRIVATE:
            await self._erasure.conversation(tx, conversation)
        else:
            await self._conversations.end(tx, conversation.id)

    def _is_idle(self, conversation: Conversation, at: datetime) -> bool:
        return at - conversation.last_message_at > self._rules.idle_limit

    async def _start_private(
        self, tx: Transaction, owner: Owner, chat_id: int, at: datetime, started_at: datetime
    ) -> Conversation:
        return await self._conversations.start(
            tx,
            owner,
            chat_id,
            system_prompt=private_prompt(self._rules.own_instructions),
            tools=(),
            first_message_at=at,
            mode=ConversationMode.PRIVATE,
            started_at=started_at,
        )

    async def _news(self, tx: Transaction, owner: Owner, conversation_id: UUID, ended_at: datetime) -> str:
        """Tell the newest memories that a conversation's prompt does not hold as they are by now; nothing if it does.

        Those are memories that were added, given another wording, or restored outside it; also what it let go of.
        """
        conversation = await self._conversations.get(tx, conversation_id)
        lines = set(conversation.system_prompt.split("\n"))
        told = "\n".join([_told(message) for _, message in await self._turns.messages(tx, conversation)])
        memories = sorted(await self._memories.live(tx, owner), key=lambda memory: memory.updated_at, reverse=True)
        news = (
            memory
            for memory in memories
            if memory.updated_at > ended_at or (memory_line(memory) not in lines and quoted(memory.content) not in told)
        )
        fitting = list(islice(news, MOST_NEWS))
        more = "\n… and more." if next(news, None) else ""
        return f"{NEWS}\n{describe(order(fitting))}{more}" if fitting else ""

    def _user_messages(self, said: Sequence[Said], note: str) -> list[UserMessage]:
        """Render what a user said; what is to be told beside it stands with the first."""
        contents = [user_content(words.text, words.at, self._rules.timezone) for words in said]
        return [UserMessage(contents[0], note), *map(UserMessage, contents[1:])]

    async def _windowed(self, tx: Transaction, conversation: Conversation, turn: Turn) -> Conversation:
        """Let a conversation's prompt go of what the window holds no more: it moves by as many turns as it keeps."""
        earlier = await self._beyond_window(tx, conversation, turn.id)
        if earlier is None or not await self._conversations.let_go(tx, conversation, earlier):
            return conversation
        return replace(conversation, earlier=earlier, revision=conversation.revision + 1)

    async def _beyond_window(self, tx: Transaction, conversation: Conversation, turn_id: UUID) -> Earlier | None:
        """Return what a prompt is to let go of when a turn begins; None if the window does not move."""
        window = self._rules.history_turns
        before = [] if window is None else await self._turns.earlier(tx, conversation, turn_id)
        if window is None or not self._moves_window(len(before)):
            return None
        first = before[-window] if window else turn_id
        return replace(conversation.earlier or Earlier(turns_before=first), turns_before=first)

    def _moves_window(self, turns_before: int) -> bool:
        window = self._rules.history_turns
        return window is not None and turns_before >= max(2 * window, 1)

    async def _last_turns(self, tx: Transaction, conversation: Conversation) -> CarriedTurns | None:
        """Return the last whole turns of a conversation that fit into what is carried along."""
        turns = by_turn(await self._turns.messages(tx, conversation))
        fitting = newest(turns, CARRIED_TOKENS, size(0, "", []))
        if not fitting:
            return None
        return CarriedTurns(conversation_id=conversation.id, from_turn_id=turns[-fitting][0], to_turn_id=turns[-1][0])


def _told(message: Message) -> str:
    """Return what we told the model, of a message."""
    match message:
        case UserMessage(note=note):
            return note
        case ToolResult(content=result):
            return result
        case _:
            return ""
