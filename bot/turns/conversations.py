"""Lifecycle of a chat's conversations. Every method works in the caller's transaction."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Final, TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import NO_TEXT, joined, own
from bot.kit.zones import OwnersZone
from bot.model.tokens import tools_tokens
from bot.model.values import ToolSpec
from bot.store.engine import Transaction
from bot.turns.budget import PictureRoom, Size, by_turn, in_words, newest, shown_from
from bot.turns.memory import Memory
from bot.turns.prompt import private_prompt, system_prompt
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import erasure, tool_choices
from bot.turns.store import turns as stored_turns
from bot.turns.store.history import PastConversation
from bot.turns.store.owners import lock
from bot.turns.tools.finding import FIND, FINDING, USE, chosen, fitting, usable
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.conversations import UNTIL_THE_END, CarriedTurns, Conversation, ConversationMode, KnownMemory

News: TypeAlias = Callable[[Transaction, Owner, datetime], Awaitable[str]]
"""Returns what has changed since a time, in words for the model; empty if nothing has."""

CARRIED_TOKENS = 2_000
"""Most tokens of words carried from an idle conversation into the next one."""
CARRIED_PICTURES: Final = PictureRoom(3_000)
"""Pictures carried with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRules:
    """Idle limit, time zone, and instructions for new conversations: the host's, and then each user's own.

    A prompt keeps at least the last `history_turns` and fewer than twice as many (None: all that fit). Its memories
    take at most `memory_tokens` when it begins (None: all memories). It is offered at most `tool_limit` tools beside
    the system's, and these take at most `tool_tokens` with those that find others (None: any number). Only one who
    `is_host` is offered the host's own.
    """

    idle_limit: timedelta
    history_turns: int | None = None
    memory_tokens: Callable[[Owner], int | None] = lambda _: None
    tool_limit: int = 20
    tool_tokens: Callable[[Owner], int | None] = lambda _: None
    is_host: Callable[[Owner], bool] = lambda _: False
    timezone: tzinfo | None
    own_instructions: str
    instructions_of: Callable[[Owner], str | None] = lambda _: None

    @property
    def zone(self) -> str:
        """The name of the zone of messages' times; empty for the machine's own."""
        return self.timezone.key if isinstance(self.timezone, ZoneInfo | OwnersZone) else ""

    def instructions(self, owner: Owner) -> str:
        """Return the instructions of the host and of an owner."""
        return "\n\n".join(filter(None, [self.own_instructions.strip(), self.instructions_of(owner)]))


