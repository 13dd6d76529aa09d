//! What is known of a half between rounds.
//!
//! A board is won as soon as a king's move leads to a board that the enemy loses. It is lost once every king's move
//! leads to a board that the enemy wins, and no zeroing move does better. What zeroing moves come to has a distance of
//! its own and enters in the round of that distance, so distances come out exact.

use crate::board::Game;
use crate::index::WORD;
use crate::solve::bundle::Bundle;
use crate::solve::bundle::masks::{Mask, and, and_not, join, mask, mask_mut};
use crate::solve::exits::Exits;
use crate::value::Outcome;

use super::publish::{CodeSink, Publication, publish_plane};
use super::retreat::{Retreat, all_moves_lose, retreat};
use super::row_set::{RowSet, SparsePlane, in_word};

/// What is known of a half's boards while rounds go on: planes with rows and columns as in [`Exits`].
#[derive(Default)]
pub(in crate::solve) struct RoundState {
    /// The mobile boards that are not yet decided.
    live: Vec<u64>,
    /// The mobile boards on which every king's move loses, and those on which no king can move.
    cornered: Vec<u64>,
    /// The boards on which no zeroing move delays a loss any further. It matters for mobile boards only.
    ready: Vec<u64>,
    /// What kings' moves lead to, with the rows and columns of this half: the boards with the enemy to move that it
    /// wins. The other half publishes them. Those of the last round are still in `new_enemy_won`.
    pub enemy_won: Vec<u64>,
    /// The same for the boards that the enemy loses.
    pub enemy_lost: Vec<u64>,
    /// The boards of the last round that the enemy wins.
    new_enemy_won: SparsePlane,
    /// The boards of the last round that the enemy loses.
    new_enemy_lost: SparsePlane,
    /// The boards of this half that are won in this round, until they are published to the other half.
    wins: SparsePlane,
    /// The boards of this half that are lost in this round, until they are published.
    losses: SparsePlane,
    /// The rows of decided boards, as the other half numbers them; empty outside [`publish_plane`].
    turned_rows: RowSet,
}

impl RoundState {
    /// Begins a run of rounds. `ready` gives the words of the plane of boards that are ready from the start.
    pub fn start(&mut self, exits: &Exits, ready: impl Iterator<Item = u64>, rows: usize) {
        let words = exits.mobile.len();
        self.live.clone_from(&exits.mobile);
        self.cornered.clone_from(&exits.kings_stuck);
        self.ready.clear();
        self.ready.extend(ready);
        for plane in [&mut self.enemy_won, &mut self.enemy_lost] {
            plane.clear();
            plane.resize(words, 0);
        }
        for plane in [&mut self.new_enemy_won, &mut self.new_enemy_lost, &mut self.wins, &mut self.losses] {
            plane.clear(words, rows);
        }
        self.turned_rows.clear(rows);
    }

    /// Whether the other half has published boards since the last round.
    #[inline]
    pub fn has_new(&self) -> bool {
        !(self.new_enemy_won.rows.is_empty() && self.new_enemy_lost.rows.is_empty())
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

    /// Finds the losses: live boards that are ready, and from which every king's move leads to a win of the enemy, one
    /// of them new.
    #[inline(always)]
    pub fn losses<G: Game, const W: usize>(&mut self, bundle: &Bundle<'_, G>) {
        let RoundState { live, cornered, ready, enemy_won, new_enemy_won, losses, .. } = self;
        // At first the plane of the losses has candidates: all boards from which a king's move leads to a new win of
        // the enemy.
        retreat::<G, W>(bundle, Retreat { new: new_enemy_won, old: enemy_won, before: losses });
        let SparsePlane { words: losses, rows } = losses;
        let words = bundle.words;
        for word in rows.words() {
            for row in in_word(word) {
                let kings = bundle.kings.sets()[row];
                for word in (0..words).step_by(W) {
                    let at = row * words + word;
                    let candidates = and_not(&and(mask(losses, at), mask(live, at)), mask(cornered, at));
                    let all_lose = all_moves_lose::<G, W>(bundle, kings, word, candidates, enemy_won);
                    join(mask_mut(cornered, at), &all_lose);
                    let lost = and(&all_lose, mask(ready, at));
                    *mask_mut(losses, at) = lost;
                    let left = and_not(mask(live, at), &lost);
                    *mask_mut(live, at) = left;
                }
            }
        }
    }

    /// Finds the wins: live boards from which a king's move leads to a new loss of the enemy.
    #[inline(always)]
    pub fn wins<G: Game, const W: usize>(&mut self, bundle: &Bundle<'_, G>) {
        let RoundState { live, enemy_lost, new_enemy_lost, wins, .. } = self;
        // At first the plane of the wins has candidates. Those that are live are won.
        retreat::<G, W>(bundle, Retreat { new: new_enemy_lost, old: enemy_lost, before: wins });
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

    /// Enters the boards that their exits decide in this round: they are won, or ready, and lost if they are cornered
    /// too. Boards that are not mobile are decided by their exits alone.
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

    /// Enters the boards that their exits decide under the draw rule, all in round 1.
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
    pub fn publish<G: Game>(
        &mut self,
        bundle: &Bundle<'_, G>,
        plies: u16,
        code: &dyn Fn(Outcome) -> u8,
        other: &mut RoundState,
        out: &mut CodeSink<'_>,
    ) -> bool {
        let RoundState { wins, losses, turned_rows, .. } = self;
        let mut some = false;
        if !wins.rows.is_empty() {
            let news = Publication { decided: wins, turned_rows, received: &mut other.new_enemy_won };
            some |= publish_plane(bundle, news, || code(Outcome::Win(plies)), out);
        }
        if !losses.rows.is_empty() {
            let news = Publication { decided: losses, turned_rows, received: &mut other.new_enemy_lost };
            some |= publish_plane(bundle, news, || code(Outcome::Loss(plies)), out);
        }
        some
    }
}
