//! One side to move of an ending, and reading the entries of its phases into planes.

use std::marker::PhantomData;
use std::ops::Range;

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Bitboard, Board, Game};
use crate::bulk::masks::bits;
use crate::index::{Ending, Index, KingSets, Row, WORD};
use crate::probe::ProbeError;
use crate::table::{EntryCodes, Unpacked};
use crate::verify::context::{Event, Tables};
use crate::verify::error::VerifyError;
use crate::wide::wide;

use super::planes::Planes;
use super::rule::{self, OPEN};
use super::values::Shape;

pub(super) struct SideNumbering<'k, G> {
    pub ending: Ending,
    /// Its place in [`Ending::movers`].
    pub number: usize,
    pub index: Index<G>,
    pub shape: Shape,
    pub kings: &'k KingSets,
    pub enemy: &'k KingSets,
}

impl<'k, G: Game> SideNumbering<'k, G> {
    /// The sides of an ending; `kings` has the sets of kings of each.
    pub fn all(ending: Ending, kings: &'k [KingSets; 2]) -> Vec<SideNumbering<'k, G>> {
        let side = |(number, &mover)| {
            let (material, kings, enemy) = (ending.material(mover), &kings[number], &kings[1 - number]);
            let (index, shape) = (Index::new(material), Shape::new::<G>(material));
            SideNumbering { ending, number, index, shape, kings, enemy }
        };
        ending.movers().iter().enumerate().map(side).collect()
    }

    pub fn entry(&self, rank: u64, cell: usize) -> u64 {
        let (men, enemy_men) = self.index.men().unrank(rank);
        self.index.rank(&self.board(men, enemy_men, cell))
    }

    pub fn board(&self, men: Bitboard, enemy_men: Bitboard, cell: usize) -> Board<G> {
        let (enemy_kings, kings) = (self.enemy.sets()[cell / self.shape.row], self.kings.sets()[cell % self.shape.row]);
        Board { men, enemy_men, kings, enemy_kings, game: PhantomData }
    }

    pub fn cell(&self, board: &Board<G>) -> usize {
        KingSets::number(board.enemy_kings) * self.shape.row + KingSets::number(board.kings)
    }
}

struct BlockPart<'p> {
    block: u64,
    /// The runs of rows, each with the first cell of the half of its men.
    rows: Vec<(Range<u64>, usize)>,
    /// The cells before the part.
    before: usize,
    rule: &'p mut [u8],
    dtw: &'p mut [u8],
}

impl BlockPart<'_> {
    #[inline(always)]
    fn set(&mut self, cell: usize, codes: EntryCodes) {
        self.rule[cell] = rule::code(codes);
        if let Some(dtw) = self.dtw.get_mut(cell) {
            *dtw = codes.dtw;
        }
    }
}

