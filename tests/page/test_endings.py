"""The statistics of an ending, and lists of its positions."""

import json
from urllib.request import urlopen

import pytest


def boards(page):
    page.until(lambda: page.script("return document.querySelectorAll('#list li').length > 0"))
    return page.script("return [...document.querySelectorAll('#list button')].map(board => [board.dataset.fen, board.textContent])")


def test_statistics(page, program):
    page.open("W:WKa1,c3:BKh8")
    page.until(lambda: page.script("return document.querySelectorAll('#statistics svg').length === 2"))
    sides = program.stats("KMvK")
    cells = page.script(
        "return [...document.querySelectorAll('.stats tbody tr')].map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
    )
    columns = list(zip(*cells))
    assert len(columns) == len(sides) == 2
    for column, side in zip(columns, sides):
        share = lambda many: f"{100 * many / side['entries']:.1f} %"
        plies = lambda number: "–" if number == 0 else f"{number} {'ply' if number == 1 else 'plies'}"
        assert column[:4] == (f"{side['entries']:,}", share(side["win"]), share(side["draw"]), share(side["loss"]))
        assert column[5] == plies(side["max_win"])
    # The bars of the histogram are those that the service counted.
    counted = json.load(urlopen(f"{page.server}api/v1/endings/KMvK"))["sides"]
    for index, side in enumerate(sides):
        bars = page.script(
            "return [...document.querySelectorAll('#statistics svg')[arguments[0]].querySelectorAll('.bar')].map(bar => [bar.classList[1], +bar.dataset.plies, +bar.dataset.many])",
            index,
        )
        for result, key in (("win", "wins"), ("loss", "losses")):
            assert [[plies, many] for name, plies, many in bars if name == result] == counted[index]["histogram"][key]
        assert max(plies for _, plies, _ in bars) <= max(side["max_win"], side["max_loss"])


def test_an_ending_without_tables(page, program):
    page.open("W:Wa1,c1,e1,g1,b2,d2:BKh8,Kf8")
    page.until(lambda: page.script("return document.querySelector('.stats') !== null"))
    assert "published" in page.text("#list-note")
    assert "185 plies" in page.text("#statistics") and not page.script("return document.getElementById('lists').checkVisibility()")
    page.open("W:Wa1,c1,e1,g1,b2,d2,f2:BKh8,Kf8")
    page.until(lambda: "no tables" in page.text("#list-note"))
    assert page.script("return document.querySelector('.stats')") is None


def test_a_failure_is_not_for_ever(page):
    block = lambda urls: page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": urls})
    block(["*/endings*"])
    page.open("W:WKa1,c3:BKh8", game="russian")
    block([])
    assert page.script("return document.querySelector('.stats')") is None
    page.go(fen="W:WKa1,d4:BKh8", game="russian")
    page.until(lambda: page.script("return document.querySelector('.stats') !== null"))
    assert all("ERR_BLOCKED" in complaint for complaint in page.complaints())


def test_lists(page, program):
    page.open("W:WKa1,Kc3:BKh8,a3")
    longest = boards(page)
    most = {side["side"]: side["max_win"] for side in program.stats("KKvKM")}
    for fen, words in longest:
        answer = program.probe(fen)
        assert answer["theory"] == "win" and f"{answer['dtw']} plies" in words and answer["dtw"] in most.values()
    for kind in ("mutual-zugzwang", "only-move"):
        page.click(f'#lists [data-of="{kind}"]')
        page.until(lambda: "shown" in page.text("#list-note") or "none" in page.text("#list-note"))
    fen, words = boards(page)[0]
    only = program.probe(fen)["moves"][0]
    assert only["move"] in words
    page.click("#list button")
    page.until(lambda: page.shown()["fen"] == fen)
    # Another ending from the list of all.
    page.click('#ending-name option[value="KKKvK"]')
    page.until(lambda: page.script("return document.querySelector('.stats').getAttribute('aria-label')").endswith("KKKvK"))


# Keeps the paths that are asked; those of lists find a busy service first.
WATCHED = """
const [ask, asked] = [window.fetch, []];
window.asked = asked;
window.fetch = (url, options) => {
  asked.push(new URL(url).pathname);
  const first = asked.filter(path => path.endsWith('/positions')).length === 1 && asked.at(-1).endsWith('/positions');
  return first ? Promise.resolve(new Response('{"code": "busy"}', { status: 503 })) : ask(url, options);
};
"""
STEPS = """
const [addresses, done] = arguments;
for (const address of addresses) {
  location.hash = address;
  await new Promise(resolve => setTimeout(resolve, 10));
}
done();
"""


def test_an_ending_is_asked_when_the_position_rests(page):
    page.open("W:WKa1:BKh8")
    boards(page)
    page.script(WATCHED)
    fens = ["W:WKa1,Ka3:BKh8", "W:WKa1,a3:BKh8", "W:WKa1,Ka3,Ka5:BKh8", "W:WKa1,c3:BKh8,a7"]
    page.driver.execute_async_script(STEPS, [f"fen={fen}" for fen in fens])
    page.until(lambda: "KMvKM" in page.script("return document.querySelector('.stats').getAttribute('aria-label')"))
    assert boards(page)
    asked = [path.split("/endings/")[1] for path in page.script("return window.asked") if "/endings/" in path]
    # One after the other; the list a second time, as the service was busy.
    assert asked == ["KMvKM", "KMvKM/positions", "KMvKM/positions"]


@pytest.mark.parametrize("language, names", [
    ("en", {"KKKvK": "3 kings against 1", "KMMvK": "king and 2 men against king", "KvK": "king against king", "MMvM": "2 men against 1",
            "KKvM": "2 kings against man", "KMvKM": "king and man against king and man"}),
    ("ru", {"KKKvK": "3 дамки против 1", "KMMvK": "дамка и 2 простые против дамки", "KvK": "дамка против дамки", "MMvM": "2 простые против 1",
            "KKvM": "2 дамки против простой", "KKKvMM": "3 дамки против 2 простых", "KMvKM": "дамка и простая против дамки и простой",
            "MMMvKK": "3 простые против 2 дамок"}),
])
def test_names_that_people_use(page, language, names):
    page.open("W:WKa1,c3:BKh8")
    page.click(f'[data-language="{language}"]')
    page.until(lambda: page.script("return document.querySelectorAll('#list li').length > 0"))
    shown = page.script("return Object.fromEntries([...document.querySelectorAll('#ending-name option')].map(option => [option.value, option.textContent]))")
    for ending, name in names.items():
        assert shown[ending] == f"{name} · {ending}"
    heads = page.script("return [...document.querySelectorAll('.stats thead th')].map(head => head.textContent)")
    assert heads == {"en": ["King and man to move", "King to move"], "ru": ["Ходят дамка и простая", "Ходит дамка"]}[language]
    # A list says whose result it is, and so do the moves.
    assert {"en": "that of the side to move", "ru": "для стороны, чья очередь хода"}[language] in page.text("#list-note")
    assert page.text("#moves-of") == {"en": "White’s moves", "ru": "Ходы белых"}[language]
