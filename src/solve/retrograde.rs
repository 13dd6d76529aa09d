//! One fibre's distances, by rounds backwards from the ends.

use crate::board::squares;
use crate::rules::king_reach;
use crate::value::{Measure, Outcome};

use super::fibre::{Exits, Half, Inside};

/// An entry of a fibre: its rank among its half, and the half's number in the lowest bit.
#[derive(Clone, Copy)]
struct Entry(u32);

impl Entry {
    fn new(half: usize, rank: usize) -> Entry {
        Entry((rank << 1 | half) as u32)
    }

    fn half(self) -> usize {
        self.0 as usize & 1
    }

    fn rank(self) -> usize {
        self.0 as usize >> 1
    }
}

/// A distance was longer than the limit.
pub(super) struct TooLong;

/// The work of one measure over one fibre.
struct Rounds<'a, F> {
    halves: &'a [Half<'a>; 2],
    exits: [&'a [Exits]; 2],
    exit_code: F,
    limit: u16,
    codes: [Vec<u8>; 2],
    /// The quiet moves that are not yet known to lose.
    left: [Vec<u8>; 2],
    /// Entries that a zeroing move decides, by their distance that way.
    from_outside: Vec<Vec<Entry>>,
    /// Entries whose code is final, by their distance; their predecessors have not heard of it.
    decided: Vec<Vec<Entry>>,
    too_long: bool,
}

/// The codes of both halves of a fibre for one measure, given its exits. `exit_code` takes the code of the measure from
/// an exit.
///
/// A position is lost once every quiet move leads to a win of the other side and no zeroing move does better; it is won
/// as soon as one leads to a loss. Results from outside carry distances of their own and enter in their own round, so
/// that distances come out exact.
///
/// `too_long` tells that a distance was beyond `limit`; such positions stay draws.
pub(super) fn retrograde<M: Measure>(
    halves: &[Half<'_>; 2],
    exits: [&[Exits]; 2],
    exit_code: impl Fn(&Exits) -> u8,
    limit: u16,
) -> ([Vec<u8>; 2], Result<(), TooLong>) {
    let lists = || vec![Vec::new(); usize::from(limit) + 1];
    let mut rounds = Rounds {
        halves,
        exits,
        exit_code,
        limit,
        codes: exits.map(|exits| vec![M::DRAW; exits.len()]),
        left: exits.map(|exits| exits.iter().map(|exit| exit.inside.moves()).collect()),
        from_outside: lists(),
        decided: lists(),
        too_long: false,
    };
    rounds.enter::<M>();
    for plies in 0..=limit {
        for entry in std::mem::take(&mut rounds.from_outside[usize::from(plies)]) {
            if rounds.codes[entry.half()][entry.rank()] == M::DRAW {
                let outcome = rounds.exit::<M>(entry);
                rounds.decide::<M>(entry, outcome);
            }
        }
        for entry in std::mem::take(&mut rounds.decided[usize::from(plies)]) {
            rounds.tell_predecessors::<M>(entry, plies);
        }
    }
    (rounds.codes, if rounds.too_long { Err(TooLong) } else { Ok(()) })
}

impl Inside {
    fn moves(self) -> u8 {
        match self {
            Inside::Stuck | Inside::Capture => 0,
            Inside::Quiet(moves) => moves,
        }
    }
}

impl<F: Fn(&Exits) -> u8> Rounds<'_, F> {
    /// What the zeroing moves of an entry are worth to it.
    fn exit<M: Measure>(&self, entry: Entry) -> Outcome {
        let exit = &self.exits[entry.half()][entry.rank()];
        match exit.inside {
            Inside::Stuck => Outcome::Loss(0),
            _ => M::through(M::decode((self.exit_code)(exit)), true),
        }
    }

    /// Notes the entries that need no quiet move: those that win by a zeroing one, and those that have none.
    fn enter<M: Measure>(&mut self) {
        for half in 0..2 {
            for rank in 0..self.exits[half].len() {
                let entry = Entry::new(half, rank);
                let plies = match self.exit::<M>(entry) {
                    Outcome::Win(plies) => plies,
                    Outcome::Loss(plies) if self.left[half][rank] == 0 => plies,
                    _ => continue,
                };
                match self.from_outside.get_mut(usize::from(plies)) {
                    Some(list) => list.push(entry),
                    None => self.too_long = true,
                }
            }
        }
    }

    fn decide<M: Measure>(&mut self, entry: Entry, outcome: Outcome) {
        let (Outcome::Loss(plies) | Outcome::Win(plies)) = outcome else { return };
        match M::encode(outcome).filter(|_| plies <= self.limit) {
            Some(code) => {
                self.codes[entry.half()][entry.rank()] = code;
                self.decided[usize::from(plies)].push(entry);
            }
            None => self.too_long = true,
        }
    }

    fn tell_predecessors<M: Measure>(&mut self, entry: Entry, plies: u16) {
        let lost = self.codes[entry.half()][entry.rank()] < M::DRAW;
        let before = 1 - entry.half();
        let half = self.halves[before];
        let board = self.halves[entry.half()].board(entry.rank());
        let ranks = half.index.own_kings(&board.flip());
        for from in squares(board.enemy_kings) {
            let rest = board.enemy_kings & !from.bit();
            for to in squares(king_reach(from, board.occupied())) {
                let rank = ranks.rank((rest | to.bit()).reverse_bits()) as usize;
                let entry = Entry::new(before, rank);
                // A side that can capture had no quiet move.
                if self.exits[before][rank].inside == Inside::Capture || self.codes[before][rank] != M::DRAW {
                    continue;
                }
                if lost {
                    self.decide::<M>(entry, Outcome::Win(plies + 1));
                    continue;
                }
                self.left[before][rank] -= 1;
                if self.left[before][rank] == 0
                    && let Outcome::Loss(outside) = self.exit::<M>(entry)
                {
                    self.decide::<M>(entry, Outcome::Loss(outside.max(plies + 1)));
                }
            }
        }
    }
}
