"""Everybody can use the page: by keyboard, on a telephone, in Russian, in the dark, with a screen reader."""

import re

import pytest
from selenium.webdriver.common.keys import Keys

from page import Page, browser
from test_game import judge

TRIANGLE = "W:WKc3,Ke3,Kd6:BKd8"


def focused(page):
    return page.script("const now = document.activeElement; return now.dataset.square ?? now.id ?? now.tagName")


def tab_to(page, wanted):
    for _ in range(80):
        if page.script("return document.activeElement.matches(arguments[0])", wanted):
            return
        page.keys(Keys.TAB)
    raise AssertionError(f"{wanted} is not reached by Tab")


def test_by_keyboard_alone(page):
    page.open(TRIANGLE)
    tab_to(page, "#board [data-square]")
    # Up the long diagonal from a1 to the king on c3, and it moves to e1.
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_UP)
    page.keys(Keys.ARROW_RIGHT) if focused(page) == "a3" else None
    assert focused(page) == "c3"
    page.keys(Keys.ENTER, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    while focused(page) != "e1":
        page.keys(Keys.ARROW_RIGHT)
    page.keys(Keys.ENTER)
    page.until(lambda: "moves=c3-e1" in page.shown()["hash"])
    # The rest from the list: the first move, again and again.
    tab_to(page, "#moves .move")
    for _ in range(12):
        if not page.shown()["rows"]:
            break
        before = page.shown()["hash"]
        page.keys(Keys.ENTER)
        page.until(lambda: page.shown()["hash"] != before)
    assert page.shown()["verdict"] == "Black has no move: White has won."
    page.keys(Keys.ARROW_LEFT)
    page.until(lambda: "at=8" in page.shown()["hash"])


def test_setting_up_by_keyboard(page):
    page.open("W:WKa1:BKh8")
    tab_to(page, "#empty")
    page.keys(Keys.ENTER)
    for piece, square in (("W", "c1"), ("b", "c3")):
        page.script("document.body.focus()")
        page.script("document.activeElement.blur()")
        tab_to(page, f'#palette [data-piece="{piece}"]')
        page.keys(Keys.SPACE)
        page.script("document.activeElement.blur()")
        tab_to(page, "#board [data-square]")
        while focused(page)[1] != square[1]:
            page.keys(Keys.ARROW_UP)
        while focused(page) != square:
            page.keys(Keys.ARROW_RIGHT)
        page.keys(Keys.ENTER)
    assert page.shown()["fen"] == "W:WKc1:Bc3"
    page.keys(Keys.DELETE)
    assert page.shown()["fen"] == "W:WKc1:B"


def test_two_languages(page, server):
    page.open(TRIANGLE, clock=26)
    page.click('[data-language="ru"]')
    page.until(lambda: page.shown()["verdict"] == "Ничья по правилу 15 ходов; без него белые выиграли бы за 5 ходов (9 полуходов).")
    assert page.script("return document.documentElement.lang") == "ru"
    # The choice is kept.
    assert page.open(TRIANGLE)["verdict"] == "Белые выигрывают за 5 ходов (9 полуходов)."
    assert not untranslated(page)
    page.click('[data-language="en"]')
    page.until(lambda: page.shown()["verdict"] == "White wins in 5 moves (9 plies).")
    russian = browser("ru")
    try:
        assert Page(russian, server).open(TRIANGLE)["verdict"] == "Белые выигрывают за 5 ходов (9 полуходов)."
    finally:
        russian.quit()


WORDS = """
const done = arguments[0];
Promise.all([import('/english.js'), import('/russian.js')]).then(([{ default: english }, { default: russian }]) => {
  const kinds = words => JSON.stringify(Object.keys(words).sort().map(key => [key, typeof words[key]]));
  done(kinds(english) === kinds(russian));
}, error => done(String(error)));
"""


def test_both_languages_have_the_same_words(page):
    page.open()
    assert page.driver.execute_async_script(WORDS) is True


def untranslated(page):
    """English words among the Russian ones: keys without words show themselves."""
    words = page.script("return document.body.innerText").replace("English", "").replace("bolshak", "")
    return [word for word in re.findall(r"[A-Za-z_-]{4,}", words) if not re.fullmatch(r"[KM]+v[KM]+", word) and word != "to"]


def latin(text):
    """Latin words of a Russian sentence, but for notation: what stands in guillemets, FEN and PDN, sides, squares and counters."""
    rest = re.sub("«[^»]*»", "", text)
    return [word for word in re.findall("[A-Za-z][A-Za-z0-9]*", rest) if not re.fullmatch("FEN|PDN|[WBKH]|[WB]?K?[a-h][1-8]|H[0-9]+", word)]


def test_what_the_service_says_in_russian(page):
    page.open(TRIANGLE)
    page.click('[data-language="ru"]')
    message = lambda: page.text("#message")
    for wrong in ("nonsense", "W:WKa1:BKh9", "W:Wb8:BKh2", "W:WKa1"):
        page.open(wrong)
        page.until(message)
        assert message().startswith("Позиция в адресе не читается: ") and not latin(message()), message()
        page.open(TRIANGLE)
        page.fill("#fen", wrong)
        page.click("#fen-form button[type=submit]")
        page.until(message)
        assert re.search("[а-я]", message()) and not latin(message()), message()
    page.fill("#fen", "W:WKa5,Ka7:BKg1:H26")
    page.click("#fen-form button[type=submit]")
    page.until(lambda: message().startswith("счётчик 26 взят из FEN"))
    judge(page, '[FEN "W:WKa5,Ka7:BKg1:H26"] 1. a5-c7 *\n[White "Орлова"] 1. c3-d9 *')
    page.until(lambda: page.script("return document.querySelectorAll('#games option').length") == 2)
    assert "счётчик 26 взят из FEN (:H26)" in page.text("#judged")
    page.script("const games = document.getElementById('games'); games.value = 1; games.dispatchEvent(new Event('change'))")
    of_error = "#judged p:nth-of-type(2)"
    assert "1-й ход белых" in page.text(of_error) and not latin(page.text(of_error))
    # In the other language nothing of that stays.
    page.fill("#fen", "nonsense")
    page.click("#fen-form button[type=submit]")
    page.until(message)
    page.click('[data-language="en"]')
    page.until(lambda: "move 1. of White" in page.text(of_error))
    assert message() == ""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_narrow_screen(page, language):
    page.screen(360, 740, mobile=True)
    page.open(TRIANGLE, clock=26)
    page.click(f'[data-language="{language}"]')
    page.click("#setup")
    page.script("document.querySelectorAll('details').forEach(part => { part.open = true; })")
    page.until(lambda: page.script("return document.querySelectorAll('#list li').length > 0"))
    page.click("#best")
    page.until(lambda: page.script("return document.querySelectorAll('#record li').length > 0"))
    outside = page.script("""
        return [...document.querySelectorAll('button, input, select, textarea, td, th, p, svg')].filter(element => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 0 && (left < -0.5 || right > 360.5);
        }).map(element => element.outerHTML.slice(0, 80))""")
    assert not outside, outside
    assert page.script("return document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_axe_finds_nothing_serious(page, serious, language, dark):
    page.screen(1280, 900, dark=dark)
    page.open("W:WKg1,e5:Ba3,Kb8")
    page.click(f'[data-language="{language}"]')
    page.until(lambda: page.script("return document.querySelectorAll('#list li').length > 0"))
    assert not serious(page)
    page.click("#setup")
    page.click("#game summary")
    page.click("#best")
    page.until(lambda: page.script("return document.querySelectorAll('#record li').length > 0"))
    page.screen(360, 740, dark=dark, mobile=True)
    assert not serious(page)
    page.open(TRIANGLE, clock=26)
    assert not serious(page), "cursed wins"
    page.open("B" + TRIANGLE[1:], clock=26)
    assert not serious(page), "blessed losses"
