"""What sides and warriors are called. Every name may open a sentence, in each language."""

from __future__ import annotations

from games.ice_battle.position import Warrior
from games.words import Sentence, say

SIDES = {"R": say("The Russians"), "T": say("The Teutons")}

WARRIORS = {
    ("R", "H"): say("Nevsky"),
    ("R", "A"): say("Russian archer"),
    ("R", "W"): say("Russian soldier"),
    ("T", "H"): say("Master"),
    ("T", "A"): say("Teuton archer"),
    ("T", "W"): say("Teuton soldier"),
}

HEROES = {"R": say("Nevsky"), "T": say("The Master")}
"""The heroes as a sentence of prose calls them."""


def name_of(warrior: Warrior) -> Sentence:
    """What the warrior is called, without its cell."""
    return WARRIORS[warrior.side, warrior.kind]
