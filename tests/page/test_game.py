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
    assert '[White "Иванов"]' in text and "1. 23-18? {throws away the draw" in text and "better: c5-b6}" in text and "{a comment}" in text
    assert text.count("{") == 2


# Games, judged or not, and the text with their comments.
ANNOTATED = """
const [text, moves, done] = arguments;
import('/annotated.js').then(({ annotated }) => done(annotated(text, [{ error: 'x' }, { moves }])), error => done(String(error)));
"""


def test_comments_leave_the_text_as_it_was(page):
    page.open()
    text = """[White "А. Иванов"]\r\n1. c3-d4! $2 {so it was} (1. e3-d4 $1 ; a variation\n d6-c5?) 1... d6-c5 $4 2. d4:b6 *\n"""
    verdict = {"before": {"category": "draw"}, "after": {"category": "loss"}, "mistake": "draw-to-loss"}
    moves = [
        {**verdict, "line": 2, "column": 4, "best": ["e3-f4", "a3-b4"]},
        {**verdict, "line": 3, "column": 15, "best": []},
        {**verdict, "line": 3, "column": 27, "mistake": None, "best": []},
    ]
    made = page.driver.execute_async_script(ANNOTATED, text, moves)
    words = "throws away the draw (before it draw, after it loss"
    comments = [f" {{{words}); better: e3-f4 a3-b4}}", f" {{{words})}}"]
    assert made.replace("d4! $2" + comments[0], "d4! $2").replace("c5 $4" + comments[1], "c5 $4") == text
    assert all(comment in made for comment in comments)


def judge(page, pdn):
    page.script("document.getElementById('game').open = true; arguments[0].value = arguments[1]", page.find("#pdn"), pdn)
    page.click("#game-form button[type=submit]")


def test_games_without_moves_to_judge(page):
    page.open()
    judge(page, " \n")
    assert page.text("#game-note") == "There is no game in this text."
    judge(page, '[FEN "W:WKc3,Ke3,Kd6:BKd8"]\n1-0')
    page.until(lambda: "0 mistakes" in page.text("#game-note"))
    assert "Best play from the first known position: 2-0." in page.text("#judged") and "no position" not in page.text("#judged")
    judge(page, "1. c3-d4 *")
    page.until(lambda: "The tables know no position" in page.text("#judged"))


def test_draws_by_the_rules(page, serious):
    """Claims and draws are listed with their moves, marked on the curve, and lead to the board."""
    page.open()
    moves = ["a1-b2", "g1-h2", "b2-a1", "h2-g1"] * 10
    text = " ".join(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move for ply, move in enumerate(moves))
    judge(page, f'[FEN "W:WKa1:BKg1"]\n\n{text} 1/2-1/2')
    judged(page)
    draws = page.script("return [...document.querySelectorAll('.draws li')].map(item => [+item.querySelector('button').dataset.after, item.textContent])")
    assert [ply for ply, _ in draws] == [8, 10, 30]
    assert draws[0][1] == "4… h2-g1 a draw can be claimed: the position stands for the third time"
    assert "at most two pieces against a single king" in draws[1][1] and "drawn by the draw rule" in draws[2][1]
    assert page.script("return document.querySelectorAll('.curve .claim').length") == 3
    assert "3 draws by the rules" in page.find(".curve").get_attribute("aria-label")
    # The place on the board is marked on the curve, and follows.
    place = lambda: page.script("const line = document.querySelector('.curve .place'); return [line.classList.contains('away'), +line.getAttribute('x1')]")
    page.click('.draws [data-after="8"]')
    page.until(lambda: "at=8" in page.shown()["hash"])
    away, before = place()
    assert not away and page.find("#clock").get_property("value") == "8"
    page.click("#forward")
    page.shown()
    assert place()[1] > before
    page.click("#swap")
    assert place()[0], "another position is no place of the game"
    assert not serious(page)
    judge(page, '[FEN "W:WKa1:BKg1"] 1. a1-b2 *')
    page.until(lambda: "The rules made no draw" in page.text("#judged"))


CURVE = """
const [moves, played, done] = arguments;
import('/curve.js').then(({ curve }) => done(curve({ moves, played }, [], () => {}).querySelector('.verdicts').getAttribute('d')), error => done(String(error)));
"""


def test_the_curve_breaks_off_where_nothing_is_known(page):
    page.open()
    move = lambda ply, before, after: {
        "ply": ply, "number": ply // 2 + 1, "side": "black" if ply % 2 else "white", "move": "a1-b2", "before": {"category": before},
        "after": {"category": after}, "mistake": None,
    }
    moves = [move(2, "win", "win"), move(3, "loss", None), move(5, "loss", "loss")]
    moves[1]["after"] = {}
    line = page.driver.execute_async_script(CURVE, moves, ["a1-b2"] * 6)
    assert line.count("M") == 2 and line.count("H") == 2, line


def test_a_judged_game_after_another_question(page):
    page.open("W:WKa1:BKh8")
    judge(page, PDN)
    judged(page)
    page.go(fen="W:WKa1:BKj8", game="draughts-80", rule="none")
    page.click("#judged .judged button")
    page.until(lambda: "game=" not in page.shown()["hash"])
    shown = page.shown()
    assert "rule=" not in shown["hash"] and shown["fen"] == "B:Wd4,c5:BKh2"


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
