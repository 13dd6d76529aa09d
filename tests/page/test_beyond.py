"""Positions with more pieces than the tables have: set up, played, walked through, and solved in the background."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from urllib.error import HTTPError
from urllib.request import urlopen

from test_game import judge

# Ten pieces, with captures on both sides: decided after some thousand positions.
TEN = "W:Wf2,c3,e5,a7,g7:Bb2,d2,b4,b6,h8"
START = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
TRIANGLE = "W:WKc3,Ke3,Kd6:BKd8"


def set_up(page, fen):
    """Puts the pieces on an empty board, one after the other."""
    page.open("W:WKa1:BKh8")
    page.click("#empty")
    for side in fen.split(":")[1:]:
        page.find(f'#palette [data-piece="{side[0].lower()}"]').click()
        for square in side[1:].split(","):
            page.square(square).click()
    page.click("#setup")
    return page.shown()


def decided(page):
    """Waits until all moves are decided, and returns them with their badges."""
    badges = lambda: {row["move"]: row["category"] for row in page.shown()["rows"]}
    page.until(lambda: "unknown" not in badges().values())
    return badges()


def solves_and_plays(page, program):
    """Sets up ten pieces; each move gets the badge that the program proves; one is played, and the next position is solved."""
    shown = set_up(page, TEN)
    assert shown["fen"] == TEN and len(shown["rows"]) == 4, shown
    badges = decided(page)
    answer = program.solve(TEN)
    assert badges == {move["move"]: move["category"] for move in answer["moves"]}
    assert page.shown()["category"] == answer["category"] == "win"
    assert page.text("#verdict") == "White wins. Proved by search."
    reached = next(move["fen"] for move in answer["moves"] if move["move"] == "c3:e1")
    assert page.play("c3:e1")["fen"] == reached
    assert decided(page) == {"h8:f6:d4": "loss"}
    # Black's only capture leads on; then back to where the search began.
    page.square("h8").click()
    page.square("d4").click()
    assert page.shown()["fen"].startswith("W:") and "moves=c3:e1.h8:f6:d4" in page.shown()["hash"]
    page.click("#first")
    assert page.shown()["fen"] == TEN


def test_ten_pieces(page, program):
    solves_and_plays(page, program)
    decided(page)
    assert re.search(r"at most \d+ moves \(\d+ plies\)", page.text("#detail"))
    # The line of the proof, and on through the tables to the end.
    page.click("#best")
    page.until(lambda: "A line of the proof" in page.text("#message"))
    page.click("#last")
    assert page.shown()["verdict"] == "Black has no move: White has won."


def test_the_beginning_of_the_game(page):
    page.open()
    page.fill("#fen", "W:W21-32:B1-12")
    page.click("#fen-form button[type=submit]")
    page.until(lambda: page.shown()["fen"] == START)
    shown = page.shown()
    assert len(shown["rows"]) == 7 and shown["category"] == "unknown"
    assert shown["verdict"].startswith("Beyond the tables: searching") and "24 pieces" in shown["detail"]
    page.play("c3-b4")
    page.drag(page.square("d6"), page.square("c5"))
    page.settle()
    page.square("b4").click()
    page.square("d6").click()
    shown = page.shown()
    assert shown["fen"].startswith("B:") and "moves=c3-b4.d6-c5.b4:d6" in shown["hash"] and len(shown["rows"]) == 2
    for step in ("#back", "#back", "#forward", "#last", "#first"):
        page.click(step)
        assert page.shown()["rows"]
    assert page.shown()["fen"] == START
    page.click("#swap")
    assert page.shown()["fen"] == "B" + START[1:] and len(page.shown()["rows"]) == 7


def test_more_pieces_than_a_side_can_have(page):
    page.open(START)
    page.click("#setup")
    page.find('#palette [data-piece="w"]').click()
    page.square("b4").click()
    assert "a side has at most 12" in page.shown()["verdict"] and not page.shown()["rows"]
    page.square("b4").click()
    assert page.shown()["fen"] == START and len(page.shown()["rows"]) == 7


def test_a_game_from_its_beginning_is_walked_through(page):
    page.open()
    judge(page, "1. c3-b4 d6-c5 2. b4xd6 e7xc5 3. b2-c3 *")
    page.until(lambda: "The tables know no position" in page.text("#judged"))
    page.until(lambda: page.shown()["fen"] == START)
    assert page.script("return document.querySelectorAll('#record button').length") == 5
    for turn in "BWBWB":
        page.click("#forward")
        assert page.shown()["fen"].startswith(f"{turn}:")
    assert "c3" in page.shown()["fen"] and page.find("#forward").get_property("disabled")


def solves(page):
    return page.script("return performance.getEntriesByType('resource').filter(entry => entry.name.includes('/solve?')).length")


def test_a_search_ends_with_its_position(page):
    page.open(START)
    page.until(lambda: solves(page) >= 1)
    page.go(fen=TRIANGLE)
    before = solves(page)
    page.driver.execute_async_script("setTimeout(arguments[0], 1500)")
    # The one that was stopped is listed once it has ended.
    assert solves(page) <= before + 1
    assert page.shown()["verdict"] == "White wins in 5 moves (9 plies)."


def test_a_busy_service_is_asked_again(page):
    """The moves are there at once; they are decided when there is a place."""

    asked = Event()

    def search(_):
        while not asked.is_set():
            try:
                urlopen(f"{page.server}api/v1/solve?fen={START}&seconds=1").read()
            except HTTPError as error:
                assert error.code == 503
                time.sleep(0.5)

    def was_refused():
        return 503 in page.script("return performance.getEntriesByType('resource').map(entry => entry.responseStatus)")

    with ThreadPoolExecutor(64) as others:
        storm = others.map(search, range(64))
        try:
            time.sleep(0.3)
            assert len(page.open(TEN)["rows"]) == 4
            page.until(was_refused)
        finally:
            asked.set()
        decided(page)
        list(storm)


def test_in_russian(page):
    page.open(TEN)
    decided(page)
    page.click('[data-language="ru"]')
    page.until(lambda: page.text("#verdict") == "Белые выигрывают. Доказано перебором.")
    assert re.fullmatch(r"По доказательству — не больше чем за \d+ хода? \(\d+ полуход(а|ов)?\), без правил ничьей\.", page.text("#detail"))
    page.open(START)
    page.until(lambda: page.text("#verdict").startswith("В таблицах этого нет: идёт перебор"))


def test_axe_finds_nothing_serious(page, serious):
    page.open(START)
    assert not serious(page)
    page.screen(1366, 768)
    assert page.script("return document.documentElement.scrollWidth") <= 1366
    page.open(TEN)
    decided(page)
    page.screen(390, 844, dark=True, mobile=True)
    assert not serious(page)
    assert page.script("return document.documentElement.scrollWidth") <= 390


def test_a_game_above_the_tables_is_judged(page):
    page.open()
    judge(page, f'[FEN "{TEN}"] 1. c3:e1 h8:f6:d4 *')
    # First by the tables alone, then by a search of the service.
    page.until(lambda: "mistakes found" in page.text("#game-note") and "Searching" not in page.text("#game-note"))
    assert "from the first known position: 2-0" in page.text("#judged")
