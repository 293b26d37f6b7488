"""Pictures for tests."""

from io import BytesIO

from PIL import Image


def photo(colour: str = "red", size: tuple[int, int] = (3_000, 2_000), *, kind: str = "JPEG") -> bytes:
    """Return a picture of one colour; of the usual size, as a phone takes it."""
    written = BytesIO()
    Image.new("RGB", size, colour).save(written, kind)
    return written.getvalue()
