//! The captures of a block: by kings on all of its boards at once, by men lane by lane. The values that moves lead to are added
//! to the exits of the block by value rows, or one by one.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, bits, join, lower, take_lower};
use crate::index::{KingSets, OneMore, WORD};
use crate::retrograde::bundle::{Jump, squares};
use crate::retrograde::storage::ValueRow;
use crate::rules::{ray, step};
use crate::value::{Dtw, Measure};

use super::block::{Block, FoundExits};
use super::walk::{Boards, Path, Piece, Sides, Walk};

/// The bytes for the shared captures of a half, by its rows and columns, padding included.
pub(in crate::retrograde) fn shared_bytes(rows: usize, columns: usize) -> usize {
    if columns > WORD { rows * size_of::<FoundExits<8>>() } else { 0 }
}

struct KingsBlock<'c, 'b, 'a, G, const W: usize, const L: usize> {
    block: &'c mut Block<'b, 'a, G, W, L>,
    others: &'c OneMore,
}

impl<G: Game, const W: usize, const L: usize> Boards<W> for KingsBlock<'_, '_, '_, G, W, L> {
    #[inline(always)]
    fn free(&self, square: u32) -> Mask<W> {
        *self.block.free(square)
    }

    #[inline(always)]
    fn enemies(&self, square: u32) -> Option<Mask<W>> {
        Some(*self.block.enemies(square))
    }

    #[inline(always)]
    fn end(&mut self, captured: Bitboard, _is_king: bool, ends: &[(u32, Mask<W>)]) {
        let block = &mut *self.block;
        if captured.count_ones() == block.enemy_count() {
            return block.add_ends(&ends[0].1);
        }
        for (lane, its) in block.lanes() {
            if !any(&Block::<G, W, L>::part(&ends[0].1, lane)) {
                continue;
            }
            let half = its.half;
            let kings = (captured & !half.enemy_men).count_ones();
            let values = match (captured.count_ones(), its.takes_king) {
                (1, Some(values)) if kings == 1 => values,
                (1, _) => {
                    let mut men = its.takes_man.iter();
                    let Some((_, values)) = men.find(|(man, _)| 1 << man == captured) else { continue };
                    *values
                }
                _ => {
                    let left = half.enemy.count() - kings;
                    block.memo.values(half, (half.men, half.enemy_men & !captured, half.kings.count(), left))
                }
            };
            for (to, mask) in ends {
                let row = values.value_row(self.others.number(*to));
                block.add_capture(lane, captured, row, &Block::<G, W, L>::part(mask, lane));
            }
        }
    }
}

struct MenLane<'c, 'b, 'a, G, const W: usize, const L: usize> {
    block: &'c mut Block<'b, 'a, G, W, L>,
    lane: usize,
    /// The first piece that is captured.
    jump: &'b Jump<'a>,
}

impl<G: Game, const W: usize, const L: usize> Boards<L> for MenLane<'_, '_, '_, G, W, L> {
    #[inline(always)]
    fn free(&self, square: u32) -> Mask<L> {
        Block::<G, W, L>::part(self.block.free(square), self.lane)
    }

    #[inline(always)]
    fn enemies(&self, square: u32) -> Option<Mask<L>> {
        Some(Block::<G, W, L>::part(self.block.enemies(square), self.lane))
    }

    #[inline(always)]
    fn end(&mut self, captured: Bitboard, is_king: bool, ends: &[(u32, Mask<L>)]) {
        let (block, lane) = (&mut *self.block, self.lane);
        if captured.count_ones() == block.enemy_count() {
            let mut boards = [0; W];
            Block::<G, W, L>::join_part(&mut boards, lane, &ends[0].1);
            return block.add_ends(&boards);
        }
        let half = block.half(lane);
        let values = if captured.count_ones() == 1 {
            self.jump.values
        } else {
            let men = half.men & !(1 << self.jump.from) | if is_king { 0 } else { 1 << ends[0].0 };
            let left = half.enemy.count() - (captured & !half.enemy_men).count_ones();
            let kings = half.kings.count() + u32::from(is_king);
            block.memo.values(half, (men, half.enemy_men & !captured, kings, left))
        };
        for (to, mask) in ends {
            let kings = if is_king { block.kings | 1 << to } else { block.kings };
            block.add_capture(lane, captured, values.value_row(KingSets::number(kings)), mask);
        }
    }
}

