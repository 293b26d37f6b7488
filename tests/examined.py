"""The output of `python -m bot doctor`, parsed line by line."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Examined:
    """The doctor's report: its exit code, and each line by subject."""

    code: int
    written: str

    def marks(self) -> dict[str, str]:
        """Return the marks by their subjects."""
        return {subject: mark for mark, subject, _ in self._findings()}

    def text(self, subject: str) -> str:
        """Return what was found about a subject."""
        return next(text for _, about, text in self._findings() if about == subject)

    def _findings(self) -> list[tuple[str, str, str]]:
        lines = [
            line for line in self.written.splitlines() if line.startswith(("ok ", "warning", "problem", "skipped"))
        ]
        return [(line[:8].strip(), line[9:21].strip(), line[22:]) for line in lines]
