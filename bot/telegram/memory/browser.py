"""The ways from the chat to the page: a link for a browser, and a button for the Mini App."""

from dataclasses import dataclass
from typing import Final

from bot.database import access_tokens
from bot.database.engine import Transaction
from bot.language import mark, plural, sentences, t
from bot.telegram.buttons import message
from bot.telegram.texts import Button, Buttons, Text
from bot.values.access import login_address
from bot.values.owner import Owner

_CLOSED: Final = mark("The page is off. Whoever hosts me can turn it on with API_PORT=8124 in .env.")
_WAITS: Final = mark(
    "The page opens to other machines once there is a token. Send /api token Page, then ask whoever hosts me to "
    "restart me."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageAddress:
    """Where the page is, if it is open, and where as a Mini App; perhaps it opens only once there is a token."""

    url: str | None = None
    mini_app_url: str | None = None
    waits_for_token: bool = False

    async def link(self, tx: Transaction, owner: Owner) -> Text:
        """Return a link that logs a browser in once, or say why there is none."""
        if self.url is None:
            return message(t(_CLOSED))
        if self.waits_for_token and not await access_tokens.has_any(tx, owner.bot_id):
            return message(t(_WAITS))
        key, minutes = await access_tokens.add_link(tx, owner), access_tokens.LINK_VALID.seconds // 60
        text = t("This opens your memories in a browser.")
        if self.url.startswith("http://127.0.0.1"):
            text = t("This opens your memories in a browser on the computer that I run on.")
        once = plural("The link works once, for {count} minute.", "The link works once, for {count} minutes.", minutes)
        return message(sentences(text, once), buttons=[[Button(t("Open"), url=login_address(self.url, key))]])

    @property
    def opening(self) -> Buttons:
        """The rows of buttons that open the Mini App."""
        return [[Button(t("Open in Telegram"), mini_app=self.mini_app_url)]] if self.mini_app_url else []
