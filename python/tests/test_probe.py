"""Single questions: values, moves, lines, and what is wrong with questions."""

import ast
import pathlib
import shutil
import threading

import bolshak
import pytest

ROOT = pathlib.Path(__file__).parents[2]
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
    moves = tablebase.moves("W:WKg1:Bb8,e5")
    best = tablebase.best_move("W:WKg1:Bb8,e5")
    assert moves[0] == best and str(best) == best.text == "g1-e3" and repr(best) == "<Move g1-e3>"
    assert (best.turn, best.from_square, best.to_square, best.captured) == ("W", "g1", "e3", ())
    assert (best.zeroing, best.crowning, best.clock) == (False, False, 1)
    assert best.verdict.category == "win" and best.verdict.dtw == 12
    assert tablebase.probe(best.fen, best.clock).category == "loss"
    capture = tablebase.best_move("W:Wc5:Bd4,f4")
    assert (capture.text, capture.captured, capture.zeroing, capture.clock) == ("c5:e3:g5", ("d4", "f4"), True, 0)
    assert tablebase.best_move("W:Wc7:BKh2").crowning
    assert tablebase.best_move("B:WKa1:B") is None and tablebase.moves("B:WKa1:B") == []
    unknown = tablebase.moves("W:W21-32:B1-12")
    assert len(unknown) == 7
    assert unknown[0].verdict.category is None
    assert unknown[0].verdict.missing == ("category", "theory", "dtw", "dtz")


def test_line(tablebase):
    line = tablebase.line("W:WKg1:Bb8,e5")
    assert len(line.moves) == line.verdict.dtw == 13 and line.end == "lost"
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
    with pytest.raises(bolshak.TooManyPieces, match="position 2: "):
        tablebase.probe_many([WON, WON, "W:WKa1,Kc1,Ke1:BKh8"])


METHODS = ["probe", "probe_wdl", "best_move", "moves", "line"]


@pytest.mark.parametrize("method", METHODS)
def test_wrong_texts(tablebase, method):
    ask = getattr(tablebase, method)
    for text in ["", "X", "W:WKa2:BKh8", "W:Wh8:BKa1", "W:WKa1:B", "[FEN ", '[FEN ""]', "W:W\0", "é" * 1000]:
        with pytest.raises(bolshak.FenError) as caught:
            ask(text)
        assert isinstance(caught.value, (bolshak.Error, ValueError)) and len(str(caught.value)) < 500
    with pytest.raises(bolshak.FenError, match="h8"):
        ask("W:Wh8:BKa1")
    for keywords in [{"rule": "fifteen"}, {"rule": ""}, {"clock": -1}]:
        with pytest.raises(bolshak.ArgumentError) as caught:
            ask(WON, **keywords)
        assert isinstance(caught.value, ValueError) and isinstance(caught.value, bolshak.Error)


@pytest.mark.parametrize("method", METHODS)
def test_wrong_types(tablebase, method):
    ask = getattr(tablebase, method)
    for wrong in [None, 1, b"W:WKa1:BKh8", [WON], object()]:
        with pytest.raises(TypeError):
            ask(wrong)
        with pytest.raises(TypeError):
            ask(WON, rule=wrong)
    for wrong in [None, "1", 1.5, [1]]:
        with pytest.raises(TypeError):
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
    with pytest.raises(bolshak.OpenError, match="No such file"):
        bolshak.Tablebase(str(tmp_path / "none"))
    with pytest.raises(bolshak.ArgumentError):
        bolshak.Tablebase(cache_bytes=-1)
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


def test_errors_are_of_one_class():
    for name in bolshak.__all__:
        value = getattr(bolshak, name)
        if isinstance(value, type) and issubclass(value, BaseException):
            assert issubclass(value, bolshak.Error)
    assert issubclass(bolshak.TooManyPieces, bolshak.TableMissing)


def test_threads_share_a_tablebase(tablebase):
    expected = [move.text for move in tablebase.moves(WON)]
    found = []
    ask = lambda: found.extend([move.text for move in tablebase.moves(WON)] == expected for _ in range(200))
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 800


def test_everything_is_documented_and_in_the_stubs():
    stubs = ast.parse((pathlib.Path(bolshak.__file__).parent / "__init__.pyi").read_text())
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    for kind in [bolshak.Tablebase, bolshak.Verdict, bolshak.Move, bolshak.Line]:
        names = {name for name in vars(kind) if not name.startswith("_")}
        assert names == {node.name for node in classes[kind.__name__].body} - {"__new__"}
        assert kind.__doc__ and all(vars(kind)[name].__doc__ for name in names)
    assert (pathlib.Path(bolshak.__file__).parent / "py.typed").exists()
    annotated = {node.target.id for node in stubs.body if isinstance(node, ast.AnnAssign)}
    assert set(bolshak.__all__) == (set(classes) | annotated) - {"__version__"}
    assert bolshak.__version__.count(".") == 2
