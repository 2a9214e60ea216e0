"""Checks the labels that make_scenes.py wrote, and draws them for a person to look at.

    python datasets/check_labels.py FOLDER [--preview SHEET.png] [--most 24]

Prints what was counted and every problem found; exit status 1 when there is one, 2 when the folder
holds no scenes.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scene_faces import COPIES, FACES, Array, BadInput
from scene_polygons import area_px, frame_corners, overlap

Record = Mapping[str, Any]
OBB_SLACK = 0.01
"""ultralytics drops a picture with a corner further outside than this share of the frame."""


def scene_problems(scene: Record) -> list[str]:
    """Every fault of one scene's JSON, in words; empty where it is sound."""
    size = np.array((scene["width"], scene["height"]), float)
    found = []
    for i, card in enumerate(scene["cards"]):
        found += [f"card {i} {card['card']}: {fault}" for fault in _card_problems(card, size)]
    orders = Counter(card["order"] for card in scene["cards"])
    found += [f"order {order} is given to {n} cards" for order, n in orders.items() if n > 1]
    faces = Counter(card["card"] for card in scene["cards"])
    for face, n in faces.items():
        if n > COPIES.get(face, n):
            found.append(f"{face} lies there {n} times, a deck holds {COPIES[face]}")
    return found


def _card_problems(card: Record, size: Array) -> list[str]:
    quad = np.asarray(card["quad"], float)
    if card["card"] not in FACES:
        return ["no such face"]
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        return ["quad is not four points"]
    found = []
    if not cv2.isContourConvex(quad.astype(np.float32)):
        found.append("quad is not convex")
    area = area_px(quad)
    if area < 25:
        found.append(f"area of {area:.0f} px, or corners not clockwise")
        return found
    if not 0 <= card["visible"] <= 1:
        found.append(f"visible is {card['visible']}, expected 0 to 1")
    inside = share_inside(quad, size)
    if inside <= 0:
        found.append("lies wholly outside the frame")
    elif card["visible"] > inside + 0.03 + 6 / np.sqrt(area):
        found.append(f"visible {card['visible']:.2f} but only {inside:.2f} is inside the frame")
    return found


def share_inside(quad_px: Array, size: Array) -> float:
    """The share of a convex quad that lies in a frame of this width and height."""
    return area_px(overlap(quad_px, frame_corners(size))) / max(area_px(quad_px), 1e-6)


def mask_problems(scene: Record, owner_plus_1: Array) -> list[str]:
    """Where the visible shares disagree with the picture of owners (h, w)."""
    if owner_plus_1.shape != (scene["height"], scene["width"]):
        return [f"mask of shape {owner_plus_1.shape}, expected height and width of the scene"]
    found = []
    orders = {card["order"] for card in scene["cards"]}
    counts = np.bincount(owner_plus_1.ravel())
    strangers = {int(v) - 1 for v in np.flatnonzero(counts)} - orders - {-1}
    if strangers:
        found.append(f"mask shows cards {sorted(strangers)} that have no label")
    for card in scene["cards"]:
        index = card["order"] + 1
        pixels = int(counts[index]) if index < len(counts) else 0
        expected = pixels / max(1.0, area_px(np.asarray(card["quad"], float)))
        if abs(min(1.0, expected) - card["visible"]) > 0.02:
            found.append(f"{card['card']}: visible {card['visible']}, the mask says {expected:.3f}")
    return found


def obb_problems(text: str) -> list[str]:
    """Every fault of one label file for ultralytics."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        values = [float(v) for v in line.split()]
        if len(values) != 9 or values[0] != 0:
            found.append(f"line {number}: expected class 0 and eight numbers")
            continue
        quad = np.array(values[1:]).reshape(4, 2)
        if quad.min() < -OBB_SLACK or quad.max() > 1 + OBB_SLACK:
            found.append(f"line {number}: a corner outside the frame drops the whole picture")
        if not cv2.isContourConvex(quad.astype(np.float32)):
            found.append(f"line {number}: corners out of order")
    return found


def read_scenes(folder: Path) -> list[Record]:
    """The scenes' JSON in order; BadInput where there is none or one cannot be read."""
    paths = sorted((folder / "scenes").glob("*.json"))
    if not paths:
        raise BadInput(f"{folder}: no scenes/*.json here; expected a folder of make_scenes.py")
    scenes = []
    for path in paths:
        try:
            scenes.append(json.loads(path.read_text(encoding="utf-8")))
        except ValueError as error:
            raise BadInput(f"{path}: {error}; expected JSON") from error
    return scenes


