"""The look's promises that a program can check: contrast, tokens that agree, files that are what they say."""

import gzip
import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from games import heraldry

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
CSS = (STATIC / "css" / "herald.css").read_text()
PAIRS = {name: (light, dark) for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", CSS)}
SINGLE = dict(re.findall(r"--([\w-]+): (#\w{6});", CSS))

TEXT = [
    *[(text, ground) for text in ("ink", "ink-soft", "wax", "good", "warn") for ground in ("paper", "raised")],
    ("on-wax", "wax"),
    ("paper", "ink"),
]
MARKS = [(mark, ground) for mark in ("edge", "focus", "wax", "ink") for ground in ("paper", "raised")]


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, as WCAG 2 defines it."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_is_readable(text: str, ground: str, theme: int) -> None:
    assert contrast(PAIRS[text][theme], PAIRS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_meaningful_lines_are_visible(mark: str, ground: str, theme: int) -> None:
    assert contrast(PAIRS[mark][theme], PAIRS[ground][theme]) >= 3


def test_tinctures_have_one_value_in_css_and_code() -> None:
    assert {name: tincture.colour for name, tincture in heraldry.TINCTURES.items()} == SINGLE


def test_every_tincture_but_one_is_told_apart_by_its_lines() -> None:
    hatchings = [t.hatching for name, t in heraldry.TINCTURES.items() if name != "olive"]  # a shade of vert
    assert len(set(hatchings)) == len(hatchings)


@pytest.mark.parametrize("charge", heraldry.CHARGES)
@pytest.mark.parametrize("tincture", heraldry.TINCTURES)
def test_shield_is_wellformed_and_its_label_is_text(tincture: str, charge: str) -> None:
    svg = ET.fromstring(heraldry.shield(tincture, charge, 24, '<b title="x">&'))  # noqa: S314 - our own text
    assert svg.findtext("title") == '<b title="x">&'
    assert next(path.get("fill") for path in svg.iter("path")) == f"url(#hatch-{tincture})"
    assert all("style" not in element.attrib for element in svg.iter())


def test_shield_without_label_is_hidden_from_readers() -> None:
    svg = ET.fromstring(heraldry.shield("gules", "sword", 24))  # noqa: S314 - our own text
    assert svg.get("aria-hidden") == "true"
    assert svg.find("title") is None


def test_every_pattern_is_defined_once_and_coloured() -> None:
    defs = heraldry.tincture_defs()
    assert re.findall(r'id="hatch-([\w-]+)"', defs) == list(heraldry.TINCTURES)
    for name in heraldry.TINCTURES:
        assert f".tincture-{name} {{" in CSS


def test_vendored_files_are_unchanged() -> None:
    lines = (STATIC / "vendor" / "MANIFEST").read_text().splitlines()[1:]
    stated = {line.split()[0]: line.split()[-1] for line in lines}
    found = {name: hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() for name in stated}
    assert found == stated
    assert "htmx-4.0.1.min.js" in stated


def test_fonts_named_by_the_style_sheet_exist() -> None:
    fonts = re.findall(r'url\("\.\./fonts/([^"]+)"\)', CSS)
    assert len(fonts) == 3
    for font in fonts:
        assert (STATIC / "fonts" / font).read_bytes()[:4] == b"wOF2"


def test_style_and_script_leave_room_for_the_page() -> None:
    files = ["css/herald.css", "css/match.css", "js/theme.js", "js/herald.js", "vendor/htmx-4.0.1.min.js"]
    assert sum(len(gzip.compress((STATIC / name).read_bytes())) for name in files) <= 27_000


# a block of data is no script: nothing runs it
INLINE = re.compile(
    r'<style|\sstyle=|\son\w+=|\shx-on|<script(?![^>]*(?:\ssrc=|type="application/json"))|js:|javascript:'
)


def test_pages_hold_no_inline_style_or_script() -> None:
    templates = [path for path in (ROOT / "templates").rglob("*.html") if path.parent.name not in {"mail", "email"}]
    assert ROOT / "templates" / "base.html" in templates
    for template in templates:
        text = template.read_text()
        assert not INLINE.search(text), template
