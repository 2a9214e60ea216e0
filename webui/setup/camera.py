"""Where the wizard's pictures come from: the sources it offers, and looking through them."""

import json
import time
from dataclasses import dataclass, replace
from typing import Any

from flask import flash

from vision.boxes import Array
from vision.pictures import decode_picture
from webui.deck_folder import BONUS, deck_names
from webui.live.camera_picture import CameraPicture
from webui.live.pages import one_of, table
from webui.recordings.demo import SETUP
from webui.recordings.films import films
from webui.review import detector
from webui.setup.desk import Desk
from webui.setup.draft import HAND, Draft, kept_in
from webui.setup.source import BURST, BURST_S, Source, pictures, seen_setup
from webui.words import said

FOUND_BY = {
    "sheet": "The table was found by the printed sheet.",
    "cards": "The table was found by its cards.",
    "nothing": "Drag the corners: no sheet and too few open cards were seen.",
}


def desk() -> Desk:
    """What the wizard of this app keeps."""
    return one_of(lambda: Desk(table().folder), "desk")


@dataclass(frozen=True, slots=True)
class Choice:
    """A source in the menu."""

    source: str
    name: str
    says: str
    sign: str
    preview: bool = False


def camera_values(draft: Draft) -> dict[str, Any]:
    """What the first step offers."""
    choices = [
        Choice("demo", said("The demo"), said("A recorded game, scored as it was played"), "▶")
    ]
    choices += [
        Choice(
            str(number),
            said("Camera {number}", number=number),
            said("On this machine"),
            "",
            preview=True,
        )
        for number in sorted(desk().previews)
    ]
    choices += [
        Choice(f"file:{path.name}", path.name, said("A recording"), "▶")
        for path in films(desk().folder)
    ]
    choices.append(Choice(HAND, said("No camera"), said("Cards are tapped in by hand"), "☟"))
    known = [each.source for each in choices]
    other = "" if draft.source in known else draft.source
    used = draft.setup.deck if draft.setup else ""
    return {
        "offered": choices, "other": other, "begun": desk().begun,
        "decks": deck_names(), "deck": used, "bonus": BONUS,
    }  # fmt: skip


def looked_at(source: Source, draft: Draft) -> Draft:
    """The draft for a source: as it was set up before, else found in its picture."""
    if source.kind == "hand":
        return replace(draft, source=str(source), setup=None)
    picture = taken(source)[-1]
    known = desk().known(source)
    if known is None and source.kind == "demo":
        known = kept_in(json.loads(SETUP.read_text("utf-8")))
    if known is not None:
        return replace(known, source=str(source))
    setup, by = seen_setup(picture, draft.seats, detector(None))
    flash(said(FOUND_BY[by]))
    return replace(draft, source=str(source), setup=setup)


def taken(source: Source) -> list[Array]:
    """New pictures of a source, the last one kept."""
    with desk().lock:
        found = watched(table().picture) if table().watching.source == str(source) else []
        desk().preview.close()
        found = found or pictures(source, desk().folder, detector(None))
    desk().keep_picture(found[-1])
    return found


def seen_now(source: Source) -> bytes | None:
    """What a camera sees at this moment, as JPEG; None for a film, and before the first picture."""
    if source.kind not in ("camera", "stream"):
        return None
    if table().watching.source == str(source):
        return table().picture.jpeg()
    return desk().preview.jpeg(source)


def watched(shown: CameraPicture) -> list[Array]:
    """Pictures of the camera that watches the table now: nobody else can open it."""
    found = list[Array]()
    for _ in range(BURST):
        coded = shown.jpeg()
        if coded is None:
            break
        found.append(decode_picture(coded, "camera"))
        time.sleep(BURST_S / BURST / 3)
    return found
