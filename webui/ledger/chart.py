"""Chips over the rounds of an evening, as a drawing inside a page.

Colours come from the page's style sheet by the classes seat-0 and on: a page under a strict
Content-Security-Policy may hold no styles of its own.
"""

from collections.abc import Sequence
from html import escape

from scorer.ledger import Ledger
from scorer.payout import Amount
from webui.amounts import MINUS
from webui.chart_labels import apart, shortened

WIDTH, HEIGHT = 640.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 120.0, 14.0, 28.0
"""Room for the figures at the left, the names at the right, and the rounds below."""
MOST_TICKS = 12
LEAST_REACH = 4.0
"""Chips between the lowest and the highest figure: smaller steps than one chip mean nothing."""
MOST_LETTERS = 9


def standings(
    ledger: Ledger, names: Sequence[str], rounds: int, start: int = 0
) -> list[list[Amount]]:
    """(rounds + 1) rows of what each holds: the start before the first round, then after each.

    A correction counts where the round that it mends does; what belongs to no round, at the end.
    """
    rows: list[list[Amount]] = [[start] * len(names) for _ in range(rounds + 1)]
    for entry in ledger.entries:
        begins = entry.round if 1 <= entry.round <= rounds else rounds
        for name, amount in entry.transfers:
            if name in names:
                for row in rows[begins:]:
                    row[names.index(name)] += amount
    return rows


def chart(
    title: str, names: Sequence[str], rows: Sequence[Sequence[Amount]], ends: Sequence[str]
) -> str:
    """An SVG of (rounds + 1) rows of a figure for each name; `ends`: the last ones in words."""
    values = [[float(each) for each in row] for row in rows]
    low, high, step = _scale(min(map(min, values)), max(map(max, values)))
    last = len(rows) - 1

    def x(place: float) -> float:
        return LEFT + place / max(1, last) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = []
    for count in range(round((high - low) / step) + 1):
        value = low + count * step
        kind = "zero" if abs(value) < step / 1000 else "grid"
        parts.append(
            f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" '
            f'y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
            f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{_tick(value)}</text>'
        )
    for place in range(0, last + 1, -(-last // MOST_TICKS) or 1):
        parts.append(
            f'<text x="{x(place):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{place}</text>'
        )
    labels = apart([y(each) for each in values[-1]], HEIGHT - BOTTOM)
    for seat, name in enumerate(names):
        points = " ".join(f"{x(k):.1f},{y(row[seat]):.1f}" for k, row in enumerate(values))
        parts.append(f'<polyline class="line seat-{seat}" points="{points}"/>')
        parts.append(
            f'<text class="name seat-{seat}" x="{WIDTH - RIGHT + 8}" y="{labels[seat] + 4:.1f}">'
            f"{escape(shortened(name, MOST_LETTERS))} {escape(ends[seat])}</text>"
        )
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _tick(value: float) -> str:
    return f"{value:g}".replace("-", MINUS)


def _scale(least: float, most: float) -> tuple[float, float, float]:
    """Lowest and highest figure, zero among them, and the step between: 1, 2 or 5 times a ten."""
    least, most = min(least, 0.0), max(most, 0.0)
    reach = max(most - least, LEAST_REACH)
    size = 10.0 ** (len(str(int(reach))) - 1)
    step = next(each * size / 10 for each in (2, 5, 10, 20, 50) if reach / (each * size / 10) <= 6)
    low = step * (least // step)
    high = -step * (-most // step)
    return low, max(high, low + step), step
