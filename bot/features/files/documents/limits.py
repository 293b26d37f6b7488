"""Limits on the reading of a document."""

from typing import Final

MEMORY_BYTES: Final = 512 * 1024 * 1024
"""Most memory of the process that reads."""
SECONDS: Final = 28.0
"""Seconds after which the process is killed."""
SECONDS_TO_READ: Final = 18
"""Seconds after which the rest of a document is left out."""
CHARACTERS: Final = 2_000_000
"""Most characters that are kept of a document."""
OUTPUT_BYTES: Final = 32_000_000
"""Most bytes that the process writes: in JSON, a character takes up to 12."""
PART_CHARACTERS: Final = 4_000
"""Most characters of a part."""
LABEL_CHARACTERS: Final = 160
"""Most characters of a part's label."""
SECTION_CHARACTERS: Final = 50
"""Characters that a section counts besides its text."""
PAGE_BYTES: Final = 2_000_000
"""Most bytes of a web page that are read, without pictures in it."""
PAGE_ELEMENTS: Final = 50_000
"""Most elements of a web page that becomes Markdown; a larger one becomes plain text."""
PAGES: Final = 2_000
"""Most pages of a PDF that are read."""
MEMBERS: Final = 10_000
"""Most files in an archive, such as a Word document."""
UNPACKED_BYTES: Final = 200_000_000
"""Most bytes of an archive's files together, unpacked."""
COLUMNS: Final = 60
"""Most columns that are read of a table."""
