"""What stands beside a board, as HTML: notes, trays, layers to show on demand, cards that tell of a figure.

Pure: standard library only. Every text is escaped; looks come from classes and symbols alone.
Cards are popovers, so a button opens one without any script.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from games.drawing import Art, Card, Face, Layer, Lot, Tray
from games.svg import Translate
from games.words import Sentence, say

COUNTED = say("{label}: {n}")


def notes_html(notes: Sequence[Sentence], translate: Translate) -> str:
    """What else is true of the position, a paragraph each."""
    return "".join(f'<p class="notice">{escape(note.render(translate))}</p>' for note in notes)


def trays_html(trays: Sequence[Tray], translate: Translate) -> str:
    """The trays, each with its things and their number; nothing if there are none."""
    parts = []
    for tray in trays:
        title = escape(tray.title.render(translate))
        lots = "".join(_lot(lot, translate) for lot in tray.lots)
        inside = (
            f'<ul class="lots">{lots}</ul>' if lots else f'<p class="soft">{escape(tray.words.render(translate))}</p>'
        )
        parts.append(f'<section class="tray"><h3>{title}</h3>{inside}</section>')
    return f'<div class="trays">{"".join(parts)}</div>' if parts else ""


def layers_html(layers: Sequence[Layer], translate: Translate) -> str:
    """A fold for each layer: opened, it says what the layer shows, and the board shows it too."""
    return "".join(
        f'<details class="layer" data-shows="{n}"><summary>{escape(layer.title.render(translate))}</summary>'
        f"<p>{escape(layer.words.render(translate))}</p></details>"
        for n, layer in enumerate(layers)
    )


def cards_html(art: Art, translate: Translate) -> str:
    """All cards, hidden until one is called; put once on a page that has the art's sprite."""
    return "".join(
        f'<aside class="closeup" popover="" id="card-{escape(card.name)}">{_card(card, translate)}</aside>'
        for card in art.cards
    )


def gallery_html(art: Art, translate: Translate) -> str:
    """The cards that a page of rules shows, laid out; nothing if the game names none."""
    cards = {card.name: card for card in art.cards}
    shown = "".join(
        f'<section class="closeup" id="{escape(name)}">{_card(cards[name], translate)}</section>'
        for name in art.gallery
    )
    return f'<div class="gallery">{shown}</div>' if shown else ""


def _lot(lot: Lot, translate: Translate) -> str:
    label = say(COUNTED.text, label=lot.label, n=lot.count) if lot.count > 1 else lot.label
    said = escape(label.render(translate))
    number = f'<span aria-hidden="true">×{lot.count}</span>' if lot.count > 1 else ""
    figure = _figure(lot.symbol) + number
    if not lot.card:
        return f'<li class="lot" role="img" aria-label="{said}">{figure}</li>'
    target = escape(f"card-{lot.card}")
    return f'<li><button type="button" class="lot" popovertarget="{target}" aria-label="{said}">{figure}</button></li>'


def _card(card: Card, translate: Translate) -> str:
    faces = "".join(_face(face, translate) for face in card.faces)
    return f'<h3>{escape(card.title.render(translate))}</h3><div class="faces">{faces}</div>'


def _face(face: Face, translate: Translate) -> str:
    title, words = escape(face.title.render(translate)), escape(face.words.render(translate))
    return f"<figure>{_figure(face.symbol)}<figcaption><strong>{title}.</strong> {words}</figcaption></figure>"


def _figure(symbol: str) -> str:
    return f'<svg class="figure" viewBox="0 0 60 60" aria-hidden="true"><use href="#{escape(symbol)}"/></svg>'
