"""A composer's study: a position, a solution and variations, checked and shared."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

FEN = "W:WKg1:Be5,b8"
SOLUTION = "1. g1-e3 b8-a7 (1... b8-c7 2. e3-a7) 2. e3-c5"


def checked(page):
    """The verdict, and the findings with their places."""
    page.until(lambda: page.script("return document.getElementById('study-verdict') !== null"))
    return page.script("""
        const findings = [...document.querySelectorAll('#checked li')].map(item => [
          item.dataset.kind, item.querySelector('button').textContent, [...item.querySelectorAll('button')].slice(1).map(move => move.textContent)]);
        return { verdict: document.getElementById('study-verdict').dataset.verdict, findings };""")


def write(page, solution):
    page.script("document.getElementById('study').open = true; document.getElementById('solution').value = arguments[0]", solution)


def check(page, solution):
    write(page, solution)
    page.click("#study-form button[type=submit]")
    return checked(page)


def of_command(program, pdn):
    """What the command says of a study."""
    command = [program.path, "study", "--json", "--tables", program.tables, "-"]
    return json.loads(subprocess.run(command, input=pdn, stdout=subprocess.PIPE, text=True, check=False).stdout)


def agrees(shown, answer):
    findings = [
        (found["kind"], found["place"], found["moves"] * (found["kind"] != "not-legal") + found.get("refutations", found.get("answers", found.get("near", []))))
        for found in answer["findings"]
        if found["kind"] != "gives-away"
    ]
    return sorted(findings) == sorted((kind, place, moves) for kind, place, moves in map(tuple, shown["findings"]) if kind != "gives-away")


def test_a_study_is_checked_as_the_command_does(page, program):
    page.open(FEN)
    for solution, verdict in (
        (SOLUTION, "sound"),
        ("1. g1-d4 1-0", "unsound"),
        ("1. g1-e3 1/2-1/2", "unsound"),
        ("1. g1-e3 b8-c7 2. e3-a9", "sound_to_there"),
        ("", "reached"),
    ):
        answer = of_command(program, f'[FEN "{FEN}"]\n\n{solution or "*"}\n')
        shown = check(page, solution)
        assert shown["verdict"] == verdict and agrees(shown, answer), (solution, shown, answer)
        line = page.script("return [...document.querySelectorAll('#checked p button')].at(-1)?.dataset.line ?? ''")
        assert line.split() == answer["line"]


def test_a_goal_that_is_not_reached(page, program):
    page.open("W:WKc1,Ke1:BKh8")
    page.script("document.getElementById('goal').value = 'White win'")
    assert check(page, "")["verdict"] == "not_reached"
    assert page.text("#study-verdict").startswith("White wins.")
    page.script("document.getElementById('goal').value = 'Black draw'")
    assert check(page, "")["verdict"] == "reached"
    page.script("document.getElementById('goal').value = ''")


def test_moves_of_the_board_become_the_solution(page):
    page.open(FEN)
    page.click("#study summary")
    page.click("#take")
    assert page.text("#study-note") == "No moves are made on the board."
    for line in (("g1-e3", "b8-a7", "e3-c5"), ("g1-e3", "b8-c7", "e3-a7")):
        page.click("#first")
        page.settle()
        for move in line:
            page.play(move)
        page.click("#take")
        page.until(lambda: line[-1] in page.find("#solution").get_property("value"))
    assert page.find("#solution").get_property("value") == SOLUTION


WITH_LINE = """
const [text, moves, turn, done] = arguments;
import('/variations.js').then(({ withLine }) => done(withLine(text, moves, turn)), error => done(String(error)));
"""


def test_variations_are_put_where_they_leave_the_solution(page):
    page.open()
    put = lambda *arguments: page.driver.execute_async_script(WITH_LINE, *arguments)
    assert put("", ["a1-b2", "h8-g7"], "W") == "1. a1-b2 h8-g7"
    assert put("", ["a1-b2", "h8-g7", "b2-c3"], "B") == "1... a1-b2 2. h8-g7 b2-c3"
    # What the author wrote stays: comments, marks, short moves, the result.
    text = "{White wins} 1. ab2! {good} hg7 $1 2.b2-c3 (2. b2-a3?) 1-0"
    assert put(text, ["a1-b2", "h8-g7", "b2-c1"], "W") == "{White wins} 1. ab2! {good} 1... hg7 $1 2. b2-c3 (2. b2-a3?) (2. b2-c1) 1-0"
    assert put(text, ["a1-b2", "h8-g7", "b2-a3", "g7-h6"], "W").endswith("2. b2-c3 (2. b2-a3? g7-h6) 1-0")
    assert put(SOLUTION, ["g1-e3", "b8-c7", "e3-a7"], "W") == SOLUTION


def test_a_study_is_shared(page, program):
    page.open(FEN)
    page.script("document.getElementById('goal').value = 'White win'")
    shown = check(page, "{by A + B} " + SOLUTION)
    link = page.script("return location.href")
    page.driver.get("about:blank")
    page.driver.get(link)
    assert checked(page) == shown and page.find("#solution").get_property("value").startswith("{by A + B} 1. g1-e3")
    assert page.find("#goal").get_property("value") == "White win"
    # A finding leads to its place; the study stays in the address.
    page.click('#checked li[data-kind="left-out"] button')
    assert page.shown()["fen"] == "B:WKe3:Be5,b8" and "solution=" in page.shown()["hash"]
    with tempfile.TemporaryDirectory() as directory:
        page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": directory})
        page.click("#study-pdn")
        pdn = page.until(lambda: next((file.read_text(encoding="utf-8") for file in Path(directory).glob("*.pdn")), None))
    answer = of_command(program, pdn)
    assert answer["fen"] == FEN and answer["sound"] is True and answer["goal"] == "win" and agrees(shown, answer), pdn


def test_a_pasted_pdn_brings_its_position(page):
    page.open("W:WKa1:BKh8")
    shown = check(page, f'[White "A. Author"]\n[SetUp "1"]\n[FEN "{FEN}"]\n\n{SOLUTION} 1-0')
    assert shown["verdict"] == "sound" and page.shown()["fen"] == FEN
    write(page, '[FEN "nonsense"] 1. a1-b2')
    page.click("#study-form button[type=submit]")
    page.until(lambda: "nonsense" in page.text("#study-note"))


def test_a_study_in_russian(page, serious):
    page.open(FEN)
    page.click('[data-language="ru"]')
    check(page, SOLUTION + " (2. e3-a9)")
    assert page.text("#study-verdict").startswith("Белые выигрывают. ")
    words = page.script("return document.getElementById('study').innerText")
    assert not re.findall(r"[A-Za-z]{4,}", words), words
    assert "ложный след" in words and "пропущена защита" in words and "невозможный ход" in words
    assert not serious(page)
    page.screen(390, 844, mobile=True)
    assert not serious(page) and page.script("return document.documentElement.scrollWidth") <= 390
    page.screen(1280, 900)
    page.script("document.getElementById('goal').value = ''")
    write(page, '[Goal "helpmate"] 1. g1-e3 *')
    page.click("#study-form button[type=submit]")
    page.until(lambda: "задание «helpmate» неизвестно" in page.text("#checked"))
    page.click('[data-language="en"]')
    page.until(lambda: 'the goal "helpmate" is not known' in page.text("#checked"))
