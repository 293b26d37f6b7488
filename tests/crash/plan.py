"""When the bot is to be killed in a run."""

from dataclasses import dataclass, field

from tests.crash.points import Moment, Point


@dataclass(slots=True)
class Plan:
    """The planned kills: at named points, and after a number of moments."""

    points: list[Point] = field(default_factory=list)
    delays: list[int] = field(default_factory=list)

    def point(self, moment: Moment) -> Point | None:
        """Return the point at which the bot is to be killed in this moment."""
        return next((point for point in self.points if point.fits(moment)), None)

    def random_kill_is_due(self) -> bool:
        """Count a moment; return whether the bot is to be killed just after it."""
        if self.delays:
            self.delays[0] -= 1
        return bool(self.delays) and self.delays[0] <= 0
