"""What the page shows is what the program says."""

import json
import re

ORDER = {"win": 0, "cursed-win": 1, "draw": 2, "blessed-loss": 3, "loss": 4}


def distance(values, key):
    return "?" if key not in values else "–" if values[key] is None else str(values[key])


def rows(answer):
    moves = answer["moves"] or answer.get("moves_if_not_over", [])
    return [
        {
            "move": move["move"],
            "category": move.get("category", "unknown"),
            "dtw": distance(move, "dtw"),
            "dtz": distance(move, "dtz"),
        }
        for move in moves
    ]


def sentence(answer):
    """The verdict in English, by the fields of the answer."""
    sides = {"W": "White", "B": "Black"}
    mover = answer["fen"][0]
    opponent = "B" if mover == "W" else "W"
    winner = {"win": sides[mover], "loss": sides[opponent], "draw": None}[answer["theory"]]
    plies = answer["dtw"]
    moves = -(-plies // 2) if plies is not None else None
    length = f"{moves} move{'' if moves == 1 else 's'} ({plies} {'ply' if plies == 1 else 'plies'})"
    rule = {"15-moves": "the 15-move rule", "three-kings": "the rule of three kings against one"}.get(answer["rule"])
    if answer.get("over") == "no-move":
        return f"{sides[mover]} has no move: {winner} has won."
    if answer.get("over") == "draw-rule":
        more = f" Without the rule {winner} would win in {length}." if winner else ""
        return f"Drawn: the clock has run out.{more}"
    if answer["category"] == "draw":
        return "A draw."
    if answer["category"] in ("win", "loss"):
        return f"{winner} wins in {length}."
    return f"A draw by {rule}; without it {winner} would win in {length}."


def test_random_positions(page, program, positions):
    categories = set()
    page.open()
    answers = program.probes(json.dumps({"fen": fen, "clock": clock, "rule": rule}) for fen, clock, rule in positions)
    for (fen, clock, rule), answer in zip(positions, answers, strict=True):
        shown = page.go(fen=fen, clock=clock, rule=rule)
        assert shown["fen"] == answer["fen"], fen
        assert shown["rows"] == rows(answer), (fen, clock, rule)
        assert shown["verdict"] == sentence(answer), (fen, clock, rule)
        expected = "draw" if answer.get("over") == "draw-rule" else answer["category"]
        assert shown["category"] == expected
        ranks = [ORDER[row["category"]] for row in shown["rows"]]
        assert ranks == sorted(ranks)
        categories.update(row["category"] for row in shown["rows"])
    assert categories == set(ORDER), "all kinds of results were seen"


# Every move of some answers, made by the page's own hand.
MADE = """
const [answers, done] = arguments;
import('/position.js').then(({ after, fenOf, parse }) => done(answers.flatMap(answer => answer.moves.filter(move => {
  const made = after(parse(answer.fen), move.move);
  return !made || fenOf(made.position) !== move.fen || made.zeroing !== move.zeroing;
}).map(move => [answer.fen, move.move]))), error => done(String(error)));
"""


def test_moves_made_without_asking(page, program, fens):
    """The page makes the moves of an address itself: where they lead, the program knows."""
    page.open()
    answers = program.probes(fens)
    captures = [move for answer in answers for move in answer["moves"] if len(move["captured"]) > 1]
    promotions = [move for answer in answers for move in answer["moves"] if move["fen"].count("K") > answer["fen"].count("K")]
    assert len(captures) > 20 and len(promotions) > 20
    assert page.driver.execute_async_script(MADE, answers) == []


def test_what_the_rule_leaves(page, program):
    answer = program.probe("W:WKc3,Kd6,Ke3:BKd8", 23)
    detail = page.open("W:WKc3,Kd6,Ke3:BKd8", clock=23)["detail"]
    assert [int(number) for number in re.findall(r"\d+", detail)] == [answer["dtz"], 30 - 23]
    assert page.open("W:WKc3,Kd6,Ke3:BKd8", clock=25)["detail"] == ""


def test_positions_without_a_table(page):
    shown = page.open("W:Wa1,b2,c3,d2,e1,f2:Bh8,g7,f8")
    assert shown["verdict"].startswith("Beyond the tables") and "9 pieces" in shown["detail"] and "go to 5" in shown["detail"]
    assert [row["category"] for row in shown["rows"]] == ["unknown"] * len(shown["rows"]) != []


def test_best_play_is_that_of_the_program(page, program):
    fen = "W:WKc3,Ke3,Kd6:BKd8"
    printed = program.run("line", fen).splitlines()
    moves = [line.split()[1] for line in printed if re.match(r" +\d+\.", line)]
    page.open(fen)
    page.click("#best")
    page.until(lambda: "moves=" in page.script("return location.hash"))
    assert page.script("return [...document.querySelectorAll('#record button')].map(button => button.textContent)") == moves
    assert len(moves) == 9
    page.click("#last")
    assert page.shown()["verdict"] == "Black has no move: White has won."
    # By itself, from the beginning: a move a second.
    page.click("#first")
    page.settle()
    page.click("#auto")
    page.until(lambda: "at=2" in page.script("return location.hash"))
    page.click("#auto")
    assert page.find("#auto").get_attribute("aria-pressed") == "false"


def test_a_losing_move_is_refuted(page, program):
    fen = "W:WKg1,e5:Ba3,Kb8"
    shown = page.open(fen)
    loss = next(row for row in shown["rows"] if row["category"] == "loss")
    page.click(f'#moves [data-move="{loss["move"]}"] .why')
    page.until(lambda: "moves=" in page.script("return location.hash"))
    shown = page.shown()
    assert f"moves={loss['move']}." in shown["hash"] and shown["message"].startswith(f"{loss['move']} fails: {loss['dtw']} ")
    page.click("#last")
    assert page.shown()["verdict"] == "White has no move: Black has won."


def test_a_service_that_does_not_answer(page):
    page.open("W:WKa1:BKh8")
    link = lambda offline: page.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions", {"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    )
    link(True)
    # Nothing else asks this, so no answer to it is kept.
    shown = page.go(fen="W:WKa1:BKh2", clock=13)
    link(False)
    assert shown["verdict"] == "The service does not answer." and shown["rows"] == []
    assert page.go(fen="W:WKa1:BKh4")["verdict"] == "A draw."
    # That nothing came is what the browser complains of here.
    assert all("ERR_INTERNET_DISCONNECTED" in complaint for complaint in page.complaints())
