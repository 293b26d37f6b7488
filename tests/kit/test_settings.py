"""A wrong setting ends the start with exit code 2 and one sentence: which one, why, and how to get a right one."""

import json
from pathlib import Path

import pytest

from bot.kit.errors import StartError
from bot.kit.settings import Settings
from practice.model.server import ModelServer, Reply
from practice.serving import serve
from tests.process import run

TOKEN = "123456:abcdefghijklmnopqrstuvwxyz"

WRONG = [
    ({"TELEGRAM_BOT_TOKEN": "secret-nonsense"}, "TELEGRAM_BOT_TOKEN", "@BotFather"),
    ({"TELEGRAM_BOT_TOKEN": TOKEN}, "OPENAI_API_KEY", "OPENAI_BASE_URL"),
    ({"TELEGRAM_BOT_TOKEN": TOKEN, "OPENAI_API_KEY": "secret-nonsense…"}, "OPENAI_API_KEY", "isn't a valid key"),
    ({"TELEGRAM_ALLOWED_USER_IDS": "12, bob"}, "TELEGRAM_ALLOWED_USER_IDS", "isn't a numeric id"),
    ({"TELEGRAM_API_URL": "localhost:8081"}, "TELEGRAM_API_URL", "https://api.telegram.org"),
    ({"OPENAI_MODEL": "one\ntwo"}, "OPENAI_MODEL", "contains a line break"),
    ({"OPENAI_BASE_URL": "http://[broken/v1"}, "OPENAI_BASE_URL", "http://localhost:11434/v1"),
    ({"OPENAI_FALLBACKS": "small localhost:11434"}, "OPENAI_FALLBACKS", "NAME ADDRESS KEY"),
    ({"OPENAI_FALLBACKS": "large; small http://a/v1 hunter2 more"}, "OPENAI_FALLBACKS", "more than three words"),
    ({"OPENAI_FALLBACKS": "small http://a/v1 secret-nonsense…"}, "OPENAI_FALLBACKS", "isn't a valid key"),
    ({"DATABASE_URL": "mysql://root:hunter2@localhost/x"}, "DATABASE_URL", "postgresql://"),
    ({"API_PUBLIC_URL": "https://☃️.example"}, "API_PUBLIC_URL", "https://keepsake.example.org"),
    ({"OPENAI_BASE_URL": "sk-proj-hunter2"}, "OPENAI_BASE_URL", "http://localhost:11434/v1"),
    ({"TELEGRAM_ALLOWED_USER_IDS": "sk-proj-hunter2"}, "TELEGRAM_ALLOWED_USER_IDS", "isn't a numeric id"),
    ({"DATABASE_URL": "me:hunter2@host/v1"}, "DATABASE_URL", "postgresql://"),
    ({"DATA_DIR": "~nosuchuser/x"}, "DATA_DIR", "/var/lib/keepsake"),
    ({"DATA_DIR": "relative/path"}, "DATA_DIR", "absolute"),
    (
        {"DATA_DIR": "/srv/data", "MIRROR_DIR": "/srv/data/vault"},
        "MIRROR_DIR",
        "inside Keepsake's data folder (/srv/data)",
    ),
    ({"TIMEZONE": "Mars/Olympus"}, "TIMEZONE", "Europe/London"),
    ({"CONVERSATION_IDLE_MINUTES": "0"}, "CONVERSATION_IDLE_MINUTES", "greater than 0. Minutes of silence"),
    ({"SYSTEM_PROMPT_FILE": "/no/such/file"}, "SYSTEM_PROMPT_FILE", "UTF-8"),
    ({"MEMORY_CAPTURE": "sometimes"}, "MEMORY_CAPTURE", "Use ask, auto, off or none"),
    ({"MEMORY_REVIEW": "perhaps"}, "MEMORY_REVIEW", "Use true or false"),
    ({"INPUT_PRICE": "0.1", "OUTPUT_PRICE": "0.5"}, "CACHED_PRICE", "all three prices"),
    ({"WEB_ALLOWED_HOSTS": "http://nas.home/"}, "WEB_ALLOWED_HOSTS", "192.168.1.10:8080"),
    ({"LOCAL_MODEL_SERVERS": "127.0.0.1:11434"}, "LOCAL_MODEL_SERVERS", "http://127.0.0.1:11434/v1"),
]


@pytest.mark.parametrize(("settings", "name", "way_out"), WRONG, ids=lambda it: it if isinstance(it, str) else "")
def test_a_wrong_setting_is_one_sentence_that_tells_no_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: dict[str, str], name: str, way_out: str
) -> None:
    for each, value in settings.items():
        monkeypatch.setenv(each, value)
    with pytest.raises(StartError) as refused:
        Settings.load(tmp_path / ".env")
    sentence = str(refused.value)
    assert sentence.startswith(name)
    assert way_out in sentence
    assert "\n" not in sentence
    assert "hunter2" not in sentence
    assert "secret-nonsense" not in sentence


async def test_a_wrong_setting_ends_the_start_and_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_FORMAT=xml\nTIMEZONE=Mars/Olympus\nUNKNOWN=ignored\n")
    code, written = await run(cwd=tmp_path, LOG_FORMAT="json")
    assert (code, written.split()[0], written.count("\n")) == (2, "TIMEZONE", 1)


