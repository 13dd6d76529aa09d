"""Single questions: values, moves, lines, and what is wrong with questions."""

import ast
import copy
import inspect
import multiprocessing
import pathlib
import pickle
import shutil
import sys
import threading

import bolshak
import pytest

ROOT = pathlib.Path(__file__).parents[3]
NO_SUCH_FILE = r"\(os error [23]\)"  # 3 where Windows does not find the directory of a file
WON = "W:WKa5,Ka7:BKg1"  # within 7 plies, so from clock 24 on the rule comes first


@pytest.fixture(scope="module")
def tablebase():
    return bolshak.Tablebase()


@pytest.fixture
def directory(tmp_path):
    """Makes a directory of some of the built-in tables."""

    def make(*names):
        for name in names:
            shutil.copy(ROOT / "tables" / name, tmp_path)
        return tmp_path

    return make


def test_values(tablebase):
    verdict = tablebase.probe(WON)
    assert (verdict.category, verdict.theory, verdict.dtz, verdict.missing) == ("win", "win", 7, ())
    assert verdict.dtw % 2 == 1 and verdict.dtw >= verdict.dtz
    assert repr(verdict) == f"Verdict(category='win', theory='win', dtw={verdict.dtw}, dtz=7)"
    draw = tablebase.probe("W:WKg1:BKb8")
    assert (draw.category, draw.theory, draw.dtw, draw.dtz, draw.missing) == ("draw", "draw", None, None, ())
    lost = tablebase.probe("B:WKa1:B", clock=99)
    assert (lost.category, lost.theory, lost.dtw, lost.dtz) == ("loss", "loss", 0, 0)
    assert tablebase.largest == 3 and tablebase.draw_plies == 30
    assert verdict == tablebase.probe(WON) != draw and len({verdict, tablebase.probe(WON)}) == 1


def test_clock_and_rule(tablebase):
    assert tablebase.probe_wdl(WON, 23) == "win"
    assert tablebase.probe_wdl(WON, 24) == "cursed-win"
    assert tablebase.probe(WON, 24).category == "cursed-win"
    assert tablebase.probe_wdl(WON, clock=24, rule="three-kings") == "win"
    assert tablebase.probe_wdl(WON, clock=2**62, rule="none") == "win"


def test_moves(tablebase):
    moves = tablebase.rank_moves("W:WKg1:Bb8,e5")
    best = tablebase.best_move("W:WKg1:Bb8,e5")
    assert moves[0] == best and str(best) == best.text == "g1-e3" and repr(best) == "<Move g1-e3>"
    assert (best.turn, best.from_square, best.to_square, best.captured) == ("W", "g1", "e3", ())
    assert (best.zeroing, best.crowning, best.clock) == (False, False, 1)
    assert (best.category, best.theory, best.dtw) == ("win", "win", 13)
    assert (best.reached.category, best.reached.dtw) == ("loss", 12)
    assert best.reached == tablebase.probe(best.fen, best.clock)
    assert tablebase.probe(best.fen, best.clock).category == "loss"
    capture = tablebase.best_move("W:Wc5:Bd4,f4")
    assert (capture.text, capture.captured, capture.zeroing, capture.clock) == ("c5:e3:g5", ("d4", "f4"), True, 0)
    assert tablebase.best_move("W:Wc7:BKh2").crowning
    assert tablebase.best_move("B:WKa1:B") is None and tablebase.rank_moves("B:WKa1:B") == []
    unknown = tablebase.rank_moves("W:W21-32:B1-12")
    assert len(unknown) == 7
    assert unknown[0].category is None and unknown[0].theory is None and unknown[0].dtw is None
    assert unknown[0].reached.missing == ("category", "theory", "dtw", "dtz")


def test_line(tablebase):
    line = tablebase.line("W:WKg1:Bb8,e5")
    assert len(line.moves) == line.verdict.dtw == 13 and line.end == "no-move"
    assert [move.turn for move in line.moves[:3]] == ["W", "B", "W"]
    draw = tablebase.line("W:WKg1:BKb8")
    assert draw.moves == () and draw.end == "draw"
    assert tablebase.line(WON, clock=30).end == "draw-rule"


