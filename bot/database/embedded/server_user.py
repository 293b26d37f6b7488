"""The system user whom the server runs as."""

import os
import pwd
import stat
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bot.errors import StartError

SYSTEM_USER = "keepsake"
"""The system user whom root's server runs as."""


@dataclass(frozen=True)
class ServerUser:
    """Whom the server runs as: us; for root, whom PostgreSQL refuses, a system user of its own."""

    uid: int
    gid: int

    @classmethod
    def find(cls) -> "ServerUser":
        """Find the user; root's is created where it is missing. Raises StartError if that fails."""
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid())
        entry = _system_user()
        return cls(entry.pw_uid, entry.pw_gid)

    @property
    def is_another(self) -> bool:
        """Tell whether it is not us."""
        return self.uid != os.geteuid()

    def run(
        self, command: Sequence[str | Path], *, output: int | IO[str] = subprocess.PIPE, lock: int | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command as this user, with nothing of our environment (it holds keys), and `lock` inherited.

        It runs in a session of its own, which the terminal's Ctrl-C doesn't reach.
        """
        return subprocess.run(  # noqa: S603 - commands are ours, handed over without a shell
            command,
            check=False,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            env={"PATH": os.defpath, "LC_ALL": "C"},
            umask=0o077,
            user=self.uid,
            group=self.gid,
            extra_groups=[self.gid] if self.is_another else None,
            pass_fds=() if lock is None else (lock,),
            start_new_session=True,
        )

    def reaches(self, path: Path) -> bool:
        """Tell whether this user can enter a folder or run a program, as the kernel sees it."""
        return self.run(["test", "-x", path]).returncode == 0

    def own(self, folder: Path) -> None:
        """Have a folder that is this user's alone. Raises StartError if something of somebody else's stands there."""
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {os.geteuid(), self.uid}:
            raise StartError(
                f"{folder} is somebody else's, and Keepsake needs it for itself. Remove it, then start again."
            )
        os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)

    def take_over(self, folder: Path) -> None:
        """Get a folder that this user had under another number: in another container, or on another machine."""
        if folder.exists() and folder.stat().st_uid != self.uid:
            for path in (*folder.rglob("*"), folder):
                os.chown(path, self.uid, self.gid, follow_symlinks=False)


def _system_user() -> pwd.struct_passwd:
    with suppress(KeyError):
        return pwd.getpwnam(SYSTEM_USER)
    created = subprocess.run(  # noqa: S603 - a constant command
        ["/bin/sh", "-c", f"useradd --system --user-group --no-create-home --shell /usr/sbin/nologin {SYSTEM_USER}"],
        check=False,
        text=True,
        env={"PATH": f"{os.defpath}:/usr/sbin:/sbin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        return pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        said = " ".join(created.stdout.split())
        raise StartError(
            f"The database can't run as root, and the system user {SYSTEM_USER} can't be created ({said})."
            " Create it, run Keepsake as an ordinary user, or set DATABASE_URL."
        ) from None
