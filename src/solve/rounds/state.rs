//! What a half knows between rounds.
//!
//! A board is won as soon as a king's move leads to a lost one; it is lost once every king's move leads to a won one
//! and no zeroing move does better. Results from outside carry distances of their own and enter in their own round, so
//! that distances come out exact.

use crate::index::WORD;
use crate::solve::bundle::Bundle;
use crate::solve::bundle::masks::{Mask, and, and_not, join, mask, mask_mut};
use crate::solve::exits::Exits;
use crate::value::Outcome;

use super::publish::{CodeSink, Publication, publish_plane};
use super::retreat::{Retreat, all_moves_lose, retreat};
use super::row_set::{RowSet, SparsePlane, in_word};

/// What is known of a half's boards while rounds go on: planes as in [`Exits`].
#[derive(Default)]
pub(in crate::solve) struct RoundState {
    /// Mobile and not yet decided.
    live: Vec<u64>,
    /// Every king's move loses.
    cornered: Vec<u64>,
    /// No zeroing move delays the loss any further.
    ready: Vec<u64>,
    /// What the king's moves lead to, in the same rows: boards with the enemy to move that it wins or loses, from round 0
    /// to the last but one.
    pub won: Vec<u64>,
    pub lost: Vec<u64>,
    /// Those of the last round.
    new_won: SparsePlane,
    new_lost: SparsePlane,
    /// Boards decided in this round, not yet published to the other half.
    wins: SparsePlane,
    losses: SparsePlane,
    /// Rows as the other half numbers them; empty outside [`publish_plane`].
    turned_rows: RowSet,
}

impl RoundState {
    /// Begins anew.
    pub fn start(&mut self, exits: &Exits, ready: impl Iterator<Item = u64>, rows: usize) {
        let words = exits.mobile.len();
        self.live.clone_from(&exits.mobile);
        self.cornered.clone_from(&exits.kings_stuck);
        self.ready.clear();
        self.ready.extend(ready);
        for plane in [&mut self.won, &mut self.lost] {
            plane.clear();
            plane.resize(words, 0);
        }
        for plane in [&mut self.new_won, &mut self.new_lost, &mut self.wins, &mut self.losses] {
            plane.clear(words, rows);
        }
        self.turned_rows.clear(rows);
    }

    /// Whether the other half has published boards since the last round.
    #[inline]
    pub fn has_new(&self) -> bool {
        !(self.new_won.rows.is_empty() && self.new_lost.rows.is_empty())
    }

    /// Whether there may be boards decided in this round.
    #[inline]
    pub fn has_rows(&self) -> bool {
        !(self.wins.rows.is_empty() && self.losses.rows.is_empty())
    }

    /// Whether boards were decided in this round.
    pub fn has_decided(&self) -> bool {
        self.wins.words.iter().chain(&self.losses.words).any(|&word| word != 0)
    }

    /// Finds the losses: boards from which every king's move leads to a win of the enemy, the last of them new.
    #[inline(always)]
    pub fn losses<const W: usize>(&mut self, bundle: &Bundle<'_>) {
        let RoundState { live, cornered, ready, won, new_won, losses, .. } = self;
        retreat::<W>(bundle, Retreat { new: new_won, old: won, before: losses });
        let SparsePlane { words: losses, rows } = losses;
        let words = bundle.words;
        for word in rows.words() {
            for row in in_word(word) {
                let kings = bundle.kings.sets()[row];
                for word in (0..words).step_by(W) {
                    let at = row * words + word;
                    let candidates = and_not(&and(mask(losses, at), mask(live, at)), mask(cornered, at));
                    let all_lose = all_moves_lose::<W>(bundle, kings, word, candidates, won);
                    join(mask_mut(cornered, at), &all_lose);
                    let lost = and(&all_lose, mask(ready, at));
                    *mask_mut(losses, at) = lost;
                    let left = and_not(mask(live, at), &lost);
                    *mask_mut(live, at) = left;
                }
            }
        }
    }

    /// Finds the wins: boards from which a king's move leads to a new loss of the enemy.
    #[inline(always)]
    pub fn wins<const W: usize>(&mut self, bundle: &Bundle<'_>) {
        let RoundState { live, lost, new_lost, wins, .. } = self;
        retreat::<W>(bundle, Retreat { new: new_lost, old: lost, before: wins });
        let SparsePlane { words: wins, rows } = wins;
        let words = bundle.words;
        for word in rows.words() {
            for row in in_word(word) {
                for at in (row * words..(row + 1) * words).step_by(W) {
                    let won: Mask<W> = and(mask(wins, at), mask(live, at));
                    *mask_mut(wins, at) = won;
                    let left = and_not(mask(live, at), &won);
                    *mask_mut(live, at) = left;
                }
            }
        }
    }

    /// Enters the boards that zeroing moves decide in this round: won, or ready for a loss.
    pub fn enter(&mut self, exits: &Exits, words: usize, won: bool, cells: &[u32]) {
        for &cell in cells {
            let (at, bit) = (cell as usize / WORD, 1 << (cell as usize % WORD));
            let mobile = exits.mobile[at] & bit != 0;
            if mobile && !won {
                self.ready[at] |= bit;
            }
            if !mobile || self.live[at] & bit != 0 && (won || self.cornered[at] & bit != 0) {
                self.live[at] &= !bit;
                let plane = if won { &mut self.wins } else { &mut self.losses };
                plane.words[at] |= bit;
                plane.rows.insert(at / words);
            }
        }
    }

    /// Enters the boards that zeroing moves decide under the draw rule, all in round 1.
    pub fn enter_zeroing(&mut self, exits: &Exits, words: usize) {
        for at in 0..self.live.len() {
            let open = self.live[at] | exits.captures[at];
            let won = open & exits.wins[at];
            let lost = open & (exits.captures[at] | exits.kings_stuck[at]) & !exits.wins[at] & !exits.holds[at];
            if won | lost != 0 {
                self.live[at] &= !(won | lost);
                self.wins.words[at] |= won;
                self.losses.words[at] |= lost;
                self.wins.rows.insert(at / words);
                self.losses.rows.insert(at / words);
            }
        }
    }

    /// Publishes what was decided to the other half, and writes its codes. Returns whether there was anything.
    #[inline(always)]
    pub fn publish(
        &mut self,
        bundle: &Bundle<'_>,
        plies: u16,
        code: &dyn Fn(Outcome) -> u8,
        other: &mut RoundState,
        out: &mut CodeSink<'_>,
    ) -> bool {
        let RoundState { wins, losses, turned_rows, .. } = self;
        let mut some = false;
        if !wins.rows.is_empty() {
            let news = Publication { decided: wins, turned_rows, received: &mut other.new_won };
            some |= publish_plane(bundle, news, || code(Outcome::Win(plies)), out);
        }
        if !losses.rows.is_empty() {
            let news = Publication { decided: losses, turned_rows, received: &mut other.new_lost };
            some |= publish_plane(bundle, news, || code(Outcome::Loss(plies)), out);
        }
        some
    }
}
