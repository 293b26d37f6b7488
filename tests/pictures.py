"""Pictures and a video for tests."""

from base64 import b64decode
from io import BytesIO
from typing import Final

from PIL import Image

VIDEO: Final = b64decode(
    "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAH+EU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHGTbuM"
    "U6uEElTDZ1OsggEMTbuMU6uEHFO7a1OsggHo7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBNgIRMYXZmV0GETGF2ZkSJiECfQAAAAAAAFlSua8Gu"
    "AQAAAAAAADjXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCGhVZfVlA4g4EBI+ODhDuaygDgibCBQLqBMJqBAhJUw2fRc3POY8CLY8WIAAAAAAAA"
    "AAFnyJhFo4dFTkNPREVSRIeLTGF2YyBsaWJ2cHhnyKJFo4hEVVJBVElPTkSHlDAwOjAwOjAyLjAwMDAwMDAwMAAAH0O2dUCA54EAo8KBAACAUAMA"
    "nQEqQAAwAAEHCIWFiJmEiAWCAnWqA/gCBwjg/fQmzy4A/vi1F/9ZX8yv5lf75H/7z0feej7z0f95YACjt4ED6ABRAgAEEBQAGAgA0txG3SQF82Wu"
    "5QD+/NVh/7/Vd/Vd/Vf7tP/7el+3pft6X/7dkt50UigcU7trkbuPs4EAt4r3gQHxggFi8IED"
)
"""Two seconds of red, 64 by 48 pixels, in WebM."""


def photo(colour: str = "red", size: tuple[int, int] = (3_000, 2_000), *, kind: str = "JPEG") -> bytes:
    """Return a picture of one colour; of the usual size, as a phone takes it."""
    written = BytesIO()
    Image.new("RGB", size, colour).save(written, kind)
    return written.getvalue()
