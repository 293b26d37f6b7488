"""An eleventh person adds the bot to a group, where a guest joins them; it is upgraded, and the bot is removed."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.crash.script import TAG, fact

GATHERER: Final = 11
GUEST: Final = 12
"""May not use the bot but in a group."""
ROUNDS: Final = 2
"""Fewest rounds; more follow until the bot was killed at each point of a group."""
_MENTION: Final = "@practice_bot "
_FACTS: Final = tuple(number for number in range(201, 400, 6) if number % 7)
"""Numbers of the messages of which the model remembers something."""
_OTHERS: Final = tuple(number for number in range(202, 400) if number % 3 and number % 7)
_MOST_ROUNDS: Final = len(_FACTS) // 3
HELLO: Final = "Hello! Reply to me"
OTHERS_CAME: Final = "Others are here now"
REMOVED: Final = "I am no longer in the group"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The messages of a round (see `script`): its own is said alone with the bot, all others while a guest is there."""

    own: int
    guests: int
    reply: int
    before_upgrade: int
    after_upgrade: int

    @property
    def shared(self) -> tuple[int, ...]:
        """Those that the guest can see."""
        return self.guests, self.reply, self.before_upgrade, self.after_upgrade

    @property
    def remembered(self) -> list[str]:
        """What the group remembers."""
        return [fact(self.reply), fact(self.after_upgrade)]


def in_round(number: int) -> Numbers:
    """Return the messages of a round."""
    own, reply, after = _FACTS[3 * number : 3 * number + 3]
    guests, before = _OTHERS[2 * number : 2 * number + 2]
    return Numbers(own, guests, reply, before, after)


def request_keys() -> dict[int, int]:
    """Return which messages' requests begin with one another: each alone, and those of a group that the guest sees."""
    keys = dict[int, int]()
    for its in map(in_round, range(_MOST_ROUNDS)):
        keys |= {its.own: -its.own} | dict.fromkeys(its.shared, -its.guests)
    return keys


class Gatherer:
    """Lets the bot into groups, and waits for the answer to each message there; `settled` waits for all in a chat."""

    def __init__(self, telegram: BotApi, settled: Callable[[int], Awaitable[None]], seconds: float) -> None:
        telegram.reads_all = True
        self._telegram = telegram
        self._settled = settled
        self._seconds = seconds
        self.rounds = 0
        """Number of completed rounds."""
        self.groups: list[tuple[int, int]] = []
        """The groups: their ids before they were upgraded and after it."""

    @property
    def may_go_on(self) -> bool:
        """Whether there may be one more round."""
        return self.rounds < _MOST_ROUNDS

    async def take(self) -> None:
        """Have a group from its beginning to its end."""
        round_, self.rounds = self.rounds, self.rounds + 1
        its, group = in_round(round_), self._telegram.add_group(f"group {round_}", by=GATHERER, is_super=False)
        self.groups.append((group, group))
        await self._hear(group, HELLO)
        await self._settled(group)  # what is not noted as sent is dropped when the group changes hands
        self._telegram.say(group, _told(its.own), GATHERER)
        await self._answered(its.own, group)
        await self._settled(group)
        self._telegram.join(group, GUEST, noticed=round_ % 2 == 0)
        self._telegram.say(group, _told(its.guests), GUEST)
        answer = await self._answered(its.guests, group)
        self._telegram.say(group, _told(its.reply), GATHERER, reply_to=answer.message_id)
        await self._answered(its.reply, group)
        self._telegram.say(group, _told(its.before_upgrade), GUEST)
        upgraded = self._telegram.upgrade(group)
        self.groups[-1] = (group, upgraded)
        await self._answered(its.before_upgrade, group, upgraded)
        self._telegram.say(upgraded, _told(its.after_upgrade), GATHERER)
        await self._answered(its.after_upgrade, upgraded)
        await self._settled(upgraded)
        self._telegram.set_bot(upgraded, "kicked", by=GATHERER)
        await self._hear(GATHERER, f"{REMOVED} “group {round_}”")

    def answers(self, number: int, *chats: int) -> list[Message]:
        """Return the messages that answer one in some chats."""
        said = [it for chat in chats for it in self.heard(chat, "This is the answer to ")]
        return [it for it in said if str(number) in TAG.findall(it.text)]

    def heard(self, chat: int, beginning: str) -> list[Message]:
        """Return the bot's messages in a chat that begin with a text."""
        return [it for it in self._telegram.messages(chat) if it.from_bot and it.text.startswith(beginning)]

    async def _answered(self, number: int, *chats: int) -> Message:
        return (await self._see(lambda: self.answers(number, *chats)))[-1]

    async def _hear(self, chat: int, beginning: str) -> None:
        await self._see(lambda: self.heard(chat, beginning))

    async def _see(self, found: Callable[[], list[Message]]) -> list[Message]:
        return await self._telegram.wait_for(lambda: found() or None, timeout=self._seconds)


def _told(number: int) -> str:
    """Return a message for the bot; what is remembered of it is in its user's own words."""
    return f"{_MENTION}m{number} and so on" + (f": {fact(number)}" if number in _FACTS else "")
