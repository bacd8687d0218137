"""What each toy does, told on a card of its own."""

from __future__ import annotations

from games.drawing import Card, Face
from games.two_kings import figures
from games.two_kings.names import OBSTACLE_NAMES, UNIT_NAMES
from games.two_kings.position import OBSTACLES, UNITS
from games.words import say

UNIT_WORDS = {
    "C": say("Removes crossbowmen. Stops before barricades and mortars. A mine destroys it."),
    "A": say("Removes barricades, fights mortars. Stops before crossbowmen. A mine destroys it."),
    "I": say("Removes mines. Stops before barricades, crossbowmen and mortars."),
}
OBSTACLE_WORDS = {
    "B": say("Cavalry and infantry stop before it. Artillery removes it and walks on."),
    "X": say("Artillery and infantry stop before them. Cavalry removes them and walks on."),
    "T": say(
        "Cavalry and infantry stop before it. Artillery fights a duel with one die each: the higher wins, equal "
        "dice are rolled again. If the mortar wins, it stays."
    ),
    "M": say(
        "Infantry removes it and walks on. Cavalry or artillery that enters or crosses it is destroyed, and the "
        "mine with it."
    ),
}


def name(kind: str) -> str:
    """The card of a unit or an obstacle by its letter."""
    return f"king-{kind}"


CARDS = (
    *(
        Card(name(unit), UNIT_NAMES[unit], (Face(figures.plain("P", unit), UNIT_NAMES[unit], UNIT_WORDS[unit]),))
        for unit in UNITS
    ),
    *(
        Card(
            name(letter),
            OBSTACLE_NAMES[letter],
            (Face(figures.obstacle("P", letter), OBSTACLE_NAMES[letter], OBSTACLE_WORDS[letter]),),
        )
        for letter in OBSTACLES
    ),
)
