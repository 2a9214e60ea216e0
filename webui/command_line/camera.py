"""The commands that look at pictures: `hwatu detect`, `hwatu deck`, and `hwatu doctor`."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webui.bad_input import BadInput, NotHere, no_detector
from webui.data_folder import data_option
from webui.deck_folder import BONUS, deck_file, deck_folder, deck_names, enrolled_deck
from webui.deck_folder import enrol as enrol_deck

if TYPE_CHECKING:
    from vision.boxes import Array
    from vision.detector import CardDetector
    from vision.evidence import Detection

MANY = 1 / 3
"""Of the faces: a deck that lacks more is too unlike others to be told by what it looks like."""
LEARNED = (
    "hwatu: pictures read by what they tell of their deck, for many cards were unsure: {count}; a"
    " deck that is enrolled (`hwatu deck enrol`) is read better"
)
PICTURE = click.Path(path_type=Path)
PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}


@click.command()
@click.argument("images", metavar="IMAGE...", type=PICTURE, nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option(
    "--draw",
    type=PICTURE,
    metavar="OUT",
    help="Write pictures with the cards outlined: a file for one picture, else a folder.",
)
@click.option("--deck", metavar="NAME", help="Use a deck enrolled with `hwatu deck enrol`.")
@data_option
def detect(images: tuple[Path, ...], as_json: bool, draw: Path | None, deck: str | None) -> int:
    """What the camera model sees in still pictures: which cards lie where.

    A picture that cannot be read is named on standard error; the others are looked at all the same.
    Where many cards are unsure their deck is learned from the pictures, up to 24 at a time.
    """
    drawings = drawing_paths(draw, images) if draw is not None else [None] * len(images)
    detector = opened(deck, thorough=True)
    from vision.looking_together import look_together

    looks = look_together(images, read_or_told, detector, learns=deck is None)
    rows, better = list[dict[str, Any]](), 0
    for path, drawing, look in zip(images, drawings, looks, strict=True):
        if look is None:
            continue
        if drawing is not None and (frame := read_or_told(path)) is not None:
            write_drawn(frame, look.cards, drawing)
        width, height = look.size_px
        row = {"file": str(path), "width": width, "height": height, "cards": as_rows(look.cards)}
        rows.append(row)
        better += look.learned
        if not as_json:
            click.echo("".join(f"{line}\n" for line in listed(row)), nl=False)
    if better:
        click.echo(LEARNED.format(count=better), err=True)
    if as_json:
        click.echo(json.dumps({"images": rows}, ensure_ascii=False))
    return 2 if len(rows) < len(images) else 0


def read_or_told(path: Path) -> "Array | None":
    """The picture, (h, w, 3) uint8; None, and a line on standard error, where it cannot be read."""
    from vision.pictures import BadPicture, read_picture

    try:
        with silent_libraries():
            return read_picture(path)
    except BadPicture as error:
        click.echo(f"hwatu: {error}", err=True)
        return None


def as_rows(cards: Sequence["Detection"]) -> list[dict[str, Any]]:
    """The cards as they stand in the JSON."""
    return [
        {
            "card": each.card.face,
            "confidence": round(each.confidence, 4),
            "quad": each.quad_px.round(1).tolist(),
        }
        for each in cards
    ]


def listed(image: dict[str, Any]) -> Iterator[str]:
    """The cards of one picture for people, in the order of the deck."""
    from scorer.cards import FACES

    cards = sorted(image["cards"], key=lambda c: (FACES[c["card"]].order, -c["confidence"]))
    count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}" if cards else "no cards"
    yield f"{image['file']}: {image['width']}x{image['height']}, {count}"
    for each in cards:
        x, y = (sum(corner[axis] for corner in each["quad"]) / 4 for axis in (0, 1))
        yield f"  {each['card']:13} {each['confidence']:4.0%}  at {x:.0f}, {y:.0f}"


def drawing_paths(out: Path, pictures: Sequence[Path]) -> list[Path]:
    """Where the drawing of each goes: `out` itself where it names one file for one picture.

    Raises:
        BadInput: a drawing would overwrite a picture or another drawing.
    """
    alone = len(pictures) == 1 and out.suffix.lower() in PICTURE_SUFFIXES
    paths = [out if alone else out / f"{picture.stem}.jpg" for picture in pictures]
    taken = {picture.resolve() for picture in pictures}
    for picture, path in zip(pictures, paths, strict=True):
        if path.resolve() in taken:
            raise BadInput(f"{picture}: its drawing would overwrite {path}: choose another --draw")
        taken.add(path.resolve())
    return paths


def write_drawn(frame: Any, cards: Sequence["Detection"], path: Path) -> None:
    """Writes the outlined picture; BadInput where that is not possible."""
    import cv2

    from vision.drawing import drawn

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        done = cv2.imwrite(str(path), drawn(frame, cards))
    except (OSError, cv2.error):
        done = False
    if not done:
        raise BadInput(f"{path}: the picture cannot be written there")


@click.group()
def deck() -> None:
    """Decks of your own, learned from photographs."""


@deck.command()
@click.argument("name")
@click.argument("photos", metavar="PHOTO...", type=PICTURE, nargs=-1, required=True)
@click.option("--in-order", is_flag=True, help="The 48 cards lie in the order of the deck.")
@click.option(
    "--bonus",
    multiple=True,
    type=click.Choice(BONUS),
    metavar="FACE",
    help=f"With --in-order: such a card lies after the 48; repeat. One of {', '.join(BONUS)}.",
)
@click.option("--fresh", is_flag=True, help="Forget what was learned of this deck before.")
@data_option
def enrol(
    name: str, photos: tuple[Path, ...], fresh: bool, in_order: bool, bonus: tuple[str, ...]
) -> int:
    """Learn deck NAME from a few photographs of its cards laid out openly.

    What was learned from earlier photographs of NAME is kept. Cards that were not found are
    named: photograph those again, nearer or in better light, and enrol them in the same way.

    Surest is to lay out all 48 month by month, in each bright, animal, ribbon, junk, double junk,
    and to say --in-order: then no card is taken for another, however unusual the deck. Bonus cards
    lie after them, each told by --bonus. Without it the order still helps where it is seen.
    """
    if bonus and not in_order:
        raise BadInput("--bonus: only with --in-order")
    detector = opened(None, thorough=True)
    from vision.deck_photos import ASKED, BadDeck
    from vision.pictures import BadPicture, read_picture

    try:
        with silent_libraries():
            pictures = [read_picture(path) for path in photos]
        told = (name, pictures, detector)
        learned = enrol_deck(*told, in_order=in_order, bonus=bonus, fresh=fresh)
    except (BadDeck, BadPicture) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{deck_folder()}: cannot be written: {error.strerror}") from error
    missing = learned.pictures.missing
    click.echo(
        f"{name}: knows {len(ASKED) - len(missing)} of {len(ASKED)} faces -> {deck_file(name)}"
    )
    if missing:
        click.echo(f"not found: {' '.join(missing)}")
        click.echo(f"photograph these once more, then: hwatu deck enrol {name} PHOTO")
    if len(missing) > len(ASKED) * MANY:
        click.echo("so many: lay all 48 cards out in order, and say --in-order (see --help)")
    return 1 if missing else 0


@deck.command(name="list")
@data_option
def list_decks() -> int:
    """The decks that were enrolled."""
    with told_plainly():
        from vision.deck_photos import BadDeck
        from vision.decks import load_deck

    folder, names = deck_folder(), deck_names()
    if not names:
        click.echo(f"no deck is enrolled in {folder}: hwatu deck enrol NAME PHOTO", err=True)
    for name in names:
        try:
            missing = load_deck(name, folder).pictures.missing
            says = f"lacks {' '.join(missing)}" if missing else "complete"
        except BadDeck as error:
            says = str(error)
        click.echo(f"{name}: {says}")
    return 0


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@data_option
def doctor(as_json: bool) -> int:
    """What works on this machine, and what to do about what does not."""
    from webui.doctor import checks

    found = checks()
    if as_json:
        click.echo(json.dumps({"checks": [check.as_json() for check in found]}))
    else:
        for check in found:
            click.echo(f"{check.status:4}  {check.name:8} {check.says}")
            if check.do:
                click.echo(f"{'':15} -> {check.do}")
    return 1 if any(check.status == "fail" for check in found) else 0


def opened(deck_name: str | None, *, thorough: bool = False) -> "CardDetector":
    """The shipped detector, with an enrolled deck where one is named.

    `thorough`: in floats, and both ways up, for single pictures: of them the surest answer is
    wanted, of a film the fastest.

    Raises:
        NotHere: a library, the weights or a runtime is missing. BadInput: there is no such deck.
    """
    with told_plainly():
        from vision.deck_photos import BadDeck
        from vision.detector import open_detector, with_deck
        from vision.runtime import NoRuntime
        from vision.weights import NoWeights

    try:
        detector = open_detector(numbers="float" if thorough else None, thorough=thorough)
        if deck_name is None:
            return detector
        return with_deck(detector, enrolled_deck(deck_name, detector.recogniser).naming)
    except (NoWeights, NoRuntime) as error:
        raise NotHere(no_detector(error)) from error
    except BadDeck as error:
        raise BadInput(str(error)) from error


@contextmanager
def silent_libraries() -> Iterator[None]:
    """In here libpng and libjpeg, which print straight to standard error, are not heard.

    What is wrong with a picture is told in a line of our own. For commands alone: a server's
    other threads would not be heard either.
    """
    try:
        before = os.dup(2)
    except OSError:  # standard error is closed: nobody hears anything anyway
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turns a library that cannot be loaded into one line that says what to install."""
    try:
        yield
    except ImportError as error:
        from webui.doctor import missing_library

        raise NotHere(missing_library(error)) from error
