"""The Battle of the Two Kings: two roads of eighty squares, one die, seven traps laid in secret."""

from games.contract import Game
from games.two_kings.position import Order, State, View
from games.two_kings.rules import TwoKings

GAME: Game[State, Order, View] = TwoKings()
