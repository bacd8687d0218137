from pathlib import Path
import pytest
from tests.conftest import DESKTOP, PHONE
from tests.browser.conftest import Table

OUT = Path("/tmp/shots")
def shoot(page, name):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=OUT / f"{name}-{scheme}.png", full_page=True)

@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_look(table: Table, size: str) -> None:
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if size == "phone" else {"viewport": DESKTOP}
    page = table.open(table.anna, **options)
    shoot(page, f"{size}-1layout")
    table.line_up()
    page.goto(table.address)
    shoot(page, f"{size}-2orders")
    page.locator('#board-place [data-space="D1"]').click()
    page.wait_for_selector("[name=picked]", state="attached")
    shoot(page, f"{size}-3composing")
    page.get_by_role("group", name="What does it do?").get_by_role("button").last.click()
    page.wait_for_timeout(1000)
    shoot(page, f"{size}-3more")
    table.file(table.anna, "E2-E3\nE3-E4"); page.goto(table.address)
    shoot(page, f"{size}-4sealed")
    table.file(table.boris, "E7-E6\nE6-E5")
    page.goto(table.address); shoot(page, f"{size}-5allin")
    table.reveal()
    table.say(table.boris, "Well met. The ice holds, it seems.")
    table.play_turn("E4xE5 2\nE1 def 1\n+E1 def 2", "E5xE4 3\nE8 def 1")
    page.goto(table.address); shoot(page, f"{size}-6story")
    page.goto(table.address + "history/2/?step=3"); shoot(page, f"{size}-7replay")
    page.goto(table.address + "history/"); shoot(page, f"{size}-8history")
    page.goto(table.address + "proof/"); shoot(page, f"{size}-9proof")
