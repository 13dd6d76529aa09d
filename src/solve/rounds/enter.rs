//! Exits in their rounds.

use crate::board::Game;
use crate::bulk::masks::{Mask, and, and_not, any, equal, join, mask, mask_mut};
use crate::index::WORD;
use crate::solve::bundle::Bundle;
use crate::solve::bundle::row_set::in_word;
use crate::solve::exits::Exits;
use crate::value::Outcome;
use crate::wide::wide;

use super::state::{Decided, RoundState};

wide! {
    /// Enters the boards of a stripe that their exits, with these codes, decide in a round.
    pub(in crate::solve) fn enter<G: Game>(
        state: &mut RoundState,
        decided: &mut Decided,
        exits: &Exits,
        codes: &[u8],
        bundle: &Bundle<'_, G>,
        plies: u16,
    ) -> () {
        match (plies, bundle.mask_words()) {
            (0, _) => state.enter_stuck::<G>(decided, exits, bundle.mask_words()),
            (_, 1) => state.enter_due::<G, 1>(decided, exits, codes, bundle.rows(), plies),
            _ => state.enter_due::<G, 8>(decided, exits, codes, bundle.rows(), plies),
        }
    }
}

impl RoundState {
    /// Enters the boards without a legal move, in round 0.
    pub fn enter_stuck<G: Game>(&mut self, decided: &mut Decided, exits: &Exits, mask_words: usize) {
        let plane = if G::NO_MOVE_WINS { &mut decided.wins } else { &mut decided.losses };
        for (at, &stuck) in exits.stuck.iter().enumerate() {
            if stuck != 0 {
                plane.words[at] |= stuck;
                plane.rows.insert(at / mask_words);
            }
        }
    }

    /// Enters the boards that their exits decide in a later round: they are won, or ready, and lost if they are cornered
    /// too. Boards that are not mobile are decided by their exits alone.
    #[inline(always)]
    fn enter_due<G: Game, const W: usize>(
        &mut self,
        decided: &mut Decided,
        exits: &Exits,
        codes: &[u8],
        rows: usize,
        plies: u16,
    ) {
        let won = matches!(Outcome::decided_in::<G>(plies), Outcome::Win(_));
        if let Some(code) = Exits::code_due::<G>(plies) {
            for row in exits.due_rows(plies, rows).iter().copied().enumerate().flat_map(in_word) {
                let codes = &codes[row * W * WORD..].as_chunks::<WORD>().0[..W];
                let mut due: Mask<W> = [0; W];
                due.iter_mut().zip(codes).for_each(|(due, codes)| *due = equal(codes, code));
                self.enter_row::<W>(decided, exits, row, won, &due);
            }
        }
        for &(_, cell) in exits.far.iter().filter(|(round, _)| *round == plies) {
            let (at, mut due) = (cell as usize / WORD, [0; W]);
            due[at % W] = 1 << (cell as usize % WORD);
            self.enter_row::<W>(decided, exits, at / W, won, &due);
        }
    }

    /// Enters the boards of one row that are due.
    #[inline(always)]
    fn enter_row<const W: usize>(
        &mut self,
        decided: &mut Decided,
        exits: &Exits,
        row: usize,
        won: bool,
        due: &Mask<W>,
    ) {
        let at = row * W;
        let mobile = and(due, mask(&exits.mobile, at));
        let mut found = and(due, mask(&self.live, at));
        if !won {
            join(mask_mut(&mut self.ready, at), &mobile);
            found = and(&found, mask(&self.cornered, at));
        }
        join(&mut found, &and_not(due, &mobile));
        if any(&found) {
            let left = and_not(mask(&self.live, at), &found);
            *mask_mut(&mut self.live, at) = left;
            let plane = if won { &mut decided.wins } else { &mut decided.losses };
            join(mask_mut(&mut plane.words, at), &found);
            plane.rows.insert(row);
        }
    }

    /// Enters the boards that their exits decide under the draw rule, all in round 1.
    pub fn enter_zeroing(&mut self, decided: &mut Decided, exits: &Exits, mask_words: usize) {
        for at in 0..self.live.len() {
            let open = self.live[at] | exits.captures[at];
            let won = open & exits.wins[at];
            let lost = open & (exits.captures[at] | exits.kings_stuck[at]) & !exits.wins[at] & !exits.holds[at];
            for (boards, plane) in [(won, &mut decided.wins), (lost, &mut decided.losses)] {
                if boards != 0 {
                    self.live[at] &= !boards;
                    plane.words[at] |= boards;
                    plane.rows.insert(at / mask_words);
                }
            }
        }
    }
}
