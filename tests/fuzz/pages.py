"""What a page offers to somebody who means no harm: addresses, forms, commands."""

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

Fields = tuple[tuple[str, str], ...]
OWN = ("input", "select", "textarea", "button")


@dataclass(frozen=True, slots=True)
class Form:
    """A form with what stands in it."""

    action: str
    """Where it is sent to; empty for the page itself, or where it is a command of the live table."""
    fields: Fields


@dataclass(slots=True)
class Offered:
    """Everything that a page offers."""

    paths: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    commands: list[dict[str, Any]] = field(default_factory=list)
    marked: bool = False
    """Whether a text of ours became an element."""


def offered(page: str) -> Offered:
    """What a page offers."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found = Offered()
        self.action: str | None = None
        self.fields: dict[str, str] = {}
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {key: value or "" for key, value in attrs}
        name, value = told.get("name", ""), told.get("value", "")
        self.found.marked |= told.get("class") == "hwatu-mark"
        for key in ("href", "src", "action"):
            if told.get(key, "").startswith("/"):
                self.found.paths.append(told[key].partition("?")[0].partition("#")[0])
        if "data-do" in told:
            self.found.commands.append(json.loads(told["data-do"]))
        if tag == "form":
            self.action = told.get("action", "")
            command = told.get("data-command")
            self.fields = {"do": command} if command else {}
        elif tag == "select":
            self.select = name
        elif tag == "option":
            self.fields.setdefault(self.select, value)
        if tag in OWN and name:
            self.fields.setdefault(name, value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.action is not None:
            self.found.forms.append(Form(self.action, tuple(self.fields.items())))
            self.action = None
