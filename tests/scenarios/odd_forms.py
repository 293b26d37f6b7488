"""Calls and answers in the forms that servers send besides the documented one, by name."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Delta = dict[str, Any]
Raw = tuple[bytes, ...]
_END: Final[Sequence[Delta]] = ({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},)


def _stream(*chunks: object) -> Raw:
    return (
        *(f"data: {it if isinstance(it, str) else json.dumps(it)}\n\n".encode() for it in chunks),
        b"data: [DONE]\n\n",
    )


def _deltas(*deltas: Delta) -> Raw:
    return _stream(*({"choices": [{"index": 0, "delta": it}]} for it in deltas), *_END)


def _pieces(*pieces: Delta) -> Raw:
    return _deltas(*({"tool_calls": [piece]} for piece in pieces))


def _call(name: str, arguments: object, **fields: object) -> Delta:
    return {
        "index": 0,
        "id": "call_1",
        "type": "function",
        **fields,
        "function": {"name": name, "arguments": arguments},
    }


def _more(arguments: str, **fields: object) -> Delta:
    return {**fields, "function": {"arguments": arguments}}


def _arguments(change: Callable[[str], str]) -> Callable[[str, str], Raw]:
    """Return the form of a call whose arguments are changed."""
    return lambda name, arguments: _pieces(_call(name, change(arguments)))


def _name(form: str) -> Callable[[str, str], Raw]:
    """Return the form of a call whose name is dressed up."""
    return lambda name, arguments: _pieces(_call(form.format(name), arguments))


def _text(form: str) -> Callable[[str], Raw]:
    """Return the form of an answer whose text is dressed up."""
    return lambda text: _deltas({"content": form.format(text)})


def _half(arguments: str) -> tuple[str, str]:
    return arguments[: len(arguments) // 2], arguments[len(arguments) // 2 :]


def _by_id(name: str, arguments: str) -> Raw:
    first, second = _half(arguments)
    return _pieces(_call(name, first), _more(second, index=1, id="call_1"))


def _by_other_indices(name: str, arguments: str) -> Raw:
    first, second = _half(arguments)
    return _pieces(_call(name, first), _more(second, index=5))


def _name_last(name: str, arguments: str) -> Raw:
    first, second = _half(arguments)
    return _pieces(_more(first, index=0, id="call_1"), {"index": 0, "function": {"name": name, "arguments": second}})


def _in_one_delta(name: str, arguments: str) -> Raw:
    first, second = _half(arguments)
    return _deltas({"tool_calls": [_call(name, ""), _more(first, index=0)]}, {"tool_calls": [_more(second, index=0)]})


def _by_neither(name: str, arguments: str) -> Raw:
    first, second = _half(arguments)
    return _pieces({"function": {"name": name, "arguments": first}}, _more(second))


def _in_second_choice(name: str, arguments: str) -> Raw:
    empty, called = (
        {"index": 0, "delta": {"content": ""}},
        {"index": 1, "delta": {"tool_calls": [_call(name, arguments)]}},
    )
    return _stream({"choices": [empty, called]}, *_END)


def _beside_a_delta(name: str, arguments: str) -> Raw:
    message = {"role": "assistant", "content": None, "tool_calls": [_call(name, arguments)]}
    return _stream({"choices": [{"index": 0, "delta": {}, "message": message, "finish_reason": "tool_calls"}]})


def _python(arguments: str) -> str:
    return repr(json.loads(arguments))


def _as_code(arguments: str) -> str:
    return ", ".join(f"{name}={json.dumps(value)}" for name, value in json.loads(arguments).items())


def _as_xml(name: str, arguments: str) -> str:
    its = (f"<parameter={it}>\n{value}\n</parameter>" for it, value in json.loads(arguments).items())
    return "\n".join([f"<function={name}>", *its, "</function>"])


def _by_position(arguments: str) -> str:
    """Write the arguments as a small model does: some by position, others by name, and a choice without quotes."""
    content, category, asked = json.loads(arguments).values()
    return f"{json.dumps(content)}, {category}, user_asked: {json.dumps(asked)}"


CALLS: Final[Mapping[str, Callable[[str, str], Raw]]] = {
    "an empty object before the arguments": _arguments("{{}}{}".format),
    "an empty object in a piece of its own": lambda name, its: _pieces(_call(name, "{}"), _more(its, index=0)),
    "the arguments twice": _arguments(lambda its: its + its),
    "a stray brace before the arguments": _arguments(lambda its: "{" + its),
    "a closing brace before the arguments": _arguments(lambda its: "}" + its),
    "pieces that belong together by id": _by_id,
    "pieces with neither id nor index": _by_neither,
    "pieces with indices of their own": _by_other_indices,
    "the name after the first arguments": _name_last,
    "two pieces in one delta": _in_one_delta,
    "an empty id": lambda name, its: _pieces(_call(name, its, id="")),
    "the name as id": lambda name, its: _pieces(_call(name, its, id=name)),
    "arguments as text": _arguments(json.dumps),
    "arguments as text inside text": _arguments(lambda its: json.dumps(json.dumps(its))),
    "arguments as an object": lambda name, its: _pieces(_call(name, json.loads(its))),
    "raw line breaks": _arguments(lambda its: its.replace('", "', '",\n "').replace(" likes ", " likes\n")),
    "a trailing comma": _arguments(lambda its: its.removesuffix("}") + ",}"),
    "a fence": _arguments("```json\n{}\n```".format),
    "single quotes": _arguments(_python),
    "an index as text": lambda name, its: _pieces(_call(name, its, index="0")),
    "a namespace": _name("functions.{}"),
    "Gemini's namespace": _name("default_api.{}"),
    "a namespace after a colon": _name("default_api:{}"),
    "a namespace of MCP": _name("mcp__keepsake__{}"),
    "a path": _name("tools/{}"),
    "a number behind the name": _name("{}:0"),
    "a namespace and a number": _name("functions.{}:0"),
    "brackets behind the name": _name("{}()"),
    "a channel behind the name": _name("{}<|channel|>commentary"),
    "a recipient as the name": _name("to=functions.{}"),
    "a second choice": _in_second_choice,
    "a message beside an empty delta": _beside_a_delta,
    "an object instead of a list": lambda name, its: _deltas({"tool_calls": _call(name, its)}),
    "a legacy function call": lambda name, its: _deltas({"function_call": {"name": name, "arguments": its}}),
    "a call in a channel": lambda name, its: _deltas(
        {"content": f"<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>{its}<|call|>"}
    ),
    "a call in a tag": lambda name, its: _deltas(
        {"content": f'<tool_call>\n{{"name": "{name}", "arguments": {its}}}\n</tool_call>'}
    ),
    "a call as XML": lambda name, its: _deltas({"content": f"<tool_call>\n{_as_xml(name, its)}\n</tool_call>"}),
    "a call after a token": lambda name, its: _deltas({"content": f"[TOOL_CALLS]{name}[ARGS]{its}"}),
    "a call and its text": lambda name, its: _deltas(
        {"content": f'{{"name": "{name}", "arguments": {its}}}'}, {"tool_calls": [_call(name, its)]}
    ),
    "a call as bare JSON": lambda name, its: _deltas({"content": f'{{"name": "{name}", "arguments": {its}}}'}),
    "a call as code": lambda name, its: _deltas({"content": f"{name}({_as_code(its)})"}),
    "a call as code with positions": lambda name, its: _deltas({"content": f"{name}({_by_position(its)})"}),
    "a call in a block of code": lambda name, its: _deltas(
        {"content": f"```tool_code\nprint(default_api.{name}({_as_code(its)}))\n```"}
    ),
    "a name before the arguments": lambda name, its: _deltas({"content": f"{name} {its}"}),
    "the name as the only key": lambda name, its: _deltas({"content": f'{{"{name}": {its}}}'}),
    "the name beside the arguments": lambda name, its: _deltas({"content": f'{{"name": "{name}", {its[1:]}'}),
    "an enumeration in capitals": _arguments(lambda its: its.replace('"preference"', '"Preference"')),
}
"""Forms of a call, of its name and the JSON text of its arguments, among them a category of preference."""

ANSWERS: Final[Mapping[str, Callable[[str], Raw]]] = {
    "parts": lambda text: _deltas({"content": [{"type": "text", "text": text}]}),
    "parts of the other API": lambda text: _deltas({"content": [{"type": "output_text", "text": text}]}),
    "one part": lambda text: _deltas({"content": {"type": "text", "text": text}}),
    "a text of a choice": lambda text: _stream({"choices": [{"index": 0, "text": text, "finish_reason": "stop"}]}),
    "reasoning alone": lambda text: _deltas({"reasoning_content": text}),
    "reasoning in tags alone": _text("<think>{}</think>"),
    "a token at its end": _text("{}<|im_end|>"),
    "another token at its end": _text("{}</s>"),
    "tokens around it": _text("<|im_start|>assistant\n{}<|eot_id|>"),
    "channels": _text(
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>{}<|return|>"
    ),
    "half an emoji at its end": lambda text: _deltas({"content": f"{text}\ud83d"}),
    "comments and pings": lambda text: (
        *(b": ping\n\n", b"data:\n\n", b"data: : ping\n\n", b"data: null\n\n", b"event: ping\ndata: {}\n\n"),
        *_deltas({"content": text}),
    ),
}
"""Forms of an answer with a text."""
