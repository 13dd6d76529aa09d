//! What the men of several fibres side by side make of moves.

use std::ops::Range;

use super::half::{Half, Jump, Step, bits};
use super::known::Fibre;

/// What the men of each fibre of a bundle make of moves.
#[derive(Default)]
pub(super) struct Lanes<'h, 'a> {
    pub lanes: Vec<Lane<'h, 'a>>,
    pub steps: Vec<Step<'a>>,
    pub jumps: Vec<Jump<'a>>,
    /// Where the captures of one piece by a king lead, by the captured man.
    pub takes_man: Vec<(u32, Fibre<'a>)>,
}

/// One of them, with its parts of the lists.
pub(super) struct Lane<'h, 'a> {
    pub half: &'h Half<'a>,
    pub steps: Range<usize>,
    pub jumps: Range<usize>,
    pub takes_man: Range<usize>,
    /// Where the captures of a king alone by a king lead.
    pub takes_king: Option<Fibre<'a>>,
}

impl<'h, 'a> Lanes<'h, 'a> {
    /// Of fibres of the same numbers of pieces.
    pub fn new(halves: impl Iterator<Item = &'h Half<'a>>) -> Lanes<'h, 'a> {
        let mut lanes = Lanes::default();
        halves.for_each(|half| lanes.push(half));
        lanes
    }

    fn push(&mut self, half: &'h Half<'a>) {
        let starts = (self.steps.len(), self.jumps.len(), self.takes_man.len());
        half.steps(|step| self.steps.push(step));
        half.jumps(|jump| self.jumps.push(jump));
        let has_kings = half.kings.count() > 0;
        if has_kings {
            self.takes_man.extend(bits(half.enemy_men).map(|over| (over, half.king_takes_man(over))));
        }
        self.lanes.push(Lane {
            half,
            steps: starts.0..self.steps.len(),
            jumps: starts.1..self.jumps.len(),
            takes_man: starts.2..self.takes_man.len(),
            takes_king: (has_kings && half.enemy.count() > 0).then(|| half.king_takes_king()),
        });
    }

    /// One of the fibres.
    #[inline(always)]
    pub fn half(&self, lane: usize) -> &'h Half<'a> {
        self.lanes[lane].half
    }
}
