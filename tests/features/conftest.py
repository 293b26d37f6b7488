"""The API, and who asks it."""

from tests.api_fixtures import http, page, url

__all__ = ["http", "page", "url"]
