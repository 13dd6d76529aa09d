//! Captures by kings on many boards at once: of a first piece, and of a second.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, join};
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{across, ray, ray_set, step};
use crate::solve::bundle::squares;

use super::block::Block;
use super::block::Found;

/// A capture by a king, as far as it has come.
#[derive(Clone, Copy)]
pub(super) struct KingPath {
    pub from: u32,
    pub direction: usize,
    /// The piece that it takes now.
    pub over: u32,
    /// All pieces that it has taken, that one included. They stay on the board until the capture is complete: they
    /// block the way, and cannot be jumped twice.
    pub captured: Bitboard,
}

/// The squares on which a king may land, nearest first, each with the boards on which the way there is free.
type Landings<const W: usize> = ArrayVec<(u32, Mask<W>), 6>;

impl<G: Game, const W: usize, const L: usize> Block<'_, '_, G, W, L> {
    /// Finds the kings' captures. Along each ray of each king, it takes the boards on which the way is free up to a
    /// square, and captures on those that have an enemy there.
    #[inline(always)]
    pub fn kings_capture(&mut self) {
        for from in squares(self.kings) {
            for direction in 0..4 {
                let mut open = self.valid;
                for over in ray::<G>(direction, from) {
                    if self.kings >> over & 1 != 0 {
                        break;
                    }
                    let mask = and(&open, self.bundle.enemies(over, self.first_word));
                    if any(&mask) {
                        self.first_piece(KingPath { from, direction, over, captured: 1 << over }, &mask);
                    }
                    open = and(&open, self.free(over));
                    if !any(&open) {
                        break;
                    }
                }
            }
        }
    }

    /// Captures a first piece, on the boards on which the king reaches it and a square behind it is free.
    #[inline(always)]
    pub fn first_piece(&mut self, path: KingPath, mask: &Mask<W>) {
        let mut landings = Landings::new();
        self.land(path, mask, &mut landings);
        let Some(&(_, mask)) = landings.first() else { return };
        join(&mut self.found.captures, &mask);
        let mut goes_on = [0; W];
        if self.enemies() > 1 {
            for number in 0..ways(&landings) {
                let (direction, at, open) = way(path, &landings, number);
                if !self.may_take(path, direction, at) {
                    continue;
                }
                let mut found = ArrayVec::<(u32, Mask<W>), 8>::new();
                let blocked = self.blocked(path);
                let push = |over, more| found.push((over, more));
                self.pieces((direction, at), true, blocked, *open, |mask| *mask, push);
                for (over, more) in &found {
                    join(&mut goes_on, more);
                    let captured = path.captured | 1 << over;
                    self.second_piece(KingPath { direction, over: *over, captured, ..path }, more);
                }
            }
        }
        self.ends(path, &landings, &goes_on);
    }

    /// Captures a second piece, on the boards on which it can be captured.
    #[inline(always)]
    fn second_piece(&mut self, path: KingPath, mask: &Mask<W>) {
        if self.enemies() == 2 {
            return self.add_ends(mask);
        }
        let mut landings = Landings::new();
        self.land(path, mask, &mut landings);
        let mut goes_on = [0; W];
        for number in 0..ways(&landings) {
            let (direction, at, open) = way(path, &landings, number);
            if self.may_take(path, direction, at) {
                let open = and_not(open, &goes_on);
                let found = |_, more: Mask<W>| join(&mut goes_on, &more);
                self.pieces((direction, at), true, self.blocked(path), open, |mask| *mask, found);
            }
        }
        let KingPath { from, direction, over, captured } = path;
        self.walk(from, &goes_on, |walk| {
            walk.king_past(direction, over, captured & !(1 << over));
        });
        self.ends(path, &landings, &goes_on);
    }

    /// The squares that stop a king on its path on all boards: those of its side's other kings and of captured pieces.
    #[inline(always)]
    fn blocked(&self, path: KingPath) -> Bitboard {
        self.kings & !(1 << path.from) | path.captured
    }

    /// Whether an enemy piece that is not yet captured may stand in a direction.
    #[inline(always)]
    fn may_take(&self, path: KingPath, direction: usize, at: u32) -> bool {
        let men = self.bundle.enemy_men;
        self.moves.half(0).enemy.count() > (path.captured & !men).count_ones()
            || ray_set::<G>(direction, at) & men & !path.captured != 0
    }

