"""How turns begin and end, and which conversation they belong to. Every method works in the caller's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from itertools import groupby
from operator import itemgetter

from bot.database.conversations import Conversations
from bot.database.engine import Transaction
from bot.database.memories import Memories
from bot.database.turns import Turns
from bot.messages import (
    AssistantMessage,
    CarriedTurns,
    Conversation,
    Message,
    Owner,
    ToolResult,
    Turn,
    TurnState,
    UserMessage,
)
from bot.prompt import system_prompt, user_content
from bot.runner import TurnUnderWay, open_calls
from bot.tools.toolset import ToolSet

STOPPED = "stopped by the user"
CARRIED_CHARACTERS = 8_000
"""How much of a conversation that was left idle comes along into the next one: about 2,000 tokens."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a user said, and when (Telegram's date)."""

    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRules:
    """When a conversation ends by itself, in which zone times are told, and the owner's own instructions."""

    idle_limit: timedelta
    timezone: tzinfo | None
    own_instructions: str


class Lifecycle:
    """Begins, joins, stops, fails and retries turns."""

    def __init__(
        self,
        conversations: Conversations,
        turns: Turns,
        memories: Memories,
        tools: ToolSet,
        rules: ConversationRules,
    ) -> None:
        self._conversations = conversations
        self._turns = turns
        self._memories = memories
        self._tools = tools
        self._rules = rules

    async def begin(
        self, tx: Transaction, owner: Owner, chat_id: int, said: Sequence[Said]
    ) -> tuple[Turn, Conversation]:
        """Begin a turn with what a user said; a turn that failed in the same conversation is taken up again."""
        conversation = await self._conversation(tx, owner, chat_id, said[0].at)
        last = await self._turns.last_in(tx, conversation.id)
        if last and last.state is TurnState.FAILED:
            turn = await self._turns.begin_anew(tx, last, supersede=False)
        else:
            if last is None and conversation.carried:
                last = await self._turns.last_in(tx, conversation.carried.conversation_id)
            turn = await self._turns.begin(tx, conversation.id, after=last)
        await self.join(tx, turn, said)
        return turn, conversation

    async def follow(self, tx: Transaction, work: TurnUnderWay, said: Sequence[Said]) -> TurnUnderWay | None:
        """Begin the turn after one that was answered and is held in memory, without reading anything again.

        None, and nothing is done, if the conversation has ended, was left idle, or has changed since.
        """
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

    async def retry(self, tx: Transaction, owner: Owner, chat_id: int) -> Turn | None:
        """Begin the chat's last turn anew; None if there is none."""
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        last = conversation and await self._turns.last_in(tx, conversation.id)
        return await self._turns.begin_anew(tx, last, supersede=True) if last else None

    async def renew(self, tx: Transaction, owner: Owner, chat_id: int) -> int:
        """Close the chat's conversation, so that the next message opens a new one; return how much is remembered."""
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        if conversation:
            await self._conversations.end(tx, conversation.id)
        return len(await self._memories.live(tx, owner))

    async def _conversation(self, tx: Transaction, owner: Owner, chat_id: int, at: datetime) -> Conversation:
        """Return the chat's conversation, or a new one if it has none; one left idle hands its last turns on."""
        conversation = await self._conversations.open_in(tx, owner, chat_id)
        if conversation and at - conversation.last_message_at <= self._rules.idle_limit:
            return conversation
        await self._memories.hold(tx, owner)  # before any row is locked, as whoever changes memories does
        carried = None
        if conversation:
            await self._conversations.end(tx, conversation.id)
            carried = await self._last_turns(tx, conversation)
        return await self._conversations.start(
            tx,
            owner,
            chat_id,
            system_prompt=system_prompt(self._rules.own_instructions, await self._memories.live(tx, owner)),
            tools=self._tools.specs,
            first_message_at=at,
            carried=carried,
        )

    def _user_messages(self, said: Sequence[Said], note: str) -> list[UserMessage]:
        """Render what a user said; what is to be told beside it stands with the first."""
        contents = [user_content(words.text, words.at, self._rules.timezone) for words in said]
        return [UserMessage(contents[0], note), *map(UserMessage, contents[1:])]

    async def _last_turns(self, tx: Transaction, conversation: Conversation) -> CarriedTurns | None:
        """Return the last whole turns of a conversation that fit into what is carried along."""
        first, room = None, CARRIED_CHARACTERS
        said = await self._turns.messages(tx, conversation.id)
        for turn_id, messages in groupby(reversed(said), key=itemgetter(0)):
            room -= sum(_length(message) for _, message in messages)
            if room < 0:
                break
            first = turn_id
        return CarriedTurns(conversation_id=conversation.id, from_turn_id=first) if first else None


def _length(message: Message) -> int:
    calls = message.calls if isinstance(message, AssistantMessage) else ()
    return len(message.content) + sum(len(call.name) + len(call.arguments) for call in calls)
