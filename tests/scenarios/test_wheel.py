"""The wheel works where nothing but it is: in an empty environment, started from any folder."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from bot import __version__
from tests.chat_page import Page
from tests.forks import REPOSITORY, environment
from tests.process import free_port

START_SECONDS = 60


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the repository."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=REPOSITORY, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def keepsake(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed wheel's command, in an environment of its own that takes the locked packages from the tests'."""
    venv = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    (site,) = venv.glob("lib/python*/site-packages")
    (site / "locked.pth").write_text(sysconfig.get_path("purelib"))
    pip = [sys.executable, "-m", "pip", "--python", str(venv), "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*pip, wheel], check=True)
    return venv / "bin" / "keepsake"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder with another program's `.env`."""
    (tmp_path / ".env").write_text("DATABASE_URL=mysql://another.program\n")
    return tmp_path


@pytest.fixture
def alone(data_dir: Path) -> Mapping[str, str]:
    """An environment that finds nothing of the repository, with an empty home."""
    kept = {name: value for name, value in environment().items() if name != "PYTHONPATH"}
    home = data_dir.parent
    return {**kept, "HOME": str(home), **({"DATA_DIR": str(data_dir)} if os.geteuid() == 0 else {})}


def run(keepsake: Path, *arguments: str, cwd: Path, env: Mapping[str, str]) -> str:
    """Run a command to its end; return what it printed."""
    done = subprocess.run([keepsake, *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_wheel_has_two_packages_and_all_their_files(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name.partition("/")[0] for name in names} == {"bot", "practice", f"keepsake-{__version__}.dist-info"}
    wanted = [path for folder in ("bot", "practice") for path in (REPOSITORY / folder).rglob("*") if path.is_file()]
    there = {str(path.relative_to(REPOSITORY)) for path in wanted if "__pycache__" not in path.parts}
    migrations = {f"bot/migrations/versions/{path.name}" for path in REPOSITORY.glob("migrations/versions/*.py")}
    assert {name for name in names if ".dist-info/" not in name} >= there | migrations | {"bot/migrations/env.py"}


async def test_an_installed_keepsake_answers_examines_itself_and_is_backed_up(
    keepsake: Path, elsewhere: Path, alone: Mapping[str, str]
) -> None:
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(keepsake, "run"),
        cwd=elsewhere,
        env={**alone, "API_PORT": str(port)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout
    written = ""
    try:
        async with asyncio.timeout(START_SECONDS):
            while not (found := re.search(r"Chat here: (http://127\.0\.0\.1:\d+)", written)):
                line = await process.stdout.readline()
                assert line, written
                written += line.decode()
        page = Page(found[1])
        await page.say("Remember that my sister is called Mia")
        await page.seen(lambda texts: any("Mia" in text for text in texts))
        await page.close()
        async with httpx.AsyncClient() as http:
            memory_page = await http.get(f"http://127.0.0.1:{port}/")
        examined = await asyncio.to_thread(run, keepsake, "doctor", cwd=elsewhere, env=alone)
        backed_up = await asyncio.to_thread(run, keepsake, "backup", "all.backup", cwd=elsewhere, env=alone)
    finally:
        process.send_signal(signal.SIGINT)
        rest = (await process.communicate())[0].decode()
    assert process.returncode == 0, rest
    assert 'data-program="keepsake"' in memory_page.text  # with which it names commands
    assert "Keepsake can run" in examined
    assert backed_up.startswith("Wrote all.backup")
    assert "Traceback" not in written + rest
