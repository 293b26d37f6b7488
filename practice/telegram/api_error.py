"""Errors of the Bot API."""


class ApiError(Exception):
    """An answer `{"ok": false, …}` (Bot API, "Making requests"), with the HTTP status of its code."""

    def __init__(self, error_code: int, description: str, retry_after: int | None = None) -> None:
        super().__init__(description)
        self.error_code = error_code
        self.description = description
        self.retry_after = retry_after

    def answer(self) -> dict[str, object]:
        """Return the body of the answer (Bot API, ResponseParameters)."""
        parameters = {} if self.retry_after is None else {"parameters": {"retry_after": self.retry_after}}
        return {"ok": False, "error_code": self.error_code, "description": self.description, **parameters}


def bad_request(reason: str) -> ApiError:
    """Return the error for a request that cannot be carried out."""
    return ApiError(400, f"Bad Request: {reason}")
