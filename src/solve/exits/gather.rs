//! What moves lead to, added to the exits of a block: a row of values at once, or value by value.

use crate::board::Bitboard;
use crate::index::{KingSets, WORD};
use crate::solve::bundle::masks::{Mask, and, and_not, any, bits, join, lower, take_lower};
use crate::solve::storage::ValueRow;
use crate::value::{Dtw, Measure};

use super::block::Block;
use super::exit::Exit;
use super::walk::CaptureWalk;

impl<'a, const W: usize, const L: usize> Block<'_, 'a, W, L> {
    /// Adds moves on one lane's boards that capture no king: they lead to one row, column by column.
    #[inline(always)]
    pub fn add_moves(&mut self, lane: usize, row: ValueRow<'_>, mask: &Mask<L>) {
        if any(mask) {
            let [won, lost] = row.classes::<L>(self.lane_word);
            Self::join_part(&mut self.wins, lane, &and(mask, &lost));
            Self::join_part(&mut self.holds, lane, &and_not(mask, &won));
            let codes = &mut self.codes.as_flattened_mut()[lane * Self::LANE_WIDTH..][..Self::LANE_WIDTH];
            match row.codes_from::<L>(self.lane_word) {
                Some(row) => take_lower(codes, row, mask),
                None => {
                    let [won, lost] = row.theory::<L>(self.lane_word);
                    lower(codes, Dtw::loss(0), &and(mask, &lost));
                    lower(codes, Dtw::DRAW, &and_not(&and_not(mask, &lost), &won));
                }
            }
        }
    }

    /// Adds captures on one lane's boards that take kings: each column leads to a column of its own.
    #[inline(always)]
    pub fn add_king_captures(&mut self, lane: usize, captured: Bitboard, row: ValueRow<'_>, mask: &Mask<L>) {
        let sets = &self.moves.half(0).enemy.sets()[self.lane_word * WORD..];
        let codes = &mut self.codes.as_flattened_mut()[lane * Self::LANE_WIDTH..][..Self::LANE_WIDTH];
        let (mut wins, mut holds) = ([0; L], [0; L]);
        for (word, &boards) in mask.iter().enumerate() {
            for bit in bits(&[boards]) {
                let place = word * WORD + bit;
                let (code, class) = row.get(KingSets::number(sets[place] & !captured));
                codes[place] = codes[place].min(code);
                wins[word] |= u64::from(class.lost) << bit;
                holds[word] |= u64::from(!class.won) << bit;
            }
        }
        Self::join_part(&mut self.wins, lane, &wins);
        Self::join_part(&mut self.holds, lane, &holds);
    }

    /// Adds captures of all enemy pieces, which win at once.
    #[inline(always)]
    pub fn add_wins(&mut self, mask: &Mask<W>) {
        lower(self.codes.as_flattened_mut(), Dtw::loss(0), mask);
        join(&mut self.wins, mask);
        join(&mut self.holds, mask);
    }

    /// Walks captures one by one, on each board of a mask.
    #[inline(always)]
    pub fn walk(&mut self, from: u32, mask: &Mask<W>, go: impl Fn(&mut CaptureWalk<'_, 'a>) + Copy) {
        for place in bits(mask) {
            let exit = self.walk_one(from, place, go);
            let (word, bit) = (place / WORD, place % WORD);
            self.codes[word][bit] = self.codes[word][bit].min(exit.code);
            self.wins[word] |= u64::from(exit.wins) << bit;
            self.holds[word] |= u64::from(exit.holds) << bit;
        }
    }

    #[inline(never)]
    fn walk_one(&mut self, from: u32, place: usize, go: impl Fn(&mut CaptureWalk<'_, 'a>)) -> Exit {
        let column = self.bundle.columns[self.first_word * WORD + place];
        let half = self.moves.half(column.lane as usize);
        let enemy_kings = half.enemy.sets()[self.lane_word * WORD + place % Self::LANE_WIDTH];
        let enemy = half.enemy_men | enemy_kings;
        let mut walk = CaptureWalk {
            half,
            memo: self.memo,
            from,
            kings: self.kings,
            enemy_kings,
            enemy,
            occupied: (half.men | self.kings) & !(1 << from) | enemy,
            exit: Exit::NONE,
        };
        go(&mut walk);
        walk.exit
    }
}
