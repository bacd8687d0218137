"""Calenzano 1325: a castle, an army from Lucca, and orders for every figure each turn."""

from games.calenzano.position import Order, State, View
from games.calenzano.rules import Calenzano
from games.contract import Game

GAME: Game[State, Order, View] = Calenzano()
