//! The halves of a bundle, and the threads that share their stripes.

use crate::board::Game;
use crate::bulk::masks::{Mask, and, and_not, any, join, mask, mask_mut};
use crate::solve::bundle::Bundle;
use crate::solve::bundle::rows::{RowSet, SparsePlane};
use crate::solve::exits::Exits;
use crate::solve::threads::Threads;

use super::retreat::{Retreat, all_moves_lose, retreat};

/// The halves of a bundle, each with one side to move. Where both sides have the same kings and no men, there is one half: it
/// publishes to itself.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Halves<'h, 'a, G> {
    pub bundles: &'h [Bundle<'a, G>],
    pub threads: &'h Threads,
}

impl<G: Game> Halves<'_, '_, G> {
    /// The half that receives what a half publishes, and the other way round.
    pub fn other(&self, side: usize) -> usize {
        self.bundles.len() - 1 - side
    }

    /// Whether threads share what one half receives. Where there are several lanes, its stripes and its codes are not
    /// in the same order.
    pub fn share_received(&self) -> bool {
        self.threads.are_many() && self.bundles[0].lanes == 1
    }
}

/// What is known of a stripe's boards while rounds go on: planes with rows and columns as in [`Exits`].
#[derive(Default)]
pub(in crate::solve) struct RoundState {
    /// The mobile boards that are not yet decided.
    pub(super) live: Vec<u64>,
    /// The mobile boards on which every king's move loses, and those on which no king can move.
    pub(super) cornered: Vec<u64>,
    /// The boards on which no zeroing move delays a loss any further. It matters for mobile boards only.
    pub(super) ready: Vec<u64>,
    /// What kings' moves lead to, with the rows and columns of this stripe: the boards with the enemy to move that it
    /// wins. The other half publishes them. Those of the last round are still in `new_enemy_won`.
    pub enemy_won: Vec<u64>,
    /// The same for the boards that the enemy loses.
    pub enemy_lost: Vec<u64>,
    /// The boards of the last round that the enemy wins.
    pub(super) new_enemy_won: SparsePlane,
    /// The boards of the last round that the enemy loses.
    pub(super) new_enemy_lost: SparsePlane,
}

/// The boards of a stripe that are decided in a round.
#[derive(Default)]
pub(in crate::solve) struct Decided {
    pub(super) wins: SparsePlane,
    pub(super) losses: SparsePlane,
    /// The rows of the wins and of the losses, as the other half numbers them.
    turned_rows: [RowSet; 2],
}

impl Decided {
    fn clear(&mut self, words: usize, rows: usize) {
        self.wins.clear(words, rows);
        self.losses.clear(words, rows);
        self.turned_rows.iter_mut().for_each(|turned| turned.clear(rows));
    }

    /// Whether there are wins, or losses.
    #[inline]
    pub(super) fn has(&self, won: bool) -> bool {
        !if won { &self.wins } else { &self.losses }.rows.is_empty()
    }

    /// Whether there are any.
    #[inline]
    pub(super) fn has_some(&self) -> bool {
        self.has(true) || self.has(false)
    }

    /// Takes the words of another plane, of all rows, as those of the wins.
    pub(super) fn replace_wins(&mut self, words: &mut Vec<u64>, rows: usize) {
        std::mem::swap(&mut self.wins.words, words);
        self.turned_rows[0] = RowSet::all(rows);
    }

    /// Numbers the rows as the other half does.
    #[inline(always)]
    pub(super) fn turn_rows(&mut self, turned: &[u32]) {
        let Decided { wins, losses, turned_rows } = self;
        for (to, rows) in turned_rows.iter_mut().zip([&wins.rows, &losses.rows]) {
            to.clear(turned.len());
            rows.iter().for_each(|row| to.insert(turned[row] as usize));
        }
    }

    /// The words of the wins or of the losses, and their turned rows.
    #[inline(always)]
    pub(super) fn source(&self, won: bool) -> (&[u64], &RowSet) {
        let [wins, losses] = &self.turned_rows;
        if won { (&self.wins.words, wins) } else { (&self.losses.words, losses) }
    }
}

impl RoundState {
    /// Begins a run of rounds. Under the draw rule, all boards are ready on which every zeroing move loses.
    pub(super) fn start(&mut self, exits: &Exits, under_rule: bool, rows: usize, decided: &mut Decided) {
        let words = exits.mobile.len();
        self.live.clone_from(&exits.mobile);
        self.cornered.clone_from(&exits.kings_stuck);
        if under_rule {
            self.ready.clear();
            self.ready.extend(exits.holds.iter().map(|holds| !holds));
        } else {
            self.ready.clone_from(&exits.ready);
        }
        for plane in [&mut self.enemy_won, &mut self.enemy_lost] {
            plane.clear();
            plane.resize(words, 0);
        }
        for plane in [&mut self.new_enemy_won, &mut self.new_enemy_lost] {
            plane.clear(words, rows);
        }
        decided.clear(words, rows);
    }