def test_many(tablebase):
    fens = [WON, "W:WKg1:BKb8", "B:WKa1:B"]
    assert tablebase.probe_many(fens) == [tablebase.probe(fen) for fen in fens]
    assert tablebase.probe_many(fens, clock=24)[0].category == "cursed-win"
    assert tablebase.probe_many([]) == []
    with pytest.raises(bolshak.FenError, match="position 1: .*a2 is a light square"):
        tablebase.probe_many([WON, "W:WKa2:BKh8"])
    with pytest.raises(bolshak.FenError, match="position 2: "):
        tablebase.probe_many([WON, WON, WON + "\ud800"])
    with pytest.raises(bolshak.ArgumentError):
        tablebase.probe_many([WON], rule="\ud800")
    with pytest.raises(bolshak.TooManyPieces, match="position 2: "):
        tablebase.probe_many([WON, WON, "W:WKa1,Kc1,Ke1:BKh8"])


METHODS = ["probe", "probe_wdl", "try_probe_wdl", "best_move", "rank_moves", "line", "solve"]


@pytest.mark.parametrize("method", METHODS)
def test_wrong_texts(tablebase, method):
    ask = getattr(tablebase, method)
    for text in ["", "X", "W:WKa2:BKh8", "W:Wh8:BKa1", "W:WKa1:B", "[FEN ", '[FEN ""]', "W:W\0", "é" * 1000, WON + "\ud800", "\udcff"]:
        with pytest.raises(bolshak.FenError) as caught:
            ask(text)
        assert isinstance(caught.value, (bolshak.Error, ValueError)) and len(str(caught.value)) < 500
    with pytest.raises(bolshak.FenError, match="h8"):
        ask("W:Wh8:BKa1")
    for keywords in [{"rule": "fifteen"}, {"rule": ""}, {"rule": "none\udc80"}, {"clock": -1}, {"clock": 2**64}]:
        [name] = keywords
        with pytest.raises(bolshak.ArgumentError, match=name) as caught:
            ask(WON, **keywords)
        assert isinstance(caught.value, ValueError) and isinstance(caught.value, bolshak.Error)


@pytest.mark.parametrize("method", METHODS)
def test_wrong_types(tablebase, method):
    ask = getattr(tablebase, method)
    for wrong in [None, 1, b"W:WKa1:BKh8", [WON], object()]:
        with pytest.raises(TypeError):
            ask(wrong)
        with pytest.raises(TypeError, match="rule"):
            ask(WON, rule=wrong)
    for wrong in ["1", 1.5, [1]]:
        with pytest.raises(TypeError, match="clock"):
            ask(WON, wrong)
    with pytest.raises(TypeError):
        ask()


def test_wrong_tables(tablebase, tmp_path, directory):
    for wrong in [1, b"\xff", object()]:
        with pytest.raises(TypeError):
            bolshak.Tablebase(wrong)
    with pytest.raises(TypeError):
        tablebase.probe_many(WON)
    with pytest.raises(bolshak.OpenError, match="no tables"):
        bolshak.Tablebase(tmp_path)
    with pytest.raises(bolshak.OpenError, match=NO_SUCH_FILE):
        bolshak.Tablebase(str(tmp_path / "none"))
    for name in ["\ud800", pathlib.Path("\ud800"), "\udc80", "none\0"]:  # the third one stands for the byte 0x80
        with pytest.raises(bolshak.OpenError, match="cannot open the tables"):
            bolshak.Tablebase(name)
    with pytest.raises(bolshak.ArgumentError, match="cache_bytes"):
        bolshak.Tablebase(cache_bytes=-1)
    with pytest.raises(bolshak.ArgumentError, match="cache_bytes"):
        bolshak.Tablebase(cache_bytes=2**64)
    opened = bolshak.Tablebase(directory("KvK.wdl", "KvM.wdl", "KvM.dtz", "KKvK.wdl"), cache_bytes=0, preload=True)
    assert repr(opened) == "<Tablebase of 3 endings, to 3 pieces>"
    assert opened.probe_wdl("W:WKg1:BKb8") == "draw"
    assert opened.probe(WON).missing == ("dtw", "dtz")
    assert opened.probe(WON, 24).missing == ("category", "dtw", "dtz")
    with pytest.raises(bolshak.TableMissing, match="MvM.wdl"):
        opened.probe("W:Wc3:Bf6")
    with pytest.raises(bolshak.TableMissing, match="KKvK.dtz"):
        opened.probe_wdl(WON, 24)
    with pytest.raises(bolshak.TooManyPieces):
        opened.probe("W:WKa1,Kc1,Ke1:BKh8")
    path = tmp_path / "KvK.wdl"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(bolshak.TableDamaged, match="KvK.wdl"):
        bolshak.Tablebase(tmp_path).probe("W:WKg1:BKb8")