def check_folder(folder: Path, scenes: Sequence[Record]) -> list[str]:
    """Every problem of a folder, each with its picture's name."""
    found = []
    for scene in scenes:
        name = scene["image"]
        faults = scene_problems(scene)
        picture = folder / name
        if not picture.is_file() or picture.stat().st_size == 0:
            faults.append("the picture is missing")
        if scene["masks"]:
            mask = cv2.imread(str(folder / scene["masks"]), cv2.IMREAD_UNCHANGED)
            faults += ["the mask is missing"] if mask is None else mask_problems(scene, mask)
        labels = folder / "labels" / f"{picture.stem}.txt"
        if labels.is_file():
            faults += obb_problems(labels.read_text(encoding="utf-8"))
        found += [f"{name}: {fault}" for fault in faults]
    return found


def summary(scenes: Sequence[Record]) -> str:
    """The counts of a set of scenes, as lines of text."""
    cards = [card for scene in scenes for card in scene["cards"]]
    faces = Counter(card["card"] for card in cards)
    shown = np.array([card["visible"] for card in cards] or [0.0])
    widths = [np.linalg.norm(np.subtract(card["quad"][1], card["quad"][0])) for card in cards]
    kinds = Counter(scene["kind"] for scene in scenes)
    bands = {"0.8 and up": shown >= 0.8, "0.4 to 0.8": (shown >= 0.4) & (shown < 0.8)}
    bands["0.1 to 0.4"] = (shown >= 0.1) & (shown < 0.4)
    bands["under 0.1"] = shown < 0.1
    lines = [
        f"scenes {len(scenes)}: " + ", ".join(f"{k} {n}" for k, n in sorted(kinds.items())),
        f"cards {len(cards)}, faces {len(faces)} of {len(FACES)}, backs {faces['back']}",
        "visible " + ", ".join(f"{name}: {np.mean(hit):.2f}" for name, hit in bands.items()),
    ]
    if widths:
        low, middle, high = np.percentile(widths, (5, 50, 95))
        lines.append(f"card width px: 5 % {low:.0f}, median {middle:.0f}, 95 % {high:.0f}")
    missing = [face for face in FACES if face not in faces]
    if missing:
        lines.append("never seen: " + " ".join(missing))
    return "\n".join(lines)


def contact_sheet(folder: Path, scenes: Sequence[Record], columns: int = 3) -> Array:
    """(h, w, 3) uint8 of the pictures side by side: green quads seen well, orange covered ones."""
    cells = [_drawn(folder, scene) for scene in scenes]
    cells += [np.zeros_like(cells[0])] * (-len(cells) % columns)
    rows = [np.hstack(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    return np.vstack(rows)


def _drawn(folder: Path, scene: Record, width_px: int = 960) -> Array:
    picture = cv2.imread(str(folder / scene["image"]))
    if picture is None:
        raise BadInput(f"{folder / scene['image']}: cannot be read as a picture")
    for card in scene["cards"]:
        quad = np.round(np.asarray(card["quad"]) * 8).astype(np.int32)
        colour = (60, 220, 60) if card["visible"] >= 0.5 else (0, 150, 255)
        cv2.polylines(picture, [quad], True, colour, 2, cv2.LINE_AA, 3)
        if card["visible"] >= 0.2:
            corner = np.mean(card["quad"], axis=0).astype(int) - (24, 0)
            cv2.putText(
                picture,
                card["card"],
                corner.tolist(),
                cv2.FONT_HERSHEY_SIMPLEX,
                0.42,
                (255, 60, 255),
                1,
                cv2.LINE_AA,
            )
    return cv2.resize(picture, (width_px, width_px * 9 // 16), interpolation=cv2.INTER_AREA)


def main(argv: Sequence[str] | None = None) -> int:
    """0 sound, 1 problems found, 2 nothing to check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--preview", type=Path, help="write a contact sheet with the quads drawn")
    parser.add_argument("--most", type=int, default=12, help="scenes on the contact sheet")
    args = parser.parse_args(argv)
    try:
        scenes = read_scenes(args.folder)
        found = check_folder(args.folder, scenes)
        if args.preview and not cv2.imwrite(
            str(args.preview), contact_sheet(args.folder, scenes[: max(1, args.most)])
        ):
            raise BadInput(f"{args.preview}: the contact sheet cannot be written there")
    except (BadInput, OSError, cv2.error) as error:
        print(f"check_labels: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    print(summary(scenes))
    for problem in found:
        print(problem)
    print(f"{len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