async def test_names_that_are_none_and_those_of_earlier_versions_are_named(tmp_path: Path) -> None:
    lines = "TELEGRAM_BOT_TOKN=1:abc\nSHARE_CHATS=true\nWEBHOOK_PORT=\nDATABASE_URL=postgresql://127.0.0.1:9/none\n"
    (tmp_path / ".env").write_text(lines)
    code, written = await run("migrate", cwd=tmp_path, WEBHOOK_URL="https://hunter2", LOG_FORMAT="json")
    named = [json.loads(line)["name"] for line in written.splitlines() if '"name"' in line]
    assert named == ["TELEGRAM_BOT_TOKN", "SHARE_CHATS", "WEBHOOK_URL"]
    assert "1:abc" not in written
    assert "hunter2" not in written
    assert (code, "DATABASE_URL" in written) == (2, True)  # nobody is there


async def test_a_key_that_is_refused_when_the_model_is_looked_up_is_named(tmp_path: Path, database_url: str) -> None:
    async with serve(ModelServer(lambda _: Reply(text="Hi"), api_key="sk-right").app) as url:
        settings = {"OPENAI_BASE_URL": f"{url}/v1", "DATABASE_URL": database_url, "TELEGRAM_BOT_TOKEN": TOKEN}
        code, written = await run(cwd=tmp_path, OPENAI_API_KEY="sk-wrong-key", **settings)
    assert code == 2
    assert "OPENAI_API_KEY was refused" in written
    assert "sk-wrong-key" not in written


def test_a_dot_env_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"LOG_FORMAT=\xff\xfe")
    with pytest.raises(StartError, match=r"\.env can't be read. Save it as a text file"):
        Settings.load(file)
    with pytest.raises(StartError, match=r"can't be read \(is a directory\)"):
        Settings.load(tmp_path)


@pytest.mark.parametrize("line", ["OPENAI_API_KEY: sk-none", "OPENAI_API_KEY"])
def test_a_setting_in_dot_env_without_a_value_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / ".env").write_text(f"# OPENAI_API_KEY is OpenAI's\nLOG_FORMAT=json\n{line}\n")
    with pytest.raises(StartError, match=r"the = after OPENAI_API_KEY is missing\. Write OPENAI_API_KEY=<value>\."):
        Settings.load(tmp_path / ".env")


def test_what_stands_around_a_key_or_a_name_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {"OPENAI_API_KEY": " sk-1\n", "OPENAI_MODEL": "small\n", "REVIEW_MODEL": " "}.items():
        monkeypatch.setenv(name, value)
    settings = Settings.load(tmp_path / "none")
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-1"
    assert (settings.openai_model, settings.review_model) == ("small", "")


@pytest.mark.parametrize(
    ("written", "models"),
    [
        ("gpt-6.1-terra", [("gpt-6.1-terra", None, None)]),
        (
            " gpt-6.1-terra;qwen3:8b  http://localhost:11434/v1/ ; claude https://router.example/v1 sk-or-1;; ",
            [
                ("gpt-6.1-terra", None, None),
                ("qwen3:8b", "http://localhost:11434/v1", None),
                ("claude", "https://router.example/v1", "sk-or-1"),
            ],
        ),
        ("one\ntwo", [("one", None, None), ("two", None, None)]),
    ],
)
def test_fallback_models_have_a_name_an_address_and_a_key_that_no_log_shows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, written: str, models: list[tuple[str, str | None, str | None]]
) -> None:
    monkeypatch.setenv("OPENAI_FALLBACKS", written)
    settings = Settings.load(tmp_path / "none")
    found = [(it.name, it.base_url, it.key and it.key.get_secret_value()) for it in settings.openai_fallbacks]
    assert found == models
    assert {key for _, _, key in models if key} <= set(settings.secrets)


@pytest.mark.parametrize(
    ("url", "api", "responses"),
    [
        ("", "", True),
        ("https://api.openai.com/v1", "auto", True),
        ("https://mine.openai.azure.com/openai/v1", "auto", True),
        ("https://notapi.openai.com.example/v1", "auto", False),
        ("http://localhost:11434/v1", "auto", False),
        ("http://localhost:11434/v1", "responses", True),
        ("https://api.openai.com/v1", "chat", False),
    ],
)
def test_openai_and_azure_are_asked_through_responses_unless_set_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, api: str, *, responses: bool
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    monkeypatch.setenv("OPENAI_API", api)
    assert Settings.load(tmp_path / "none").speaks_responses is responses


async def test_a_server_with_several_models_is_a_question(tmp_path: Path, database_url: str) -> None:
    async with serve(ModelServer(lambda _: Reply(text="Hi"), models=("small", "large")).app) as url:
        settings = {"OPENAI_BASE_URL": f"{url}/v1", "DATABASE_URL": database_url, "TELEGRAM_BOT_TOKEN": TOKEN}
        code, written = await run(cwd=tmp_path, **settings)
    assert code == 2
    assert "Choose the model that answers:" in written
    assert "small, large" in written
