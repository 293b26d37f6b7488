"""`make eval`: what the bot remembers of scripted conversations, with the model that is set in .env."""

import argparse
import asyncio
import json
import logging
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.kit.errors import StartError
from bot.kit.settings import OPENAI_DEFAULT_MODEL, Settings
from tests.bench.postgres import postgres
from tests.eval.conversation import Case, cases
from tests.eval.report import Report
from tests.eval.run import run

BUILD: Final = Path(__file__).parents[2] / "build" / "eval"
AT_ONCE: Final = 8
"""Conversations at once."""


def main() -> None:
    """Have the conversations, print the table, and write it as Markdown and JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval", description=__doc__)
    parser.add_argument("groups", nargs="*", help="words in the names of groups or conversations; without: all")
    parser.add_argument("--at-once", type=int, default=AT_ONCE, help="conversations at once (default: %(default)s)")
    asked = parser.parse_args()
    chosen = [case for case in cases() if _is_chosen(case, asked.groups)]
    if not chosen:
        parser.error("no conversation has such a name")
    logging.getLogger("uvicorn.error").disabled = True  # the bot is ended in the middle of a long poll
    try:
        report = evaluate(Settings.load(), chosen, at_once=asked.at_once)
    except StartError as error:
        sys.exit(str(error))
    print(report.markdown())
    BUILD.mkdir(parents=True, exist_ok=True)
    name = "".join(it if it.isalnum() or it in ".-" else "-" for it in report.model)
    (BUILD / f"{name}.md").write_text(report.markdown())
    (BUILD / f"{name}.json").write_text(json.dumps(report.json(), indent=1, ensure_ascii=False))
    print(f"written to {BUILD / name}.md and .json")


def evaluate(settings: Settings, chosen: Sequence[Case], *, at_once: int) -> Report:
    """Have conversations with the model that is set. Raises StartError if none is."""
    model = model_settings(settings)
    with postgres() as server:
        results = asyncio.run(run(chosen, model, server.make("eval"), server.folder, at_once=at_once))
    return Report(model=settings.openai_model or OPENAI_DEFAULT_MODEL, results=results, prices=settings.prices)


def model_settings(settings: Settings) -> Mapping[str, str]:
    """Return the settings of the model for the bot. Raises StartError if no model is set."""
    if not settings.has_model:
        raise StartError("No model is set. Set OPENAI_API_KEY or OPENAI_BASE_URL in .env.")
    ours = {
        "OPENAI_API_KEY": settings.openai_api_key.get_secret_value() if settings.openai_api_key else "",
        "OPENAI_BASE_URL": settings.openai_base_url or "",
        "OPENAI_MODEL": settings.openai_model or "",
        "CONTEXT_TOKENS": str(settings.context_tokens or ""),
        "MODEL_FIRST_CHUNK_SECONDS": str(settings.model_first_chunk_seconds),
        "MODEL_CHUNK_SECONDS": str(settings.model_chunk_seconds),
    }
    return {name: value for name, value in ours.items() if value}


def _is_chosen(case: Case, words: Sequence[str]) -> bool:
    names = f"{case.group} {case.conversation.name}".casefold()
    return not words or any(word.casefold() in names for word in words)


if __name__ == "__main__":
    main()
