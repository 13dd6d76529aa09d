"""The npm package, installed as people install it: in Node.js and in Chromium it answers as the program does."""

import json
import os
import random
import re
import subprocess
import tarfile
from pathlib import Path

import pytest
from conftest import driver, random_fen  # noqa: F401 (a fixture)
from program import Program
from selenium.webdriver.support.wait import WebDriverWait
from test_site import hosted

PROJECT = Path(os.environ["NPM_PROJECT"])
TABLES, PODDAVKI = os.environ["NPM_TABLES"], os.environ["NPM_PODDAVKI"]
README = (PROJECT / "node_modules/bolshak/README.md").read_text(encoding="utf-8")

# Undecided at first, decided by a search, with captures into the tables, and of tables alone.
BEYOND = [
    "W:Wc3,d4,e3:Ba7,b8",
    "W:Wf2,c3,e5,a7,g7:Bb2,d2,b4,b6,h8",
    "W:Wa3,c3,e3,f4,h4:Ba5,c5,b6,e7,h8",
    "B:WKa1,c3,d2:Bb4,h8",
    "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8",
    "W:WKa5,Ka7:BKg1",
]


def in_node(node):
    """How a function of ask.mjs is called in Node.js."""

    def call(function, *arguments):
        text = f"import * as bolshak from 'bolshak'; import {{ {function} }} from './ask.mjs'; import {{ text }} from 'node:stream/consumers';"
        text += f"console.log(JSON.stringify(await {function}(bolshak, ...JSON.parse(await text(process.stdin)))));"
        command = [node, "--input-type=module", "--eval", text]
        done = subprocess.run(command, input=json.dumps(arguments), stdout=subprocess.PIPE, text=True, check=True, cwd=PROJECT)
        return json.loads(done.stdout)

    return call


@pytest.fixture(scope="module")
def in_chromium(driver):  # noqa: F811
    with hosted(PROJECT) as host:
        driver.get(f"http://127.0.0.1:{host.server_port}/empty.html")
        driver.set_script_timeout(120)

        def call(function, *arguments):
            given = driver.execute_async_script(
                """const [name, values, done] = arguments;
                Promise.all([import('/ask.mjs'), import('/node_modules/bolshak/browser.js')])
                  .then(([ask, bolshak]) => ask[name](bolshak, ...values))
                  .then(found => done({ found }), error => done({ error: `${error.stack}` }));""",
                function,
                arguments,
            )
            assert "found" in given, given
            return given["found"]

        yield call


@pytest.fixture(params=["node", "the oldest node", "chromium"])
def call(request):
    if request.param == "chromium":
        return request.getfixturevalue("in_chromium")
    return in_node("node" if request.param == "node" else os.environ["NPM_OLDEST_NODE"])


def questions(count):
    choice = random.Random(45)
    rules = ["15-moves", "three-kings", "none"]
    made = [(random_fen(choice), {"clock": choice.randint(0, 31), "rule": choice.choice(rules)}) for _ in range(count - 4)]
    return [*made, ("nonsense", {}), ("W:Wa1:Wb2", {}), ("W:WKa1:BKh8:H26", {}), ("W:WKc3,Kd4,Ke5:Ba7,c7", {})]


def probed(asked, tables=TABLES):
    """What the program answers."""
    return Program(os.environ["NPM_PROGRAM"], tables).probes(json.dumps({"fen": fen, **options}) for fen, options in asked)


def test_a_thousand_positions(call):
    asked = questions(1000)
    expected = probed(asked)
    assert len(expected) == 1000 and sum("error" in answer for answer in expected) < 100
    assert call("answers", "site", [["probe", *question] for question in asked]) == expected
    ranked = call("answers", "site", [["rankMoves", *question] for question in asked[:100]])
    assert ranked == [answer if "error" in answer else answer.get("moves_if_not_over") or answer["moves"] for answer in expected[:100]]


def test_best_play(call):
    program = Program(os.environ["NPM_PROGRAM"], TABLES)
    fens = ["W:WKc3,Kd6,Ke3:BKd8", "B:WKa1,Kc3:BKh8,a7"]
    expected = [json.loads(program.run("line", "--json", fen)) for fen in fens]
    assert call("answers", "site", [["line", fen, {}] for fen in fens]) == expected


