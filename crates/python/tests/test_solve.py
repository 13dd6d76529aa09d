"""The search beyond the tables: its answers, its limits, and what goes on meanwhile."""

import copy
import os
import pathlib
import pickle
import shutil
import signal
import sys
import threading
import time

import bolshak
import pytest

WON = "W:Wc3,d4,e3:Ba7,b8"
HARD = "W:WKa1,Kc1,Ke1,a3,c3,e3:BKb8,Kd8,Kf8,b6,d6,f6"  # many kings: no search decides it soon


@pytest.fixture(scope="module")
def tablebase():
    return bolshak.Tablebase()


def test_a_position_beyond_the_tables_is_solved(tablebase):
    solved = tablebase.solve(WON)
    assert (solved.category, solved.theory, solved.at_least, solved.at_most) == ("win", "win", "win", "win")
    assert (solved.verdict.category, solved.verdict.clock, solved.verdict.missing) == ("win", 0, ("dtw", "dtz"))
    assert solved.within % 2 == 1 and solved.within >= len(solved.line) > 0 and solved.positions > 0
    assert repr(solved) == f"Solved(category='win', theory='win', at_least='win', at_most='win', within={solved.within})"
    fen = WON
    for move in solved.line:
        fen = bolshak.play(fen, move)
    assert tablebase.probe(fen).theory in ("win", "loss")  # there the tables take over
    assert sorted(str(move) for move in solved.moves) == bolshak.legal_moves(WON)
    best = solved.moves[0]
    assert (best.category, best.theory, best.at_least) == ("win", "win", "win") and best.within < solved.within + 1
    assert best.move.text == str(best) and best.move.reached.category == "loss"
    assert repr(best) == f"<SolvedMove {best}>"
    assert tablebase.solve(WON, moves=False).moves == ()


def test_moves_agree_with_the_positions_that_they_reach(tablebase):
    opposite = {"win": "loss", "draw": "draw", "loss": "win"}
    for move in tablebase.solve(WON).moves:
        reached = tablebase.solve(move.move.fen, clock=move.move.clock)
        assert reached.theory == opposite[move.theory]
        assert (reached.at_least, reached.at_most) == (opposite[move.at_most], opposite[move.at_least])


def test_tables_answer_what_they_know(tablebase):
    known = tablebase.solve("W:WKa5,Ka7:BKg1:H26")
    assert known.verdict == tablebase.probe("W:WKa5,Ka7:BKg1:H26") and known.category == "cursed-win"
    assert (known.at_least, known.at_most, known.within, known.line, known.positions) == ("win", "win", None, (), 0)
    ranked = tablebase.rank_moves("W:WKa5,Ka7:BKg1", clock=26)
    assert {str(move): move.move for move in known.moves} == {move.text: move for move in ranked}
    assert tablebase.solve("W:WKa5,Ka7:BKg1", clock=26, rule="none").category == "win"
    assert tablebase.solve("B:WKa1:B").moves == ()


def test_no_time_and_no_positions_ask_the_tables_alone(tablebase):
    for limit in [{"seconds": 0}, {"seconds": -0.0}, {"positions": 0}, {"seconds": 100, "positions": 0}]:
        solved = tablebase.solve(HARD, **limit)
        assert (solved.category, solved.theory, solved.within, solved.positions) == (None, None, None, 0)
        assert (solved.at_least, solved.at_most) == ("loss", "win")
        assert all((move.category, move.theory, move.at_least, move.at_most) == (None, None, "loss", "win") for move in solved.moves)


def test_a_limit_of_positions_gives_the_same_answer(tablebase):
    answers = [tablebase.solve("W:Wc3,d4,e3,g3:Ba7,b8,h6", positions=2000) for _ in range(2)]
    assert answers[0] == answers[1] and 0 < answers[0].positions < 2500
    assert answers[0] != tablebase.solve("W:Wc3,d4,e3,g3:Ba7,b8,h6", positions=1000)


def test_time_is_kept(tablebase):
    start = time.monotonic()
    tablebase.solve(HARD, seconds=0.5)
    assert 0.4 < time.monotonic() - start < 2


