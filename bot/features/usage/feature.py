"""Usage and its limit: all that they bring."""

from functools import partial

from bot.feature import Feature, InChat, Parts
from bot.features.usage.telegram import LimitButton, SpendingPage, usage
from bot.kit.language import mark
from bot.telegram.help import Use


def _in_chat(parts: Parts) -> InChat:
    services = parts.services
    spending = SpendingPage(services.preferences, services.allowance, services.tasks)
    return InChat(
        lookups={
            "limit": spending.answer,
            "usage": partial(usage, services.allowance, parts.settings.prices, parts.timezone),
        },
        actions={LimitButton.NAME: spending.press},
        pages={"spending": spending.page},
    )


USAGE = Feature(
    name="usage",
    uses=[
        Use("limit <tokens>", mark("Set your own limit for a month")),
        Use("usage", mark("See what my answers cost")),
    ],
    in_chat=_in_chat,
    routes=["bot.features.usage.http"],
)
