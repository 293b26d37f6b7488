"""A guard against work that grows with the square of its input."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

_SECONDS = 10


@contextmanager
def no_square() -> Iterator[None]:
    """Fail if this takes ten seconds of processor time: what is meant takes one at most, its square takes minutes."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < _SECONDS
