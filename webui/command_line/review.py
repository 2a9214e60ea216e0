"""The commands that follow a game: `hwatu review` and `hwatu watch`."""

import json
import os
from dataclasses import replace
from pathlib import Path

import click

from webui.bad_input import BadInput
from webui.command_line.camera import opened, told_plainly
from webui.command_line.serve import Serving, serve_evening, serving_options
from webui.data_folder import data_option

FILE = click.Path(path_type=Path)
MOST_SEATS = 4

SETUP = click.option("--setup", "setup_name", metavar="NAME|FILE", help="Where the table lies.")
RULES = click.option("--rules", "rules_name", metavar="NAME|FILE", help="House rules.")
SEATS = click.option(
    "--seats",
    type=click.IntRange(2, MOST_SEATS),
    default=2,
    help="How many play, where there is no setup.",
)
SITS_OUT = click.option(
    "--sits-out", metavar="NAME", multiple=True, help="Who of the setup's seats does not play."
)
DECK = click.option("--deck", metavar="NAME", help="Use a deck enrolled with `hwatu deck enrol`.")


@click.command()
@click.argument("videos", metavar="VIDEO...", type=FILE, nargs=-1, required=True)
@SETUP
@RULES
@SEATS
@SITS_OUT
@DECK
@data_option
@click.option("--json", "json_out", type=FILE, metavar="OUT", help="Write JSON; - prints it.")
@click.option("--report", type=FILE, metavar="OUT", help="Write a page (HTML) with pictures.")
@click.option("--fresh", is_flag=True, help="Look at the video again, whatever was kept.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Videos at a time; one a core.")
@click.option("--cluster", metavar="ADDRESS", help="Work on this Dask cluster.")
def review(
    videos: tuple[Path, ...],
    setup_name: str | None,
    rules_name: str | None,
    seats: int,
    sits_out: tuple[str, ...],
    deck: str | None,
    json_out: Path | None,
    report: Path | None,
    fresh: bool,
    jobs: int | None,
    cluster: str | None,
) -> int:
    """Follow recorded games: their rounds, turns, points and payouts.

    A VIDEO may be a folder of them. With several videos, --json and --report name folders. What
    the camera model saw is kept beside each video: with other rules, a second run takes seconds.
    """
    with told_plainly():
        from webui.command_line.options import (
            agreed,
            deck_of,
            found_setup,
            listed,
            names_of,
            of_players,
            outputs,
            write,
        )
        from webui.review import Task
        from webui.reviews.work import Work, cores, outcomes

    setup = of_players(found_setup(setup_name), sits_out)
    names = names_of(setup, seats)
    rules = agreed(rules_name, setup, len(names))
    paths = [path for each in videos for path in listed(each)]
    several = len(paths) > 1 or os.path.isdir(videos[0])
    documents = outputs(json_out, paths, ".json", several)
    pages = outputs(report, paths, ".html", several)
    jobs = min(jobs or cores(), len(paths))
    threads = 1 if cluster or jobs > 1 else None
    deck = deck_of(deck, setup)
    tasks = [Task(path, rules, names, setup, fresh, threads, deck) for path in paths]
    works = [Work(task, page=report is not None) for task in tasks]
    bad = 0
    for found, document, page in zip(outcomes(works, jobs, cluster), documents, pages, strict=True):
        for note in found.notes:
            click.echo(f"hwatu: {note}", err=True)
        if found.fault:
            click.echo(f"hwatu: {found.fault}", err=True)
            bad += 1
            continue
        if json_out is None:
            click.echo("\n".join(found.lines))
        else:
            write(document, json.dumps(found.document, ensure_ascii=False) + "\n")
        if report is not None:
            write(page, found.page)
    return 2 if bad else 0


@click.command()
@serving_options
@click.option("--source", metavar="N|URL|FILE", default="0", help="Camera, stream or video.")
@SETUP
@RULES
@SEATS
@SITS_OUT
@DECK
@click.option("--terminal", is_flag=True, help="Tell the game in the terminal, open no table.")
def watch(
    there: Serving,
    source: str,
    setup_name: str | None,
    rules_name: str | None,
    seats: int,
    sits_out: tuple[str, ...],
    deck: str | None,
    terminal: bool,
) -> int:
    """Follow a game live: the table as it is seen, every turn, the round when it is over.

    Ctrl-C ends it. Without a setup, the table is guessed from its open cards.
    """
    with told_plainly():
        from vision.learning_detector import learning
        from vision.setup import BadSetup
        from vision.video import BadVideo
        from webui.command_line.options import (
            agreed,
            deck_of,
            found_setup,
            names_of,
            of_players,
            tell_all_play,
        )

    setup = found_setup(setup_name)
    if terminal:
        setup = of_players(setup, sits_out)
        tell_all_play(setup)
    elif sits_out:
        raise BadInput("--sits-out: expected --terminal too: the page follows who sits out")
    deck = deck_of(deck, setup)
    names = names_of(setup, seats)
    rules = agreed(rules_name, setup, len(names))
    if not terminal:
        if setup is None and deck:
            raise BadInput(f"--deck {deck}: expected --setup too, or --terminal")
        setup = setup and replace(setup, deck=deck)
        return serve_evening(there, source, setup, names, rules)
    from webui.command_line.following import watched

    try:
        for line in watched(source, learning(opened(deck or None)), setup, names, rules):
            click.echo(line)
    except (BadVideo, BadSetup) as error:
        raise BadInput(str(error)) from error
    return 0
