"""Why nothing came of a review, in one line."""

from scorer.remark import Remark
from vision.deck_photos import BadDeck
from vision.looks_file import BadLooks
from vision.runtime import NoRuntime
from vision.setup import BadSetup
from vision.video import BadVideo
from vision.weights import NoWeights
from webui.bad_input import no_detector


def fault_of(video: str, error: Exception) -> str:
    """The line for an error that ended the review of a video of this name: a `Remark` if it can."""
    match error:
        case BadVideo() | BadLooks():  # they name it themselves
            return error.line
        case BadSetup() | BadDeck():
            return Remark("{file}: {why}", file=video, why=error.line)
        case NoWeights() | NoRuntime():
            return no_detector(error)
    says = f"{type(error).__name__}: {error}".splitlines()[0]
    return Remark("{file}: cannot be reviewed: {why}", file=video, why=says)
