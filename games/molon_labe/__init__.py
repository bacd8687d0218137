"""Molon Labe: two to six kingdoms around the Mediterranean, sixteen seasons, towers to be taken."""

from games.contract import Game
from games.molon_labe.position import Order, State, View
from games.molon_labe.rules import MolonLabe

GAME: Game[State, Order, View] = MolonLabe()
