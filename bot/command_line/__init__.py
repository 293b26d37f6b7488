"""The commands of `python -m bot`, and how they answer."""


def say(text: str, end: str = "\n") -> None:
    """Write the answer to a command."""
    print(text, end=end)  # noqa: T201 - as the docstring says
