"""The API, who asks it, and a chat without Telegram."""

from tests.api_fixtures import http, page, url
from tests.turns.conftest import chat

__all__ = ["chat", "http", "page", "url"]
