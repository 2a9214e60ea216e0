"""The pictures of the setup wizard: what the camera sees, straightened, checked; the sheet."""

import cv2
from flask import Blueprint, Response, abort, render_template, request

from vision.boxes import Array
from vision.drawing import drawn
from vision.sheet import SHEET_MM, printed_sheet
from webui.jpegs import jpeg
from webui.review import detector
from webui.setup.camera import desk, seen_now
from webui.setup.draft import with_corners
from webui.setup.source import BadSource, source_of, straightened
from webui.setup.steps import number_of, points_of, setup_of_draft

blueprint = Blueprint("pictures", __name__)
STRAIGHT_PX = 1000
"""Long side of the straightened table."""


@blueprint.get("/picture.jpg")
def picture() -> Response:
    """The last picture of the camera."""
    return _jpeg(desk().picture())


@blueprint.get("/now.jpg")
def now() -> Response:
    """What the draft's camera sees at this moment; nothing yet until its first picture comes."""
    try:
        found = seen_now(source_of(desk().draft().source))
    except BadSource:
        abort(404)
    return Response(found, mimetype="image/jpeg") if found else Response(status=204)


@blueprint.get("/preview/<int:number>.jpg")
def preview(number: int) -> Response:
    """What a camera showed when cameras were looked for."""
    found = desk().previews.get(number)
    if found is None:
        abort(404)
    return Response(found, mimetype="image/jpeg")


@blueprint.get("/straight.jpg")
def straight() -> Response:
    """The table as from straight above, by the draft's corners or by those asked for."""
    draft, last = desk().draft(), desk().picture()
    if last is None or draft.setup is None:
        abort(404)
    try:
        if "corners" in request.args:
            size = (number_of("width"), number_of("height"))
            draft = with_corners(draft, points_of(request.args["corners"]), size)
        setup = setup_of_draft(draft)
        return _jpeg(straightened(last, setup, STRAIGHT_PX / max(setup.table_size_mm)))
    except ValueError as error:
        abort(400, str(error))


@blueprint.get("/seen.jpg")
def seen() -> Response:
    """The last picture with every card that is seen outlined and named."""
    last = desk().picture()
    return _jpeg(None if last is None else drawn(last, detector(None).detect(last)))


@blueprint.get("/sheet.png")
def sheet_picture() -> Response:
    """The sheet to print, as a picture."""
    return Response(cv2.imencode(".png", printed_sheet())[1].tobytes(), mimetype="image/png")


@blueprint.get("/sheet")
def sheet() -> str:
    """The sheet on a page that prints it in its size."""
    return render_template("sheet.html", size_mm=SHEET_MM)


def _jpeg(found: Array | None) -> Response:
    if found is None:
        abort(404)
    return Response(jpeg(found), mimetype="image/jpeg")
