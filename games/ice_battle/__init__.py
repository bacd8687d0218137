"""Ice Battle: two armies of six on a chess board, secret orders, both move at once."""

from games.contract import Game
from games.ice_battle.position import Order, State, View
from games.ice_battle.rules import IceBattle

GAME: Game[State, Order, View] = IceBattle()