/// Reads the entries of a side with the men of some ascending ranks. Cells without a stored value are [`OPEN`].
pub(super) fn read<G: Game>(
    tables: Tables<'_, G>,
    side: &SideNumbering<'_, G>,
    ranks: &[u64],
    progress: &dyn Progress<Event>,
) -> Result<Planes, VerifyError> {
    let (index, cells) = (&side.index, side.shape.cells);
    let of_men = index.rows() / index.men().size();
    let boards = ranks.len() * cells;
    let dtw = if tables.with_dtw { boards } else { 0 };
    let mut planes = Planes { rule: vec![OPEN; boards], dtw: vec![OPEN; dtw] };
    if boards == 0 {
        return Ok(planes);
    }
    let (blocks, in_block) = &tables.tablebase.blocks(side.ending)?[side.number];
    let (mut rule, mut dtw, mut before) = (&mut planes.rule[..], &mut planes.dtw[..], 0);
    let mut parts: Vec<BlockPart<'_>> = Vec::new();
    let mut cut = |end: usize, block: u64, rows: Vec<(Range<u64>, usize)>| {
        let (some, some_dtw);
        (some, rule) = std::mem::take(&mut rule).split_at_mut(end - before);
        let of_dtw = (end - before).min(dtw.len());
        (some_dtw, dtw) = std::mem::take(&mut dtw).split_at_mut(of_dtw);
        parts.push(BlockPart { block, rows, before, rule: some, dtw: some_dtw });
        before = end;
    };
    // The rows of the current block.
    let (mut block, mut rows) = (ranks[0] * of_men / in_block, Vec::new());
    for (&rank, start) in ranks.iter().zip((0..).step_by(cells)) {
        let mut row = rank * of_men;
        while row < (rank + 1) * of_men {
            if row / in_block != block {
                let board = index.rows_from(row).next().filter(|_| row > rank * of_men);
                let end = start + board.map_or(0, |board| KingSets::number(board.enemy_kings) * side.shape.row);
                cut(end, blocks.start + block, std::mem::take(&mut rows));
                block = row / in_block;
            }
            let end = ((rank + 1) * of_men).min((block + 1) * in_block);
            rows.push((row..end, start));
            row = end;
        }
    }
    cut(boards, blocks.start + block, rows);
    parts.into_par_iter().with_max_len(1).try_for_each(|part| {
        if progress.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        let unpacked = tables.tablebase.unpack(side.ending, tables.with_dtw, part.block)?;
        let rows: u64 = part.rows.iter().map(|(rows, _)| rows.end - rows.start).sum();
        read_rows(side, &unpacked, part)?;
        progress.report(&Event::Read { entries: rows * index.row_size() });
        Ok(())
    })?;
    Ok(planes)
}

wide! {
    fn read_rows<'p, G: Game>(
        side: &SideNumbering<'_, G>,
        unpacked: &Unpacked<'_, G>,
        part: BlockPart<'p>,
    ) -> Result<(), ProbeError> {
        let (index, kings, shape) = (&side.index, side.kings, side.shape);
        let mut part = part;
        let runs = std::mem::take(&mut part.rows);
        for (rows, half) in runs {
            for (number, board) in rows.clone().zip(index.rows_from(rows.start)) {
                let start = half + KingSets::number(board.enemy_kings) * shape.row - part.before;
                let row_of_block = (number - unpacked.rows.start) as usize;
                if kings.count() == 0 {
                    if let Some(codes) = stored(unpacked, &board, row_of_block, 0)? {
                        part.set(start, codes);
                    }
                    continue;
                }
                let row = Row::new(&board);
                let mut numbers = 0;
                if let Some(open) = row.first_squares() {
                    // The sets of kings on these squares come first, in order.
                    for word in 0..kings.words() {
                        for bit in bits(&[kings.apart(G::BOARD & !open, word)]) {
                            let set = Board { kings: kings.sets()[word * WORD + bit], ..board };
                            if let Some(codes) = stored(unpacked, &set, row_of_block, numbers)? {
                                part.set(start + word * WORD + bit, codes);
                            }
                            numbers += 1;
                        }
                    }
                }
                for number in numbers..row.size(kings.count()) {
                    let set = row.unrank(number, kings.count());
                    if row.rank(set) == Some(number)
                        && let Some(codes) = stored(unpacked, &Board { kings: set, ..board }, row_of_block, number)?
                    {
                        part.set(start + KingSets::number(set), codes);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The codes at a number of a row; `None` for a mark that a board with a capture pending has by chance.
#[inline(always)]
fn stored<G: Game>(
    unpacked: &Unpacked<'_, G>,
    board: &Board<G>,
    row_of_block: usize,
    number: u64,
) -> Result<Option<EntryCodes>, ProbeError> {
    let codes = unpacked.at(row_of_block, number)?;
    if !codes.is_exception() {
        return Ok(Some(codes));
    }
    if board.must_capture() {
        return Ok(None);
    }
    Ok(Some(unpacked.exception(board, codes.dtw)?))
}
