"""A tournament to take away: calendar, CSV, JSON, and the report that pairing programs read."""

from __future__ import annotations

import csv
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.tournaments.charts import Chart
from games.tournaments.formats.model import POINT, Bye, Pairing, Played
from games.tournaments.models import Round
from games.tournaments.selectors.page import EventPage


def calendar(page: EventPage) -> bytes:
    """An iCalendar file with the end of every published round that has one."""
    # a quarter of a second of every process's start otherwise
    from icalendar import Calendar  # noqa: PLC0415
    from icalendar import Event as CalendarEvent  # noqa: PLC0415

    event, address = page.event, f"{settings.HERALD_URL}{reverse('event', args=[page.event.pk])}"
    host = settings.HERALD_URL.partition("://")[2]
    found = Calendar()
    found.add("prodid", "-//Herald//Tournaments//")
    found.add("version", "2.0")
    found.add("x-wr-calname", event.title)
    for one in page.chart.rounds:
        if one.state == Round.State.PREVIEW or one.due_at is None or one.published_at is None:
            continue
        entry = CalendarEvent()
        entry.add("uid", f"event-{event.pk}-round-{one.number}@{host}")
        entry.add("dtstamp", one.published_at)
        entry.add("dtstart", one.due_at)
        entry.add("dtend", one.due_at + timedelta(minutes=15))
        entry.add("summary", _("{event}: round {n} ends").format(event=event.title, n=one.number))
        entry.add("url", address)
        found.add_component(entry)
    content: bytes = found.to_ical()
    return content


def results_csv(page: EventPage) -> str:
    """A line for each match and bye: round, board, slot, players, result, how, number of the match."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(["round", "board", "slot", "players", "result", "how", "match"])
    for one in reversed(page.rounds):
        for line in one.pairings:
            head = [one.number, line.board, line.slot, _safe(" / ".join(line.players))]
            if line.bye:
                writer.writerow([*head, "", line.bye, ""])
            for game in line.games:
                writer.writerow([*head, game.result, game.how, game.number or ""])
    return out.getvalue()


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def results(page: EventPage) -> dict[str, Any]:
    """Standings, rounds and entrants as plain data; scores in points."""
    chart = page.chart
    return {
        "event": page.event.title,
        "game": page.event.slug,
        "format": page.event.format,
        "state": page.event.state,
        "tie_breaks": list(page.event.tie_breaks) if page.is_by_points else [],
        "standings": [
            {
                "place": row.place,
                "entry": row.entrant.id,
                "name": str(chart.entries[row.entrant.id].person),
                "score": row.score / POINT,
                "breaks": [value / POINT for value in row.breaks] if page.is_by_points else [],
                "won": row.wins,
                "drawn": row.draws,
                "lost": row.losses,
            }
            for row in (chart.standings if page.has_begun else ())
        ],
        "rounds": [
            {"number": number, "pairings": [_plain(pairing) for pairing in pairings]}
            for number, pairings in enumerate(chart.shown, start=1)
        ],
    }


def _plain(pairing: Pairing) -> dict[str, Any]:
    games = [{"seats": list(game.seats), "ranks": game.ranks, "played": game.is_played} for game in pairing.games]
    return {"slot": pairing.slot, "seats": list(pairing.seats), "bye": pairing.bye or "", "games": games}


def report(page: EventPage) -> str:
    """The event in the columns of FIDE's tournament report file (TRF16): 012, 042, 052, 062, XXR and the 001 lines.

    White is who sits first. A pairing of two matches stands with the first one alone.
    """
    chart, event = page.chart, page.event
    numbers = {row.id: row.seed for row in chart.entrants}
    lines = [f"012 {event.title}", f"042 {_day(event.started_at)}"]
    lines += [f"052 {_day(event.ended_at)}"] if event.ended_at else []
    lines += [f"062 {len(numbers)}", f"XXR {page.rounds_planned or len(chart.shown)}"]
    for row in sorted(chart.standings, key=lambda row: row.entrant.seed):
        name = str(chart.entries[row.entrant.id].person)[:33]
        head = f"001 {row.entrant.seed:>4}      {name:<33}"
        head = f"{head:<80}{row.score / POINT / chart.plan.legs:>4.1f} {row.place:>4}"
        rounds = (_round(chart, row.entrant.id, pairings, numbers) for pairings in chart.shown)
        lines.append(head + "".join(rounds))
    return "\r\n".join(lines) + "\r\n"  # as the format wants it


def _round(chart: Chart, entry: int, pairings: list[Pairing], numbers: dict[int, int]) -> str:
    """Ten columns: opponent, colour, result; of who was not there 0000 - Z."""
    for pairing in pairings:
        if entry not in pairing.seats:
            continue
        if pairing.bye is not None:
            half = "H" if chart.plan.asked_points else "Z"
            code = {Bye.FREE: "U", Bye.WALKOVER: "F", Bye.ASKED: half, Bye.REST: "Z", Bye.EMPTY: "U"}[pairing.bye]
            return f"  0000 - {code}"
        (other,) = (one for one in pairing.seats if one != entry)
        colour = "w" if pairing.seats[0] == entry else "b"
        return f"  {numbers[other]:>4} {colour} {_code(pairing.games[0], entry) if pairing.games else ' '}"
    return "  0000 - Z"


def _code(game: Played, entry: int) -> str:
    if game.ranks is None:
        return " "
    points = game.points(entry)
    if not game.is_played:
        return "+" if points == POINT else "=" if points else "-"
    return {POINT: "1", POINT // 2: "="}.get(points, "0")


def _day(instant: datetime | None) -> str:
    return f"{timezone.localtime(instant):%Y/%m/%d}" if instant else ""
