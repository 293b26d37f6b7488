"""The first start on a terminal: it asks for what a live bot needs, checks it, and writes it into `.env`."""

import sys

if sys.modules.get("rich", sys) is None:  # kept from the libraries that need it not (`bot/__init__.py`)
    del sys.modules["rich"]
