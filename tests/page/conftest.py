"""A service with tables, and a browser. scripts/check-page names the program, the tables and the rest."""

import json
import os
import random
import subprocess

import pytest
from page import Page, browser
from program import Program


@pytest.fixture(scope="session")
def program():
    return Program(os.environ["PAGE_PROGRAM"], os.environ["PAGE_TABLES"])


@pytest.fixture(scope="session")
def server(program):
    """The address of a running service."""
    command = [program.path, "serve", "--port", "0", "--quiet", "--tables", program.tables]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        said = next(line for line in process.stdout if line.startswith("Listening"))
        yield said.split()[2]
        process.terminate()


@pytest.fixture(scope="session")
def driver():
    driver = browser("en")
    yield driver
    driver.quit()


@pytest.fixture
def page(driver, server):
    """The page in English, light, on a wide screen. Nothing may go wrong on it, and it may ask nobody else."""
    page = Page(driver, server)
    page.forget()
    page.screen(1280, 900)
    yield page
    # Nothing is under way any more.
    page.driver.get("about:blank")
    page.screen(1280, 900)
    complaints, strangers = page.complaints(), page.strangers()
    assert not complaints, complaints
    assert not strangers, strangers


def random_fen(choice):
    """A position of 2 to 4 pieces; the side not to move has some."""
    squares = [f"{'abcdefgh'[file]}{rank + 1}" for rank in range(8) for file in range(rank % 2, 8, 2)]
    chosen = choice.sample(squares, choice.randint(2, 4))
    cut = choice.randint(1, len(chosen) - 1)
    sides = []
    for colour, last, part in (("W", "8", chosen[:cut]), ("B", "1", chosen[cut:])):
        kings = [square[1] == last or choice.random() < 0.5 for square in part]
        sides.append(colour + ",".join("K" * king + square for king, square in zip(kings, part)))
    return f"{choice.choice('WB')}:{sides[0]}:{sides[1]}"


@pytest.fixture
def fens():
    """Many random positions that the tables know."""
    choice = random.Random(32)
    return [random_fen(choice) for _ in range(1000)]


@pytest.fixture
def positions():
    """Some random positions that the tables know, with a clock and a rule each."""
    choice = random.Random(64)
    rules = ["15-moves", "15-moves", "three-kings", "none"]
    clocks = [0, 0, 7, 20, 25, 28, 31]
    found = [(random_fen(choice), choice.choice(clocks), choice.choice(rules)) for _ in range(40)]
    # What the rule spoils and saves is rare.
    return [(f"{turn}:WKc3,Ke3,Kd6:BKd8", 26, "15-moves") for turn in "WB"] + found


@pytest.fixture(scope="session")
def axe():
    with open(os.environ["PAGE_AXE"], encoding="utf-8") as file:
        return file.read()


@pytest.fixture
def serious(axe):
    """What axe-core finds on a page that is serious."""

    def find(page):
        page.driver.execute_script(axe)
        found = page.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; axe.run(document).then(result => done(JSON.stringify(result.violations)))"
        )
        return [
            (fault["id"], fault["help"], [node["html"][:120] for node in fault["nodes"]][:5])
            for fault in json.loads(found)
            if fault["impact"] in ("serious", "critical")
        ]

    return find
