"""The move history: ply by ply, sentence by sentence, and the proofs behind it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches import sealing
from games.matches.fragments import Fragments
from games.matches.models import Match, Ply
from games.matches.proof import checked_draws, proof_data
from games.matches.record import export_record
from games.matches.selectors.page import MatchPage
from games.matches.selectors.story import Line, ply_board, story_lines
from games.matches.views.table import load

PAGE = 50


class Replay:
    """One ply of a match: its story, and the board at one sentence of it."""

    def __init__(self, page: MatchPage, number: int, step: int | None) -> None:
        self.page, self.number, self.step = page, number, step
        try:
            self.ply = Ply.objects.get(match=page.match, number=number)
            self.board: SafeString = ply_board(page.match, number, page.seat_name, step)
        except Ply.DoesNotExist as error:
            raise Http404 from error
        self.line = page.log_line(self.ply)
        self.story: list[Line] = story_lines(self.ply, page.seat_name)

    @property
    def steps(self) -> list[int]:
        return [line.index for line in self.story if not line.is_heading]

    @property
    def now_shown(self) -> Line | None:
        return next((line for line in self.story if line.index == self.step), None)

    @property
    def before(self) -> tuple[int, int | None] | None:
        """Ply and step that the button back leads to."""
        earlier = [step for step in self.steps if self.step is None or step < self.step]
        if earlier:
            return self.number, earlier[-1]
        return (self.number - 1, None) if self.number else None

    @property
    def after(self) -> tuple[int, int | None] | None:
        """Ply and step that the button forth leads to."""
        if self.step is not None:
            later = [step for step in self.steps if step > self.step]
            return self.number, later[0] if later else None
        if self.number + 1 >= self.page.match.ply:
            return None
        following = Ply.objects.get(match=self.page.match, number=self.number + 1)
        steps = [line.index for line in story_lines(following, self.page.seat_name) if not line.is_heading]
        return self.number + 1, steps[0] if steps else None


@never_cache
@require_safe
def ply(request: HttpRequest, match_id: int, number: int) -> HttpResponse:
    """One ply, with the board at sentence ``?step=`` of its story."""
    page = load(request, match_id)
    step = request.GET.get("step", "")
    replay = Replay(page, number, int(step) if step.isdecimal() and len(step) < 4 else None)
    part = "#replay" if request.htmx and request.headers.get("HX-Request-Type") == "partial" else ""  # type: ignore[attr-defined]
    response = render(request, f"matches/ply.html{part}", {"page": page, "replay": replay})
    response["Vary"] = "HX-Request, HX-Request-Type, Cookie, Accept-Language"
    return response


@never_cache
@require_safe
def history(request: HttpRequest, match_id: int) -> HttpResponse:
    """All plies of a match."""
    page = load(request, match_id)
    plies = Ply.objects.filter(match=page.match).defer("position", "events").order_by("number")
    number = request.GET.get("page", "1")
    found = Paginator(plies, PAGE).get_page(number)
    lines = Fragments(page, request).lines([page.log_line(ply) for ply in found])
    return render(request, "matches/history.html", {"page": page, "plies": found, "lines": lines})


@never_cache
@require_safe
def record(request: HttpRequest, match_id: int) -> HttpResponse:
    """The match as a plain-text record."""
    page = load(request, match_id)
    if page.match.state not in (Match.State.PLAYING, Match.State.OVER):
        raise Http404
    response = HttpResponse(export_record(page.match), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="herald-{match_id}.txt"'
    return response


@never_cache
@require_safe
def proof(request: HttpRequest, match_id: int) -> HttpResponse:
    """Receipts, salts, hashes and draws, for whoever wants to check them."""
    page = load(request, match_id)
    plies = list(Ply.objects.filter(match=page.match).defer("position", "events").order_by("number"))
    seed = _revealed_seed(page)
    context = {
        "page": page,
        "seed": seed,
        "draws": checked_draws(page.match, page.table_seats, plies, seed),
        "seals": [
            (ply.number, page.seat_titled(row["seat"]), row) for ply in plies for row in ply.orders if row["receipt"]
        ],
        "lines": [(seat.title or row.place, row.line) for seat, row in zip(page.seats, page.table_seats, strict=True)],
    }
    return render(request, "matches/proof.html", context)


@never_cache
@require_safe
def proof_json(request: HttpRequest, match_id: int) -> HttpResponse:
    """The proofs as data, for the script that checks them without this site."""
    page = load(request, match_id)
    plies = list(Ply.objects.filter(match=page.match).order_by("number"))
    data = proof_data(page.match, page.table_seats, plies, _revealed_seed(page))
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="herald-{match_id}-proof.json"'
    return response


def _revealed_seed(page: MatchPage) -> str:
    return sealing.unseal(page.match.sealed_seed) if page.is_over else ""
