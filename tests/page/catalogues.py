"""Small catalogues for tests."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from playwright.async_api import Page, Route

from bot.api.page_files import direction, plurals
from bot.language.catalogues import catalogue

Texts = Mapping[str, str | Sequence[str]]

GERMAN: Final[Texts] = {
    "Memories": "Erinnerungen",
    "Search memories": "Erinnerungen suchen",
    "Settings": "Einstellungen",
    "{count} memory": ("{count} Erinnerung", "{count} Erinnerungen"),
    "Try again": "Erneut versuchen",
    "Send {command} to your bot in Telegram and tap the button in its answer. Each button works once.": (
        "Sende {command} an deinen Bot und tippe auf den Knopf."
    ),
}


async def serve_texts(page: Page, language: str, texts: Texts) -> None:
    """Have the page read these sentences of a language, with its real plural rules."""
    body = {
        "language": language,
        "direction": direction(language),
        "plurals": plurals(language, catalogue(language).form),
        "texts": texts,
    }

    async def fulfil(route: Route) -> None:
        await route.fulfill(body=json.dumps(body), content_type="application/json")

    await page.route(f"**/texts/{language}.json", fulfil)