    /// Lists the landings behind the piece that a king takes: the squares up to the next piece.
    #[inline(always)]
    fn land(&self, path: KingPath, mask: &Mask<W>, landings: &mut Landings<W>) {
        let mut open = *mask;
        for to in ray::<G>(path.direction, path.over) {
            if self.blocked(path) >> to & 1 != 0 {
                break;
            }
            open = and(&open, self.free(to));
            if !any(&open) {
                break;
            }
            landings.push((to, open));
        }
    }

    /// Adds what a capture leads to that ends on one of the landings, on the boards on which it does not go on.
    #[inline(always)]
    fn ends(&mut self, path: KingPath, landings: &Landings<W>, goes_on: &Mask<W>) {
        let Some((_, mask)) = landings.first() else { return };
        let mask = and_not(mask, goes_on);
        if !any(&mask) {
            return;
        }
        if path.captured.count_ones() == self.enemies() {
            return self.add_ends(&mask);
        }
        let others = OneMore::new(self.kings & !(1 << path.from));
        for (lane, its) in self.lanes() {
            if !any(&Self::part(&mask, lane)) {
                continue;
            }
            let half = its.half;
            let kings = (path.captured & !half.enemy_men).count_ones();
            let values = match (path.captured.count_ones(), its.takes_king) {
                (1, Some(values)) if kings == 1 => values,
                (1, _) => {
                    let mut men = self.moves.takes_man[its.takes_man.clone()].iter();
                    let Some((_, values)) = men.find(|(man, _)| *man == path.over) else { continue };
                    *values
                }
                _ => {
                    let left = half.enemy.count() - kings;
                    self.memo.values(half, (half.men, half.enemy_men & !path.captured, half.kings.count(), left))
                }
            };
            for (to, open) in landings {
                let ends = Self::part(&and_not(open, goes_on), lane);
                let number = others.number(*to);
                if kings == 0 {
                    self.add_moves(lane, values.value_row(number), &ends);
                } else {
                    self.add_king_captures(lane, path.captured, values.value_row(number), &ends);
                }
            }
        }
    }
}

/// The number of ways in which a capture may go on: straight on, which is the same from each landing, and to two sides
/// from each landing.
#[inline(always)]
fn ways<const W: usize>(landings: &Landings<W>) -> usize {
    1 + 2 * landings.len()
}

/// One of these ways: its direction, the square from which it starts, and the boards on which the king gets there. Way
/// 0 is straight on.
#[inline(always)]
fn way<const W: usize>(path: KingPath, landings: &Landings<W>, number: usize) -> (usize, u32, &Mask<W>) {
    if number == 0 {
        return (path.direction, path.over, &landings[0].1);
    }
    let (to, open) = &landings[(number - 1) / 2];
    (across(path.direction)[number % 2], *to, open)
}

/// The bytes that it takes to share the captures of a half by its numbers of rows and of columns, padding included.
pub(in crate::solve) fn shared_bytes(rows: usize, columns: usize) -> usize {
    if columns > WORD { rows * size_of::<Found<8>>() } else { 0 }
}

impl<G: Game, const W: usize, const L: usize> Block<'_, '_, G, W, L> {
    /// Finds the captures by kings of all rows in one block of columns, the one that begins with a word. `others` are
    /// the sets of one king less; `rows` gets what is found, by row.
    #[inline(always)]
    pub fn share_captures(&mut self, others: &KingSets, first_word: usize, rows: &mut [Found<W>]) {
        rows.fill(Found::NONE);
        self.place(first_word);
        for &set in others.sets() {
            let fixed = set | self.bundle.men;
            let apart = squares(set).fold(*self.bundle.fit(first_word), |apart, square| and(&apart, self.free(square)));
            if set & self.bundle.men != 0 || !any(&apart) {
                continue;
            }
            let others = OneMore::new(set);
            for over in squares(G::BOARD & !set) {
                let enemies = and(&apart, self.bundle.enemies(over, first_word));
                if !any(&enemies) {
                    continue;
                }
                for direction in 0..4 {
                    let before = step::<G>(3 - direction, over).filter(|before| fixed >> before & 1 == 0);
                    let Some(before) = before else { continue };
                    let mask = and(&enemies, self.free(before));
                    if any(&mask) {
                        (self.kings, self.found) = (set | 1 << before, Found::NONE);
                        self.first_piece(KingPath { from: before, direction, over, captured: 1 << over }, &mask);
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
}
