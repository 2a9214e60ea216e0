"""What nobody should send: texts, numbers, JSON and bytes that have broken programs before.

Everything is drawn from a `Lot`, so that a seed tells the whole input.
"""

import json
import random
from collections.abc import Callable
from typing import Any

Json = Any
MARK = '<i class="hwatu-mark">'
"""On a page it must stand as text, never as an element."""
LONE = "\ud800"
"""Half of a pair: JSON can say it, UTF-8 cannot."""
TEXTS = (
    *("", " ", "\t", "\n", "a\nb", "\r\nSet-Cookie: x=1", "\x00", "a\x00b", "\x1b[2J", "\x7f"),
    *("..", ".", "~", "/", "../../../../../../etc/passwd", "..\\..\\x", "/etc/passwd", "%2e%2e%2f"),
    *("....//....//etc/passwd", "file:///etc/passwd", "http://127.0.0.1:9/", "rtsp://127.0.0.1:9/"),
    *("file:../outside/secret.mp4", "../outside/secret", "../../outside/secret.mp4", "//x.y/z"),
    *(MARK, f"\"'>{MARK}", "'; DROP TABLE events; --", "{0.__class__}", "{name}", "{", "%s%n%x"),
    *(
        "{{ 7*7 }}",
        "${jndi:x}",
        "$(id)",
        "`id`",
        "=1+1",
        "@x",
        LONE,
        f"a{LONE}",
        "\u202e",
        "\ufeff",
    ),
    *("\u200b", "e\u0301", "\U0001f3b4" * 30, "김철수", "٣", "²", "१२", "A" * 5000, "x" * 70_000),
    *(
        "None",
        "null",
        "true",
        "undefined",
        "[]",
        "{}",
        "on",
        "CON",
        "a b",
        "a,b",
        "a:b",
        "#x",
        "(pot)",
    ),
)
NUMBERS = (
    *("0", "-0", "-1", "1", "2", "3", "7", "99", "1.5", "1,5", "1e3", "1e999", "-1e999", "1e-999"),
    *("nan", "inf", "-inf", "NaN", "Infinity", "0x10", "1_000", "007", "+5", " 3 ", "3\n", "1e"),
    *(f"{2**31}", f"{2**63 - 1}", f"{2**63}", f"{2**64}", f"{-(2**63) - 1}", "9" * 40, "9" * 5000),
)
WHOLE = (0, -1, 1, 2, 3, 12, 13, 48, 99, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63) - 1)
KEYS = ("do", "round", "turn", "text", "rules", "people", "name", "zones", "seats", "", "__class__")


class Lot(random.Random):
    """Draws by lot, from a seed."""

    def often(self, share: float) -> bool:
        """True in that share of the draws."""
        return self.random() < share

    def text(self) -> str:
        """A text of the kind that breaks things."""
        made: tuple[Callable[[], str], ...] = (
            lambda: self.choice(TEXTS),
            lambda: self.choice(NUMBERS),
            lambda: self.choice(TEXTS) + self.choice(TEXTS),
            lambda: "".join(chr(self.randrange(0x3000)) for _ in range(self.randrange(12))),
            lambda: "".join(map(chr, self.choices(range(0x20, 0x7F), k=self.randrange(30)))),
        )
        return self.choice(made)()

    def number(self) -> int | float:
        """A number of the kind that breaks things."""
        floats = (float("nan"), float("inf"), float("-inf"), 1e308, 5e-324, -0.0, 0.5)
        return self.choice((*WHOLE, *floats, 10**30, 10**400))

    def json(self, depth: int = 3) -> Json:
        """Any JSON value, also those that only Python's reader takes for one."""
        kinds = 7 if depth else 5
        match self.randrange(kinds):
            case 0:
                return self.choice((None, True, False))
            case 1 | 2:
                return self.number()
            case 3 | 4:
                return self.text()
            case 5:
                return [self.json(depth - 1) for _ in range(self.randrange(5))]
        keys = (self.choice(KEYS) if self.often(0.6) else self.text() for _ in range(3))
        return {key: self.json(depth - 1) for key in keys}

    def rubbish(self) -> bytes:
        """Bytes that are hardly a message of any kind."""
        made: tuple[Callable[[], bytes], ...] = (
            lambda: self.randbytes(self.randrange(200)),
            lambda: b"\xff\xfe" + self.randbytes(20),
            lambda: b"[" * 100_000,
            lambda: b'{"do":' * 20_000,
            lambda: b"\x00" * self.randrange(3000),
            lambda: b'{"do": "act", "text": "\xc3\x28"}',
            lambda: b'{"a": ' + b"9" * 5000 + b"}",
            lambda: self.text().encode("utf-8", "surrogatepass"),
            lambda: b"",
        )
        return self.choice(made)()

    def spoilt(self, whole: bytes) -> bytes:
        """Bytes of something sound with a few of them lost, doubled, turned or exchanged."""
        data = bytearray(whole)
        for _ in range(self.choice((1, 1, 2, 5, 20))):
            at = self.randrange(len(data) + 1)
            length = self.choice((1, 1, 4, 16, 300))
            match self.randrange(6):
                case 0:
                    del data[at:]
                case 1:
                    del data[at : at + length]
                case 2:
                    data[at:at] = data[at : at + length]
                case 3:
                    data[at : at + length] = self.randbytes(length)
                case 4:
                    data[at : at + 4] = self.choice(
                        (b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0" * 4)
                    )
                case _:
                    data[at:at] = self.rubbish()[:1000]
        return bytes(data)

    def slipped(self, value: Json) -> Json:
        """A sound JSON value with one thing in it exchanged, lost or added."""
        if isinstance(value, dict) and value and self.often(0.85):
            key = self.choice(list(value))
            if self.often(0.1):
                return {each: more for each, more in value.items() if each != key}
            if self.often(0.1):
                return {**value, self.text(): self.json(1)}
            return {**value, key: self.slipped(value[key])}
        if isinstance(value, list) and value and self.often(0.8):
            at = self.randrange(len(value))
            if self.often(0.2):
                return value[:at] + value[at + 1 :]
            return [*value[:at], self.slipped(value[at]), *value[at + 1 :]]
        return self.json(2)

    def json_text(self, value: Json) -> bytes:
        """The JSON of a value, as somebody may have sent it; sometimes with a slip in the text."""
        text = json.dumps(value, ensure_ascii=self.often(0.5))
        data = text.encode("utf-8", "surrogatepass")
        return self.spoilt(data) if self.often(0.15) else data