def test_a_table_that_cannot_be_read_now(directory):
    path = directory("KvK.wdl", "KvM.wdl") / "KvK.wdl"
    opened = bolshak.Tablebase(path.parent)
    path.rename(path.with_suffix(".away"))
    with pytest.raises(bolshak.TableUnreadable, match="KvK.wdl.*" + NO_SUCH_FILE):
        opened.probe_wdl("W:WKg1:BKb8")
    path.with_suffix(".away").rename(path)
    assert opened.probe_wdl("W:WKg1:BKb8") == "draw"


def test_closed_tables_are_asked_no_more(directory):
    with bolshak.Tablebase(directory("KvK.wdl")) as opened:
        assert opened.try_probe_wdl("W:WKg1:BKb8") is None
        assert opened.probe_wdl("W:WKg1:BKb8") == opened.try_probe_wdl("W:WKg1:BKb8") == "draw"
    assert repr(opened) == "<Tablebase, closed>"
    for method in METHODS:
        with pytest.raises(bolshak.TablebaseClosed):
            getattr(opened, method)(WON)
    for ask in [lambda: opened.probe_many([WON]), lambda: opened.largest, lambda: opened.draw_plies]:
        with pytest.raises(bolshak.TablebaseClosed):
            ask()
    opened.close()
    with pytest.raises(ZeroDivisionError):
        with bolshak.Tablebase() as opened:
            1 / 0
    with pytest.raises(bolshak.TablebaseClosed):
        opened.probe(WON)


def test_moves_without_tables():
    assert bolshak.legal_moves("W:W21-32:B1-12") == ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]
    assert bolshak.legal_moves("B:WKa1:B") == []
    assert bolshak.play("W:WKg1:Bb8,e5", "g1-e3") == "B:WKe3:Be5,b8"
    assert bolshak.play("W:Wc5:Bd4,f4", "c5xg5") == "B:Wg5:B"
    for text in ["c5-d6", "", "c5", "\ud800"]:
        with pytest.raises(bolshak.MoveError):
            bolshak.play("W:Wc5:Bd4,f4", text)
    with pytest.raises(bolshak.MoveError, match="legal are: c5:e3:g5"):
        bolshak.play("W:Wc5:Bd4,f4", "c5-b6")
    for ask in [bolshak.legal_moves, lambda fen: bolshak.play(fen, "g1-e3")]:
        with pytest.raises(bolshak.FenError):
            ask("W:WKa2:BKh8")


def test_ranked_moves_are_the_legal_ones(tablebase):
    for fen in [WON, "W:WKg1:Bb8,e5", "W:WKd2:Bf6,c5,e5,e3", "W:W21-32:B1-12"]:
        moves = tablebase.rank_moves(fen)
        assert sorted(move.text for move in moves) == bolshak.legal_moves(fen)
        assert all(bolshak.play(fen, move.text) == move.fen for move in moves)


