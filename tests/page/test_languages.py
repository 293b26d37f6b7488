"""The page speaks its owner's language, with its dates, numbers and plural forms; before the login, the browser's."""

import pytest
from playwright.async_api import Browser, Page, expect

from bot.language import LANGUAGES
from bot.language.catalogues import catalogue
from tests.language.extraction import stored
from tests.page.catalogues import GERMAN, Texts, serve_texts
from tests.page.conftest import Keepsake, enter, open_view

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLURALS = """async ([language, forms, numbers]) => {
  const address = document.querySelector("link[rel=modulepreload][href$='/texts.js']").href;
  const { speak, plural } = await import(address);
  const catalogue = await (await fetch(new URL(`texts/${language}.json`, address))).json();
  speak({ ...catalogue, texts: { "{count} memory": forms } });
  return numbers.map((it) => plural("{count} memory", "{count} memories", it));
}"""
FORMS = {
    "ru": (
        ("{count} запись", "{count} записи", "{count} записей"),
        {0: 2, 1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 22: 1, 101: 0, 112: 2},
    ),
    "uk": (
        ("{count} запис", "{count} записи", "{count} записів"),
        {0: 2, 1: 0, 3: 1, 5: 2, 12: 2, 21: 0, 24: 1},
    ),
    "ar": (
        ("0: {count}", "1: {count}", "2: {count}", "few: {count}", "other: {count}", "many: {count}"),
        {0: 0, 1: 1, 2: 2, 3: 3, 10: 3, 11: 5, 99: 5, 100: 4, 102: 4, 103: 3},
    ),
    "de": (("{count} Erinnerung", "{count} Erinnerungen"), {0: 1, 1: 0, 2: 1, 21: 1}),
    "fr": (("{count} souvenir", "{count} souvenirs"), {1: 0, 2: 1, 1_000_000: 1}),
    "ja": (("メモリー {count} 件",), {0: 0, 1: 0, 5: 0}),
}


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
    await page.reload()
    await expect(page.get_by_role("searchbox", name="Erinnerungen suchen")).to_be_visible()
    await keepsake.choose(None)
    await expect(page.get_by_role("heading", name="Memories", level=1)).to_be_visible()


async def test_before_the_login_the_page_speaks_the_browsers_language(browser: Browser, keepsake: Keepsake) -> None:
    context = await browser.new_context(locale="de-AT")
    page = await context.new_page()
    await serve_texts(page, "de", GERMAN)
    await page.goto(keepsake.url)
    await expect(page.get_by_role("button", name="Erneut versuchen")).to_be_visible()
    await expect(page.locator("main p").first).to_have_text("Sende /memory open an deinen Bot und tippe auf den Knopf.")
    assert await page.locator("html").get_attribute("lang") == "de"
    await context.close()


@pytest.mark.parametrize("language", FORMS)
async def test_each_number_has_its_plural_form(page: Page, keepsake: Keepsake, language: str) -> None:
    forms, expected = FORMS[language]
    await open_view(page, keepsake)
    said = await page.evaluate(PLURALS, [language, forms, list(expected)])
    shown = {
        it: await page.evaluate("([l, n]) => n.toLocaleString(`${l}-u-nu-latn`)", [language, it]) for it in expected
    }
    assert said == [forms[form].replace("{count}", shown[it]) for it, form in expected.items()]


async def test_a_sentence_that_a_catalogue_lacks_is_said_in_english(page: Page, keepsake: Keepsake) -> None:
    only: Texts = {"Notes": "Notizen"}
    await serve_texts(page, "de", only)
    await keepsake.choose("de")
    await open_view(page, keepsake)
    await expect(page.get_by_role("link", name="Notizen")).to_be_visible()
    await expect(page.get_by_role("link", name="Reminders")).to_be_visible()


async def test_dates_and_numbers_follow_the_language(page: Page, keepsake: Keepsake) -> None:
    await serve_texts(page, "de", {})
    await keepsake.choose("de")
    await keepsake.remember("Alec is the user's boss")
    await open_view(page, keepsake, "timeline")
    await expect(page.locator(".group h2")).to_have_text("Heute")
    address = "document.querySelector(\"link[rel=modulepreload][href$='/texts.js']\").href"
    assert await page.evaluate(f"import({address}).then(({{ number }}) => number(1234.5))") == "1.234,5"


async def test_problems_are_told_in_the_owners_language_and_to_programs_in_english(
    page: Page, keepsake: Keepsake
) -> None:
    await keepsake.choose("de")
    await enter(page, keepsake)
    session = await page.request.get(f"{keepsake.url}/api/session")
    assert (await session.json())["language"] == "de"
    missing = "There is no memory with this id."
    told = await page.request.get(f"{keepsake.url}/api/memory/AAAAAAAA")
    assert (await told.json())["detail"] == catalogue("de").one(missing) != missing
    assert (await keepsake.http.get("/api/memory/AAAAAAAA")).json()["detail"] == missing


async def test_a_link_that_was_used_is_answered_in_the_browsers_language(keepsake: Keepsake) -> None:
    own = {"Origin": keepsake.url, "Accept-Language": "ar"}
    answer = await keepsake.http.post("/login", data={"key": "none"}, headers=own)
    assert answer.status_code == 403
    assert '<html lang="ar" dir="rtl">' in answer.text
    assert "<code>/memory open</code>" in answer.text
    assert "already used" not in answer.text


async def test_what_is_composed_is_searched_when_it_is_whole(page: Page, keepsake: Keepsake) -> None:
    await keepsake.remember("日本語を勉強しています")
    await keepsake.remember("お茶が好きです")
    await open_view(page, keepsake)
    await expect(page.locator(".rows li")).to_have_count(2)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.get_by_role("searchbox").focus()
    session = await page.context.new_cdp_session(page)
    for typed in ("n", "に", "にほ", "にほんご"):
        await session.send(
            "Input.imeSetComposition", {"text": typed, "selectionStart": len(typed), "selectionEnd": len(typed)}
        )
    await session.send("Input.insertText", {"text": "日本語"})
    await expect(page.locator(".rows li")).to_have_count(1)
    await expect(page.locator(".rows li")).to_contain_text("日本語を勉強")
    assert len([it for it in asked if "query=" in it]) == 1, asked


@pytest.mark.parametrize("language", [it for it in LANGUAGES if it != "en"])
async def test_each_language_is_served_with_its_plural_rules(keepsake: Keepsake, language: str) -> None:
    index = (await keepsake.http.get("/", headers={"Accept-Language": f"xx, {language}-XX;q=0.9, en;q=0.5"})).text
    direction = "rtl" if language == "ar" else "ltr"
    assert f'<html lang="{language}" dir="{direction}"' in index
    version = index.split("/page/", 1)[1].split("/", 1)[0]
    answer = await keepsake.http.get(f"/page/{version}/texts/{language}.json")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.json()["language"] == language
    assert {*answer.json()["plurals"].values()} == {*range(stored("bot", language).num_plurals)}
