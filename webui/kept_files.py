"""Small files that are read if they can be, and written whole or not at all."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

MOST_BYTES = 5_000_000


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file; empty where there is none that can be read."""
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MOST_BYTES))
        json.dumps(found, ensure_ascii=False).encode()  # half a letter could not be kept again
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
