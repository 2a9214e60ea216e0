"""Points over the time of a round, as a drawing inside a page."""

from collections.abc import Sequence
from html import escape

from webui.chart_labels import apart, shortened
from webui.review import clock

WIDTH, HEIGHT = 640.0, 200.0
LEFT, RIGHT, TOP, BOTTOM = 32.0, 120.0, 12.0, 26.0
"""Room for the figures at the left, the names at the right, and the times below."""
LEAST_TOP = 4
"""The highest line of the chart, in points, where nobody has more."""


def chart(
    names: Sequence[str],
    times_s: Sequence[float],
    points: Sequence[Sequence[int]],
    end_s: float,
) -> str:
    """An SVG of everybody's points: (turns + 1) rising times, as many rows of a figure a seat.

    The lines are steps: points change when a turn ends. The page's style sheet gives the classes
    seat-0 and on their colours: under a strict Content-Security-Policy a drawing has no style.
    """
    first, last = times_s[0], max(times_s[-1], end_s, times_s[0] + 1)
    top = max(LEAST_TOP, *(max(row) for row in points))

    def x(time_s: float) -> float:
        return LEFT + (time_s - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<line class=grid x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(v):.1f}" y2="{y(v):.1f}"/>'
        f'<text x="{LEFT - 6}" y="{y(v) + 4:.1f}" text-anchor="end">{v}</text>'
        for v in _figures(top)
    ]
    for time_s, anchor in ((first, "start"), (last, "end")):
        place = f'x="{x(time_s):.1f}" y="{HEIGHT - 6}" text-anchor="{anchor}"'
        parts.append(f"<text {place}>{clock(time_s)}</text>")
    labels = apart([y(each) for each in points[-1]], HEIGHT - BOTTOM)
    for seat, name in enumerate(names):
        values = [row[seat] for row in points]
        path = f"M{x(times_s[0]):.1f} {y(values[0]):.1f}" + "".join(
            f"H{x(time_s):.1f}V{y(value):.1f}"
            for time_s, value in zip(times_s[1:], values[1:], strict=True)
        )
        path += f"H{x(last):.1f}"
        parts.append(f'<path class="line seat-{seat}" d="{path}"/>')
        place = f'x="{WIDTH - RIGHT + 8}" y="{labels[seat] + 4:.1f}"'
        text = f"{escape(shortened(name))} {values[-1]}"
        parts.append(f'<text class="name seat-{seat}" {place}>{text}</text>')
    return (
        f'<svg class=chart viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img">'
        f"<title>Points over time</title>{''.join(parts)}</svg>"
    )


def _figures(top: int) -> range:
    """At most five figures from 0 to the top."""
    return range(0, top + 1, max(1, -(-top // 4)))
