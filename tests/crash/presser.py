"""A fifth person presses buttons: of receipts, of proposals from untrusted text, of imports, and in a list."""

from typing import Final

from practice.telegram.bot_api import BotApi
from tests.crash.person import Person, data
from tests.crash.script import fact
from tests.striking import marked

PRESSER: Final = 5
ROUNDS: Final = 3
"""Fewest rounds; more follow until the bot was killed at each point of a press."""
NUMBERS: Final = (915, 921, 927, 933, 939, 951, 957)
"""The message of each round, from which the model remembers something (see `script`)."""
FORWARDED: Final = (963, 969, 975, 981, 987, 993, 999)
"""The forwarded message of each round, whose memory waits for a button."""
AGREED: Final = "💾 Remembered: "
UNDONE: Final = "~💾 Remembered: "
TAKEN_BACK: Final = "Import undone: 1 memory removed."


def told(number: int) -> str:
    """Return a message from which the model remembers something, and which says that in its user's own words."""
    return f"m{number} and so on: {fact(number)}"


def things(round_: int) -> list[str]:
    """Return what is imported in a round; the first of it is deleted then."""
    return [f"Thing {round_}{which} is worth keeping" for which in "ab"]


def is_taken_back(round_: int) -> bool:
    """Return whether the import of a round is undone."""
    return round_ != 0


def kept(rounds: int) -> list[tuple[str, bool]]:
    """Return the memories expected at the end, each with one version, and whether it is live."""
    facts = [(fact(number), False) for number in NUMBERS[:rounds]]
    agreed = [(fact(number), True) for number in FORWARDED[:rounds]]
    imported = [
        (thing, at == 1 and not is_taken_back(round_))
        for round_ in range(rounds)
        for at, thing in enumerate(things(round_))
    ]
    return sorted(facts + agreed + imported)


class Presser(Person):
    """Writes messages and presses buttons, and waits for the effect of each press."""

    def __init__(self, telegram: BotApi) -> None:
        super().__init__(telegram, PRESSER, len(NUMBERS))
        self.last: list[tuple[int, str]] = []
        """Messages and the text that each must show from then on."""

    async def take(self) -> None:
        """Do everything once."""
        round_, self.rounds = self.rounds, self.rounds + 1
        answer = (await self.button("↩️ Undo", after=self._says(told(NUMBERS[round_])))).message_id
        await self._pressed(answer, "↩️ Undo", UNDONE)
        self.last.append((answer, UNDONE))
        forwarded = self.telegram.forward(told(FORWARDED[round_]), PRESSER, origin="Bob")
        waits = (await self.button("💾 Remember", after=forwarded)).message_id
        await self._pressed(waits, "💾 Remember", AGREED)
        self.last.append((waits, f"{AGREED}{fact(FORWARDED[round_])}"))
        lines = "".join(f"\n- {thing}" for thing in things(round_))
        offer = (await self.button("Import", after=self._says(f"/memory import{lines}"))).message_id
        await self._pressed(offer, "Import", "Imported 2 memories.")
        listed = (await self.button("1", after=self._says(f"/memory list {things(round_)[0]}"))).message_id
        await self._pressed(listed, "1", "Imported.")
        await self._pressed(listed, "🗑 Delete", "Deleted: ")
        self.last.append((listed, "Deleted: "))
        if is_taken_back(round_):
            await self._pressed(offer, "↩️ Undo", TAKEN_BACK)
            self.last.append((offer, TAKEN_BACK))

    def _says(self, text: str) -> int:
        return self.telegram.send_text(text, PRESSER)

    async def _pressed(self, message_id: int, label: str, shows: str) -> None:
        """Press a button and wait until its message shows the effect."""
        self.telegram.press(message_id, data(self.shown(message_id), label), PRESSER)
        await self.see(lambda: shows in marked(self.shown(message_id)))