def test_beyond_the_tables(call):
    """All at once, each in a worker of its own. With the same tables the same answers."""
    command = [os.environ["NPM_PROGRAM"], "solve", "--json", "--positions", "20000", "--memory", "64MiB"]
    solved = lambda fen: json.loads(subprocess.run([*command, fen], stdout=subprocess.PIPE, check=True, cwd=PROJECT).stdout)
    asked = [["solve", fen, {"positions": 20_000}] for fen in BEYOND]
    assert call("answers", None, asked) == [solved(fen) for fen in BEYOND]
    # Of a site a search has the results alone, but the results are the same.
    results = lambda answer: (answer.get("category"), {move["move"]: move.get("category") for move in answer["moves"]})
    program = Program(os.environ["NPM_PROGRAM"], TABLES)
    expected = [results(program.solve(fen)) for fen in BEYOND]
    assert [category for category, _ in expected] == ["win", "win", "win", "loss", None, "win"]
    asked = [["solve", fen, {"positions": 200_000}] for fen in BEYOND]
    assert [results(answer) for answer in call("answers", "site", asked)] == expected


def test_a_search_stops(call):
    assert call("stopped", BEYOND[4]) == ["stopped", "stopped", "win"]


def test_without_a_site(call):
    """The tables of 2 and 3 pieces, and no other."""
    found = call("answers", None, [["probe", "W:WKa5,Ka7:BKg1", {"lang": "ru"}], ["probe", "W:WKa5,Ka7,Kb8:BKg1", {"lang": "ru"}]])
    assert found[0]["dtw"] == 7 and "не больше чем на 3" in found[1]["error"], found


def test_another_game(call):
    asked = questions(200)
    expected = probed(asked, PODDAVKI)
    assert sum(answer.get("game") == "poddavki" for answer in expected) > 50
    assert call("answers", "site-poddavki", [["probe", *question] for question in asked]) == expected


def test_problems(call):
    fen = "W:WKa1,Kc3,Kd6:BKd8"
    asked = [("nowhere", fen), ("site", fen), ("site", "x"), ("site-damaged", fen), ("site-cut", fen)]
    codes = [call("code", url, fen) for url, fen in asked]
    assert codes == ["table-unreadable", "none", "bad-position", "table-damaged", "table-unreadable"]


@pytest.mark.parametrize("node", ["node", os.environ["NPM_OLDEST_NODE"]])
def test_the_readme(node):
    """What it prints is what its programs print."""
    examples = re.findall(r"```js\n(.*?)```\n\n```text\n(.*?)```", README, re.S)
    assert len(examples) == README.count("```js") == 2
    for program, printed in examples:
        (PROJECT / "example.mjs").write_text(program, encoding="utf-8")
        done = subprocess.run([node, "example.mjs"], stdout=subprocess.PIPE, text=True, check=True, cwd=PROJECT, timeout=60)
        assert done.stdout == printed


def test_the_page_of_the_readme(driver):  # noqa: F811
    (page,) = re.findall(r"```html\n(.*?)```", README, re.S)
    (PROJECT / "page.html").write_text(f"<!DOCTYPE html><meta charset=utf-8><body>{page}", encoding="utf-8")
    with hosted(PROJECT) as host:
        driver.get(f"http://127.0.0.1:{host.server_port}/page.html")
        WebDriverWait(driver, 20).until(lambda driver: driver.find_element("tag name", "body").text == "win")


def test_types():
    """What the program prints has the types, with no field too many or too few; wrong calls are errors."""
    program = Program(os.environ["NPM_PROGRAM"], TABLES)
    answers = [answer for answer in probed(questions(1000)) + probed(questions(50), PODDAVKI) if "error" not in answer]
    lines = [json.loads(program.run("line", "--json", fen)) for fen in ["W:WKc3,Kd6,Ke3:BKd8", "W:WKa1:BKh8"]]
    lists = {"Answer": answers, "Line": lines, "Solved": [program.solve(fen) for fen in BEYOND[:4]]}
    text = 'import { Answer, Line, Solved } from "bolshak";\n'
    text += "".join(f"export const of{name}: {name}[] = {json.dumps(made)};\n" for name, made in lists.items())
    (PROJECT / "answers.ts").write_text(text, encoding="utf-8")
    for resolution in ("nodenext", "bundler"):
        module = "nodenext" if resolution == "nodenext" else "esnext"
        command = ["npx", "--no-install", "tsc", "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"]
        command += ["--module", module, "--moduleResolution", resolution, "answers.ts", "calls.ts"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=PROJECT, check=False)
        assert done.returncode == 0, done.stdout


def test_what_is_in_it():
    (package,) = Path(os.environ["NPM_PACKED"]).glob("bolshak-*.tgz")
    assert package.stat().st_size < 300_000, package.stat().st_size
    with tarfile.open(package) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
        licences = archive.extractfile("package/LICENSES.txt").read().decode()
    modules = {"browser.js", "node-solver.js", "node.js", "probe.js", "solver.js", "tablebase.js", "tables.js"}
    others = {"index.d.ts", "LICENSE-APACHE", "LICENSE-MIT", "LICENSES.txt", "package.json", "probe.wasm", "README.md"}
    assert names == modules | others
    assert "zstd-sys" in licences
