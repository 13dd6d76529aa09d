"""Draughts-80, on ten files, and its tables."""

import copy
import pickle

import bolshak
import numpy as np
import pytest

GAME = "draughts-80"
START = "W:W26-40:B1-15"
LONGEST = "W:WKb4,Ki7:BKa3"  # of two kings against one, in theory


@pytest.fixture(scope="module")
def directory(tables_of):
    return tables_of(GAME)


@pytest.fixture(scope="module")
def tablebase(directory):
    return bolshak.Tablebase(directory)


def perft(fen, depth):
    moves = bolshak.legal_moves(fen, game=GAME)
    return len(moves) if depth == 1 else sum(perft(bolshak.play(fen, move, game=GAME), depth - 1) for move in moves)


def test_moves_without_tables():
    assert [perft(START, depth) for depth in range(1, 5)] == [9, 81, 658, 4265]
    assert bolshak.play("W:WKa1:BKk8", "a1-g7", GAME) == "B:WKg7:BKj8"  # k is the tenth file too
    assert bolshak.play("W:Wf6:BKg7", "f6:h8", GAME) == "B:WKh8:B"
    assert len(bolshak.legal_moves("WeeeeBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeeee", GAME)) == 7
    with pytest.raises(bolshak.FenError, match="a1 to h8"):
        bolshak.legal_moves("W:WKa1:BKj8")
    for wrong in ["W:WKa2:BKj8", "W:WK41:BKj8", "W:Wj8:BKa1", "W:W25-40:B1-15", "WeeeBeeeeeeeeeeeeebeeeWeeeeeeweee"]:
        with pytest.raises(bolshak.FenError):
            bolshak.legal_moves(wrong, GAME)
    with pytest.raises(bolshak.MoveError):
        bolshak.play("W:WKa1:BKj8", "a1-j8", GAME)


def test_the_game_is_named_or_that_of_the_tables(directory):
    for named in [{}, {"game": GAME}]:
        tablebase = bolshak.Tablebase(directory, **named)
        assert (tablebase.game, tablebase.largest, tablebase.draw_plies) == (GAME, 3, 30)
    with pytest.raises(bolshak.OpenError, match="is a table of draughts-80, not of russian"):
        bolshak.Tablebase(directory, game="russian")
    with pytest.raises(bolshak.OpenError, match="no tables of draughts-80 are built in"):
        bolshak.Tablebase(game=GAME)


def test_positions_are_read_in_the_game_of_the_tables(tablebase):
    verdict = tablebase.probe(LONGEST, rule="none")
    assert (verdict.category, verdict.theory, verdict.dtw) == ("win", "win", 11)
    assert tablebase.probe("W:WK21,K10:BK26", rule="none") == verdict
    assert tablebase.probe_wdl(LONGEST, rule="none") == tablebase.try_probe_wdl(LONGEST, rule="none") == "win"
    assert tablebase.probe_many([LONGEST, "W:WKa1:BKj8"])[0] == tablebase.probe(LONGEST)
    best = tablebase.best_move(LONGEST, rule="none")
    moves = tablebase.rank_moves(LONGEST, rule="none")
    assert moves[0] == best and (best.dtw, best.reached.dtw) == (11, 10)
    assert sorted(move.text for move in moves) == bolshak.legal_moves(LONGEST, GAME)
    assert all(bolshak.play(LONGEST, move.text, GAME) == move.fen for move in moves)
    capture = tablebase.best_move("W:Wf6:BKg7")
    assert (capture.from_square, capture.to_square, capture.captured, capture.crowning) == ("f6", "h8", ("g7",), True)
    line = tablebase.line(LONGEST, rule="none")
    assert len(line.moves) == 11 and line.end == "no-move"
    for result in [verdict, best, capture, line]:
        for again in [copy.deepcopy(result), pickle.loads(pickle.dumps(result))]:
            assert again == result and repr(again) == repr(result)
    with pytest.raises(bolshak.FenError, match="a1 to j8"):
        tablebase.probe("W:WKa1:BKl8")


def test_every_king_against_a_king(tablebase):
    squares = np.arange(40, dtype=np.uint64)
    white, black = (array.ravel() for array in np.meshgrid(squares, squares))
    white, black = white[white != black], black[white != black]
    one, men = np.uint64(1), np.zeros(1560, np.uint64)
    boards = [men, one << white, men, one << black]
    for turn in [0, 1]:
        category, dtw, _ = tablebase.probe_arrays(*boards, turn)
        assert np.array_equal(category, tablebase.probe_wdl_arrays(*boards, turn))
        counts = dict(zip(bolshak.CATEGORIES, np.bincount(category, minlength=5)))
        assert counts == {"loss": 2, "blessed-loss": 0, "draw": 1276, "cursed-win": 0, "win": 282}
        assert np.array_equal(dtw == bolshak.NO_DISTANCE, category == 2)
    with pytest.raises(bolshak.PositionError, match="position 0: bit 40 is not a square; the board has 40"):
        tablebase.probe_arrays(men[:1], one << squares[:1], men[:1], men[:1] + np.uint64(1 << 40), 0)
