//! What moves lead to, gathered into the exits of a block: a value row at once, or value by value.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, bits, join, lower, take_lower};
use crate::index::{KingSets, WORD};
use crate::solve::storage::ValueRow;
use crate::value::{Dtw, Measure};

use super::block::Block;
use super::walk::CaptureWalk;
use super::walk::Exit;

impl<'a, G: Game, const W: usize, const L: usize> Block<'_, 'a, G, W, L> {
    /// Adds a move on the boards of a mask, in one lane, that captures no king. All boards lead to one value row: each
    /// column to the value of the same set of the enemy's kings.
    #[inline(always)]
    pub fn add_moves(&mut self, lane: usize, values: ValueRow<'_>, mask: &Mask<L>) {
        if any(mask) {
            let [won, lost] = values.classes::<L>(self.lane_word);
            Self::join_part(&mut self.found.wins, lane, &and(mask, &lost));
            Self::join_part(&mut self.found.holds, lane, &and_not(mask, &won));
            let codes = &mut self.found.codes.as_flattened_mut()[lane * Self::PART_COLUMNS..][..Self::PART_COLUMNS];
            match values.codes_from::<L>(self.lane_word) {
                Some(reached) => take_lower(codes, reached, mask),
                None => {
                    let [won, lost] = values.theory::<L>(self.lane_word);
                    lower(codes, Dtw::loss(0), &and(mask, &lost));
                    lower(codes, Dtw::DRAW, &and_not(&and_not(mask, &lost), &won));
                }
            }
        }
    }

    /// Adds a capture on the boards of a mask, in one lane, that takes kings. Each column leads to a value of its own,
    /// that of the enemy's kings that are left.
    #[inline(always)]
    pub fn add_king_captures(&mut self, lane: usize, captured: Bitboard, values: ValueRow<'_>, mask: &Mask<L>) {
        let sets = &self.moves.half(0).enemy.sets()[self.lane_word * WORD..];
        let codes = &mut self.found.codes.as_flattened_mut()[lane * Self::PART_COLUMNS..][..Self::PART_COLUMNS];
        let (mut wins, mut holds) = ([0; L], [0; L]);
        for (word, &boards) in mask.iter().enumerate() {
            for bit in bits(&[boards]) {
                let place = word * WORD + bit;
                let (code, class) = values.get(KingSets::number(sets[place] & !captured));
                codes[place] = codes[place].min(code);
                wins[word] |= u64::from(class.lost) << bit;
                holds[word] |= u64::from(!class.won) << bit;
            }
        }
        Self::join_part(&mut self.found.wins, lane, &wins);
        Self::join_part(&mut self.found.holds, lane, &holds);
    }

    /// Adds a capture of all enemy pieces, which ends the game, on the boards of a mask. Where it loses, it adds nothing to
    /// an exit: see [`Exit::NONE`].
    #[inline(always)]
    pub fn add_ends(&mut self, mask: &Mask<W>) {
        if !G::NO_MOVE_WINS {
            lower(self.found.codes.as_flattened_mut(), Dtw::loss(0), mask);
            join(&mut self.found.wins, mask);
            join(&mut self.found.holds, mask);
        }
    }

    /// Walks the captures of the piece on a square, on each board of a mask by itself. `go` begins the walk.
    #[inline(always)]
    pub fn walk(&mut self, from: u32, mask: &Mask<W>, go: impl Fn(&mut CaptureWalk<'_, 'a, G>) + Copy) {
        for place in bits(mask) {
            let exit = self.walk_one(from, place, go);
            let (word, bit) = (place / WORD, place % WORD);
            self.found.codes[word][bit] = self.found.codes[word][bit].min(exit.code);
            self.found.wins[word] |= u64::from(exit.wins) << bit;
            self.found.holds[word] |= u64::from(exit.holds) << bit;
        }
    }

    /// The exit that these captures give on one board: that of a bit of the block.
    #[inline(never)]
    fn walk_one(&mut self, from: u32, place: usize, go: impl Fn(&mut CaptureWalk<'_, 'a, G>)) -> Exit {
        let column = self.bundle.columns[self.first_word * WORD + place];
        let half = self.moves.half(column.lane as usize);
        let enemy_kings = half.enemy.sets()[self.lane_word * WORD + place % Self::PART_COLUMNS];
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
