"""Errors of the Bot API."""


class ApiError(Exception):
    """An answer `{"ok": false, …}` (Bot API, "Making requests"), with the HTTP status of its code."""

    def __init__(
        self, error_code: int, description: str, retry_after: int | None = None, migrate_to_chat_id: int | None = None
    ) -> None:
        super().__init__(description)
        self.error_code = error_code
        self.description = description
        self.retry_after = retry_after
        self.migrate_to_chat_id = migrate_to_chat_id

    def answer(self) -> dict[str, object]:
        """Return the body of the answer (Bot API, ResponseParameters)."""
        given = {"retry_after": self.retry_after, "migrate_to_chat_id": self.migrate_to_chat_id}
        known = {name: value for name, value in given.items() if value is not None}
        parameters = {"parameters": known} if known else {}
        return {"ok": False, "error_code": self.error_code, "description": self.description, **parameters}


def bad_request(reason: str) -> ApiError:
    """Return the error for a request that cannot be carried out."""
    return ApiError(400, f"Bad Request: {reason}")
