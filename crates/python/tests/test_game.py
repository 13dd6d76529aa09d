"""Tables of poddavki: a side without a legal move has won."""

import copy
import pickle

import bolshak
import numpy as np
import pytest

GIVEN_AWAY = "W:W:BKa1"
OFFERS = "W:Wc3:Be5"  # White gives its man away: c3-d4 e5:c3


@pytest.fixture(scope="module")
def directory(tables_of):
    return tables_of("poddavki")


@pytest.mark.parametrize("named", [{}, {"game": None}, {"game": "poddavki"}])
def test_the_game_is_named_or_that_of_the_tables(directory, named):
    tablebase = bolshak.Tablebase(directory, **named)
    assert (tablebase.game, tablebase.largest, tablebase.draw_plies) == ("poddavki", 3, 30)
    assert tablebase.probe_wdl(GIVEN_AWAY) == "win"
    tablebase.close()
    with pytest.raises(bolshak.TablebaseClosed):
        tablebase.game


def test_built_in_tables_are_of_russian_draughts():
    for named in [{}, {"game": None}, {"game": "russian"}]:
        tablebase = bolshak.Tablebase(**named)
        assert tablebase.game == "russian" and tablebase.probe_wdl(GIVEN_AWAY) == "loss"
    with pytest.raises(bolshak.OpenError, match="no tables of poddavki are built in"):
        bolshak.Tablebase(game="poddavki")


def test_tables_of_another_game(directory):
    with pytest.raises(bolshak.OpenError, match="is a table of poddavki, not of russian"):
        bolshak.Tablebase(directory, game="russian")
    for wrong in ["", "Poddavki", "chess", "poddavki\ud800"]:
        with pytest.raises(bolshak.ArgumentError, match="game: .* expected russian, poddavki or draughts-80"):
            bolshak.Tablebase(directory, game=wrong)
    with pytest.raises(TypeError, match="game"):
        bolshak.Tablebase(directory, game=1)


def test_who_has_no_move_has_won(directory):
    tablebase = bolshak.Tablebase(directory, preload=True)
    over = tablebase.probe(GIVEN_AWAY, clock=99)
    assert (over.category, over.theory, over.dtw, over.dtz, over.over) == ("win", "win", 0, 0, "no-move")
    assert tablebase.best_move(GIVEN_AWAY) is None and tablebase.rank_moves(GIVEN_AWAY) == []
    assert tablebase.try_probe_wdl(OFFERS) == tablebase.probe_wdl(OFFERS) == "win"
    assert tablebase.probe(OFFERS).dtw == 2
    best = tablebase.best_move(OFFERS)
    assert (best.text, best.category, best.dtw, best.reached.category) == ("c3-d4", "win", 2, "loss")
    assert [move.text for move in tablebase.rank_moves(OFFERS)] == ["c3-d4", "c3-b4"]
    line = tablebase.line(OFFERS)
    assert repr(line) == "<Line c3-d4 e5:c3; W has no move>" and line.end == "no-move"
    assert [move.category for move in line.moves] == ["win", "loss"]
    for again in [copy.deepcopy(line), pickle.loads(pickle.dumps(line))]:
        assert again == line and repr(again) == repr(line)


def test_many(directory):
    tablebase = bolshak.Tablebase(directory)
    assert tablebase.probe_many([GIVEN_AWAY, OFFERS]) == [tablebase.probe(GIVEN_AWAY), tablebase.probe(OFFERS)]
    boards = [np.array(board, np.uint64) for board in ([0, 1 << 9], [0, 0], [0, 1 << 18], [1, 0])]
    category, dtw, dtz = tablebase.probe_arrays(*boards, 0)
    assert [bolshak.CATEGORIES[number] for number in category] == ["win", "win"]
    assert (list(dtw), list(dtz)) == ([0, 2], [0, 1])
    assert np.array_equal(tablebase.probe_wdl_arrays(*boards, 0), category)


def test_moves_without_tables():
    assert bolshak.legal_moves(OFFERS, game="poddavki") == bolshak.legal_moves(OFFERS) == ["c3-b4", "c3-d4"]
    assert bolshak.legal_moves(GIVEN_AWAY, "poddavki") == []
    assert bolshak.play(OFFERS, "c3-d4", game="poddavki") == "B:Wd4:Be5"
    for ask in [lambda game: bolshak.legal_moves(OFFERS, game), lambda game: bolshak.play(OFFERS, "c3-d4", game)]:
        with pytest.raises(bolshak.ArgumentError, match="game: .* expected russian, poddavki or draughts-80"):
            ask("chess")
        with pytest.raises(TypeError, match="game"):
            ask(None)
