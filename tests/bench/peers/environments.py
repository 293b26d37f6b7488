"""The peers' virtual environments, each with the versions of its file in `requirements`."""

import hashlib
import json
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.bench.peers.peer import Peer
from tests.forks import REPOSITORY

FOLDER: Final = REPOSITORY / "build" / "peers"
REQUIREMENTS: Final = Path(__file__).with_name("requirements")
_PIP: Final = ("-m", "pip", "--disable-pip-version-check", "--no-input")


class NotInstalled(Exception):  # noqa: N818 - named for the situation
    """A peer can't be installed; the message is pip's last word."""


def installed(peer: Peer) -> str:
    """Return the Python that a peer runs with; install it if its requirements are new. Raises NotInstalled."""
    if not peer.requirements:
        return sys.executable
    requirements = REQUIREMENTS / peer.requirements
    folder = FOLDER / requirements.stem
    python = folder / "bin" / "python"
    mark = folder / f"installed-{hashlib.sha256(requirements.read_bytes()).hexdigest()[:12]}"
    if not mark.exists():
        print(f"installing {peer.name} ...", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        pip = subprocess.run(
            [python, *_PIP, "install", "-q", "-r", requirements], capture_output=True, text=True, check=False
        )
        if pip.returncode:
            errors = [line for line in pip.stderr.splitlines() if line.startswith("ERROR")]
            raise NotInstalled((errors or pip.stderr.splitlines() or ["pip failed"])[-1])
        mark.touch()
    return str(python)


def versions(peer: Peer, python: str) -> Mapping[str, str]:
    """Return the versions of everything in a peer's environment."""
    if not peer.requirements:
        return {}
    listed = subprocess.run([python, *_PIP, "list", "--format=json"], capture_output=True, text=True, check=True)
    return {it["name"]: it["version"] for it in json.loads(listed.stdout)}


def pinned(peer: Peer) -> str:
    """Return the first version that its requirements pin: the peer's own."""
    if not peer.requirements:
        return ""
    return (REQUIREMENTS / peer.requirements).read_text().split()[0].replace("==", " ")
