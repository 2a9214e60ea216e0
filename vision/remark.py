"""A sentence that can be said in other languages too.

>>> said = Remark("camera {number}: gives no more pictures", number=2)
>>> said, said.key
('camera 2: gives no more pictures', 'camera {number}: gives no more pictures')
"""

from typing import Any


class Remark(str):
    """An English sentence that still knows its words (`key`) and what was put into them."""

    key: str
    values: dict[str, Any]

    def __new__(cls, key: str, /, **values: Any) -> "Remark":
        self = super().__new__(cls, key.format(**values) if values else key)
        self.key, self.values = key, values
        return self
