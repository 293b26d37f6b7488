"""Calls of the Bot API that python-telegram-bot lacks: it stops at Bot API 10.0."""

from collections.abc import Mapping
from typing import Any, Final

from telegram.error import BadRequest, InvalidToken
from telegram.ext import ExtBot

_UNKNOWN: Final = "Not Found"
"""Telegram's description of the 404 for an unknown method; a proxy's 404 has other words."""


class Unsupported(BadRequest):
    """The Bot API server doesn't know a method. As any refusal, it lets the next way be tried."""

    def __init__(self, method: str) -> None:
        super().__init__(f"{method} is unknown to the server")


class NewestBot(ExtBot[None]):
    """A bot that can call methods of the Bot API which python-telegram-bot lacks.

    What the server knows is remembered until the process ends, so that an older one is asked once. `do_api_request`
    does the same for unknown methods, but warns about those that only lack a parameter.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._knows: dict[str, bool] = {}

    async def call(self, method: str, parameters: Mapping[str, object], **timeouts: Any) -> object:
        """Call a method, as in `call("sendRichMessage", {"chat_id": 1, …}, read_timeout=4.0)`; return its result.

        Parameters may hold python-telegram-bot's objects; None is left out. An older server ignores a new parameter of
        a method that it knows: ask `knows` for a method of the same release first, where that matters.
        Raises Unsupported, and TelegramError as python-telegram-bot's own methods do.
        """
        if self._knows.get(method) is False:
            raise Unsupported(method)
        try:
            result: object = await self._post(method, dict(parameters), **timeouts)
        except InvalidToken as error:  # python-telegram-bot takes 401 and 404 for the same
            if error.message != _UNKNOWN:
                raise
            self._knows[method] = False
            raise Unsupported(method) from error
        except BadRequest:
            self._knows[method] = True
            raise
        self._knows[method] = True
        return result

    async def knows(self, method: str, **timeouts: Any) -> bool:
        """Tell whether the server knows a method, by calling it once without the parameters that it requires.

        Raises TelegramError if the server can't be asked.
        """
        if method not in self._knows:
            try:
                await self.call(method, {}, **timeouts)
            except Unsupported:
                return False
            except BadRequest:
                return True
        return self._knows[method]
