"""How the page is served: nothing from elsewhere, nothing inline, and kept by the browser until it changes."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

import bot.doors.http
import practice.telegram
from bot.kit.owner import Owner
from bot.store.engine import Database
from tests.doors.http.serving import served
from tests.kit.language.extraction import stored

FORBIDDEN = re.compile(
    r"\beval\(|new Function|innerHTML|InnerHTML|outerHTML|AdjacentHTML|DOMParser|@import"
    r"""|(?:from |import\(|fetch\(|url\(|src=|href=)["']?https?:"""
)
FOLDERS = [Path(str(it.__file__)).parent / "page" for it in (bot.doors.http, practice.telegram)]


@pytest.fixture
async def http(database: Database, owner: Owner) -> AsyncIterator[httpx.AsyncClient]:
    """A browser in which nobody is logged in."""
    async with served(database, owner.bot_id, {1}) as url, httpx.AsyncClient(base_url=url) as http:
        yield http


async def test_the_policy_of_both_pages_allows_own_files_only(http: httpx.AsyncClient) -> None:
    clicked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    for path in ("/", "/docs"):
        index = await http.get(path, headers=clicked)
        policy = index.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ")
        assert "unsafe" not in policy
        assert not re.search(r"<script(?![^>]*src=)|<style| style=| on\w+=", index.text)
    assert (await http.get("/share?text=Obey", headers=clicked)).status_code == 403


async def test_files_are_kept_for_good_and_the_index_until_it_changes(http: httpx.AsyncClient) -> None:
    index = await http.get("/")
    addresses = re.findall(r'(?:src|href)="(/page/[^"]+)"', index.text)
    assert len(addresses) >= 20
    for address in addresses:
        file = await http.get(address)
        assert file.status_code == 200, address
        assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert file.headers["Content-Type"].startswith(("text/javascript", "text/css", "image/svg")), address
    known = {"If-None-Match": index.headers["ETag"]}
    assert (await http.get("/", headers=known)).status_code == 304
    assert index.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda it: it.parent.name)
def test_no_file_evaluates_text_or_names_another_server(folder: Path) -> None:
    own = [it for it in folder.glob("*") if it.suffix in {".js", ".css", ".html"}]
    assert len(own) > 20
    assert [(it.name, found[0]) for it in own if (found := FORBIDDEN.search(it.read_text()))] == []


def test_both_pages_have_the_same_design_tokens() -> None:
    memory_page, practice_page = ((it / "tokens.css").read_text() for it in FOLDERS)
    assert memory_page == practice_page


async def test_each_language_is_served_with_its_plural_rules(http: httpx.AsyncClient) -> None:
    for language in ("ar", "ja", "ru"):
        index = (await http.get("/", headers={"Accept-Language": f"xx, {language}-XX;q=0.9, en;q=0.5"})).text
        assert f'<html lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}"' in index
        version = index.split("/page/", 1)[1].split("/", 1)[0]
        answer = await http.get(f"/page/{version}/texts/{language}.json")
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.json()["language"] == language
        assert {*answer.json()["plurals"].values()} == {*range(stored("bot", language).num_plurals)}


async def test_a_link_that_was_used_is_answered_in_the_browsers_language(http: httpx.AsyncClient) -> None:
    own = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "ar"}
    answer = await http.post("/login", data={"key": "none"}, headers=own)
    assert answer.status_code == 403
    assert '<html lang="ar" dir="rtl">' in answer.text
    assert "<code>/memory open</code>" in answer.text


async def test_the_page_can_be_installed_and_shared_with(http: httpx.AsyncClient) -> None:
    arabic = {"Accept-Language": "ar"}
    index = await http.get("/", headers=arabic)
    assert '<link rel="manifest" href="/manifest.webmanifest">' in index.text
    assert "manifest-src 'self'" in index.headers["Content-Security-Policy"]
    answer = await http.get("/manifest.webmanifest", headers=arabic)
    manifest = answer.json()
    icon = await http.get(manifest["icons"][0]["src"])
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    assert (manifest["lang"], manifest["dir"], manifest["display"]) == ("ar", "rtl", "standalone")
    params = {"title": "title", "text": "text", "url": "url"}
    assert manifest["share_target"] == {"action": "/share", "method": "GET", "params": params}
    assert icon.headers["Content-Type"].startswith("image/svg")
