"""The requests of Chat Completions, validated as strictly as OpenAI validates them."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic_core import ErrorDetails
from starlette.responses import JSONResponse, Response

Name = Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]{1,64}$")]
Object = dict[str, JsonValue]


class Wire(BaseModel):
    """Part of a request; values are not converted, and unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class CacheBreakpoint(Wire):
    """Marks the end of a prefix that the prompt cache keeps."""

    mode: Literal["explicit"]
    ttl: Literal["30m", "12h"] | None = None


class ImageUrl(Wire):
    """A picture as a data URL, or at an address."""

    url: str
    detail: Literal["auto", "low", "high"] | None = None


class Part(Wire):
    """One part of a message's content; text and pictures are used."""

    type: Literal["text", "refusal", "image_url", "input_audio", "file"]
    text: str = ""
    refusal: str | None = None
    image_url: ImageUrl | None = None
    input_audio: Object | None = None
    file: Object | None = None
    prompt_cache_breakpoint: CacheBreakpoint | None = None


Content = str | Annotated[tuple[Part, ...], Field(min_length=1)]


class SystemMessage(Wire):
    """The model's instructions."""

    role: Literal["system", "developer"]
    content: Content
    name: Name | None = None


class UserMessage(Wire):
    """A message of the user."""

    role: Literal["user"]
    content: Content
    name: Name | None = None


class CalledFunction(Wire):
    """The function of a tool call; the arguments are the model's raw string, valid JSON or not."""

    name: Name
    arguments: str


class CallMessage(Wire):
    """One tool call of an assistant message."""

    id: Annotated[str, Field(min_length=1)]
    type: Literal["function"]
    function: CalledFunction


class AssistantMessage(Wire):
    """A message of the model: text, tool calls or both."""

    role: Literal["assistant"]
    content: Content | None = None
    refusal: str | None = None
    name: Name | None = None
    tool_calls: Annotated[tuple[CallMessage, ...], Field(min_length=1)] | None = None


class ToolMessage(Wire):
    """The result of one tool call."""

    role: Literal["tool"]
    content: Content
    tool_call_id: Annotated[str, Field(min_length=1)]


Message = Annotated[SystemMessage | UserMessage | AssistantMessage | ToolMessage, Field(discriminator="role")]


class Function(Wire):
    """A function the model may call."""

    name: Name
    description: str | None = None
    parameters: Object | None = None
    strict: bool | None = None


class Tool(Wire):
    """An offered tool."""

    type: Literal["function"]
    function: Function


class ChosenFunction(Wire):
    """The name in a tool choice."""

    name: Name


class ToolChoice(Wire):
    """The one tool the model must call."""

    type: Literal["function"]
    function: ChosenFunction


class StreamOptions(Wire):
    """What a stream contains besides the answer."""

    include_usage: bool | None = None
    include_obfuscation: bool | None = None


class CacheOptions(Wire):
    """Whether the prompt cache adds a breakpoint at the newest message to the marked ones."""

    mode: Literal["implicit", "explicit"] | None = None
    ttl: Literal["30m"] | None = None


class ChatRequest(Wire):
    """The parameters of Chat Completions (`POST /v1/chat/completions`), as OpenAI documents them."""

    model: str
    # The prompt begins with the tools, then come the messages: prefixes are compared in this order.
    tools: Annotated[tuple[Tool, ...], Field(min_length=1, max_length=128)] | None = None
    messages: Annotated[tuple[Message, ...], Field(min_length=1)]
    tool_choice: Literal["none", "auto", "required"] | ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    prompt_cache_key: str | None = None
    prompt_cache_options: CacheOptions | None = None
    prompt_cache_retention: Literal["in_memory", "in-memory", "24h"] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Annotated[float, Field(ge=0, le=1)] | None = None
    n: Literal[1] | None = None
    stop: str | Annotated[tuple[str, ...], Field(max_length=4)] | None = None
    seed: int | None = None
    frequency_penalty: Annotated[float, Field(ge=-2, le=2)] | None = None
    presence_penalty: Annotated[float, Field(ge=-2, le=2)] | None = None
    logit_bias: dict[str, float] | None = None
    logprobs: bool | None = None
    top_logprobs: Annotated[int, Field(ge=0, le=20)] | None = None
    response_format: Object | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None = None
    verbosity: Literal["low", "medium", "high"] | None = None
    modalities: tuple[Literal["text", "audio"], ...] | None = None
    audio: Object | None = None
    prediction: Object | None = None
    moderation: Object | None = None
    web_search_options: Object | None = None
    metadata: dict[str, str] | None = None
    store: bool | None = None
    service_tier: Literal["auto", "default", "flex", "scale", "priority", "fast"] | None = None
    safety_identifier: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An HTTP error in the form of OpenAI's: `{"error": {"message", "type", "param", "code"}}`."""

    status: int
    message: str
    type: str = "invalid_request_error"
    code: str | None = None
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """Return the error as an HTTP response."""
        error = {"message": self.message, "type": self.type, "param": self.param, "code": self.code}
        return JSONResponse({"error": error}, status_code=self.status, headers=self.headers)


