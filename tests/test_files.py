"""Stored files, of any size: they are copied in pieces."""

import os
import tracemalloc
from hashlib import sha256
from pathlib import Path

import pytest

from bot.files import CHUNK_BYTES, Files, beginning, chunks, size_of

SIZE = 40 * CHUNK_BYTES + 1


@pytest.fixture
def big(tmp_path: Path) -> Path:
    """A file that is much larger than a piece."""
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.write(b"begin")
        file.truncate(SIZE)
    return path


def test_a_big_file_is_stored_without_being_in_memory(tmp_path: Path, big: Path) -> None:
    files = Files(tmp_path / "files")
    tracemalloc.start()
    try:
        key = files.put(big)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 4 * CHUNK_BYTES
    assert key == sha256(big.read_bytes()).hexdigest()
    assert files.path(key).stat().st_size == SIZE
    assert files.path(key).stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path / "files") == [key]  # noqa: PTH208 - nothing else is left
    assert files.put(big) == key
    assert files.claimed() == []  # nobody may delete it until it is claimed


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path) -> None:
    files = Files(tmp_path / "files")
    with pytest.raises(FileNotFoundError):
        files.put(tmp_path / "gone")
    assert os.listdir(tmp_path / "files") == []  # noqa: PTH208 - as above


def test_a_content_is_the_same_in_memory_and_in_a_file(big: Path) -> None:
    whole = big.read_bytes()
    for content in (big, whole):
        assert size_of(content) == SIZE
        assert b"".join(chunks(content)) == whole
        assert beginning(content, 6) == b"begin\0"
