"""The process that transcribes what comes on its input, length first, with limited memory and no secrets."""

import json
import os
import resource
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from typing import Final

from faster_whisper import WhisperModel

_MEMORY_BYTES: Final = 3_000_000_000
"""Most memory that may be reserved: 1.2 GB by libraries, 115 MB by each hour of sound."""
_LENGTH_BYTES: Final = 8


def main(folder: str) -> None:
    """Transcribe recordings until the input ends."""
    with suppress(OSError, ValueError):
        os.nice(10)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    model = WhisperModel(
        folder, device="cpu", compute_type="int8", cpu_threads=os.cpu_count() or 1, local_files_only=True
    )
    incoming, outgoing = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    while length := incoming.read(_LENGTH_BYTES):
        result = json.dumps(transcript(model, incoming.read(int.from_bytes(length)))).encode()
        outgoing.write(len(result).to_bytes(_LENGTH_BYTES) + result)
        outgoing.flush()


def transcript(model: WhisperModel, content: bytes) -> Mapping[str, str]:
    """Return the words of a recording, or the error that it causes."""
    try:
        # Without silence, in which Whisper hears words; and without what it heard before, which it may repeat for ever.
        segments, _ = model.transcribe(BytesIO(content), vad_filter=True, condition_on_previous_text=False)
        return {"text": " ".join(segment.text.strip() for segment in segments)}
    except Exception as error:  # noqa: BLE001 - whatever a library raises for a damaged file
        return {"error": type(error).__name__}


if __name__ == "__main__":
    main(sys.argv[1])
