"""The figures: a shape of its own for each army, a picture for each kind, strike and move below."""

from __future__ import annotations

from collections.abc import Iterator

from games.calenzano.data import KINDS
from games.calenzano.names import FIGURES
from games.calenzano.names import KINDS as KIND_TITLES
from games.drawing import Card, Face
from games.words import Sentence, say

TINCTURES = {"N": "gules", "S": "azure", "ally": "tenne"}

BASES = {
    # a shield, a gate, a roundel
    "N": "M7 4H53V30C53 41 43 49 30 54C17 49 7 41 7 30Z",
    "S": "M16 4H44L54 14V54H6V14Z",
    "ally": "M30 3A26 26 0 1 1 30 55A26 26 0 1 1 30 3Z",
}

PICTURES = {
    # a foot soldier with kettle hat, spear and round shield
    "F": (
        "M44 8L47.5 17H45.2V46H42.8V17H40.5Z"
        "M19 18Q20 10 27 10Q34 10 35 18L38 20H16ZM21 22H33Q33 28 27 28Q21 28 21 22Z"
        "M18 46V36Q18 30 27 30Q36 30 36 36V46Z"
    ),
    # a tall shield with a ridge, a helmet behind it
    "P": "M21 12Q22 6 30 6Q38 6 39 12ZM17 15Q30 9 43 15V38Q43 44 30 48Q17 44 17 38Z",
    # a horse's head with mane and bridle
    "K": ("M18 47Q18 34 26 27L20 30Q17 33 14 30Q12 27 15 24L24 15L25 8L30 12Q40 13 43 24Q46 34 45 47Z"),
    # a bent bow with an arrow laid on it
    "A": (
        "M19 7Q44 13 44 27Q44 41 19 47L18.5 44.5Q39 38.5 39 27Q39 15.5 18.5 9.5Z"
        "M20.6 9.5H22.6V44.5H20.6ZM12 25.8H45V23L52 27L45 31V28.2H12L9 31V23Z"
    ),
    # a crossbow, its stirrup upwards
    "B": (
        "M27.5 14H32.5V47H27.5ZM26 5H34V13H31V8H29V13H26Z"
        "M9 28Q10 13 30 13Q50 13 51 28L48 28.5Q45 18 30 18Q15 18 12 28.5ZM10 27L30 33L50 27L50 29.5L30 36L10 29.5Z"
    ),
    # a beam on a frame, a stone in its sling, a weight at its foot
    "C": (
        "M10 47L28 20L33 20L50 47H45L38 36H23L15 47ZM25.5 32H35.5L30.5 24Z"
        "M11 36L44 9L47 12L15 40ZM44 4A5.5 5.5 0 1 1 44 15A5.5 5.5 0 1 1 44 4ZM7 31H18V41H7Z"
    ),
}
DETAILS = {
    "P": "M30 14V45M17 26Q30 21 43 26",
    "K": "M25 20l2 1M30 12Q38 18 38 32M16 28Q21 24 26 27",
    "F": "M22 36Q27 33 32 36Q32 43 27 45Q22 43 22 36Z",
}

CARD_WORDS: dict[str, tuple[Sentence, Sentence]] = {
    "F": (
        say("Foot makes its way everywhere, one step at a time in a wood."),
        say("Attacked in the houses or the castle it strikes 1 harder."),
    ),
    "P": (
        say("Arrows do nothing to their tall shields; bolts and stones do."),
        say("Attacked in the houses or the castle they strike 1 harder."),
    ),
    "K": (
        say("The hardest blow and the longest way. Cavalry never enters the houses."),
        say("In a wood it strikes 2 less, and goes one step at a time."),
    ),
    "A": (
        say("Shoots 6 cells far, instead of moving, and hits with 4 or 5; in houses and castle with 4 only."),
        say("Needs a clear line, and shoots neither out of a wood nor at pavise foot."),
    ),
    "B": (
        say("Shoots 4 cells far, instead of moving, and hits with 4, 5 or 6; in houses and castle with 4 or 5."),
        say("Needs a clear line, and does not shoot out of a wood. Pavises do not stop bolts."),
    ),
    "C": (
        say("Throws a stone as far as one die or two say, over everything, instead of moving."),
        say("The stone removes all on its cell and around it, friend and foe. Catapults never enter woods."),
    ),
}


def symbol(army: str, kind: str) -> str:
    """The name of a figure's symbol."""
    return f"cz-{army}-{kind}"


def figure_symbols() -> str:
    """All figures as symbols of 60 x 60 units."""
    return "".join(_symbol(army, kind) for army, kind in FIGURES)


def _symbol(army: str, kind: str) -> str:
    """The numbers stand clear of the corners, where a mark may lie."""
    about = KINDS[kind]
    detail = f'<path class="cz-detail" d="{DETAILS[kind]}"/>' if kind in DETAILS else ""
    return (
        f'<symbol id="{symbol(army, kind)}" viewBox="0 0 60 60">'
        f'<path class="cz-base" fill="url(#hatch-{TINCTURES[army]})" d="{BASES[army]}"/>'
        f'<g transform="translate(5 1.5) scale(.83)"><path class="cz-figure" d="{PICTURES[kind]}"/>{detail}</g>'
        f'<rect class="cz-strike" x="8" y="37.5" width="15" height="14.5" rx="3"/>'
        f'<rect class="cz-move" x="37" y="37.5" width="15" height="14.5" rx="3"/>'
        f'<text class="cz-number" x="15.5" y="49.8">{about.strike}</text>'
        f'<text class="cz-number cz-steps" x="44.5" y="49.8">{about.move}</text></symbol>'
    )


def card_of(kind: str) -> str:
    """The name of the card that tells of a kind."""
    return f"cz-{kind}"


def cards() -> Iterator[Card]:
    """A closer look at each kind: what it does, and where it does it otherwise."""
    for kind, (one, two) in CARD_WORDS.items():
        about = KINDS[kind]
        title = say("Strikes {strike}, goes {move}", strike=about.strike, move=about.move)
        yield Card(
            card_of(kind),
            KIND_TITLES[kind],
            (Face(symbol("N", kind), title, one), Face(symbol("S", kind), say("Remember"), two)),
        )
