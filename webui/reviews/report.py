"""A review as one HTML page that needs nothing beside itself.

Rounds, points over time, payouts, each turn with a picture of the table at that moment.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import accumulate

from scorer.cards import FACES, Card, in_order
from scorer.combinations import points, score
from scorer.play import Report
from vision.boxes import Array
from vision.video import stills
from webui.account import notable, payout_lines
from webui.jpegs import jpeg
from webui.readings import UNSURE
from webui.review import Reviewed, accounts, clock
from webui.reviews.chart import chart
from webui.updates import SeenRound

STILL_PX = 720
"""Longer side of the pictures in the page."""
STILL_QUALITY = 72


def report(found: Reviewed) -> str:
    """The page (HTML) of a review; the pictures are read from its video.

    Raises:
        BadVideo: the video cannot be read any more.
    """
    times = [time_s for seen in found.review.rounds for time_s in seen.times_s]
    pictures = iter([_data_uri(each) for each in stills(found.task.video, times)])
    title = escape(found.task.video.name)
    body = "\n".join(_body(found, pictures))
    used = sorted(set(re.findall(r'href="#card-([\w-]+)"', body)))
    style = files("webui").joinpath("static", "review_report.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{style}</style></head><body>"
        f"{_symbols(used)}<main>\n{body}\n</main></body></html>\n"
    )


def _body(found: Reviewed, pictures: Iterator[str]) -> Iterator[str]:
    review, tally = found.review, found.tally
    yield f"<header><h1>{escape(found.task.video.name)}</h1>"
    facts = (clock(tally.seconds), f"{tally.frames} pictures", found.task.rules.name)
    yield f"<p class=quiet>{' · '.join(map(escape, facts))}</p></header>"
    for remark in review.remarks:
        yield f"<p class=remark>{escape(remark)}</p>"
    if not review.rounds:
        yield "<p>No round was seen in this video.</p>"
    elif len(review.rounds) > 1:
        yield _evening(found)
    for number, seen in enumerate(review.rounds, 1):
        yield from _round(number, seen, pictures)
    if review.questions:
        yield "<section><h2>To be looked at</h2><ul class=questions>"
        for each in review.questions:
            answers = "".join(f"<span class=event>{escape(a)}</span>" for a in each.answers)
            yield f"<li><time>{clock(each.time_s)}</time> {escape(each.asks)} {answers}</li>"
        yield "</ul></section>"


def _evening(found: Reviewed) -> str:
    """What everybody won and lost in all rounds together."""
    rows = "".join(
        f"<tr><th>{escape(who)}</th><td class=amount>{much:+}</td></tr>"
        for who, much in accounts(found)
    )
    return f"<section><h2>{len(found.review.rounds)} rounds</h2><table>{rows}</table></section>"


def _received(seen: SeenRound) -> list[float]:
    """What each seat received in a round, all together."""
    replay = seen.replay
    transfers = replay.payout.transfers if replay.payout else [0] * len(replay.record.seats)
    return [float(a + b) for a, b in zip(transfers, replay.side_payments, strict=True)]


def _round(number: int, seen: SeenRound, pictures: Iterator[str]) -> Iterator[str]:
    replay, names = seen.replay, seen.replay.record.seats
    outcome = replay.position.outcome
    ended = outcome.kind.replace("_", " ") if outcome else "not over"
    winners = " and ".join(names[seat] for seat in outcome.winners) if outcome else ""
    yield f"<section><h2>Round {number}: {escape(winners or 'nobody')}, {escape(ended)}</h2>"
    dealer = escape(names[replay.record.dealer])
    out = "".join(f" · {escape(each)} sits out" for each in replay.record.waiting)
    span = f"{clock(seen.start_s)} to {clock(seen.end_s)}"
    yield f"<p class=quiet>{span} · {dealer} deals{out} · {len(replay.turns)} turns</p>"
    piles = [
        [points(seat.captures, each.rules) for seat in each.seats] for each in replay.positions
    ]
    if replay.turns:
        times = list(accumulate((seen.start_s, *seen.times_s), max))
        yield chart(names, times, piles, seen.end_s)
    yield from _settled(seen)
    yield "<ol class=turns>"
    for turn, time_s, sure, totals in zip(
        replay.turns, seen.times_s, seen.confidences, piles[1:], strict=True
    ):
        yield _turn(turn, names, time_s, sure, totals, next(pictures))
    yield "</ol></section>"


def _settled(seen: SeenRound) -> Iterator[str]:
    """The piles at the end, what they are worth, and who pays what and why."""
    replay = seen.replay
    names, payout = replay.record.seats, replay.payout
    uses = payout.uses if payout else [None] * len(names)
    yield "<div class=piles>"
    for name, seat, use, amount in zip(
        names, replay.position.seats, uses, _received(seen), strict=True
    ):
        found = score(seat.captures, replay.record.rules, use)
        lines = ", ".join(f"{line.name.replace('_', ' ')} {line.points}" for line in found.lines)
        yield f"<div class=pile><h3>{escape(name)} <span class=amount>{amount:+g}</span></h3>"
        yield f"<p class=cards>{_cards(in_order(seat.captures))}</p>"
        total = f"{found.total} point{'s' * (found.total != 1)}"
        yield f"<p><b>{total}</b>{': ' + escape(lines) if lines else ''}</p></div>"
    yield "</div>"
    for line in payout_lines(replay):
        yield f"<p>{escape(line.strip())}</p>"


def _turn(
    turn: Report,
    names: Sequence[str],
    time_s: float,
    sure: float,
    totals: Sequence[int],
    picture: str,
) -> str:
    piles = [("plays", turn.played), ("flips", turn.flipped), ("takes", turn.captured)]
    piles += [(f"{names[seat]} gives", (each,)) for seat, each in turn.stolen]
    parts = [
        f"<p class=cards><span class=word>{escape(word)}</span>{_cards(pile)}</p>"
        for word, pile in piles
        if pile
    ]
    events = [each.replace("_", " ") for each in notable(turn)]
    parts += [f"<span class=event>{escape(each)}</span>" for each in events]
    parts += [
        f"<p class=remark>against the rules, and accepted: {escape(b)}</p>" for b in turn.breaches
    ]
    if sure < UNSURE:
        parts.append(f"<p class=remark>not sure: {sure:.0%}</p>")
    score_ = ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True))
    return (
        f'<li><img loading=lazy alt="the table at {clock(time_s)}" src="{picture}"><div>'
        f"<h3><time>{clock(time_s)}</time> {escape(names[turn.seat])}</h3>"
        f"{''.join(parts)}<p class=quiet>{escape(score_)}</p></div></li>"
    )


def _cards(pile: Sequence[Card]) -> str:
    """The faces as small pictures, drawn once in the page."""
    return "".join(
        f'<svg class=card viewBox="0 0 330 540"><title>{each.face}</title>'
        f'<use href="#card-{each.face}"/></svg>'
        for each in pile
    )


def _symbols(faces: Sequence[str]) -> str:
    """The drawings of these faces, for `use`."""
    folder = files("webui").joinpath("static", "cards")
    drawn = []
    for face in faces:
        single = FACES[face].copies == 1 or face == "back" or face.startswith("joker")
        text = folder.joinpath(f"{face if single else face + '1'}.svg").read_text("utf-8")
        inner = text[text.index(">") + 1 : text.rindex("</svg>")].replace("\n", "")
        inner = re.sub(r"<title>.*?</title>", "", inner)
        drawn.append(f'<symbol id="card-{face}" viewBox="0 0 330 540">{inner}</symbol>')
    return (
        f'<svg width=0 height=0 style="position:absolute" aria-hidden=true>{"".join(drawn)}</svg>'
    )


def _data_uri(picture: Array) -> str:
    """A picture for `src`, made smaller."""
    data = jpeg(picture, STILL_PX, STILL_QUALITY)
    return f"data:image/jpeg;base64,{b64encode(data).decode()}"
