"""Pairings, standings and the course of an event as pure functions of what was played so far.

Knows neither Django nor any game: entrants are numbers, results are ranks.
"""
