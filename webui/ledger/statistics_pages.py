"""Statistics over all games: who wins, by what, how often each bak, whether go pays."""

from collections.abc import Iterator

from flask import Blueprint, flash, render_template, request

from webui.evening.events import BadEvent
from webui.evening.log import folded
from webui.evening.table_state import TableState
from webui.ledger.statistics import statistics
from webui.live.pages import table
from webui.setup.rules_form import offered
from webui.store.database import StoreError
from webui.words import told

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
                flash(told(error))
    except StoreError as error:
        flash(told(error))
