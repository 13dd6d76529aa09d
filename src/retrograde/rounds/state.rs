//! The halves of a bundle, the state of their stripes, and kings' moves on many boards at once, backwards and forwards.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, join, mask, mask_mut};
use crate::index::OneMore;
use crate::retrograde::bundle::rows::{RowSet, SparsePlane};
use crate::retrograde::bundle::{Bundle, squares};
use crate::retrograde::exits::Exits;
use crate::retrograde::threads::Threads;
use crate::rules::{ray, step};

/// The halves of a bundle. Where both sides have the same kings and no men, there is one, which publishes to itself.
#[derive(Clone, Copy)]
pub(in crate::retrograde) struct Halves<'h, 'a, G> {
    pub bundles: &'h [Bundle<'a, G>],
    pub threads: &'h Threads,
}

impl<G: Game> Halves<'_, '_, G> {
    /// The half that receives what a half publishes, and vice versa.
    pub fn other(&self, side: usize) -> usize {
        self.bundles.len() - 1 - side
    }

    /// Whether threads share what one half receives. With several lanes, its stripes and its codes have different orders.
    pub fn share_received(&self) -> bool {
        self.threads.are_many() && self.bundles[0].lanes == 1
    }
}

/// What is known of a stripe's boards during rounds: planes with rows and columns as in [`Exits`].
#[derive(Default)]
pub(in crate::retrograde) struct RoundState {
    pub(super) live: Vec<u64>,
    /// The mobile boards on which every king's move loses, and those on which no king can move.
    pub(super) cornered: Vec<u64>,
    /// The boards on which no zeroing move delays a loss any further; for mobile boards only.
    pub(super) ready: Vec<u64>,
    /// What kings' moves lead to, with the rows and columns of this stripe: the boards that the enemy, to move, loses, and
    /// those that it wins. The other half publishes them; those of the last round are still in `new_enemy`.
    pub enemy: [Vec<u64>; 2],
    pub(super) new_enemy: [SparsePlane; 2],
}

/// The boards of a stripe that are decided in a round: the losses, then the wins.
#[derive(Default)]
pub(in crate::retrograde) struct Decided {
    pub(super) planes: [SparsePlane; 2],
    /// Their rows, as the other half numbers them.
    pub(super) turned_rows: [RowSet; 2],
}

impl Decided {
    #[inline]
    pub(super) fn has(&self, won: bool) -> bool {
        !self.planes[usize::from(won)].rows.is_empty()
    }

    #[inline(always)]
    pub(super) fn turn_rows(&mut self, turned: &[u32]) {
        for (to, plane) in self.turned_rows.iter_mut().zip(&self.planes) {
            to.clear(turned.len());
            plane.rows.iter().for_each(|row| to.insert(turned[row] as usize));
        }
    }
}

impl RoundState {
    /// Begins a run of rounds. Under the draw rule, the boards are ready on which every zeroing move loses.
    fn start(&mut self, exits: &Exits, under_rule: bool, rows: usize, decided: &mut Decided) {
        let words = exits.mobile.len();
        self.live.clone_from(&exits.mobile);
        self.cornered.clone_from(&exits.kings_stuck);
        if under_rule {
            self.ready.clear();
            self.ready.extend(exits.holds.iter().map(|holds| !holds));
        } else {
            self.ready.clone_from(&exits.ready);
        }
        for plane in &mut self.enemy {
            plane.clear();
            plane.resize(words, 0);
        }
        self.new_enemy.iter_mut().chain(&mut decided.planes).for_each(|plane| plane.clear(words, rows));
        decided.turned_rows.iter_mut().for_each(|turned| turned.clear(rows));
    }

    #[inline(always)]
    pub(super) fn decide<G: Game, const W: usize>(&mut self, bundle: &Bundle<'_, G>, number: usize, to: &mut Decided) {
        to.planes.iter_mut().for_each(SparsePlane::wipe::<W>);
        if !self.new_enemy.iter().all(|new| new.rows.is_empty()) {
            self.losses::<G, W>(bundle, number * W, &mut to.planes[0]);
            self.wins::<G, W>(bundle, number * W, &mut to.planes[1]);
        }
    }

    /// Finds the losses: live boards that are ready, and from which every king's move leads to a win of the enemy, one
    /// of them new. The stripe begins with the word `first_word` of the rows.
    #[inline(always)]
    fn losses<G: Game, const W: usize>(&mut self, bundle: &Bundle<'_, G>, first_word: usize, losses: &mut SparsePlane) {
        let RoundState { live, cornered, ready, enemy: [_, enemy_won], new_enemy: [_, new_enemy_won] } = self;
        // The plane first has candidates: all boards from which a king's move leads to a new win of the enemy.
        retreat::<G, W>(bundle, first_word, new_enemy_won, enemy_won, losses);
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
        let RoundState { live, enemy: [enemy_lost, _], new_enemy: [new_enemy_lost, _], .. } = self;
        // The plane first has candidates; the live ones are won.
        retreat::<G, W>(bundle, first_word, new_enemy_lost, enemy_lost, wins);
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

/// The stripes of both halves of a bundle during rounds; or of the only half.
#[derive(Default)]
pub(in crate::retrograde) struct Stripes {
    pub states: [Vec<RoundState>; 2],
    pub(super) decided: [Vec<Decided>; 2],
}

impl Stripes {
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

/// Takes kings back: adds to `before` the boards, decided or not, from which a king's move would lead to `new` boards if
/// captures were not compulsory. The `new` boards move to `old`. All are planes of the stripe that begins at `first_word`.
#[inline(always)]
fn retreat<G: Game, const W: usize>(
    bundle: &Bundle<'_, G>,
    first_word: usize,
    SparsePlane { words: new, rows: new_rows }: &mut SparsePlane,
    old: &mut [u64],
    before: &mut SparsePlane,
) {
    for row in new_rows.drain() {
        let kings = bundle.kings.sets()[row];
        let fixed = bundle.men | kings;
        let boards: Mask<W> = std::mem::replace(mask_mut(new, row * W), [0; W]);
        join(mask_mut(old, row * W), &boards);
        for to in squares(kings) {
            let others = OneMore::new(kings & !(1 << to));
            for direction in 0..4 {
                let mut open = boards;
                for from in ray::<G>(direction, to) {
                    if fixed >> from & 1 != 0 {
                        break;
                    }
                    open = and(&open, bundle.free(from, first_word));
                    if !any(&open) {
                        break;
                    }
                    before.add(others.number(from), &open);
                }
            }
        }
    }
}

/// The candidates from which every king's move leads to a board in `enemy_won`, a plane of one stripe.
#[inline(always)]
fn all_moves_lose<G: Game, const W: usize>(
    bundle: &Bundle<'_, G>,
    kings: Bitboard,
    first_word: usize,
    mut candidates: Mask<W>,
    enemy_won: &[u64],
) -> Mask<W> {
    let fixed = bundle.men | kings;
    for from in squares(kings) {
        let others = OneMore::new(kings & !(1 << from));
        for direction in 0..4 {
            let mut open = candidates;
            let mut next = step::<G>(direction, from);
            while let Some(to) = next.filter(|to| fixed >> to & 1 == 0) {
                open = and(&open, bundle.free(to, first_word));
                if !any(&open) {
                    break;
                }
                let row = others.number(to);
                let escapes = and_not(&open, mask(enemy_won, row * W));
                candidates = and_not(&candidates, &escapes);
                open = and_not(&open, &escapes);
                next = step::<G>(direction, to);
            }
            if !any(&candidates) {
                return candidates;
            }
        }
    }
    candidates
}
