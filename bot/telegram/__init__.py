"""Telegram: updates in, replies out.

The library imports `cryptography` wherever that is installed, for Telegram Passport alone, which is not used here, and
`pytz`, which dateparser brings along, though it needs none. They take 8 MB and 1 MB, so the library is imported as if
they weren't there.
"""

import sys

_MISSING = [name for name in ("cryptography", "pytz") if name not in sys.modules]
if _MISSING:
    sys.modules.update(dict.fromkeys(_MISSING))  # type: ignore[arg-type] # how an import is made to fail (importlib)
    import telegram.ext  # noqa: F401 - so that it is imported now

    for _name in _MISSING:
        del sys.modules[_name]
