"""The validation of requests, as strict as OpenAI's and in its words."""

import json
import re
from collections.abc import Collection, Iterable, Iterator

from pydantic import ValidationError

from practice.model.chat_api import (
    AssistantMessage,
    ChatRequest,
    Function,
    Message,
    Refusal,
    Tool,
    ToolMessage,
)
from practice.model.conversation import text_of
from practice.model.responses_api import ResponsesRequest


def parse(body: bytes) -> ChatRequest | Refusal:
    """Parse a request's body; a Refusal (400) describes an error in OpenAI's words."""
    try:
        request = ChatRequest.model_validate_json(body)
    except ValidationError as error:
        return malformed(error)
    faults = (*_option_faults(request), *_tool_faults(request.tools or ()), *_message_faults(request.messages))
    return faults[0] if faults else request


def parse_responses(body: bytes) -> ResponsesRequest | Refusal:
    """Parse the body of a request to the Responses API, in the same way."""
    try:
        request = ResponsesRequest.model_validate_json(body)
        said = request.as_chat
    except ValidationError as error:
        return malformed(error)
    faults = (*_tool_faults(said.tools or ()), *_option_faults(said))
    return faults[0] if faults else request


def unsupported(request: ChatRequest, parameters: Collection[str]) -> Refusal | None:
    """Refuse a request with one of these parameters, in OpenAI's words for a model that does not support it."""
    if given := next((name for name in sorted(parameters) if getattr(request, name, None) is not None), None):
        message = f"Unsupported parameter: '{given}' is not supported with this model."
        return Refusal(400, message, code="unsupported_parameter", param=given)
    if "reasoning" in parameters and (sent := next(_thoughts(request.messages), None)):
        return Refusal(400, f"Unknown parameter: '{sent}'.", code="unknown_parameter", param=sent)
    if "prompt_cache_breakpoint" in parameters and (marked := next(_marked(request.messages), None)):
        return Refusal(400, f"{marked} is not supported on this model", code="invalid_parameter", param=marked)
    return None


def _thoughts(messages: Iterable[Message]) -> Iterator[str]:
    """Yield the paths of reasoning in messages."""
    for number, message in enumerate(messages):
        if isinstance(message, AssistantMessage) and message.thought:
            yield f"messages[{number}].{message.thought}"


def _marked(messages: Iterable[Message]) -> Iterator[str]:
    """Yield the paths of the prompt cache's breakpoints."""
    for number, message in enumerate(messages):
        parts = message.content if isinstance(message.content, tuple) else ()
        for at, part in enumerate(parts):
            if part.prompt_cache_breakpoint:
                yield f"messages[{number}].content[{at}].prompt_cache_breakpoint"


def malformed(error: ValidationError) -> Refusal:
    """Return the refusal of a request that is not as its API documents it."""
    errors = error.errors(include_url=False, include_input=False, include_context=False)
    unknown = [
        str(error["loc"][0]) for error in errors if error["type"] == "extra_forbidden" and len(error["loc"]) == 1
    ]
    if unknown:
        return Refusal(400, f"Unrecognized request argument{'s' * (len(unknown) > 1)} supplied: {', '.join(unknown)}")
    first = errors[0]
    parameter = _parameter(first["loc"])
    match first["type"]:
        case "json_invalid":
            return Refusal(400, "We could not parse the JSON body of your request.")
        case "missing" | "union_tag_not_found":
            return Refusal(400, f"Missing required parameter: '{parameter}'.", param=parameter)
        case "extra_forbidden":
            return Refusal(400, f"Unknown parameter: '{parameter}'.", code="unknown_parameter", param=parameter)
    return Refusal(400, f"Invalid value for '{parameter}': {first['msg']}.", code="invalid_value", param=parameter)


def _parameter(location: tuple[str | int, ...]) -> str:
    """Return a path in the request, without what pydantic adds: a message's role, the branch of a union."""
    parts = [part for at, part in enumerate(location) if not (location[0] == "messages" and at == 2)]  # noqa: PLR2004 - messages, index, role
    named = [part for part in parts if isinstance(part, int) or not re.search(r"\W|^str$|^[A-Z]", part)]
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in named).removeprefix(".")


def _option_faults(request: ChatRequest) -> Iterator[Refusal]:
    if request.tool_choice is not None and not request.tools:
        yield Refusal(400, "'tool_choice' is only allowed when 'tools' are specified.", param="tool_choice")
    if request.stream_options and not request.stream:
        message = "The 'stream_options' parameter is only allowed when 'stream' is enabled."
        yield Refusal(400, message, param="stream_options")
    if request.max_tokens and request.max_completion_tokens:
        message = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
        yield Refusal(400, message, code="invalid_parameter_combination", param="max_tokens")


def _tool_faults(tools: Iterable[Tool]) -> Iterator[Refusal]:
    names = set[str]()
    for index, function in enumerate(tool.function for tool in tools):
        if function.name in names:
            message = f"Tool names must be unique: '{function.name}' is given twice."
            yield Refusal(400, message, param=f"tools[{index}].function.name")
        names.add(function.name)
        for fault in _schema_faults(function):
            message = f"Invalid schema for function '{function.name}': {fault}"
            yield Refusal(400, message, code="invalid_function_parameters", param=f"tools[{index}].function.parameters")


def _schema_faults(function: Function) -> Iterator[str]:
    schema = function.parameters
    if schema is None:
        return
    if schema.get("type") != "object":
        yield f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{schema.get('type')}\"'."
    properties, required = schema.get("properties", {}), schema.get("required", [])
    if not isinstance(properties, dict):
        yield f"{json.dumps(properties)} is not of type 'object'."
    elif not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        yield f"{json.dumps(required)} is not of type 'array' of strings."


def _message_faults(messages: tuple[Message, ...]) -> Iterator[Refusal]:
    """Check that each tool message answers a call of the assistant message before it, and each call is answered."""
    unanswered: dict[str, None] = {}
    for index, message in enumerate(messages):
        if isinstance(message, ToolMessage):
            if message.tool_call_id not in unanswered:
                text = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
                yield Refusal(400, f"Invalid parameter: {text}", param=f"messages[{index}].role")
            unanswered.pop(message.tool_call_id, None)
            continue
        yield from _unanswered(unanswered, index)
        if isinstance(message, AssistantMessage):
            yield from _assistant_faults(message, index)
            unanswered = {call.id: None for call in message.tool_calls or ()}
    yield from _unanswered(unanswered, len(messages))


def _unanswered(ids: Iterable[str], index: int) -> Iterator[Refusal]:
    if missing := ", ".join(ids):
        text = (
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            f"'tool_call_id'. The following tool_call_ids did not have response messages: {missing}"
        )
        yield Refusal(400, text, param=f"messages[{index}].role")


def _assistant_faults(message: AssistantMessage, index: int) -> Iterator[Refusal]:
    if message.content is None and not message.tool_calls:
        text = "expected a string, got null."
        yield Refusal(400, f"Invalid value for 'content': {text}", param=f"messages[{index}].content")
    if text_of(message.content).lstrip().startswith("<think>"):
        text = "reasoning is not sent back, but left out of the message."
        yield Refusal(400, f"Invalid value for 'content': {text}", param=f"messages[{index}].content")
    ids = [call.id for call in message.tool_calls or ()]
    if repeated := [call for call in ids if ids.count(call) > 1]:
        text = f"Duplicate value for 'tool_call_id' of '{repeated[0]}' in message[{index}]."
        yield Refusal(400, text, param=f"messages[{index}].tool_calls")
