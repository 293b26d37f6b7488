"""The practice model's recordings are read by ffmpeg."""

import shutil
import subprocess
from pathlib import Path

import pytest

from practice.model.opus import recording, seconds_of, words_in


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_its_recordings_are_real_ones(tmp_path: Path) -> None:
    """The title that ffmpeg gives a recording is what that says."""
    made, read = tmp_path / "made.ogg", tmp_path / "read.ogg"
    made.write_bytes(recording("Hello " * 300, 3.5))
    options = ["-map_metadata:s:a", "-1", "-metadata", "title=Anything", "-c:a", "libopus", "-b:a", "24k"]
    ffmpeg = ["ffmpeg", "-v", "warning", "-xerror", "-i", str(made), *options, str(read)]
    assert subprocess.run(ffmpeg, check=True, capture_output=True).stderr == b""
    assert seconds_of(read.read_bytes()) == pytest.approx(3.5, abs=0.1)
    assert words_in(read.read_bytes()) == "Anything"
