"""The language in which Keepsake speaks to a user."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pydantic import Field

from bot.chat.languages import Languages
from bot.database.engine import Transaction
from bot.language import LANGUAGES, mark, speak, t
from bot.telegram.buttons import ButtonData, Press, Reaction, message, rows_of, ticked
from bot.telegram.formatting import bold, filled
from bot.telegram.settings.command import Page
from bot.telegram.texts import Text
from bot.values.owner import Owner

AS_IN_TELEGRAM: Final = "auto"
_A_ROW: Final = 3
_SIGN: Final = "🌐"
_WHAT: Final = mark("My own messages are in this language. My answers are in the language you write in.")


@dataclass(frozen=True, slots=True)
class LanguageButton(ButtonData):
    """Chooses a language by its code; `auto` is that of the user's Telegram app."""

    NAME: ClassVar = "language"

    code: Annotated[str, Field(pattern="^[a-z]{2,4}$")]


class LanguagePage:
    """The page, in the caller's transaction."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign=_SIGN,
            label=mark("Language"),
            does=mark("The language of my own messages."),
            present=self.present,
            shown=self.shown,
            actions={LanguageButton.NAME: self.press},
        )

    async def present(self, _: Transaction, owner: Owner) -> str:
        """Return the language's own name."""
        named = LANGUAGES[self._languages.of(owner)]
        return named if self._languages.chosen_by(owner) else t("{language}, as in Telegram", language=named)

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        chosen = self._languages.chosen_by(owner)
        buttons = [LanguageButton(code).button(ticked(it, is_set=code == chosen)) for code, it in LANGUAGES.items()]
        auto = LanguageButton(AS_IN_TELEGRAM).button(ticked(t("As in Telegram"), is_set=chosen is None))
        title = filled(t("Language: {language}"), language=bold(await self.present(tx, owner)))
        return message(f"{_SIGN} ", title, f"\n\n{t(_WHAT)}", buttons=[[auto], *rows_of(buttons, _A_ROW)])

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Choose a button's language, and speak it from now on."""
        pressed = LanguageButton.read(press.data)
        if pressed is None or pressed.code not in {AS_IN_TELEGRAM, *LANGUAGES}:
            return None
        await self._languages.choose(tx, owner, None if pressed.code == AS_IN_TELEGRAM else pressed.code)
        speak(self._languages.of(owner))  # also around the page: its button back
        return Reaction(shows=await self.shown(tx, owner))