    /// The boards that the enemy wins, or those that it loses, of the last round.
    #[inline(always)]
    pub(super) fn received(&self, won: bool) -> &SparsePlane {
        if won { &self.new_enemy_won } else { &self.new_enemy_lost }
    }

    /// The same, to be written.
    #[inline(always)]
    pub(super) fn received_mut(&mut self, won: bool) -> &mut SparsePlane {
        if won { &mut self.new_enemy_won } else { &mut self.new_enemy_lost }
    }

    /// Whether the other half has published boards since the last round.
    #[inline]
    fn has_new(&self) -> bool {
        !(self.new_enemy_won.rows.is_empty() && self.new_enemy_lost.rows.is_empty())
    }

    /// Finds the boards that kings' moves decide in this round, in the stripe of that number.
    #[inline(always)]
    pub(super) fn decide<G: Game, const W: usize>(
        &mut self,
        bundle: &Bundle<'_, G>,
        number: usize,
        decided: &mut Decided,
    ) {
        decided.wins.wipe::<W>();
        decided.losses.wipe::<W>();
        if self.has_new() {
            self.losses::<G, W>(bundle, number * W, &mut decided.losses);
            self.wins::<G, W>(bundle, number * W, &mut decided.wins);
        }
    }

    /// Finds the losses: live boards that are ready, and from which every king's move leads to a win of the enemy, one
    /// of them new. The stripe begins with the word `first_word` of the rows.
    #[inline(always)]
    fn losses<G: Game, const W: usize>(&mut self, bundle: &Bundle<'_, G>, first_word: usize, losses: &mut SparsePlane) {
        let RoundState { live, cornered, ready, enemy_won, new_enemy_won, .. } = self;
        // At first the plane of the losses has candidates: all boards from which a king's move leads to a new win of
        // the enemy.
        retreat::<G, W>(bundle, first_word, Retreat { new: new_enemy_won, old: enemy_won, before: losses });
        let SparsePlane { words: losses, rows } = losses;
        for row in rows.iter() {
            let at = row * W;
            let candidates = and_not(&and(mask(losses, at), mask(live, at)), mask(cornered, at));
            let all_lose = all_moves_lose::<G, W>(bundle, bundle.kings.sets()[row], first_word, candidates, enemy_won);
            join(mask_mut(cornered, at), &all_lose);
            let lost = and(&all_lose, mask(ready, at));
            *mask_mut(losses, at) = lost;
            let left = and_not(mask(live, at), &lost);
            *mask_mut(live, at) = left;
        }
        rows.retain(|row| any::<W>(mask(losses, row * W)));
    }

    /// Finds the wins: live boards from which a king's move leads to a new loss of the enemy.
    #[inline(always)]
    fn wins<G: Game, const W: usize>(&mut self, bundle: &Bundle<'_, G>, first_word: usize, wins: &mut SparsePlane) {
        let RoundState { live, enemy_lost, new_enemy_lost, .. } = self;
        // At first the plane of the wins has candidates. Those that are live are won.
        retreat::<G, W>(bundle, first_word, Retreat { new: new_enemy_lost, old: enemy_lost, before: wins });
        let SparsePlane { words: wins, rows } = wins;
        for row in rows.iter() {
            let at = row * W;
            let won: Mask<W> = and(mask(wins, at), mask(live, at));
            *mask_mut(wins, at) = won;
            let left = and_not(mask(live, at), &won);
            *mask_mut(live, at) = left;
        }
        rows.retain(|row| any::<W>(mask(wins, row * W)));
    }
}

/// The stripes of both halves of a bundle while rounds go on; or of one half, where both are alike.
#[derive(Default)]
pub(in crate::solve) struct Stripes {
    pub states: [Vec<RoundState>; 2],
    pub(super) decided: [Vec<Decided>; 2],
}

impl Stripes {
    /// The stripes with their sides to move and numbers.
    pub(super) fn each(&mut self) -> impl Iterator<Item = (usize, usize, &mut RoundState, &mut Decided)> {
        let sides = self.states.iter_mut().zip(&mut self.decided).enumerate();
        sides.flat_map(|(side, (states, decided))| {
            let both = states.iter_mut().zip(decided).enumerate();
            both.map(move |(number, (state, decided))| (side, number, state, decided))
        })
    }

    /// Begins a run of rounds: for the distance to win, or for the distance to a zeroing move under the draw rule.
    pub fn start<G: Game>(&mut self, halves: &Halves<'_, '_, G>, exits: &[Vec<Exits>; 2], under_rule: bool) {
        for ((states, decided), exits) in self.states.iter_mut().zip(&mut self.decided).zip(exits) {
            states.resize_with(exits.len(), RoundState::default);
            decided.resize_with(exits.len(), Decided::default);
        }
        halves.threads.each(self.each(), |(side, number, state, decided)| {
            state.start(&exits[side][number], under_rule, halves.bundles[side].rows(), decided);
        });
    }
}
