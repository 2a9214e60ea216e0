"""Pictures, films, what was seen in them, enrolled decks; spoilt."""

import gzip
import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from tests.conftest import scene, write_film
from tests.fuzz.hostile import Lot
from tests.fuzz.reading import reader, refusing
from vision.boxes import Array
from vision.deck_naming import Naming
from vision.deck_photos import ASKED, BadDeck, Pictures
from vision.decks import EnrolledDeck, load_deck, save_deck
from vision.faces import CLASSES
from vision.looks import Look
from vision.looks_file import BadLooks, keep, kept
from vision.pictures import BadPicture, decode_picture
from vision.video import BadVideo, Tally, frames, probe, stills


@cache
def small_jpeg() -> bytes:
    """A sound picture."""
    return cv2.imencode(".jpg", scene(0.0))[1].tobytes()


@reader("pictures")
def _picture(lot: Lot, folder: Path) -> None:
    whole = lot.choice(
        [small_jpeg(), *(cv2.imencode(kind, scene(0.0))[1].tobytes() for kind in (".png", ".webp"))]
    )
    with refusing(BadPicture):
        decode_picture(lot.spoilt(whole) if lot.often(0.9) else lot.rubbish(), "p.jpg")


@cache
def _films() -> tuple[bytes, ...]:
    with TemporaryDirectory() as name:
        times = [k / 10 for k in range(12)]
        made = [
            write_film(Path(name) / f"f{kind}", times) for kind in (".mp4", ".mkv", ".mov", ".avi")
        ]
        return tuple(path.read_bytes() for path in made)


@reader("films")
def _film(lot: Lot, folder: Path) -> None:
    path = folder / f"film{lot.choice(('.mp4', '.mkv', '.webm'))}"
    path.write_bytes(lot.spoilt(lot.choice(_films())) if lot.often(0.9) else lot.rubbish())
    with refusing(BadVideo):
        about = probe(path)
        for frame in frames(path):
            frame.bgr(), frame.small()
        for _ in stills(path, [0.0, about.seconds * lot.random()]):
            pass


@reader("looks kept beside a film")
def _looks(lot: Lot, folder: Path) -> None:
    path, base = folder / "x.looks.jsonl.gz", {"looks": 2, "video": "x"}
    looks = [Look(float(k), float(k), (96, 64), ()) for k in range(3)]
    with refusing(BadLooks):
        keep(path, base, looks, Tally(30, 0, 3.0))
        whole = path.read_bytes()
        if lot.often(0.4):
            path.write_bytes(lot.spoilt(whole))
        else:
            lines = gzip.decompress(whole).split(b"\n")
            at = lot.randrange(len(lines) - 1)
            lines[at] = lot.json_text(lot.slipped(json.loads(lines[at])))
            path.write_bytes(gzip.compress(b"\n".join(lines)))
        found = kept(path, base)
        if found is not None:
            list(found.looks())


@cache
def _deck_file() -> bytes:
    """A whole deck, all its cards grey."""
    classes: Array = np.array([CLASSES.index(face) for face in ASKED], int)
    grey = Pictures(classes, np.full((len(ASKED), 115, 77, 3), 99, np.uint8))
    zero = np.zeros((len(ASKED), 128), np.float32)
    naming = Naming(classes, zero, zero[:, 0], 1.0, zero)
    with TemporaryDirectory() as name:
        return save_deck(EnrolledDeck("ours", grey, naming, "abc"), Path(name)).read_bytes()


@reader("enrolled decks and their names")
def _deck(lot: Lot, folder: Path) -> None:
    whole = _deck_file()
    (folder / "ours.npz").write_bytes(lot.spoilt(whole) if lot.often(0.8) else whole)
    with refusing(BadDeck):
        load_deck("ours" if lot.often(0.8) else lot.text(), folder)
