"""What a message can hold without a file, in the Bot API's form."""

from dataclasses import dataclass

from practice.telegram.files import Files
from practice.telegram.updates import JsonObject


@dataclass(frozen=True, slots=True)
class Location:
    """A point on the map; a live one moves for `live_seconds`."""

    latitude: float
    longitude: float
    live_seconds: int = 0

    def fields(self, _: Files) -> JsonObject:
        """Return the location."""
        live = {"live_period": self.live_seconds} if self.live_seconds else {}
        return {"location": {"latitude": self.latitude, "longitude": self.longitude, **live}}


@dataclass(frozen=True, slots=True)
class Venue:
    """A place with a name."""

    title: str
    address: str
    at: Location

    def fields(self, files: Files) -> JsonObject:
        """Return the venue, and its location once more (Bot API, Message)."""
        location = self.at.fields(files)
        return {"venue": {**location, "title": self.title, "address": self.address}, **location}


@dataclass(frozen=True, slots=True)
class Contact:
    """A person's telephone number, perhaps with the vCard of an address book."""

    phone_number: str
    first_name: str
    last_name: str = ""
    vcard: str = ""

    def fields(self, _: Files) -> JsonObject:
        """Return the contact."""
        optional = {"last_name": self.last_name, "vcard": self.vcard}
        more = {name: value for name, value in optional.items() if value}
        return {"contact": {"phone_number": self.phone_number, "first_name": self.first_name, **more}}
