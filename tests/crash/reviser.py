"""A seventh person revises: edits questions, takes turns back, replies, decides on offers, and sends late pictures."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from practice.telegram.messenger import Message
from tests.crash.person import Person, data
from tests.crash.script import TAG, asking, fact, words
from tests.sent_files import photo

REVISER: Final = 7


@dataclass(frozen=True, slots=True)
class Numbers:
    """The messages of a round (see `script`)."""

    long: int
    """Has an answer of several Telegram messages."""
    edited: int
    """What the long one is edited to."""
    held: int
    """Is edited while its answer is written."""
    last: int
    """What that is edited to, which is then taken back."""
    reply: int
    offered: int
    album: tuple[int, int]


PLAN: Final = (
    Numbers(609, 615, 621, 627, 610, 633, (611, 613)),
    Numbers(651, 657, 669, 675, 652, 663, (653, 655)),
    Numbers(693, 699, 705, 711, 694, 717, (695, 697)),
    Numbers(735, 741, 753, 759, 736, 747, (737, 739)),
    Numbers(777, 783, 789, 795, 778, 771, (779, 781)),
)
NUMBERS: Final = range(600, 800)


def is_agreed(round_: int) -> bool:
    """Return whether in a round the offer is accepted, and what is taken back is brought back."""
    return round_ % 2 == 0


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected in the end."""

    left: list[int] = field(default_factory=list)
    """The messages that are not superseded, in order."""
    superseded: list[int] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    """The memories, in order."""


def expected(rounds: int) -> Expected:
    """Return what is expected after some rounds."""
    found = Expected()
    for at, its in enumerate(PLAN[:rounds]):
        again, taken = ([its.last], []) if is_agreed(at) else ([], [its.last])
        found.left.extend([its.edited, *again, its.reply, its.offered, *its.album])
        found.superseded.extend([its.long, its.held, *taken])
        found.facts.extend(map(fact, [its.edited, *again, *([its.offered] if is_agreed(at) else [])]))
    found.facts.sort()
    return found


class Reviser(Person):
    """Writes messages and revises them, and waits for the effect of each revision."""

    def __init__(
        self,
        telegram: BotApi,
        message_ids: dict[int, int],
        settled: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(telegram, REVISER, len(PLAN))
        self._message_ids = message_ids
        self._settled = settled
        self.replaced: list[tuple[int, list[int]]] = []
        """Messages after an edit, and Keepsake's messages that showed the answer before it."""
        self.replies: list[tuple[int, int]] = []
        """Messages that reply, and what they reply to."""

    async def take(self) -> None:
        """Do everything once."""
        round_, self.rounds = self.rounds, self.rounds + 1
        its = PLAN[round_]
        await self._edit(its.long, its.edited, f"💾 Remembered: {fact(its.long)}")
        await self._edit(its.held, its.last, "This is the answer to ")
        agrees = is_agreed(round_)
        await self._take_back(its.last, brings_back=agrees)
        await self._reply(its.reply, its.last if agrees else its.edited, quotes=not agrees)
        await self._decide(its.offered, agrees=agrees)
        await self._send_album(its.album, late=not agrees)
        await self._settled()  # else a message of the next round may join a turn whose answer a killed bot did not note

    def about(self, number: int) -> list[Message]:
        """Return Keepsake's messages that answer one."""
        heard = (it for it in self.heard() if not it.text.startswith("Taken back"))
        return [it for it in heard if str(number) in TAG.findall(it.text)]

    async def _edit(self, number: int, to: int, shows: str) -> None:
        """Ask something, and edit it once its answer shows a text."""
        asked = self._says(number, asking(number))
        await self.see(lambda: any(shows in it.text for it in self.about(number)))
        self.replaced.append((to, [it.message_id for it in self.about(number)]))
        self._message_ids[to] = asked
        self.telegram.edit_text(asked, asking(to), REVISER)
        await self.see(lambda: self.answers(to))
        await self._settled()  # a message that a killed bot could not note is still there

    async def _take_back(self, number: int, *, brings_back: bool) -> None:
        """Take the last turn back, and perhaps bring it back."""
        told = await self.button("↩️ Bring it back", after=self.says("/undo"))
        await self._settled()
        if brings_back:
            self.telegram.press(told.message_id, data(told, "↩️ Bring it back"), REVISER)
            await self.see(lambda: self.answers(number) and self.telegram.message(REVISER, told.message_id) is None)
            await self._settled()

    async def _reply(self, number: int, to: int, *, quotes: bool) -> None:
        """Reply to an answer, or quote a part of it."""
        answer = self.about(to)[-1].message_id
        quote = "here is its end" if quotes else ""
        self._message_ids[number] = self.telegram.send_text(words(number), REVISER, reply_to=answer, quote=quote)
        self.replies.append((number, answer))
        await self.see(lambda: self.answers(number))

    async def _decide(self, number: int, *, agrees: bool) -> None:
        """Press one of the buttons below an answer that asks."""
        asked = self._says(number, words(number))
        label, became = ("💾 Remember", "💾 Remembered: ") if agrees else ("No", "✖️ Not remembered: ")
        asks = await self.button(label, after=asked)
        await self.press(asks.message_id, label, became)
        self.last.append((asks.message_id, f"{became}{fact(number)}"))

    async def _send_album(self, numbers: tuple[int, int], *, late: bool) -> None:
        """Send a picture, and another one of its album once the first is downloaded, or even answered."""
        first, second = numbers
        before = len(self.telegram.downloads)
        self._sends(first, first)
        await self.see(lambda: self.answers(first) if late else len(self.telegram.downloads) > before)
        self._sends(second, first)
        await self.see(lambda: self.answers(first) and self.answers(second))

    def _says(self, number: int, text: str) -> int:
        self._message_ids[number] = self.says(text)
        return self._message_ids[number]

    def _sends(self, number: int, album: int) -> None:
        picture = Photo(photo(size=(64, 48)))
        self._message_ids[number] = self.telegram.send(picture, REVISER, caption=words(number), album=str(album))