def test_limits_that_mean_nothing(tablebase):
    for seconds in [-1, -1e-9, float("nan"), float("inf"), float("-inf"), 1e10, 10**400]:
        with pytest.raises(ValueError, match="^seconds is .*; expected a number from 0 to 1000000000") as caught:
            tablebase.solve(WON, seconds=seconds)
        assert isinstance(caught.value, bolshak.ArgumentError)
    for name in ["positions", "memory"]:
        with pytest.raises(bolshak.ArgumentError, match=f"^{name} is -1; expected 0 or more"):
            tablebase.solve(WON, **{name: -1})
        with pytest.raises(bolshak.ArgumentError, match=name):
            tablebase.solve(WON, **{name: 2**64})
    for name in ["seconds", "positions", "memory"]:
        for wrong in ["1", [], b"1"]:
            with pytest.raises(TypeError, match=name):
                tablebase.solve(WON, **{name: wrong})
    with pytest.raises(TypeError, match="memory"):
        tablebase.solve(WON, memory=None)
    with pytest.raises(MemoryError, match="9223372036854775807 bytes|4294967295 bytes"):
        tablebase.solve(WON, memory=2**63 - 1)
    assert tablebase.solve(WON, memory=1 << 20).theory == "win"
    assert tablebase.solve(HARD, memory=0, positions=1000).theory is None


@pytest.mark.parametrize("limits", [{}, {"seconds": 0}, {"moves": False}, {"positions": 500}])
def test_answers_are_copied_and_pickled(tablebase, limits):
    solved = tablebase.solve(WON, **limits)
    for result in [solved, *solved.moves]:
        names = [name for name in dir(result) if not name.startswith("_")]
        for again in [copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))]:
            assert again == result and type(again) is type(result) and repr(again) == repr(result)
            assert [getattr(again, name) for name in names] == [getattr(result, name) for name in names]


def test_other_threads_go_on(tablebase):
    done, ticks = threading.Event(), []

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    start = time.monotonic()
    tablebase.solve(HARD, seconds=1)
    end = time.monotonic()
    done.set()
    other.join()
    assert len([at for at in ticks if start < at < end]) > 100


def test_threads_solve_at_once_and_a_tablebase_is_closed_meanwhile():
    opened, answers = bolshak.Tablebase(), []
    threads = [threading.Thread(target=lambda: answers.append(opened.solve(WON))) for _ in range(3)]
    for thread in threads:
        thread.start()
    opened.solve(HARD, seconds=0.1)
    opened.close()
    for thread in threads:
        thread.join()
    assert len(answers) == 3 and all(answer.theory == "win" for answer in answers)


def interrupted(act, ask):
    """The seconds from when an act of another thread begins to the KeyboardInterrupt of a question."""
    acted = []

    def later():
        time.sleep(0.3)
        acted.append(time.monotonic())
        act()

    other = threading.Thread(target=later)
    other.start()
    with pytest.raises(KeyboardInterrupt):
        ask()
    end = time.monotonic()
    other.join()
    return end - acted[0]


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no signals of its own")
def test_ctrl_c_stops_a_search(tablebase):
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        ctrl_c = lambda: os.kill(os.getpid(), signal.SIGINT)
        times = [interrupted(ctrl_c, lambda: tablebase.solve(HARD, seconds=30)) for _ in range(3)]
        assert min(times) < 0.15 and max(times) < 2, times
        assert interrupted(ctrl_c, lambda: tablebase.solve(HARD, positions=10**12, moves=False)) < 2
    finally:
        signal.signal(signal.SIGINT, handler)
    assert tablebase.solve(WON).theory == "win"


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no signals of its own")
def test_what_a_handler_raises_stops_a_search(tablebase):
    def stop(number, frame):
        raise ZeroDivisionError

    calls = []
    handler = signal.signal(signal.SIGUSR1, lambda number, frame: calls.append(number))
    try:
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1))
        timer.start()
        tablebase.solve(HARD, seconds=0.6)  # a handler that returns stops nothing
        assert calls == [signal.SIGUSR1]
        signal.signal(signal.SIGUSR1, stop)
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1))
        timer.start()
        start = time.monotonic()
        with pytest.raises(ZeroDivisionError):
            tablebase.solve(HARD, seconds=30)
        assert time.monotonic() - start < 5
    finally:
        signal.signal(signal.SIGUSR1, handler)


def test_a_damaged_table_is_an_error(tmp_path):
    built_in = pathlib.Path(__file__).parents[3] / "tables"
    for path in built_in.glob("*.wdl"):
        shutil.copy(path, tmp_path)
    path = tmp_path / "MMvM.wdl"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(bolshak.TableDamaged, match="MMvM.wdl"):
        bolshak.Tablebase(tmp_path).solve("W:Wc3,d4,e3:Bf6,b8")


@pytest.mark.parametrize("game", ["poddavki", "draughts-80"])
def test_other_games_are_solved(tables_of, game):
    opened = bolshak.Tablebase(tables_of(game))
    fen = "W:Wc3,d4,e3:Ba7,b8"
    solved = opened.solve(fen, seconds=30)
    assert solved.theory is not None and sorted(map(str, solved.moves)) == bolshak.legal_moves(fen, game)
    for move in solved.line:
        fen = bolshak.play(fen, move, game)
