import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.kit import logs

SECRET = "sk-very-secret"
WORDS = f"my diary, and {SECRET}"


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Leave logging as it was found."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


def fail(words: str) -> None:
    """Fail as a database does, quoting what was to be stored."""
    try:
        int(words)
    except ValueError as error:
        raise KeyError(words) from error


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_an_exception_is_logged_without_its_message(capsys: pytest.CaptureFixture[str], log_format: str) -> None:
    logs.configure("json" if log_format == "json" else "console", [SECRET])
    try:
        fail(WORDS)
    except KeyError:
        structlog.get_logger().exception("it failed", turn="t1")
        logging.getLogger("telegram.ext").exception("it failed there")
    written = capsys.readouterr().err
    assert written.count("builtins.ValueError") == 2
    assert written.count("builtins.KeyError") == 2
    assert "in fail" in written
    assert "diary" not in written


def test_secrets_are_taken_out_whoever_logs_them(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", [SECRET, ""])
    structlog.get_logger().warning("the key is", key=SECRET)
    logging.getLogger("some.library").warning("GET https://host/bot%s/getMe", SECRET)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["the key is", "GET https://host/bot[secret]/getMe"]
    assert lines[0]["key"] == "[secret]"
    assert lines[1]["library"] == "some.library"


def test_libraries_that_log_every_request_are_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("console", [])
    logging.getLogger("httpx").info("POST https://api.telegram.org/bot…")
    assert capsys.readouterr().err == ""
