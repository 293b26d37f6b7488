"""The person whose day it is: what they do, and what must have become of it at the end."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle, product
from random import Random
from typing import Final, TypeAlias

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document, Photo
from practice.telegram.messenger import Message, Upload
from tests.day.model import ANSWERED, tag
from tests.endless_chat import chat
from tests.sent_files import photo

ZONE: Final = "Europe/London"
PATIENCE_SECONDS: Final = 60.0
Act: TypeAlias = Callable[[], Awaitable[None]]
_NO_TALK: Final = ("Remember", "Actually", "From now on", "Thanks")
_TALK: Final = tuple(it.text for it in chat()[4:-2] if not it.text.startswith(_NO_TALK))
_THINGS: Final = (
    *("bicycle", "umbrella", "passport", "telescope", "hammock", "toolbox", "violin", "sledge", "tent", "kettle"),
    *("ladder", "camera", "canoe", "lantern", "globe", "drill", "piano", "guitar", "helmet", "compass", "teapot"),
    *("typewriter", "projector", "suitcase", "barometer", "accordion", "wheelbarrow", "thermos", "chessboard", "loom"),
    *("binoculars", "microscope", "kayak", "tripod", "anvil", "easel", "trombone", "rucksack", "snorkel", "mandolin"),
)
_LOOKS: Final = ("red", "old", "spare")
_PLACES: Final = ("cellar", "attic", "garage", "shed", "hall", "pantry", "study")
_PEOPLE: Final = ("Alec", "Bruna", "Cyril", "Dorit", "Emre", "Fenja", "Gustav", "Hedda", "Ivo", "Jonna", "Kaspar")


@dataclass(slots=True)
class Written:
    """A message of the person; `is_gone` once it was edited to another or taken back."""

    number: int
    message_id: int
    is_gone: bool = False


@dataclass(slots=True)
class Expected:
    """What must have become of the day."""

    memories: dict[str, str] = field(default_factory=dict)
    """Things of which one live memory each tells the place."""
    forgotten: list[str] = field(default_factory=list)
    """Things of which none tells."""
    items: list[str] = field(default_factory=list)
    """Lines that the shopping list has once each."""
    reminders: dict[str, timedelta] = field(default_factory=dict)
    """The texts of reminders that ring once, with how long after they were set."""
    tasks: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    """Words that one answer to a command has each."""


class Person:
    """Acts in one chat. Each act waits until it has been answered, unless it is done `in_passing`."""

    def __init__(self, telegram: BotApi, random: Random) -> None:
        self._telegram = telegram
        self._random = random
        self._talk = cycle(random.sample(_TALK, len(_TALK)))
        things = [f"{look} {thing}" for look, thing in product(_LOOKS, _THINGS)]
        self._things = cycle(random.sample(things, len(things)))
        self._people = cycle(random.sample(_PEOPLE, len(_PEOPLE)))
        self.written: list[Written] = []
        self.expected = Expected()
        self.acts: dict[str, int] = {}
        """How often each kind of act was done."""

    @property
    def kinds(self) -> dict[str, tuple[Act, int]]:
        """What the person does by day, and how often."""
        return {
            "talk": (self.talk, 8),
            "burst": (self.burst, 2),
            "remember": (self.remember, 4),
            "ask for what was said": (self.recall, 2),
            "remind": (self.remind, 4),
            "task": (self.set_task, 2),
            "note": (self.note, 3),
            "picture": (self.picture, 2),
            "document": (self.document, 1),
            "edit": (self.edit, 2),
            "undo": (self.undo, 2),
            "offer": (self.offer, 2),
            "forget": (self.forget, 1),
            "private chat": (self.whisper, 1),
            "command": (self.command, 3),
        }

    async def act(self) -> None:
        """Do something."""
        kinds = self.kinds
        (name,) = self._random.choices([*kinds], [weight for _, weight in kinds.values()])
        self.acts[name] = self.acts.get(name, 0) + 1
        await kinds[name][0]()

    def in_passing(self) -> None:
        """Write something while the bot may be unable to answer."""
        match self._random.randrange(4):
            case 0:
                self._say(self._fact())
            case 1:
                self._send_command()
            case 2:
                self._say(self._item())
            case _:
                self._say(next(self._talk))

    def greet(self) -> None:
        """Say hello."""
        self._say("Hello again!")

    async def settle_in(self, *, hours: int) -> None:
        """Set the reminders that recur, those of the night in which the clocks change, and the quiet hours."""
        await self._order("/quiet 23-7", "Quiet from")
        await self._order(f"/remind every {hours} hours drink some water", "drink some water")
        await self._order("/remind every day at 9:00 water the plants", "water the plants")
        await self._order("/remind every day at 21:15 feed the cat", "feed the cat")
        await self._order("/remind tomorrow at 1:30 look at the clocks", "look at the clocks")
        await self._order("/remind tomorrow at 4:10 open the window", "open the window")

    async def talk(self) -> None:
        """Say something."""
        await self._answer(self._say(next(self._talk)))

    async def burst(self) -> None:
        """Say several things at once."""
        for number in [self._say(next(self._talk)) for _ in range(3)]:
            await self._answer(number)

    async def remember(self) -> None:
        """Have a fact remembered."""
        await self._answer(self._say(self._fact()))

    async def recall(self) -> None:
        """Ask for what was said."""
        thing = self._random.choice([*self.expected.memories, "sunglasses"])
        await self._answer(self._say(f"What did I say about my {thing}?"))

    async def remind(self) -> None:
        """Set a reminder, with a sentence or a command."""
        minutes, text = self._random.randrange(20, 240), f"errand {len(self.expected.reminders)}"
        self.expected.reminders[text] = timedelta(minutes=minutes)
        if self._random.randrange(2):
            await self._answer(self._say(f"Remind me in {minutes} minutes to {text}."))
        else:
            await self._order(f"/remind in {minutes} minutes {text}", f": {text}")

    async def set_task(self) -> None:
        """Set a task."""
        text = f"list my notes, round {len(self.expected.tasks)}"
        self.expected.tasks.append(text)
        await self._order(f"/task in {self._random.randrange(20, 150)} minutes {text}", text)

    async def note(self) -> None:
        """Add to the shopping list, and perhaps tick it."""
        await self._answer(self._say(self._item()))
        if self._random.randrange(2):
            await self._answer(self._say(f"Tick off {self.expected.items[-1]} on my shopping list."))

    async def picture(self) -> None:
        """Send a photo."""
        content = Photo(photo(self._random.choice(("red", "green", "blue"))))
        await self._answer(self._wrote(lambda number: self._telegram.send(content, caption=tag(number))))

    async def document(self) -> None:
        """Send a document."""
        lines = "\n".join(self._random.sample(_TALK, 8))

        def send(number: int) -> int:
            file = Upload(f"list{number}.txt", "text/plain", lines.encode())
            return self._telegram.send(Document(file), caption=tag(number))

        await self._answer(self._wrote(send))

    async def edit(self) -> None:
        """Say something, and edit it once it is answered."""
        first = self._say(next(self._talk))
        await self._answer(first)
        first.is_gone = True

        def reword(number: int) -> int:
            self._telegram.edit_text(first.message_id, f"{next(self._talk)}\n{tag(number)}")
            return first.message_id

        await self._answer(self._wrote(reword))

    async def undo(self) -> None:
        """Say something, and take it back."""
        said = self._say(next(self._talk))
        await self._answer(said)
        said.is_gone = True
        await self._order("/undo", "Taken back")

    async def offer(self) -> None:
        """State something that the bot asks about, and agree or not."""
        name = next(self._people)
        await self._answer(self._say(f"{name} is my neighbour."))
        is_agreed = self._random.randrange(2) == 0
        await self._answer(self._say("Yes." if is_agreed else "No."))

    async def forget(self) -> None:
        """Have the newest fact forgotten, if the model finds it."""
        if not self.expected.memories:
            return
        thing = list(self.expected.memories)[-1]
        said = self._say(f"Forget about my {thing}.")
        await self._answer(said)
        if any("I've forgotten that" in it.text for it in self.answers_to(said)):
            del self.expected.memories[thing]
            self.expected.forgotten.append(thing)

    async def whisper(self) -> None:
        """Open a private chat, say two things, and end it."""
        await self._order("/private", "This is a private chat")
        await self.talk()
        await self.talk()
        await self._order("/new", "This is a new conversation")

    async def command(self) -> None:
        """Ask with a command, which no turn answers."""
        word = self._send_command()
        await self._see(lambda: self._heard(word))
        await self._order(self._random.choice(("/memory", "/reminders", "/notes", "/usage")), "")

    @property
    def gone(self) -> list[int]:
        """The messages that were taken back, or edited to others."""
        return [it.number for it in self.written if it.is_gone]

    @property
    def unanswered(self) -> list[int]:
        """The messages that no answer names, of those that stand."""
        named = self.named()
        return [it.number for it in self.written if not it.is_gone and it.number not in named]

    def named(self) -> dict[int, list[int]]:
        """Return the messages that answer each number."""
        found: dict[int, list[int]] = {}
        for message in self._telegram.messages():
            for number in _numbers(message):
                found.setdefault(number, []).append(message.message_id)
        return found

    def answers_to(self, written: Written) -> list[Message]:
        """Return the bot's messages that answer a message."""
        return [it for it in self._telegram.messages() if written.number in _numbers(it)]

    def _say(self, words: str) -> Written:
        return self._wrote(lambda number: self._telegram.send_text(f"{words}\n{tag(number)}"))

    def _wrote(self, send: Callable[[int], int]) -> Written:
        number = len(self.written) + 1
        self.written.append(Written(number, send(number)))
        return self.written[-1]

    def _fact(self) -> str:
        thing, place = next(self._things), self._random.choice(_PLACES)
        self.expected.memories[thing] = place
        return f"Remember that my {thing} is in the {place}."

    def _item(self) -> str:
        item = f"item{len(self.expected.items):03}"
        self.expected.items.append(item)
        return f"Add {item} to my shopping list."

    def _send_command(self) -> str:
        word = f"“nothing{len(self.expected.commands):03}”"
        self.expected.commands.append(word)
        self._telegram.send_text(f"/memory list {word.strip('“”')}")
        return word

    async def _answer(self, written: Written) -> None:
        await self._see(lambda: self.answers_to(written))

    async def _order(self, command: str, says: str) -> None:
        """Send a command, and wait for what it says."""
        sent = self._telegram.send_text(command)
        await self._see(lambda: self._heard(says, after=sent))

    def _heard(self, words: str, *, after: int = 0) -> list[Message]:
        messages = self._telegram.messages()
        return [it for it in messages if it.from_bot and it.message_id > after and words in it.text]

    async def _see(self, shown: Callable[[], object]) -> None:
        await self._telegram.wait_for(lambda: shown() or None, timeout=PATIENCE_SECONDS)


def _numbers(message: Message) -> list[int]:
    found = ANSWERED.findall(message.text) if message.from_bot else []
    return [int(number) for number in found[-1].split()] if found else []
