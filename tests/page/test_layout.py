"""What people need is beside the board, and nothing jumps."""

import pytest

TRIANGLE = "W:WKc3,Ke3,Kd6:BKd8"
SIZES = [(1366, 768, False), (390, 844, True)]
BOXES = """
const box = selector => {
  const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return { left, right, top, bottom };
};
return Object.fromEntries(arguments[0].map(selector => [selector, box(selector)]));
"""


def boxes(page, *selectors):
    return page.script(BOXES, selectors)


def begin(page, width, height, mobile, language, fen=TRIANGLE):
    page.screen(width, height, mobile=mobile)
    page.open(fen)
    page.script("document.getElementById('ending').open = false")
    page.click(f'[data-language="{language}"]')
    page.script("window.scrollTo(0, 0)")
    page.shown()


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width, height, mobile", SIZES)
def test_the_question_stands_at_the_board(page, width, height, mobile, language):
    begin(page, width, height, mobile, language)
    wanted = ["#turns", "#rule", "#share", "#clock"]
    found = boxes(page, "#board", ".tools", "#verdict", *wanted)
    board, tools = found["#board"], found[".tools"]
    for name in (*wanted, "#board", ".tools", "#verdict"):
        box = found[name]
        assert 0 <= box["top"] < box["bottom"] <= height and 0 <= box["left"] < box["right"] <= width, (name, box)
    for name in wanted:
        assert found[name]["left"] >= board["left"] - 1 and found[name]["right"] <= board["right"] + 1, name
        assert found[name]["top"] - tools["bottom"] < 100, name
    # Nothing but a margin is between the board, its buttons and the fields: no empty line of a message.
    assert tools["top"] - board["bottom"] < 16 and min(found[name]["top"] for name in wanted) - tools["bottom"] < 32
    assert page.script("return document.documentElement.scrollWidth") <= width
    # Setting up moves none of them, and its pieces are in sight.
    page.click("#setup")
    assert boxes(page, "#board", ".tools", *wanted) == {name: found[name] for name in ("#board", ".tools", *wanted)}
    page.go(fen="W:WKg1,e5:Ba3,Kb8")
    assert boxes(page, "#palette button")["#palette button"]["bottom"] <= height


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_buttons_take_one_line(page, language):
    begin(page, 1366, 768, False, language)
    tops = page.script("return [...document.querySelectorAll('.tools button')].map(button => button.getBoundingClientRect().top)")
    assert len(tops) >= 5 and max(tops) - min(tops) < 4, tops
    steps = page.script("return ['first', 'best', 'auto'].map(id => document.getElementById(id).getBoundingClientRect().top)")
    assert max(steps) - min(steps) < 4, steps


# Positions with short and long verdicts, and the rule and the clock that they are asked at.
VERDICTS = [
    {"fen": TRIANGLE},
    {"fen": TRIANGLE, "clock": 26},
    {"fen": "B" + TRIANGLE[1:], "clock": 26, "rule": "three-kings"},
    {"fen": "B" + TRIANGLE[1:], "clock": 31, "rule": "three-kings"},
    {"fen": "W:WKa1:BKh2"},
    {"fen": "W:WKg1,e5:Ba3,Kb8"},
    {"fen": "W:Wf2,c3,e5,a7,g7:Bb2,d2,b4,b6,h8"},
    {"fen": "W:Wa1:B"},
]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width, height, mobile", SIZES)
def test_nothing_jumps(page, width, height, mobile, language):
    begin(page, width, height, mobile, language, "W:WKa1:BKh2")
    below = ("#first", "#moves-of", "#moves")
    places, heights = set(), set()
    for fields in VERDICTS:
        page.go(**fields)
        found = boxes(page, "#answer", "#verdict", *below)
        places.add(tuple(found[name]["top"] - found["#answer"]["top"] for name in below))
        heights.add(found["#verdict"]["bottom"] - found["#verdict"]["top"])
    assert len(places) == 1, places
    assert len(heights) > 1, "the verdicts differ in length"


def test_a_message_moves_nothing(page):
    page.screen(1366, 768)
    page.open("W:Wh4:BKa1")
    before = boxes(page, "#fen-form", ".tools", "#moves")
    page.click("#mirror")
    page.until(lambda: "not a position" in page.text("#message"))
    assert boxes(page, "#fen-form", ".tools", "#moves") == before
    assert page.script("const { bottom } = document.getElementById('message').getBoundingClientRect(); return bottom <= innerHeight")
    # It goes with what is done next.
    page.click("#turn")
    assert page.text("#message") == ""


@pytest.mark.parametrize("language, words", [("en", "sets the count of the draw rule back to 0"), ("ru", "сбрасывают счётчик правила ничьей на 0")])
def test_the_columns_are_explained(page, language, words):
    begin(page, 1366, 768, False, language)
    legend = lambda: page.find("#legend").is_displayed()
    terms = page.script("return [...document.querySelectorAll('.term')].map(term => [term.title, term.getAttribute('aria-expanded')])")
    assert len(terms) == 2 and words in terms[1][0] and terms[1][1] == "false" and not legend()
    # By keyboard, and it stays with the next position.
    page.script("document.querySelectorAll('.term')[1].focus()")
    page.keys("\ue007")
    assert legend() and words in page.text("#legend")
    page.go(fen="W:WKa1:BKh2")
    assert legend() and page.script("return document.querySelector('.term').getAttribute('aria-expanded')") == "true"
    page.script("document.querySelector('.term').focus()")
    page.keys(" ")
    assert not legend()
