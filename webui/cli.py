"""The command line: `hwatu COMMAND`.

Exit status 0: done; 1: the answer is no; 2: wrong usage or bad input, with one line on standard
error. Each command imports what it needs when it runs, so that none waits for another's libraries.
"""

import json
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import click

from webui.bad_input import BadInput
from webui.command_line.camera import deck, detect, doctor
from webui.command_line.demo import demo
from webui.command_line.review import review, watch
from webui.command_line.serve import Serving, serve, serving_options, show_latest
from webui.data_folder import data_option, rule_folders

MAX_BYTES = 20_000_000
MOST_SAID = 1000
"""Letters of an error: it may have a whole argument in it."""
SOURCE = click.Path(dir_okay=False, allow_dash=True, path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="hwatu-table", prog_name="hwatu")
@click.pass_context
@serving_options
def hwatu(context: click.Context, there: Serving) -> int:
    """Hwatu Table: Go-Stop with real cards, scored by the rules of your table.

    Without a command it opens the table in a browser; a first start leads into the setup.
    """
    if context.invoked_subcommand is not None:
        return 0
    return serve(there, show_latest)


for command in (demo, detect, deck, doctor, review, watch):
    hwatu.add_command(command)


@hwatu.command()
@click.argument("source", metavar="[FILE|-]", type=SOURCE, default="-")
@data_option
def score(source: Path) -> int:
    """Score sheets: JSON in, answers out.

    FILE holds one sheet or a list of them; standard input where it is left out.
    """
    from scorer.sheet import answers, object_of

    text = _text(source)
    try:
        sheets = json.loads(text, object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise BadInput(f"{source}: {where}: not JSON: {error.msg}: expected sheets") from error
    except (RecursionError, ValueError) as error:
        raise BadInput(f"{source}: JSON nested too deep or a number too long: {error}") from error
    if not isinstance(sheets, dict | list):
        raise BadInput(f"{source}: expected one sheet or a list of sheets, not {sheets!r:.40}")
    found = answers(sheets, rule_folders())
    lines = (json.dumps(each, ensure_ascii=False) for each in found)
    click.echo("[" + ",\n ".join(lines) + "]")
    return 1 if any("error" in each for each in found) else 0


@hwatu.command()
@click.argument("record", metavar="RECORD", type=SOURCE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@data_option
def replay(record: Path, as_json: bool) -> int:
    """Play a written round by the rules: its turns, points and payout."""
    from webui.account import account

    played = _replayed(_text(record), str(record))
    if as_json:
        from scorer.replay import replay_json

        click.echo(json.dumps({"record": str(record), **replay_json(played)}, ensure_ascii=False))
    else:
        for line in account(played):
            click.echo(line)
    return 0


@hwatu.command()
@click.argument("preset", default="gostop-3p")
@click.option("--seats", type=click.IntRange(2, 4), default=3, help="Active seats.")
@data_option
def rules(preset: str, seats: int) -> int:
    """Every house rule of a preset: its value, its words, its rows in docs/RULES.md."""
    from scorer.errors import ScorerError
    from scorer.house_rules import RULES
    from scorer.presets import house_rules, presets

    try:
        agreed = house_rules(preset, seats, folders=rule_folders())
    except ScorerError as error:
        raise BadInput(str(error)) from error
    click.echo(f"presets: {', '.join(sorted(presets(rule_folders())))}\n")
    for name, rule in RULES.items():
        value = json.dumps(getattr(agreed, name), ensure_ascii=False)
        click.echo(f"{name} = {value}\n    {rule.metadata['says']} ({rule.metadata['rows']})")
    return 0


def _replayed(text: str, source: str) -> Any:
    from scorer.errors import ScorerError
    from scorer.notation import parse
    from scorer.replay import replay as replayed

    try:
        record = parse(text, source, rule_folders())
    except ScorerError as error:
        raise BadInput(str(error)) from error
    try:
        return replayed(record)
    except ScorerError as error:
        raise BadInput(f"{source}: {error}") from error


def _text(source: Path) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        if str(source) == "-":
            raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with source.open("rb") as file:
                raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise BadInput(
                f"{source}: larger than {MAX_BYTES // 10**6} MB: expected a smaller file"
            )
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{source}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{source}: byte {error.start}: not UTF-8: expected text") from error


def _one_line(text: str) -> str:
    """The text in one line that can be read, whatever of the input stands in it."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_SAID else f"{line[:MOST_SAID]}..."


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; errors are one line each."""
    if isinstance(sys.stdout, TextIOWrapper):
        # Half a letter, or a file's name in no encoding, is printed as JSON would escape it.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = hwatu.main(arguments, prog_name="hwatu", standalone_mode=False)
        sys.exit(status or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "")
        sys.exit(2)
    except click.ClickException as error:
        click.echo(f"hwatu: {_one_line(error.format_message())}", err=True)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
