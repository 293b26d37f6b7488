"""OpenAI's models as they are served: in which APIs, with which efforts, and until when."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from practice.model.chat_api import ChatRequest, Refusal

_NO_TOOLS: Final = (
    "Function tools with reasoning_effort are not supported for {} in /v1/chat/completions. To use function tools, use "
    "/v1/responses or set reasoning_effort to 'none'."
)
_NO_EFFORT: Final = "Unsupported value: '{}' is not supported with the '{}' model. Supported values are: {}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How a server serves a model.

    A model with `efforts` reasons; one without `takes_tools_in_chat` is offered tools in Chat Completions only with the
    effort none. An answer has `most_tokens` at most.
    """

    in_responses: bool = True
    efforts: tuple[str, ...] = ()
    takes_tools_in_chat: bool = True
    explicit_cache: bool = False
    most_tokens: int = 128_000
    shutdown_date: str | None = None

    def refusals(self, request: ChatRequest, *, in_responses: bool) -> Iterator[Refusal]:
        """Refuse what the model does not take, in OpenAI's words."""
        name = "reasoning.effort" if in_responses else "reasoning_effort"
        effort = request.reasoning_effort
        if effort and not self.efforts:
            message = f"Unsupported parameter: '{name}' is not supported with this model."
            yield Refusal(400, message, code="unsupported_parameter", param=name)
        if effort and effort not in self.efforts:
            *others, last = (f"'{it}'" for it in self.efforts)
            message = _NO_EFFORT.format(effort, request.model, f"{', '.join(others)}, and {last}")
            yield Refusal(400, message, code="unsupported_value", param=name)
        if request.tools and not in_responses and not self.takes_tools_in_chat and effort != "none":
            yield Refusal(400, _NO_TOOLS.format(request.model), param="reasoning_effort")
        if (given := request.max_completion_tokens or request.max_tokens or 0) > self.most_tokens:
            message = (
                f"max_tokens is too large: {given}. This model supports at most {self.most_tokens} completion tokens, "
                f"whereas you provided {given}."
            )
            yield Refusal(400, message, code="invalid_value", param="max_tokens")
        if not self.explicit_cache and request.prompt_cache_options:
            message = "Unsupported parameter: 'prompt_cache_options' is not supported with this model."
            yield Refusal(400, message, code="unsupported_parameter", param="prompt_cache_options")


_ALL: Final = ("none", "minimal", "low", "medium", "high", "xhigh")
PROFILES: Final[Mapping[str, Profile]] = {
    "gpt-6-luna": Profile(efforts=(*_ALL, "max"), takes_tools_in_chat=False, explicit_cache=True),
    "gpt-6.1-terra": Profile(efforts=(*_ALL, "max"), takes_tools_in_chat=False, explicit_cache=True),
    "gpt-6-astra": Profile(efforts=(*_ALL[2:5], "max"), takes_tools_in_chat=False, explicit_cache=True),
    "gpt-5.6-terra": Profile(efforts=_ALL, takes_tools_in_chat=False, explicit_cache=True),
    "gpt-5-mini": Profile(efforts=_ALL[1:5], shutdown_date="2026-12-11"),
    "gpt-4.1-mini": Profile(most_tokens=32_768, shutdown_date="2027-01-14"),
    "plain": Profile(in_responses=False, explicit_cache=True),
}
"""By the models' names; `plain` is any model on a server that has Chat Completions only."""
PLAIN: Final = PROFILES["plain"]
