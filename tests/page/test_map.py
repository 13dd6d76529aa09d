"""The map of a piece: the board shows what the program prints, for each square."""

import json

SHOWN = "return Object.fromEntries([...document.querySelectorAll('#board .result')].map(it => [it.dataset.result, it.textContent]))"
SIGNS = {"win": "+", "loss": "−"}


def expected(program, fen, square):
    answer = json.loads(program.run("map", "--json", fen, square))
    return {value["square"]: SIGNS.get(value["category"], "=") + str("" if value["theory"] == "draw" else value["dtw"])
            for value in answer["squares"]}


def test_a_piece_on_each_square(page, program):
    fen = "W:WKg1:Be5,b8"
    page.open(fen)
    page.click("#map")
    assert "Choose a piece" in page.text("#message")
    page.square("e5").click()
    page.until(lambda: page.script(SHOWN))
    assert page.script(SHOWN) == expected(program, fen, "e5")
    assert page.shown()["fen"] == fen, "no move was made"
    wins = sum(text.startswith("+") for text in page.script(SHOWN).values())
    assert f"White to move wins on {wins} squares" in page.text("#message")
    # Another piece, then another position: the map follows.
    page.square("g1").click()
    page.until(lambda: page.script(SHOWN) == expected(program, fen, "g1"))
    page.click('input[name="side"][value="B"]')
    page.until(lambda: page.script(SHOWN) == expected(program, "B" + fen[1:], "g1"))
    page.click("#map")
    assert page.script(SHOWN) == {}


def test_a_map_beyond_the_tables_says_why(page):
    page.open("W:Wa1,c1,e1,g1,b2,d2:Ba7,c7,e7,g7")
    page.click("#map")
    page.square("a1").click()
    page.until(lambda: page.text("#message"))
    assert page.script(SHOWN) == {}
