"""The program `keepsake`, or `python -m bot`: Ctrl-C ends it without a word, also while its modules are imported."""

import os
import signal
import time
from collections.abc import Sequence
from types import FrameType
from typing import Final

_SIGNAL_SECONDS: Final = 0.3
"""Time for make to take a signal, which it has to before we end."""


def main(words: Sequence[str] | None = None) -> None:
    """Run the command that the words name, by default those of the command line; without any, the bot."""
    make = os.environ.pop("KEEPSAKE_MAKE", "")
    interrupted = 0 if make else 1  # make ends by the same Ctrl-C, and speaks of any other code

    def end_at_once(_number: int, _frame: FrameType | None) -> None:
        os._exit(interrupted)

    try:
        usual = signal.getsignal(signal.SIGINT)
        if usual is signal.default_int_handler:  # an interrupted import may print or swallow the interrupt
            signal.signal(signal.SIGINT, end_at_once)
        from bot.cli.entry import chosen  # noqa: PLC0415 - once Ctrl-C is quiet

        run = chosen(words)
        signal.signal(signal.SIGINT, usual)
        run()
    except KeyboardInterrupt:
        raise SystemExit(interrupted) from None
    except SystemExit as end:
        if make and end.code and signal.getsignal(signal.SIGQUIT) is not signal.SIG_IGN:  # else make ignores it, too
            _end(int(make))
            raise SystemExit(0) from None
        raise


def _end(make: int) -> None:
    """End the make that started us without a line of its own: what failed is said."""
    os.kill(make, signal.SIGQUIT)
    time.sleep(_SIGNAL_SECONDS)


if __name__ == "__main__":
    main()