class ConversationLifecycle:
    """Begins, ends, resumes and erases conversations. One that is resumed is told the `news` since."""

    def __init__(self, tools: ToolSet, rules: ConversationRules, memory: Memory, news: Sequence[News] = ()) -> None:
        self._tools = tools
        self._rules = rules
        self._memory = memory
        self._news = news

    async def going_on(self, tx: Transaction, owner: Owner, place: Place, at: datetime) -> Conversation | None:
        """Return the chat's conversation, unless it was left idle by a time."""
        conversation = await stored_conversations.open_in(tx, owner, place)
        return None if conversation and self._is_idle(conversation, at) else conversation

    async def current(
        self, tx: Transaction, owner: Owner, place: Place, at: datetime, *, asked: str = ""
    ) -> Conversation:
        """Return the chat's conversation, or a new one, which carries the last turns of one left idle.

        What was to be told in that goes with the turns, such as a call in them that its owner has declined since.
        A new one is offered tools for what its first message `asked`.
        """
        left = await stored_conversations.open_in(tx, owner, place)
        if left and not self._is_idle(left, at):
            return left
        await lock(tx, owner)  # before any row lock, in the same order as changes of memories
        mode = await self._memory.mode(tx, owner)
        block = await self._memory.block(tx, owner, mode, self._rules.memory_tokens(owner))
        carried, pictures_from = await self._last_turns(tx, left) if left and _hands_on(left, mode) else (None, None)
        offered = await self._offered(tx, owner, mode, asked)
        notes = await stored_conversations.pending_notes(tx, left.id) if left and carried else []
        if left:
            await self._end(tx, left)
        return await stored_conversations.start(
            tx,
            owner,
            place,
            system_prompt=system_prompt(self._rules.instructions(owner), block, mode, zone=self._rules.zone),
            recalls=block.recalls,
            capture=mode,
            tools=offered,
            first_message_at=at,
            carried=carried,
            carries_untrusted=bool(left and carried and self._tools.servers(left.tools) - self._tools.servers(offered)),
            offers_untrusted=bool(self._tools.servers(offered)),
            notes=notes,
            pictures_from=pictures_from,
        )

    async def _offered(self, tx: Transaction, owner: Owner, mode: CaptureMode, asked: str) -> tuple[ToolSpec, ...]:
        """Return the tools of a new conversation; with others to be found, those that find them, if there is room."""
        families = self._tools.families(is_host=self._rules.is_host(owner))
        if all(family.is_system for family in families):
            return self._tools.specs(mode, without=[FINDING])
        choices = await tool_choices.choices(tx, owner)
        can_be_used = usable(families, choices)
        wanted = chosen(can_be_used, choices, asked, self._rules.tool_limit)
        has_all = len(wanted) == sum(len(family.tools) for family in can_be_used)
        sizes = {it.name: tools_tokens([it]) for it in self._tools.specs(mode, chosen=wanted)}
        room = self._rules.tool_tokens(owner)
        if has_all and fitting(wanted, sizes, room, can_be_used) == wanted:
            return self._tools.specs(mode, chosen=wanted, without=[FINDING])
        left = None if room is None else room - sizes[FIND] - sizes[USE]
        without = [FINDING] if left is not None and left < 0 else []
        return self._tools.specs(mode, chosen=fitting(wanted, sizes, left, can_be_used), without=without)

    async def renew(self, tx: Transaction, owner: Owner, place: Place) -> bool:
        """End the chat's conversation, so that the next message opens a new one; tell whether it was private."""
        conversation = await stored_conversations.open_in(tx, owner, place)
        if conversation:
            await self._end(tx, conversation)
        return conversation is not None and conversation.mode is ConversationMode.PRIVATE

    async def open_private(
        self, tx: Transaction, owner: Owner, place: Place, at: datetime, *, started_at: datetime
    ) -> None:
        """End the chat's conversation, and open a private one without memories and tools.

        Dead letters received since it `started_at` are erased with it.
        """
        await lock(tx, owner)  # a review's offer is posted before, or after the private chat ends
        await self.renew(tx, owner, place)
        await stored_conversations.start(
            tx,
            owner,
            place,
            system_prompt=private_prompt(self._rules.instructions(owner), zone=self._rules.zone),
            tools=(),
            first_message_at=at,
            mode=ConversationMode.PRIVATE,
            started_at=started_at,
        )

    async def private_until(self, tx: Transaction, owner: Owner, place: Place) -> datetime | None:
        """Return when the chat's private conversation ends without another message; None if it isn't private."""
        conversation = await stored_conversations.open_in(tx, owner, place)
        is_private = conversation is not None and conversation.mode is ConversationMode.PRIVATE
        return conversation.last_message_at + self._rules.idle_limit if conversation and is_private else None

    async def resume(self, tx: Transaction, owner: Owner, place: Place, past: PastConversation, at: datetime) -> bool:
        """End the chat's conversation and resume another; return whether a private one ended.

        The next message carries a note on memories that differ from the resumed prompt, and on notes changed since.
        """
        await lock(tx, owner)
        here = await stored_conversations.open_in(tx, owner, place)
        was_private = (here is None or here.id != past.id) and await self.renew(tx, owner, place)
        note, memories = NO_TEXT, list[KnownMemory]()
        if past.ended_at:
            known = await stored_conversations.known(tx, past.id)
            most = self._rules.memory_tokens(owner)
            note, memories = await self._memory.news(tx, owner, known, past.ended_at, most)
            others = [own(await told(tx, owner, past.ended_at)) for told in self._news]
            note = joined(filter(None, [note, *others]))
        await stored_conversations.reopen(tx, past.id, place, at, note, memories)
        return was_private

    async def forget(self, tx: Transaction, past: PastConversation) -> None:
        """Erase a conversation, open or ended."""
        conversation = await stored_conversations.find(tx, past.id)
        if conversation:
            await erasure.erase_conversation(tx, conversation)

    async def _end(self, tx: Transaction, conversation: Conversation) -> None:
        """End a conversation; a private one is erased."""
        if conversation.mode is ConversationMode.PRIVATE:
            await erasure.erase_conversation(tx, conversation)
        else:
            await stored_conversations.end(tx, conversation.id)
            await self._memory.conversation_ended(tx, conversation)

    @property
    def idle_limit(self) -> timedelta:
        """How long after its last message a conversation is over."""
        return self._rules.idle_limit

    def _is_idle(self, conversation: Conversation, at: datetime) -> bool:
        return at - conversation.last_message_at > self._rules.idle_limit

    async def _last_turns(self, tx: Transaction, conversation: Conversation) -> tuple[CarriedTurns | None, UUID | None]:
        """Return the last whole turns of a conversation, within CARRIED_TOKENS, and the first that keeps its pictures.

        Of these, None if all do, are the newest within CARRIED_PICTURES.
        """
        turns = by_turn(await stored_turns.messages(tx, conversation))
        kept = newest(list(map(in_words, turns)), CARRIED_TOKENS, Size(fixed=0, turns=0, scale=1.0))
        if not kept:
            return None, None
        first, last = turns[-kept][0], turns[-1][0]
        carried = CarriedTurns(conversation_id=conversation.id, from_turn_id=first, to_turn_id=last)
        shown = min(shown_from(turns, UNTIL_THE_END, CARRIED_PICTURES), UUID(int=last.int + 1))
        pictures_from = max(shown, conversation.pictures_from or first)
        return carried, pictures_from if pictures_from > first else None


def _hands_on(left: Conversation, mode: CaptureMode) -> bool:
    """Tell whether a conversation's last turns are carried over: not if they may reveal memories the mode hides.

    They may if memories were read in it at last, or at its beginning, whatever the mode has been since.
    """
    began_with_memories = left.memories_at < len(left.system_prompt)
    may_tell = mode is CaptureMode.NONE and (left.capture is not CaptureMode.NONE or began_with_memories)
    return left.mode is ConversationMode.KEPT and not may_tell
