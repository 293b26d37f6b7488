"""The clock of the day moves for a process that reads it, and for Telegram; what a process measures is real."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from practice.telegram.bot_api import BotApi
from tests.day.clock import MISSING, DayClock, library

START = datetime(2025, 3, 29, 6, 30, tzinfo=UTC)
ABOUT = timedelta(minutes=1)
READS = """
import sys
import time
from datetime import UTC, datetime
while sys.stdin.readline():
    print(datetime.now(UTC).isoformat(), time.monotonic(), flush=True)
"""


@pytest.fixture
def clock(tmp_path: Path, telegram: BotApi) -> DayClock:
    """A clock that shows a morning."""
    return DayClock(tmp_path / "clock", telegram, START)


def sent_at(telegram: BotApi) -> datetime:
    """Return the date of a message that is sent now."""
    sent = telegram.message(1, telegram.send_text("Hello"))
    assert sent
    return datetime.fromtimestamp(sent.date, UTC)


def test_telegram_and_the_day_have_one_time(clock: DayClock, telegram: BotApi) -> None:
    assert abs(sent_at(telegram) - START) < ABOUT
    clock.move(timedelta(hours=5).total_seconds())
    clock.be_wrong(timedelta(days=-1))
    assert abs(clock.now - START - timedelta(hours=5)) < ABOUT
    assert abs(sent_at(telegram) - START - timedelta(hours=5)) < ABOUT


def test_a_process_reads_the_clock_right_or_wrong(clock: DayClock) -> None:
    loaded = library()
    if loaded is None:
        pytest.skip(MISSING)
    with subprocess.Popen(
        [sys.executable, "-c", READS],
        env=os.environ | clock.environment(loaded),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:

        def read() -> tuple[datetime, float]:
            assert process.stdin
            assert process.stdout
            process.stdin.write("\n")
            process.stdin.flush()
            shown, measured = process.stdout.readline().split()
            return datetime.fromisoformat(shown), float(measured)

        morning, began = read()
        clock.move(timedelta(hours=5).total_seconds())
        noon, _ = read()
        clock.be_wrong(timedelta(hours=-2))
        wrong, ended = read()
    assert abs(morning - START) < ABOUT
    assert abs(noon - START - timedelta(hours=5)) < ABOUT
    assert abs(wrong - START - timedelta(hours=3)) < ABOUT
    assert ended - began < timedelta(hours=1).total_seconds()
