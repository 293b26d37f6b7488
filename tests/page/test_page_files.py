"""How the page is served: nothing from elsewhere, nothing inline, and kept by the browser until it changes."""

import re
from pathlib import Path

import httpx
import pytest

import bot.api
import practice.telegram
from tests.page.conftest import Keepsake

pytestmark = pytest.mark.asyncio(loop_scope="session")

FORBIDDEN = re.compile(
    r"""\beval\(|new Function|innerHTML|InnerHTML|(?:from |import\(|fetch\(|url\(|src=|href=)["']?https?:"""
)


async def test_the_pages_policy_allows_its_own_files_only(keepsake: Keepsake) -> None:
    async with httpx.AsyncClient(base_url=keepsake.url) as http:
        index = await http.get("/")
    policy = index.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ")
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*src=)|<style| style=| on\w+=", index.text)


async def test_files_are_kept_for_good_and_the_index_until_it_changes(keepsake: Keepsake) -> None:
    async with httpx.AsyncClient(base_url=keepsake.url) as http:
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


def _pages() -> list[Path]:
    folders = [Path(str(it.__file__)).parent / "page" for it in (bot.api, practice.telegram)]
    assert all(it.is_dir() for it in folders)
    return folders


async def test_no_file_evaluates_text_or_names_another_server() -> None:
    own = [it for it in _pages()[0].glob("*") if it.suffix in {".js", ".css", ".html"}]
    assert [(it.name, found[0]) for it in own if (found := FORBIDDEN.search(it.read_text()))] == []


async def test_both_pages_have_the_same_design_tokens() -> None:
    memory_page, practice_page = ((it / "tokens.css").read_text() for it in _pages())
    assert memory_page == practice_page
