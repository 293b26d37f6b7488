"""Telegram: updates in, replies out.

The library imports `cryptography` wherever that is installed, for Telegram Passport alone, which is not used here. It
takes 8 MB, so the library is imported as if it weren't there.
"""

import sys

if "cryptography" not in sys.modules:
    sys.modules["cryptography"] = None  # type: ignore[assignment] # how an import is made to fail (importlib)
    import telegram.ext  # noqa: F401 - so that it is imported now

    del sys.modules["cryptography"]
