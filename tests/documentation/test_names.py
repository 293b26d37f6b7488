"""What the pages name is there (commands, settings, tools, requests), and all that is there is named."""

import json
import re
import tomllib
from pathlib import Path

import httpx

from bot.app.core import tool_set
from bot.app.features import uses
from bot.kit.owner import Owner
from bot.kit.settings import REMOVED, Settings
from bot.store.engine import Database
from bot.telegram.help import menu
from tests.documentation.pages import INSTRUCTIONS, blocks, spans
from tests.documentation.setting_pages import WORDS, pages
from tests.doors.http.serving import served
from tests.forks import REPOSITORY

SETTINGS = {name.upper() for name in Settings.model_fields if name != "own_instructions"}
OTHERS = {
    *("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"),
    *("OLLAMA_HOST", "OLLAMA_CONTEXT_LENGTH", "POSTGRES_PASSWORD", "KEEPSAKE_SCREENSHOTS"),
    "KEEPSAKE_DELETING",
    *("RUN_AS", "PYTHONPATH", "TELEGRAM_BOT_TOKEN"),
}
"""Names in the environment that other programs read, or the tests."""
PATHS = {"/docs", "/metrics", "/mcp", "/telegram", "/about", "/tmp"}  # noqa: S108 - a name
"""Addresses of the API, and a folder, that look like a command in the chat."""
BOTFATHER = {"/newbot", "/revoke", "/deletebot", "/setprivacy"}
MOST_WORDS = 900
MOST_WORDS_OF_ARCHITECTURE = 1_500


def test_the_readme_is_short() -> None:
    assert len(INSTRUCTIONS["README.md"].split()) <= MOST_WORDS


def test_every_command_in_the_chat_is_in_the_menu() -> None:
    quoted = [span for text in INSTRUCTIONS.values() for span in spans(text)]
    named = {re.split(r"[\s<]", span)[0] for span in quoted if re.match(r"/[a-z]+(\s|$)", span)}
    assert named - PATHS - BOTFATHER - {f"/{command.command}" for command in menu(uses())} == set()


def test_every_command_in_the_menu_is_in_the_guide() -> None:
    _, _, table = INSTRUCTIONS["docs/guide.md"].partition("## All commands")
    assert set(re.findall(r"^\| `/(\w+)", table, re.MULTILINE)) == {it.command for it in menu(uses())} - {"start"}


def test_every_setting_that_is_named_is_one() -> None:
    quoted = [span for text in INSTRUCTIONS.values() for span in spans(text)]
    named = {it for span in quoted for it in re.findall(r"^([A-Z]+_[A-Z_]+)\b", span)}
    assert named - SETTINGS - OTHERS - REMOVED == set()


def test_every_removed_setting_is_named() -> None:
    assert set(spans(INSTRUCTIONS["docs/operations.md"])) >= REMOVED


def test_the_example_and_the_table_of_settings_are_those_of_the_code() -> None:
    assert {it.name for it in WORDS} == SETTINGS
    for file, text in pages():
        assert file.read_text() == text, "Run make texts"


def test_lines_for_the_settings_are_accepted_and_json_is_json(tmp_path: Path) -> None:
    for text in INSTRUCTIONS.values():
        for block in blocks(text, "ini"):
            file = tmp_path / ".env"
            file.write_text(block)
            _, wrong = Settings.examined(file)
            assert wrong == {}, block
            assert Settings.unknown_in(file) == [], block
        for block in blocks(text, "json"):
            assert json.loads(block)


def test_every_dependency_has_a_line() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *(it for extra in project["optional-dependencies"].values() for it in extra)]
    names = {re.split(r"[\[<>=!~; ]", it)[0].lower() for it in needed}
    page = INSTRUCTIONS["CONTRIBUTING.md"].partition("## Dependencies")[2]
    first = re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
    assert names - {name for cell in first for name in re.findall(r"[\w-]+", cell)} == set()


def test_every_layer_is_in_the_table_and_every_package_in_a_layer() -> None:
    contracts = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = {name for layer in contracts[0]["layers"] for name in layer.split(" | ")}
    table = INSTRUCTIONS["docs/architecture.md"].partition("## Layers")[2].partition("In each folder")[0]
    assert {name for row in re.findall(r"^\| (.+?) \|", table, re.MULTILINE) for name in spans(row)} == layers
    there = {f"bot.{it.stem}" for it in (REPOSITORY / "bot").iterdir() if it.name not in {"__init__.py", "__pycache__"}}
    assert there == layers - {"practice"}


def test_the_page_on_the_architecture_is_short() -> None:
    assert len(INSTRUCTIONS["docs/architecture.md"].split()) <= MOST_WORDS_OF_ARCHITECTURE


def test_every_tool_is_in_the_table() -> None:
    settings = Settings.model_validate({"searxng_url": "http://127.0.0.1:1"})
    table = INSTRUCTIONS["docs/tools.md"].partition("## Families")[2].partition("## Risk")[0]
    rows = [[spans(cell) for cell in row] for row in re.findall(r"^\| (`.+?) \| (.+?) \|", table, re.MULTILINE)]
    assert {name: set(tools) for (name,), tools in rows} == {
        family.name: {tool.name for tool in family.tools} for family in tool_set(settings).families(is_host=True)
    }


async def test_every_request_that_is_named_can_be_made(database_url: str, owner: Owner) -> None:
    database = Database(database_url)
    async with served(database, owner.bot_id, {owner.user_id}) as url, httpx.AsyncClient(base_url=url) as http:
        paths = (await http.get("/openapi.json")).json()["paths"]
    await database.close()
    asked = [span.split() for span in spans(INSTRUCTIONS["docs/api.md"]) if re.match("(GET|POST) /", span)]
    assert len(asked) > 5
    names = {method.lower() + " " + re.sub(r"\{\w+\}", "{}", path) for path in paths for method in paths[path]}
    assert {f"{method.lower()} {re.sub(r'{[^}]*}', '{}', path)}" for method, path in asked} - names == set()
