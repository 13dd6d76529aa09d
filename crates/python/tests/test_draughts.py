"""Positions of py-draughts: the attribute fen of its Russian boards, numbers with b8 = 1 in a tag of PDN."""

import bolshak
import draughts
import pytest


@pytest.mark.parametrize("fen", ["W:WKg1:Bb8,e5", "B:WKa5,Ka7:BKg1", "W:Wc5:Bd4,f4", "B:Wc3:BKh8,a7"])
def test_boards_are_read(fen):
    tablebase = bolshak.Tablebase()
    board = draughts.RussianBoard.from_fen(fen)
    assert board.fen.startswith('[FEN "')
    assert tablebase.probe(board.fen) == tablebase.probe(fen)
    assert tablebase.probe_many([board.fen]) == [tablebase.probe(fen)]
    assert len(tablebase.rank_moves(board.fen)) == len(list(board.legal_moves))


def test_a_game_is_played_to_the_end():
    """The best moves of both sides, on a board of py-draughts with its clock, take the distance to win."""
    tablebase = bolshak.Tablebase()
    board = draughts.RussianBoard.from_fen("W:WKg1:Bb8,e5")
    distance = tablebase.probe(board.fen).dtw
    number = draughts.RussianBoard.SQUARE_NAMES.index
    for left in range(distance, 0, -1):
        assert tablebase.probe(board.fen, clock=board.halfmove_clock).dtw == left
        best = tablebase.best_move(board.fen, clock=board.halfmove_clock)
        ends = (number(best.from_square), number(best.to_square))
        fits = [move for move in board.legal_moves if (move.square_list[0], move.square_list[-1]) == ends]
        board.push(fits[0])
        assert tablebase.probe(board.fen) == tablebase.probe(best.fen)
        assert board.halfmove_clock == best.clock
    assert not list(board.legal_moves) and tablebase.probe(board.fen).dtw == 0
