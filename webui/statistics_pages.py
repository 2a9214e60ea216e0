"""Statistics over all games: who wins, by what, how often each bak, whether go pays."""

from collections.abc import Iterator

from flask import Blueprint, flash, render_template, request

from webui.database import StoreError
from webui.evening_log import folded
from webui.events import BadEvent
from webui.live_pages import table
from webui.rules_form import offered
from webui.statistics import statistics
from webui.table_state import TableState

blueprint = Blueprint("statistics", __name__, url_prefix="/statistics")


@blueprint.get("/", strict_slashes=False)
def all_games() -> str:
    """The page; `rules` asks for the rounds played by one preset only."""
    preset = request.args.get("rules", "")
    found = statistics(_evenings(), preset)
    return render_template("statistics.html", found=found, preset=preset, presets=list(offered()))


def _evenings() -> Iterator[TableState]:
    """Every evening that can be read; of the others the page says why."""
    try:
        for each in table().store.evenings():
            try:
                yield folded(table().store.events(each.evening), table().folders)
            except BadEvent as error:
                flash(str(error))
    except StoreError as error:
        flash(str(error))
