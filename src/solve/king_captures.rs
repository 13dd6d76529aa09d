//! Captures by kings, on many boards at once: the first piece and the second.

use arrayvec::ArrayVec;

use crate::board::Bitboard;
use crate::index::OneMore;
use crate::rules::{RAYS, ray};

use super::exits::Block;
use super::half::bits;
use super::masks::{Mask, and, and_not, any, join};

/// A capture by a king, as far as it has come.
#[derive(Clone, Copy)]
struct Path {
    from: u32,
    direction: usize,
    /// The piece it takes now.
    over: u32,
    /// All that it has taken. They stay until the capture is complete: they block, and are not jumped twice.
    captured: Bitboard,
}

/// The squares where a king may land, nearest first, and the boards on which the way there is free.
type Landings<const W: usize> = ArrayVec<(u32, Mask<W>), 6>;

impl<const W: usize, const L: usize> Block<'_, '_, W, L> {
    #[inline(always)]
    pub fn kings_capture(&mut self) {
        for from in bits(self.kings) {
            for direction in 0..4 {
                let mut open = self.valid;
                for over in ray(direction, from) {
                    if self.kings >> over & 1 != 0 {
                        break;
                    }
                    let mask = and(&open, self.bundle.enemies(over, self.first));
                    if any(&mask) {
                        self.first_piece(Path { from, direction, over, captured: 1 << over }, &mask);
                    }
                    open = and(&open, self.free(over));
                    if !any(&open) {
                        break;
                    }
                }
            }
        }
    }

    /// The capture of a first piece, where `mask` tells that the king reaches it.
    #[inline(always)]
    fn first_piece(&mut self, path: Path, mask: &Mask<W>) {
        let mut landings = Landings::new();
        self.land(path, mask, &mut landings);
        let Some(&(_, mask)) = landings.first() else { return };
        join(&mut self.captures, &mask);
        let mut goes_on = [0; W];
        if self.enemies() > 1 {
            for number in 0..=2 * landings.len() {
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
                    self.second_piece(Path { direction, over: *over, captured, ..path }, more);
                }
            }
        }
        self.ends(path, &landings, &goes_on);
    }

    /// The capture of a second one, where `mask` tells that it can be taken.
    #[inline(always)]
    fn second_piece(&mut self, path: Path, mask: &Mask<W>) {
        if self.enemies() == 2 {
            return self.take_all(mask);
        }
        let mut landings = Landings::new();
        self.land(path, mask, &mut landings);
        let mut goes_on = [0; W];
        for number in 0..=2 * landings.len() {
            let (direction, at, open) = way(path, &landings, number);
            if self.may_take(path, direction, at) {
                let open = and_not(open, &goes_on);
                let found = |_, more: Mask<W>| join(&mut goes_on, &more);
                self.pieces((direction, at), true, self.blocked(path), open, |mask| *mask, found);
            }
        }
        let Path { from, direction, over, captured } = path;
        self.walk(from, &goes_on, |walk| {
            walk.king_past(direction, over, captured & !(1 << over));
        });
        self.ends(path, &landings, &goes_on);
    }

    /// What a king does not pass on its path, whatever the enemy's kings: its own have left the first square.
    #[inline(always)]
    fn blocked(&self, path: Path) -> Bitboard {
        self.kings & !(1 << path.from) | path.captured
    }

    /// Whether a piece that is not yet captured may stand in a direction.
    #[inline(always)]
    fn may_take(&self, path: Path, direction: usize, at: u32) -> bool {
        let men = self.bundle.enemy_men;
        self.lanes.half(0).enemy.count() > (path.captured & !men).count_ones()
            || RAYS[direction][at as usize] & men & !path.captured != 0
    }

    #[inline(always)]
    fn land(&self, path: Path, mask: &Mask<W>, landings: &mut Landings<W>) {
        let mut open = *mask;
        for to in ray(path.direction, path.over) {
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

    /// Adds what captures lead to that end on the landings, but where they go on.
    #[inline(always)]
    fn ends(&mut self, path: Path, landings: &Landings<W>, goes_on: &Mask<W>) {
        let Some((_, mask)) = landings.first() else { return };
        let mask = and_not(mask, goes_on);
        if !any(&mask) {
            return;
        }
        if path.captured.count_ones() == self.enemies() {
            return self.take_all(&mask);
        }
        let others = OneMore::new(self.kings & !(1 << path.from));
        for (place, lane) in self.lanes() {
            if !any(&Self::part(&mask, place)) {
                continue;
            }
            let half = lane.half;
            let kings = (path.captured & !half.enemy_men).count_ones();
            let fibre = match (path.captured.count_ones(), lane.takes_king) {
                (1, Some(fibre)) if kings == 1 => fibre,
                (1, _) => {
                    let mut men = self.lanes.takes_man[lane.takes_man.clone()].iter();
                    let Some((_, fibre)) = men.find(|(man, _)| *man == path.over) else { continue };
                    *fibre
                }
                _ => {
                    let left = half.enemy.count() - kings;
                    self.memo.fibre(half, (half.men, half.enemy_men & !path.captured, half.kings.count(), left))
                }
            };
            for (to, open) in landings {
                let ends = Self::part(&and_not(open, goes_on), place);
                let number = others.number(*to);
                if kings == 0 {
                    self.take(place, fibre.row(number), &ends);
                } else {
                    self.take_kings(place, path.captured, fibre.row(number), &ends);
                }
            }
        }
    }
}

/// A way on from a capture, by direction and square: straight on, which is one from whichever landing, and to both sides
/// from each.
#[inline(always)]
fn way<const W: usize>(path: Path, landings: &Landings<W>, number: usize) -> (usize, u32, &Mask<W>) {
    if number == 0 {
        return (path.direction, path.over, &landings[0].1);
    }
    // Directions 0 and 3, and 1 and 2, are opposite.
    let sides = if path.direction == 0 || path.direction == 3 { [1, 2] } else { [0, 3] };
    let (to, open) = &landings[(number - 1) / 2];
    (sides[number % 2], *to, open)
}
