"""How much Telegram lets us send: a chat that it asks to wait for waits, the others go on."""

import asyncio
from collections.abc import Callable, Coroutine
from enum import StrEnum
from typing import Any

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter


class Urgency(StrEnum):
    """What becomes of a request that has to wait; any other request waits until it may be sent."""

    PASSING = "passing"
    """Previews and typing: worth nothing later, so they are dropped."""


class ChatBudget(BaseRateLimiter[Urgency]):
    """Waits out "429 Too Many Requests" for each chat on its own (Bot API, ResponseParameters.retry_after)."""

    def __init__(self) -> None:
        self._not_before: dict[object, float] = {}

    async def initialize(self) -> None:
        """Nothing is to be prepared."""

    async def shutdown(self) -> None:
        """Nothing is to be cleaned up."""

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, bool | dict[str, Any] | list[dict[str, Any]]]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,  # noqa: ARG002 - the interface's
        data: dict[str, Any],
        rate_limit_args: Urgency | None,
    ) -> bool | dict[str, Any] | list[dict[str, Any]]:
        """Send a request once its chat may be written to again.

        A passing one raises RetryAfter instead of waiting.
        """
        chat = data.get("chat_id")
        while True:
            remaining = self._not_before.get(chat, 0.0) - _now()
            if remaining > 0 and rate_limit_args is Urgency.PASSING:
                raise RetryAfter(int(remaining) + 1)
            await asyncio.sleep(max(remaining, 0))
            try:
                return await callback(*args, **kwargs)
            except RetryAfter as refusal:
                self._not_before[chat] = _now() + _seconds(refusal)
                if rate_limit_args is Urgency.PASSING:
                    raise


def _now() -> float:
    return asyncio.get_running_loop().time()


def _seconds(refusal: RetryAfter) -> float:
    after = refusal.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