@pytest.mark.parametrize("fen", [WON, WON + ":H26", "W:WKg1:BKb8", "B:WKa1:B", "W:Wc5:Bd4,f4", "W:WKg1:Bb8,e5"])
def test_results_are_copied_and_pickled(tablebase, fen):
    results = [tablebase.probe(fen), tablebase.probe(fen, clock=30), tablebase.line(fen)]
    results += tablebase.rank_moves(fen.split(":H")[0], clock=26)
    results += tablebase.rank_moves("W:W21-32:B1-12")
    for result in results:
        names = [name for name in dir(result) if not name.startswith("_")]
        for again in [copy.copy(result), copy.deepcopy(result)] + [
            pickle.loads(pickle.dumps(result, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
        ]:
            assert again == result and type(again) is type(result) and repr(again) == repr(result)
            assert [getattr(again, name) for name in names] == [getattr(result, name) for name in names]


def test_errors_are_of_one_class():
    for name in bolshak.__all__:
        value = getattr(bolshak, name)
        if isinstance(value, type) and issubclass(value, BaseException):
            assert issubclass(value, bolshak.Error) != issubclass(value, Warning)
    assert issubclass(bolshak.TooManyPieces, bolshak.TableMissing)


def test_threads_share_a_tablebase(tablebase):
    expected = [move.text for move in tablebase.rank_moves(WON)]
    found = []
    ask = lambda: found.extend([move.text for move in tablebase.rank_moves(WON)] == expected for _ in range(200))
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 800


def test_everything_is_documented_and_in_the_stubs():
    stubs = ast.parse((pathlib.Path(bolshak.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    for kind in [bolshak.Tablebase, bolshak.Verdict, bolshak.Move, bolshak.Line, bolshak.Solved, bolshak.SolvedMove]:
        names = {name for name in vars(kind) if not name.startswith("_")}
        nodes = [node for node in classes[kind.__name__].body if isinstance(node, ast.FunctionDef)]
        nodes = {node.name: node for node in nodes if not node.name.startswith("__")}
        assert names == set(nodes)
        for name, node in nodes.items():
            assert inspect.cleandoc(ast.get_docstring(node)) == inspect.cleandoc(vars(kind)[name].__doc__)
        assert kind.__doc__ and all(vars(kind)[name].__doc__ for name in names)
    assert (pathlib.Path(bolshak.__file__).parent / "py.typed").exists()
    for name, method in vars(bolshak.Tablebase).items():
        if callable(method) and not name.startswith("_"):
            [stub] = [node for node in classes["Tablebase"].body if getattr(node, "name", None) == name]
            defaults = [ast.literal_eval(default) for default in stub.args.defaults]
            parameters = inspect.signature(method).parameters.values()
            assert [parameter.name for parameter in parameters] == [argument.arg for argument in stub.args.args]
            assert [one.default for one in parameters if one.default is not one.empty] == defaults
    annotated = {node.target.id for node in stubs.body if isinstance(node, ast.AnnAssign)}
    functions = {node.name for node in stubs.body if isinstance(node, ast.FunctionDef)}
    imported = {name.asname for node in stubs.body if isinstance(node, ast.ImportFrom) and node.level for name in node.names}
    assert all(getattr(bolshak, name).__doc__ for name in imported)
    assert set(bolshak.__all__) == (set(classes) | annotated | functions | imported) - {"__version__"}
    for name in set(classes) | functions:
        [node] = [node for node in stubs.body if getattr(node, "name", None) == name]
        assert inspect.cleandoc(ast.get_docstring(node)) == inspect.cleandoc(getattr(bolshak, name).__doc__)
    assert bolshak.__version__.count(".") == 2


LATE = "W:WKa5,Ka7:BKg1:H26:F40"


def test_the_clock_of_a_fen_counts_and_is_named(tablebase):
    late = tablebase.probe(LATE)
    assert (late.category, late.clock, late.note) == ("cursed-win", 26, "the clock of 26 plies is the draw counter of the FEN (:H26)")
    assert tablebase.probe_many([LATE])[0] == late
    assert tablebase.line(LATE).verdict == late
    for method in tablebase.probe_wdl, tablebase.rank_moves, tablebase.best_move:
        with pytest.warns(bolshak.ClockWarning, match="26 plies"):
            method(LATE)
    with pytest.warns(bolshak.ClockWarning):
        assert tablebase.probe_wdl(LATE) == "cursed-win"


def test_a_clock_that_is_asked_wins_over_that_of_a_fen(tablebase):
    asked = tablebase.probe(LATE, clock=3)
    assert (asked.category, asked.clock) == ("win", 3)
    assert asked.note == "the clock of 3 plies was given; the draw counter of the FEN (:H26) is not used"
    assert tablebase.probe(LATE, clock=26).note is None
    with pytest.warns(bolshak.ClockWarning, match="not used"):
        tablebase.probe_wdl(LATE, clock=0)


def test_a_game_that_is_over_says_so(tablebase):
    over = tablebase.probe(LATE, clock=30)
    assert (over.over, over.category) == ("draw-rule", "cursed-win")
    assert all(move.after_end for move in tablebase.rank_moves("W:WKa5,Ka7:BKg1", clock=30))
    assert tablebase.probe("W:WKa5,Ka7:BKg1").over is None
    assert not any(move.after_end for move in tablebase.rank_moves("W:WKa5,Ka7:BKg1", clock=29))
    assert tablebase.probe("W:Wh2:Bg3,f4", clock=99).over == "no-move"


def test_tables_are_mapped_or_not(directory):
    tables = directory("KvK.wdl")
    for mapped in (True, False, None):
        assert bolshak.Tablebase(tables, mapped=mapped).probe_wdl("W:WKg1:BKb8") == "draw"


def in_a_child(tables, given):
    loaded = bolshak.Tablebase(tables, preload=True)
    sys.exit(not all(asked.probe_wdl("W:WKg1:BKb8") == "draw" for asked in (given, loaded)))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="the system has no fork")
def test_a_child_loads_and_asks(directory):
    tables = directory("KvK.wdl", "KvM.wdl", "KMvK.wdl")
    loaded = bolshak.Tablebase(tables, preload=True)
    child = multiprocessing.get_context("fork").Process(target=in_a_child, args=(tables, loaded))
    child.start()
    child.join(30)
    alive = child.is_alive()
    child.kill()
    child.join()
    assert not alive and child.exitcode == 0
