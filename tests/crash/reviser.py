"""A seventh person revises: edits questions, takes turns back, replies, decides on offers, and sends late pictures."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from practice.telegram.messenger import Message
from tests.crash.person import Person, data
from tests.crash.script import TAG, fact
from tests.sent_files import photo

REVISER: Final = 7
ROUNDS: Final = 2
"""Fewest rounds; more follow until the bot was killed at each point of a revision."""
_ANSWER: Final = "This is the answer to "


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


def is_brought_back(round_: int) -> bool:
    """Return whether what is taken back in a round is brought back."""
    return round_ % 2 == 0


def is_agreed(round_: int) -> bool:
    """Return whether the offer of a round is accepted."""
    return round_ % 2 == 0


def left(rounds: int) -> list[int]:
    """Return the messages that are not superseded in the end, in order."""
    return [
        number
        for at, its in enumerate(PLAN[:rounds])
        for number in (its.edited, *([its.last] if is_brought_back(at) else []), its.reply, its.offered, *its.album)
    ]


def superseded(rounds: int) -> list[int]:
    """Return the messages that are superseded in the end."""
    return [
        number
        for at, its in enumerate(PLAN[:rounds])
        for number in (its.long, its.held, *([] if is_brought_back(at) else [its.last]))
    ]


def kept(rounds: int) -> list[str]:
    """Return the memories expected in the end."""
    stored = [
        number
        for at, its in enumerate(PLAN[:rounds])
        for number in (
            its.edited,
            *([its.last] if is_brought_back(at) else []),
            *([its.offered] if is_agreed(at) else []),
        )
    ]
    return sorted(map(fact, stored))


class Reviser(Person):
    """Writes messages and revises them, and waits for the effect of each revision."""

    def __init__(
        self,
        telegram: BotApi,
        note: Callable[[int, int], None],
        settled: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(telegram, REVISER, len(PLAN))
        self._note = note
        self._settled = settled
        self.replaced: list[tuple[int, list[int]]] = []
        """Messages after an edit, and Keepsake's messages that showed the answer before it."""
        self.replies: list[tuple[int, int]] = []
        """Messages that reply, and what they reply to."""
        self.last: list[tuple[int, str]] = []
        """Messages and the text that each must show from then on."""

    async def take(self) -> None:
        """Do everything once."""
        round_, self.rounds = self.rounds, self.rounds + 1
        its = PLAN[round_]
        await self._edit(its.long, its.edited, f"💾 Remembered: {fact(its.long)}")
        await self._edit(its.held, its.last, _ANSWER)
        answered = await self._take_back(its.last, brings_back=is_brought_back(round_))
        await self._reply(its.reply, its.last if answered else its.edited, quotes=not is_brought_back(round_))
        await self._decide(its.offered, agrees=is_agreed(round_))
        await self._send_album(its.album, late=not is_agreed(round_))
        await self._settled()  # else a message of the next round may join a turn whose answer a killed bot did not note

    def about(self, number: int) -> list[Message]:
        """Return Keepsake's messages that answer one."""
        heard = (it for it in self.heard() if not it.text.startswith("Taken back"))
        return [it for it in heard if str(number) in TAG.findall(it.text)]

    async def _edit(self, number: int, to: int, shows: str) -> None:
        """Ask something, and edit it once its answer shows a text."""
        asked = self._says(number)
        await self.see(lambda: any(shows in it.text for it in self.about(number)))
        self.replaced.append((to, [it.message_id for it in self.about(number)]))
        self._note(to, asked)
        self.telegram.edit_text(asked, _words(to), REVISER)
        await self.see(lambda: self._is_answered(to))
        await self._settled()  # a message that a killed bot could not note is still there

    async def _take_back(self, number: int, *, brings_back: bool) -> bool:
        """Take the last turn back, and perhaps bring it back."""
        asked = self.telegram.send_text("/undo", REVISER)
        told = await self.button("↩️ Bring it back", after=asked)
        await self._settled()
        if brings_back:
            self.telegram.press(told.message_id, data(told, "↩️ Bring it back"), REVISER)
            await self.see(
                lambda: self._is_answered(number) and self.telegram.message(REVISER, told.message_id) is None
            )
            await self._settled()
        return brings_back

    async def _reply(self, number: int, to: int, *, quotes: bool) -> None:
        """Reply to an answer, or quote a part of it."""
        answer = self.about(to)[-1].message_id
        quote = "here is its end" if quotes else ""
        self._note(number, self.telegram.send_text(_words(number), REVISER, reply_to=answer, quote=quote))
        self.replies.append((number, answer))
        await self.see(lambda: self._is_answered(number))

    async def _decide(self, number: int, *, agrees: bool) -> None:
        """Press one of the buttons below an answer that asks."""
        asked = self._says(number)
        label, became = ("💾 Remember", "💾 Remembered: ") if agrees else ("No", "✖️ Not remembered: ")
        asks = await self.button(label, after=asked)
        self.telegram.press(asks.message_id, data(asks, label), REVISER)
        await self.see(lambda: became in self.shown(asks.message_id).text)
        self.last.append((asks.message_id, f"{became}{fact(number)}"))

    async def _send_album(self, numbers: tuple[int, int], *, late: bool) -> None:
        """Send a picture, and another one of its album once the first is downloaded, or even answered."""
        first, second = numbers
        before = len(self.telegram.downloads)
        self._note(first, self._sends(first, first))
        await self.see(lambda: self._is_answered(first) if late else len(self.telegram.downloads) > before)
        self._note(second, self._sends(second, first))
        await self.see(lambda: self._is_answered(first) and self._is_answered(second))

    def _says(self, number: int) -> int:
        message_id = self.telegram.send_text(_words(number), REVISER)
        self._note(number, message_id)
        return message_id

    def _sends(self, number: int, album: int) -> int:
        picture = Photo(photo(size=(64, 48)))
        return self.telegram.send(picture, REVISER, caption=_words(number), album=str(album))

    def _is_answered(self, number: int) -> bool:
        return any(it.text.startswith(_ANSWER) for it in self.about(number))


def _words(number: int) -> str:
    return f"m{number} and so on"
