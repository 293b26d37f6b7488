"""Keepsake: a personal assistant that lives in a Telegram chat and remembers."""

import sys

# structlog and httpx import rich, click and pygments where these happen to be installed, for what nothing here uses:
# 5 MB. https://docs.python.org/3/reference/import.html#the-module-cache: None keeps a module from being imported.
for _unused in ("rich", "httpx._main"):
    sys.modules.setdefault(_unused, None)  # type: ignore[arg-type] # as that page says
