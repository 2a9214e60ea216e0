"""The wizard learns a deck: from photographs, or from what the camera sees of it laid out."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, flash, redirect, request
from flask import url_for as url
from werkzeug.wrappers import Response as AnyResponse

from vision.boxes import Array
from vision.deck_photos import BadDeck
from vision.pictures import BadPicture, decode_picture
from webui.deck_folder import BONUS, enrol
from webui.review import detector
from webui.setup.camera import desk, taken
from webui.setup.draft import BadDraft, with_deck
from webui.setup.source import BadSource, source_of
from webui.words import said, told

blueprint = Blueprint("decks", __name__)
MOST_BYTES = 100_000_000
"""Of a few photographs as telephones take them."""
MOST_BONUS = 6
"""Of one face."""


@blueprint.url_value_preprocessor
def _room(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Lets photographs be large, before anything looks at the request's body."""
    request.max_content_length = MOST_BYTES


@blueprint.post("/decks")
def learn() -> AnyResponse:
    """Learns a deck whose 48 cards lie in order, and lays it on the draft's table."""
    name = request.form.get("name", "").strip()
    by_camera = request.form.get("do") == "camera"
    try:
        frames = _last_of_camera() if by_camera else _photographs()
        careful = replace(detector(None), thorough=True)
        enrol(
            name,
            frames,
            careful,
            in_order=True,
            bonus=[face for face in BONUS for _ in range(_count(face))],
            fresh="fresh" in request.form,
        )
        desk().keep(with_deck(desk().draft(), name))
        flash(said("{name}: all its cards were learned.", name=name))
    except (BadDeck, BadDraft, BadPicture, BadSource) as error:
        flash(told(error))
    except OSError as error:
        flash(said("The deck cannot be kept: {why}", why=error.strerror or error))
    return redirect(url("setup.step", name="camera"))


def _count(face: str) -> int:
    """How many of these bonus cards lie after the others."""
    return min(max(0, request.form.get(face, 0, type=int)), MOST_BONUS)


def _photographs() -> list[Array]:
    """Those that were sent; BadPicture where none was, or one is none."""
    sent = [each for each in request.files.getlist("photos") if each.filename]
    if not sent:
        raise BadPicture("choose one photograph of the deck or more")
    return [decode_picture(each.read(), str(each.filename)) for each in sent]


def _last_of_camera() -> list[Array]:
    """What the draft's camera sees now."""
    return taken(source_of(desk().draft().source))[-1:]