impl<'a, G: Game, const W: usize, const L: usize> Block<'_, 'a, G, W, L> {
    #[inline(always)]
    fn enemy_count(&self) -> u32 {
        let half = self.moves[0].half;
        half.enemy_men.count_ones() + half.enemy.count()
    }

    /// Finds the kings' captures: along each ray, on the boards where the way is free up to a square with an enemy.
    #[inline(always)]
    pub fn kings_capture(&mut self) {
        for from in squares(self.kings) {
            let set = self.kings & !(1 << from);
            let others = OneMore::new(set);
            for direction in 0..4 {
                let mut open = self.valid;
                for over in ray::<G>(direction, from).take_while(|over| set >> over & 1 == 0) {
                    self.king_captures((set, &others), direction, over, &open);
                    open = and(&open, self.free(over));
                    if !any(&open) {
                        break;
                    }
                }
            }
        }
    }

    /// Finds the captures that begin with the piece on a square, by a king that comes from a direction on some boards.
    #[inline(always)]
    fn king_captures(&mut self, (own, others): (Bitboard, &OneMore), direction: usize, over: u32, open: &Mask<W>) {
        let mut mask = and(open, self.enemies(over));
        if !any(&mask) {
            return;
        }
        let Some(behind) = step::<G>(direction, over).filter(|behind| own >> behind & 1 == 0) else { return };
        mask = and(&mask, self.free(behind));
        if any(&mask) {
            join(&mut self.found.captures, &mask);
            let (enemy_men, enemy_kings) = (self.bundle.enemy_men, self.moves[0].half.enemy.count());
            let sides = Sides { own, from: None, enemy_men, enemy_kings, enemies: self.enemy_count() };
            let mut paths = std::mem::take(&mut self.paths);
            let mut walk = Walk { boards: &mut KingsBlock { block: self, others }, sides, paths: &mut paths };
            walk.follow::<G>(Path { piece: Piece::King { direction, over }, captured: 1 << over, mask });
            self.paths = paths;
        }
    }

    /// Finds the captures by kings in all rows. `others` are the sets of one king less; `rows` gets the exits by row.
    #[inline(always)]
    pub fn share_captures(&mut self, others: &KingSets, rows: &mut [FoundExits<W>]) {
        rows.fill(FoundExits::NONE);
        for &set in others.sets() {
            let fixed = set | self.bundle.men;
            let apart = self.apart(set);
            if set & self.bundle.men != 0 || !any(&apart) {
                continue;
            }
            let others = OneMore::new(set);
            for over in squares(G::BOARD & !set) {
                let enemies = and(&apart, self.enemies(over));
                if !any(&enemies) {
                    continue;
                }
                for direction in 0..4 {
                    let before = step::<G>(3 - direction, over).filter(|before| fixed >> before & 1 == 0);
                    let Some(before) = before else { continue };
                    let mask = and(&enemies, self.free(before));
                    if any(&mask) {
                        self.found = FoundExits::NONE;
                        self.king_captures((set, &others), direction, over, &mask);
                        let mut open = self.found.captures;
                        for from in ray::<G>(3 - direction, over).take_while(|from| fixed >> from & 1 == 0) {
                            open = and(&open, self.free(from));
                            if !any(&open) {
                                break;
                            }
                            rows[others.number(from)].add(&self.found, &open);
                        }
                    }
                }
            }
        }
    }

    /// Finds the men's captures, jump by jump in each lane, since lanes have different men.
    #[inline(always)]
    pub fn men_capture(&mut self) {
        let kings = self.kings;
        for (lane, its) in self.lanes() {
            let (enemy_men, enemy_kings) = (its.half.enemy_men, its.half.enemy.count());
            let enemies = enemy_men.count_ones() + enemy_kings;
            for jump in its.jumps.iter().filter(|jump| kings & (1 << jump.to | 1 << jump.over) == 0) {
                let &Jump { from, over, to, .. } = jump;
                let reach = and(&Self::part(&self.valid, lane), &Self::part(self.free(to), lane));
                let mask = and(&reach, &Self::part(self.enemies(over), lane));
                if any(&mask) {
                    Self::join_part(&mut self.found.captures, lane, &mask);
                    let sides = Sides { own: kings, from: Some(from), enemy_men, enemy_kings, enemies };
                    let mut paths = std::mem::take(&mut self.lane_paths);
                    let mut walk = Walk { boards: &mut MenLane { block: self, lane, jump }, sides, paths: &mut paths };
                    walk.follow::<G>(Path { piece: Piece::Man { at: to }, captured: 1 << over, mask });
                    self.lane_paths = paths;
                }
            }
        }
    }

    /// Adds a capture on the boards of a mask in one lane; all of them lead to one value row.
    #[inline(always)]
    fn add_capture(&mut self, lane: usize, captured: Bitboard, values: ValueRow<'_>, mask: &Mask<L>) {
        if captured & !self.half(lane).enemy_men == 0 {
            self.add_moves(lane, values, mask);
        } else {
            self.add_king_captures(lane, captured, values, mask);
        }
    }

    /// Adds a move that captures no king on the boards of a mask in one lane: all lead to one value row, with the same column.
    #[inline(always)]
    pub fn add_moves(&mut self, lane: usize, values: ValueRow<'_>, mask: &Mask<L>) {
        if any(mask) {
            let [won, lost] = values.classes::<L>(self.lane_word);
            Self::join_part(&mut self.found.wins, lane, &and(mask, &lost));
            Self::join_part(&mut self.found.holds, lane, &and_not(mask, &won));
            let codes = &mut self.found.reached.as_flattened_mut()[lane * Self::PART_COLUMNS..][..Self::PART_COLUMNS];
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

    /// Adds a capture of kings on the boards of a mask in one lane: each column leads to the value of the enemy kings left.
    #[inline(always)]
    pub fn add_king_captures(&mut self, lane: usize, captured: Bitboard, values: ValueRow<'_>, mask: &Mask<L>) {
        let sets = &self.moves[0].half.enemy.sets()[self.lane_word * WORD..];
        let codes = &mut self.found.reached.as_flattened_mut()[lane * Self::PART_COLUMNS..][..Self::PART_COLUMNS];
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

    /// Adds a capture of all enemy pieces on the boards of a mask. If that loses, see [`Exit::NONE`](super::walk::Exit::NONE).
    #[inline(always)]
    pub fn add_ends(&mut self, mask: &Mask<W>) {
        if !G::NO_MOVE_WINS {
            lower(self.found.reached.as_flattened_mut(), Dtw::loss(0), mask);
            join(&mut self.found.wins, mask);
            join(&mut self.found.holds, mask);
        }
    }
}
