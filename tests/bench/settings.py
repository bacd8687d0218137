"""Herald's settings, with the floor in front of everything else."""

from config.settings import *  # noqa: F403  a settings module is made of all its names
from config.settings import MIDDLEWARE

MIDDLEWARE = ["tests.bench.floor.FloorMiddleware", *MIDDLEWARE]
