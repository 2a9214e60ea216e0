"""An evening to take away: its ledger as CSV for a spreadsheet, and everything as JSON.

Rounds stand there in the notation of records, so that any of them can be replayed elsewhere.
"""

import csv
import io
import json
from typing import Any

from scorer.ledger import Entry, fewest_transfers
from scorer.payout import Amount
from scorer.replay import replay_json
from scorer.sheet import number
from webui.evening.events import Round, body_of
from webui.evening.table_state import RoundState, TableState

BOM = "\ufeff"
"""Without it spreadsheets take Korean names for something else."""
_COLUMNS = ("number", "kind", "round", "note", "corrects", "per_point")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would run text that begins so."""


def csv_text(state: TableState) -> str:
    """The ledger as CSV: a line an entry, a column an account, in points; balances at the end."""
    points, money = state.ledger.balances(), state.ledger.balances(money=True)
    accounts = tuple(dict.fromkeys((*state.people, *points)))
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow([*_COLUMNS, *map(_text, accounts)])
    for entry in state.ledger.entries:
        told = (entry.kind, entry.round or "", _text(entry.note), entry.corrects or "")
        transfers = dict(entry.transfers)
        amounts = (transfers.get(name, 0) for name in accounts)
        rows.writerow([entry.number, *told, entry.per_point, *amounts])
    for kind, sums in (("balance", points), ("balance_money", money)):
        rows.writerow(["", kind, "", "", "", "", *(sums.get(name, 0) for name in accounts)])
    return BOM + file.getvalue()


def json_text(state: TableState) -> str:
    """The evening as one JSON document."""
    return json.dumps(evening_json(state), ensure_ascii=False, indent=1) + "\n"


def evening_json(state: TableState) -> dict[str, Any]:
    """The evening as JSON values: people and rules, rounds, ledger, balances, who pays whom."""
    points, money = state.ledger.balances(), state.ledger.balances(money=True)
    return {
        "evening": state.id,
        "name": state.name,
        "closed": state.closed,
        "people": list(state.people),
        "waiting": list(state.waiting),
        "rules": dict(state.chosen_rules),
        "per_point": number(state.per_point),
        "dealer": state.dealer,
        "carry": state.carry,
        "rounds": [_round_json(each) for each in state.rounds],
        "ledger": [_entry_json(each) for each in state.ledger.entries],
        "balances": {"points": _numbers(points), "money": _numbers(money)},
        "transfers": [
            {"payer": each.payer, "payee": each.payee, "amount": number(each.amount)}
            for each in fewest_transfers(money)
        ],
        "remarks": list(state.remarks),
    }


def _round_json(there: RoundState) -> dict[str, Any]:
    told = body_of(there.event)
    wanted = ("record", "certainties", "times_s", "recording", "pinned")
    return {
        "number": there.number,
        "began": there.versions[0].at.isoformat(timespec="seconds"),
        "settled": there.settled,
        "dropped": there.dropped,
        **{name: told[name] for name in wanted},
        "changes": [
            {"event": each.number, "at": each.at.isoformat(timespec="seconds"), "by": each.by,
             "why": each.event.why} for each in there.versions if _by_person(each.event)
        ],
        **({"error": there.error} if there.error else {}),
        **({"played": replay_json(there.replay)} if there.replay else {}),
    }  # fmt: skip


def _by_person(event: Round) -> bool:
    return not event.by_camera


def _entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "kind": entry.kind,
        "round": entry.round or None,
        "note": entry.note,
        "corrects": entry.corrects or None,
        "per_point": number(entry.per_point),
        "transfers": _numbers(dict(entry.transfers)),
    }


def _numbers(amounts: dict[str, Amount]) -> dict[str, int | float]:
    return {name: number(amount) for name, amount in amounts.items()}


def _text(text: str) -> str:
    """Text that a spreadsheet shows and does not run."""
    return f"'{text}" if text.startswith(_FORMULA) else text
