"""A fifth person presses buttons: of receipts, of proposals from untrusted text, of imports, and in a list."""

from typing import Final

from practice.telegram.bot_api import BotApi
from tests.crash.person import Person
from tests.crash.script import asking, fact

PRESSER: Final = 5
NUMBERS: Final = (915, 921, 927, 933, 939, 951, 957)
"""The message of each round, from which the model remembers something (see `script`)."""
_FORWARDED: Final = (963, 969, 975, 981, 987, 993, 999)
"""The forwarded message of each round, whose memory waits for a button."""
_AGREED: Final = "💾 Remembered: "
_UNDONE: Final = "~💾 Remembered: "
_TAKEN_BACK: Final = "Import undone: 1 memory removed."


def _things(round_: int) -> list[str]:
    """Return what is imported in a round; the first of it is deleted then."""
    return [f"Thing {round_}{which} is worth keeping" for which in "ab"]


def is_taken_back(round_: int) -> bool:
    """Return whether the import of a round is undone."""
    return round_ != 0


def kept(rounds: int) -> list[tuple[str, bool]]:
    """Return the memories expected at the end, each with one version, and whether it is live."""
    facts = [(fact(number), False) for number in NUMBERS[:rounds]]
    agreed = [(fact(number), True) for number in _FORWARDED[:rounds]]
    imported = [
        (thing, at == 1 and not is_taken_back(round_))
        for round_ in range(rounds)
        for at, thing in enumerate(_things(round_))
    ]
    return sorted(facts + agreed + imported)


class Presser(Person):
    """Writes messages and presses buttons, and waits for the effect of each press."""

    def __init__(self, telegram: BotApi) -> None:
        super().__init__(telegram, PRESSER, len(NUMBERS))

    async def take(self) -> None:
        """Do everything once."""
        round_, self.rounds = self.rounds, self.rounds + 1
        answer = (await self.button("↩️ Undo", after=self.says(asking(NUMBERS[round_])))).message_id
        await self.press(answer, "↩️ Undo", _UNDONE)
        self.last.append((answer, _UNDONE))
        forwarded = self.telegram.forward(asking(_FORWARDED[round_]), PRESSER, origin="Bob")
        waits = (await self.button("💾 Remember", after=forwarded)).message_id
        await self.press(waits, "💾 Remember", _AGREED)
        self.last.append((waits, f"{_AGREED}{fact(_FORWARDED[round_])}"))
        lines = "".join(f"\n- {thing}" for thing in _things(round_))
        offer = (await self.button("Import", after=self.says(f"/memory import{lines}"))).message_id
        await self.press(offer, "Import", "Imported 2 memories.")
        listed = (await self.button("1", after=self.says(f"/memory list {_things(round_)[0]}"))).message_id
        await self.press(listed, "1", "Imported.")
        await self.press(listed, "🗑 Delete", "Deleted: ")
        self.last.append((listed, "Deleted: "))
        if is_taken_back(round_):
            await self.press(offer, "↩️ Undo", _TAKEN_BACK)
            self.last.append((offer, _TAKEN_BACK))
