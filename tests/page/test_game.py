"""A game is judged."""

import tempfile
from pathlib import Path

PDN = """[Event "A test"]
[White "Иванов"]
[Black "Field"]
[Result "0-1"]
[GameType "25"]
[SetUp "1"]
[FEN "W:W14,23:BK28"]

1. 23-18? 28-6 2. 14-9 {a comment} 6x13 3. 18-15 13-17 4. 15-11 17-3 5. 11-7 3x21 0-1
"""


def judged(page):
    page.until(lambda: "judged" in page.text("#game-note"))
    return page.script(
        "return [...document.querySelectorAll('.judged li')].map(item => [item.dataset.ply, item.querySelector('.badge').dataset.category])"
    )


def test_a_pasted_game(page, program, serious):
    page.open()
    page.click("#game summary")
    page.script("arguments[0].value = arguments[1]", page.find("#pdn"), PDN)
    page.click("#game-form button[type=submit]")
    moves = judged(page)
    assert len(moves) == 10 and "1 mistake" in page.text("#game-note")
    # Every judgement is that of the program.
    for index, (_, category) in enumerate(moves):
        page.click(f"#judged .judged li:nth-child({index + 1}) button")
        page.until(lambda: page.script("return document.querySelectorAll('#record [aria-current]').length") == 1)
        shown = page.shown()
        before = page.script("return document.querySelector('#record [aria-current]').textContent")
        page.click("#back")
        asked = page.shown()
        clock = int(page.find("#clock").get_property("value"))
        answer = program.probe(asked["fen"], clock)
        played = next(move for move in answer["moves"] if move["move"] == before)
        assert (played["category"], played["fen"]) == (category, shown["fen"])
    assert page.script("return document.querySelectorAll('#judged .point').length") == 10
    assert "c5-b6" in page.text(".mistakes"), "what was better"
    assert not serious(page)
    # The PDN to take home.
    with tempfile.TemporaryDirectory() as directory:
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": directory})
        page.click("#download")
        read = lambda: next((file.read_text(encoding="utf-8") for file in Path(directory).glob("*.pdn")), None)
        text = page.until(read)
    assert '[White "Иванов"]' in text and "1. 23-18? {loses the draw" in text and "better: c5-b6}" in text and "{a comment}" in text
    assert text.count("{") == 2


def test_a_dropped_file(page):
    page.open()
    drop = """
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(arguments[0])], 'game.pdn'));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));"""
    page.script(drop, list(PDN.encode("cp1251")))
    assert len(judged(page)) == 10
    assert "Иванов" in page.text("#judged h3")


def test_a_game_in_the_field_for_positions(page):
    page.open()
    page.script("arguments[0].value = arguments[1]", page.find("#fen"), PDN.replace("\n", " "))
    page.click("#fen-form button[type=submit]")
    assert len(judged(page)) == 10
    page.until(lambda: page.shown()["fen"] == "W:We3,c5:BKh2")
