"""Many positions in NumPy arrays."""

import random

import bolshak
import numpy as np
import pytest

NAMES = ["abcdefgh"[2 * (s % 4) + s // 4 % 2] + str(s // 4 + 1) for s in range(32)]


@pytest.fixture(scope="module")
def tablebase():
    return bolshak.Tablebase()


def positions(count):
    """Random positions of two and three pieces: their FENs and arrays."""
    chosen = random.Random(1)
    fens, boards, turns = [], np.zeros((4, count), np.uint32), np.zeros(count, np.uint8)
    for at in range(count):
        squares = chosen.sample(range(32), chosen.randint(2, 3))
        fields = [[], []]
        for number, square in enumerate(squares):
            side = min(number, 1)
            man = chosen.random() < 0.5 and square // 4 != (7, 0)[side]
            boards[2 * side + (not man), at] |= np.uint32(1 << square)
            fields[side].append(NAMES[square] if man else "K" + NAMES[square])
        turns[at] = chosen.randint(0, 1)
        fens.append(f"{'WB'[turns[at]]}:W{','.join(fields[0])}:B{','.join(fields[1])}")
    return fens, boards, turns


def test_arrays_say_what_single_questions_say(tablebase):
    fens, boards, turns = positions(2000)
    clocks = np.arange(2000, dtype=np.uint32) % 35
    for clock, rule in [(0, "15-moves"), (20, "three-kings"), (clocks, "15-moves")]:
        categories, dtw, dtz = tablebase.probe_arrays(*boards, turns, clock, rule)
        assert (categories.dtype, dtw.dtype, dtz.dtype) == (np.uint8, np.int16, np.int16)
        assert np.array_equal(categories, tablebase.probe_wdl_arrays(*boards, turns, clock=clock, rule=rule))
        for at, fen in enumerate(fens):
            verdict = tablebase.probe(fen, int(np.broadcast_to(clock, 2000)[at]), rule)
            assert bolshak.CATEGORIES[categories[at]] == verdict.category
            assert dtw[at] == (bolshak.NO_DISTANCE if verdict.dtw is None else verdict.dtw)
            assert dtz[at] == (bolshak.NO_DISTANCE if verdict.dtz is None else verdict.dtz)
    assert tablebase.probe_many(fens)[:3] == [tablebase.probe(fen) for fen in fens[:3]]


def test_boards_of_64_bits_say_what_those_of_32_say(tablebase):
    _, boards, turns = positions(200)
    wide = boards.astype(np.uint64)
    for one, other in zip(tablebase.probe_arrays(*wide, turns), tablebase.probe_arrays(*boards, turns)):
        assert np.array_equal(one, other)
    mixed = [wide[0], boards[1], wide[2], boards[3]]
    assert np.array_equal(tablebase.probe_wdl_arrays(*mixed, turns), tablebase.probe_wdl_arrays(*wide, turns))
    wide[1, 5] = 1 << 32
    with pytest.raises(bolshak.PositionError, match="position 5: bit 32 is not a square; the board has 32"):
        tablebase.probe_arrays(*wide, turns)


def test_strided_and_empty_arrays(tablebase):
    _, boards, turns = positions(100)
    whole = tablebase.probe_wdl_arrays(*boards, turns)
    assert np.array_equal(tablebase.probe_wdl_arrays(*boards[:, ::-3], turns[::-3]), whole[::-3])
    empty = np.zeros(0, np.uint32)
    assert [len(array) for array in tablebase.probe_arrays(*[empty] * 4, empty.astype(np.uint8))] == [0, 0, 0]


def test_fields_of_packed_records(tablebase):
    _, boards, turns = positions(100)
    clocks = np.arange(100, dtype=np.uint32) % 35
    records = np.zeros(101, "<u4, <u4, <u4, <u4, u1, <u4")
    for field, values in zip(records.dtype.names, [*boards, turns, clocks]):
        records[field][1:] = values
    fields = [records[field][1:] for field in records.dtype.names]
    assert fields[1].strides == (21,) and not fields[1].flags.aligned
    for ask in [tablebase.probe_arrays, tablebase.probe_wdl_arrays]:
        assert np.array_equal(ask(*fields), ask(*boards, turns, clocks))
    # In one piece, but not where a number should begin.
    unaligned = [np.frombuffer(b"-" + board.tobytes(), np.uint32, offset=1) for board in boards]
    assert np.array_equal(tablebase.probe_wdl_arrays(*unaligned, turns), tablebase.probe_wdl_arrays(*boards, turns))


def test_a_turn_for_all(tablebase):
    _, boards, _ = positions(50)
    for turn in [0, 1, np.uint8(1), np.int64(0)]:
        each = np.full(50, turn, np.uint8)
        assert np.array_equal(tablebase.probe_wdl_arrays(*boards, turn), tablebase.probe_wdl_arrays(*boards, each))
        for one, other in zip(tablebase.probe_arrays(*boards, turn), tablebase.probe_arrays(*boards, each)):
            assert np.array_equal(one, other)


def test_what_is_not_known(tablebase):
    one = lambda *values: [np.array([value], np.uint32) for value in values]
    arrays = tablebase.probe_arrays(*one(0, 0b111, 0, 1 << 31), np.zeros(1, np.uint8))
    assert [int(array[0]) for array in arrays] == [255, -2, -2]
    assert (bolshak.UNKNOWN, bolshak.UNKNOWN_DISTANCE) == (255, -2)


def test_wrong_arrays(tablebase):
    _, boards, turns = positions(10)
    for wrong in [boards.astype(np.int64), boards.astype(np.float32), [list(board) for board in boards], [None] * 4]:
        with pytest.raises(TypeError, match="uint64 or uint32"):
            tablebase.probe_arrays(*wrong, turns)
    for wrong in [turns.astype(np.int64), list(turns), None, 0.5, "0"]:
        with pytest.raises(TypeError, match="turn"):
            tablebase.probe_wdl_arrays(*boards, wrong)
    for wrong in ["0", 1.5, None, turns]:
        with pytest.raises(TypeError, match="clock"):
            tablebase.probe_arrays(*boards, turns, wrong)
    with pytest.raises(TypeError):
        tablebase.probe_arrays(boards, boards, boards, boards, turns)
    with pytest.raises(bolshak.ArgumentError, match="turn has 9 elements and white_men has 10"):
        tablebase.probe_arrays(*boards, turns[:9])
    with pytest.raises(bolshak.ArgumentError, match="clock has 9 elements and white_men has 10"):
        tablebase.probe_arrays(*boards, turns, np.zeros(9, np.uint32))
    for wrong in [-1, 2**64]:
        with pytest.raises(bolshak.ArgumentError, match="clock"):
            tablebase.probe_arrays(*boards, turns, wrong)
    with pytest.raises(bolshak.ArgumentError):
        tablebase.probe_arrays(*boards, turns, rule="none at all")
    with pytest.raises(bolshak.ArgumentError, match="black_men has 9 elements"):
        tablebase.probe_arrays(*boards[:2], boards[2][:9], boards[3], turns)
    for wrong in [2, -1, 2**40]:
        with pytest.raises(bolshak.PositionError, match=f"position 0: turn is {wrong};"):
            tablebase.probe_arrays(*boards, wrong)
    wrong = boards.copy()
    wrong[:, 7] = 1
    with pytest.raises(bolshak.PositionError, match="position 7: "):
        tablebase.probe_arrays(*wrong, turns)
    turns[3] = 2
    with pytest.raises(bolshak.PositionError, match="position 3: turn is 2"):
        tablebase.probe_wdl_arrays(*boards, turns)
