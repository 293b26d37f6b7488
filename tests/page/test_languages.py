"""The page speaks its owner's language, with its dates and plural forms; before the login, the browser's."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from playwright.async_api import Browser, Page, Route, expect

from bot.doors.http.page_files import direction, plurals
from bot.kit.language.languages import catalogue
from tests.page.conftest import Keepsake, open_view

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


async def test_the_page_changes_when_its_owner_chooses_a_language(page: Page, keepsake: Keepsake) -> None:
    await serve_texts(page, "de", GERMAN)
    await keepsake.remember("Alec is the user's boss")
    await open_view(page, keepsake)
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await keepsake.choose("de")
    await expect(page.get_by_role("heading", name="Erinnerungen", level=1)).to_be_visible()
    await expect(page.get_by_role("status").filter(has_text="1 Erinnerung")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page).to_have_title("Erinnerungen · Keepsake")
    await expect(page.get_by_role("link", name="Reminders")).to_be_visible()  # as its catalogue lacks it
    await open_view(page, keepsake, "timeline")
    await expect(page.locator(".group h2")).to_have_text("Heute")
    await keepsake.choose(None)
    await expect(page.get_by_role("heading", name="Timeline", level=1)).to_be_visible()


async def test_before_the_login_the_page_speaks_the_browsers_language(browser: Browser, keepsake: Keepsake) -> None:
    context = await browser.new_context(locale="de-AT")
    page = await context.new_page()
    await serve_texts(page, "de", GERMAN)
    await page.goto(keepsake.url)
    await expect(page.get_by_role("button", name="Erneut versuchen")).to_be_visible()
    await expect(page.locator("main p").first).to_have_text("Sende /memory open an deinen Bot und tippe auf den Knopf.")
    assert await page.locator("html").get_attribute("lang") == "de"
    await context.close()


async def test_several_plural_forms_are_told_apart(page: Page, keepsake: Keepsake) -> None:
    forms = ("{count} запись", "{count} записи", "{count} записей")
    await serve_texts(page, "ru", {"{count} memory": forms})
    await keepsake.choose("ru")
    await open_view(page, keepsake)
    for number, form in zip(range(1, 6), (forms[0], forms[1], forms[1], forms[1], forms[2]), strict=True):
        await keepsake.remember(f"The user owns boat {number}")
        await expect(page.locator(".count")).to_have_text(form.replace("{count}", f"{number}"))


async def test_what_is_composed_is_searched_when_it_is_whole(page: Page, keepsake: Keepsake) -> None:
    await keepsake.remember("日本語を勉強しています")
    await keepsake.remember("お茶が好きです")
    await open_view(page, keepsake)
    await expect(page.locator(".rows li")).to_have_count(2)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.get_by_role("searchbox").focus()
    session = await page.context.new_cdp_session(page)
    for typed in ("n", "に", "にほんご"):
        composed = {"text": typed, "selectionStart": len(typed), "selectionEnd": len(typed)}
        await session.send("Input.imeSetComposition", composed)
    await session.send("Input.insertText", {"text": "日本語"})
    await expect(page.locator(".rows li")).to_have_count(1)
    assert len([it for it in asked if "query=" in it]) == 1, asked
