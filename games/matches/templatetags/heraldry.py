"""Shields and seals in templates: ``{% load heraldry %}``."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from games import heraldry
from games.registry import get_game

register = template.Library()


@register.simple_tag
def tincture_defs() -> SafeString:
    """The patterns that every shield on the page refers to."""
    return mark_safe(heraldry.tincture_defs())  # noqa: S308 - the builder escapes every text


@register.simple_tag
def shield(tincture: str, charge: str = "", size: int = 28, label: str = "") -> SafeString:
    """A seat's badge; the label is escaped where it is drawn."""
    return mark_safe(heraldry.shield(tincture, charge, size, label))  # noqa: S308 - the builder escapes every text


@register.simple_tag
def arms(slug: str) -> SafeString:
    """The shields that stand for a game; the name of the game stands beside them."""
    about = get_game(slug).about
    pairs = about.arms or [(seat.tincture, seat.charge) for seat in about.seats[min(about.seats)]]
    shields = "".join(heraldry.shield(tincture, charge, 28) for tincture, charge in pairs)
    return mark_safe(f'<span class="versus">{shields}</span>')  # noqa: S308 - the builder escapes every text


@register.simple_tag
def seal(letters: str, label: str = "", *, is_broken: bool = False) -> SafeString:
    """A wax seal with the first letters of a receipt."""
    return mark_safe(heraldry.seal(letters, label, is_broken=is_broken))  # noqa: S308 - the builder escapes every text
