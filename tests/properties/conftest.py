"""Shared by the tests that kill a bot within their own process."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture
def swept() -> Iterator[None]:
    """What was killed is cleared away within the test that did it."""
    yield
    gc.collect()
