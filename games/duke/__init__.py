"""The Duke: two courts of tiles that flip with every move, on six by six squares."""

from games.contract import Game
from games.duke.position import Order, State, View
from games.duke.rules import Duke

GAME: Game[State, Order, View] = Duke()
