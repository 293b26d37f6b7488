"""Prometheus reads a running bot's numbers, with a token and without a word or an id of anybody's."""

from collections.abc import Mapping

import httpx
from prometheus_client.parser import text_string_to_metric_families

from practice.telegram.bot_api import BotApi

LABELS = {"state", "model", "purpose", "kind", "le", "method", "path", "status", "level"}


def samples(text: str) -> Mapping[str, float]:
    """Return the values by name and labels, in the order of their names."""
    found = [it for family in text_string_to_metric_families(text) for it in family.samples]
    assert {label for it in found for label in it.labels} <= LABELS
    return {" ".join([it.name, *it.labels.values()]): it.value for it in found}


async def test_a_turn_is_counted(telegram: BotApi, reader: httpx.AsyncClient) -> None:
    assert (await reader.get("/metrics", headers={"Authorization": ""})).status_code == 401
    before = samples((await reader.get("/metrics")).text)
    assert (before["keepsake_turns_total"], before["keepsake_model_cached_share"]) == (0, 0)
    for words in ("Hello Petronella", "How are you?"):
        await telegram.bot_message(words, after=telegram.send_text(words))
    await reader.get("/api/memory/abcdefgh")
    answer = await reader.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    now = samples(answer.text)
    model = next(it.split()[1] for it in now if it.startswith("keepsake_model_requests_total"))
    assert (now["keepsake_turns_total"], now["keepsake_turns_by_state answered"]) == (2, 2)
    assert now[f"keepsake_model_requests_total {model} answer"] == 2
    assert now[f"keepsake_model_tokens_total input {model} answer"] > 0
    assert 0 <= now["keepsake_model_cached_share"] <= 1
    assert now["keepsake_model_answer_seconds_count"] == now["keepsake_model_answer_seconds_bucket +Inf"] == 2
    assert now["keepsake_model_answer_seconds_sum"] > 0
    assert now["keepsake_api_requests_total GET /metrics 401"] == 1
    assert now["keepsake_api_requests_total GET /api/memory/{its_id} 404"] == 1
    assert now["keepsake_log_lines_total error"] == 0
    assert now["process_resident_memory_bytes"] > 0
    assert now["keepsake_tasks"] > 1
    assert "Petronella" not in answer.text
