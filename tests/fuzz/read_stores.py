"""What the program itself has kept: events, stores, notes, exports, words; spoilt."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import text as sql

from scorer.remark import Told
from scorer.replay import replay
from tests.fuzz.hostile import Lot
from tests.fuzz.reading import Fault, reader, refusing
from tests.webui.evenings import Log
from webui.evening.events import BadEvent, Opened, body_of, event_of, kind_of
from webui.evening.log import folded
from webui.ledger.exports import csv_text, json_text
from webui.reviews.studies import Studies
from webui.store.database import StoreError
from webui.store.event_store import Store
from webui.store.recovery import damage
from webui.words import LANGUAGES, word, words


@reader("events of the log")
def _events(lot: Lot, folder: Path) -> None:
    log = Log("Ann", "Bea")
    log.won_by("Ann")
    whole = [
        (kind_of(each.event), json.loads(json.dumps(body_of(each.event)))) for each in log.events
    ]
    other = Log("Ann", "Bea", "Cho")
    with refusing(BadEvent):
        for spoilt in (False, False, True):
            kind, body = lot.choice(whole)
            kind = kind if lot.often(0.98) else lot.text()
            event = event_of(kind, lot.slipped(body) if spoilt else body)
            if event_of(kind_of(event), json.loads(json.dumps(body_of(event)))) != event:
                raise Fault(f"{event} is not read as it was written")
            other.add(event)
        folded(other.events)


@reader("store files (`games.db`)")
def _store(lot: Lot, folder: Path) -> None:
    path = folder / f"games{lot.randrange(10**9)}.db"
    path.write_bytes(lot.spoilt(_whole_store()) if lot.often(0.9) else lot.rubbish())
    try:
        with refusing(StoreError), closing(Store(path, wait_s=0.2)) as store:
            for listed in store.evenings():
                with refusing(BadEvent):
                    folded(store.events(listed.evening))
            store.new_evening(Opened("after", ("Ann", "Bea"), {"preset": "matgo"}, "Ann"), "Ann")
    finally:
        for each in folder.glob("games*"):
            each.unlink()


@cache
def _whole_store() -> bytes:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as name:
        store = Store(Path(name) / "games.db")
        opened = store.new_evening(
            Opened("Friday", ("Ann", "Bea"), {"preset": "matgo"}, "Ann"), "Ann"
        )
        log = Log("Ann", "Bea")
        log.won_by("Ann")
        for each in log.events[1:]:
            store.append(opened.evening, each.event, "Ann")
        with store._engine.connect() as connection:
            connection.execute(sql("PRAGMA wal_checkpoint(TRUNCATE)"))
        store.close()
        path = Path(name) / "games.db"
        assert not damage(path)
        return path.read_bytes()


@reader("exports, read back")
def _exports(lot: Lot, folder: Path) -> None:
    from scorer.notation import parse

    names = tuple(dict.fromkeys(lot.text()[:20] for _ in range(6)))[: lot.choice((2, 3))]
    with refusing(BadEvent):
        log = Log(*names)
        event_of("opened", json.loads(json.dumps(body_of(log.events[0].event))))
        for _ in range(lot.randrange(3)):
            log.won_by(lot.choice(names))
        state = log.state
    told = json.loads(json_text(state).encode())
    for each in told["rounds"]:
        if parse(each["record"]) != replay(parse(each["record"])).record:
            raise Fault("a round is not read as it was written")
    if sum(told["balances"]["points"].values()):
        raise Fault("the balances do not sum to zero")
    csv_text(state).encode()


@reader("notes of a study")
def _notes(lot: Lot, folder: Path) -> None:
    with _studies() as studies:
        sound = {
            "evening": 1,
            "spans": [[0, 1]],
            "questions": [],
            "remarks": [],
            "seconds": 9,
            "accepted": 0,
        }
        path = studies.folder / "studies" / "demo.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(lot.json_text(lot.slipped(sound)))
        studies.of("demo")


@contextmanager
def _studies() -> Iterator[Studies]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as name:
        studies = Studies(Path(name))
        try:
            studies.store.new_evening(
                Opened("demo", ("Ann", "Bea"), {"preset": "matgo"}, "Ann"), "Ann"
            )
            yield studies
        finally:
            studies.close()


@reader("words with values put in")
def _words(lot: Lot, folder: Path) -> None:
    language = lot.choice(list(LANGUAGES))
    key = lot.choice(list(words(language)))
    fields = {name: lot.json(1) for name in _placeholders(words("en").get(key, key))}
    word(key, language, **fields)
    text = lot.text()
    if str(Told(text)) != text:
        raise Fault("a line without values was changed")


def _placeholders(text: str) -> set[str]:
    from string import Formatter

    return {name for _, name, _, _ in Formatter().parse(text) if name}