def parse(body: bytes) -> ChatRequest | Refusal:
    """Parse a request's body; a Refusal (400) describes an error in OpenAI's words."""
    try:
        request = ChatRequest.model_validate_json(body)
    except ValidationError as error:
        return _malformed(error.errors(include_url=False, include_input=False, include_context=False))
    faults = (*_option_faults(request), *_tool_faults(request.tools or ()), *_message_faults(request.messages))
    return faults[0] if faults else request


def unsupported(request: ChatRequest, parameters: Collection[str]) -> Refusal | None:
    """Refuse a request with one of these parameters, in OpenAI's words for a model that does not support it."""
    if given := next((name for name in sorted(parameters) if getattr(request, name, None) is not None), None):
        message = f"Unsupported parameter: '{given}' is not supported with this model."
        return Refusal(400, message, code="unsupported_parameter", param=given)
    if "prompt_cache_breakpoint" in parameters and (marked := next(_marked(request.messages), None)):
        return Refusal(400, f"{marked} is not supported on this model", code="invalid_parameter", param=marked)
    return None


def _marked(messages: Iterable[Message]) -> Iterator[str]:
    """Yield the paths of the prompt cache's breakpoints."""
    for number, message in enumerate(messages):
        parts = message.content if isinstance(message.content, tuple) else ()
        for at, part in enumerate(parts):
            if part.prompt_cache_breakpoint:
                yield f"messages[{number}].content[{at}].prompt_cache_breakpoint"


def _malformed(errors: list[ErrorDetails]) -> Refusal:
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
    if not request.tools:
        for option in ("tool_choice", "parallel_tool_calls"):
            if getattr(request, option) is not None:
                yield Refusal(400, f"'{option}' is only allowed when 'tools' are specified.", param=option)
    if request.stream_options and not request.stream:
        message = "The 'stream_options' parameter is only allowed when 'stream' is enabled."
        yield Refusal(400, message, param="stream_options")
    if request.max_tokens and request.max_completion_tokens:
        message = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
        yield Refusal(400, message, code="invalid_parameter_combination", param="max_tokens")
    if isinstance(choice := request.tool_choice, ToolChoice):
        name = choice.function.name
        if name not in {tool.function.name for tool in request.tools or ()}:
            yield Refusal(400, f"Tool choice '{name}' not found in 'tools' parameter.", param="tool_choice")


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
    elif function.strict and schema.get("additionalProperties") is not False:
        yield "In context=(), 'additionalProperties' is required to be supplied and to be false."
    elif function.strict and (missing := [name for name in properties if name not in required]):
        yield f"In context=(), 'required' must include every key in properties. Missing '{missing[0]}'."


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
    if message.content is None and message.refusal is None and not message.tool_calls:
        text = "expected a string, got null."
        yield Refusal(400, f"Invalid value for 'content': {text}", param=f"messages[{index}].content")
    ids = [call.id for call in message.tool_calls or ()]
    if repeated := [call for call in ids if ids.count(call) > 1]:
        text = f"Duplicate value for 'tool_call_id' of '{repeated[0]}' in message[{index}]."
        yield Refusal(400, text, param=f"messages[{index}].tool_calls")
