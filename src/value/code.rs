//! A result and its distance in one byte.
//!
//! The bytes are ordered for the side that has *just moved*: first the losses of the side now to move, quickest first, then the draw,
//! then its wins, slowest first. So the best move is an unsigned minimum.

use crate::board::Game;

use super::{Outcome, Theory};

/// A distance and its bytes: `Dtw` or `Dtz`.
pub trait Measure {
    /// The byte of a draw.
    const DRAW: u8 = 127;

    /// The longest distance that a byte holds.
    const MAX: u16;

    /// The byte of the slowest loss that a byte holds.
    const SLOWEST_LOSS: u8;

    /// The byte of the slowest win.
    const SLOWEST_WIN: u8 = !Self::SLOWEST_LOSS;

    /// The byte of a distance whose result is known to be a win or a loss. `Dtz` stores the plies. [`Dtw`] stores half of them,
    /// rounded down, since the result determines whether they are odd, and so reaches 511 plies.
    fn distance(plies: u16) -> u8;

    /// The outcome of a result and a byte of [`Measure::distance`] in a game.
    fn outcome<G: Game>(theory: Theory, distance: u8) -> Outcome;

    /// The byte of a loss; `plies` at most [`Measure::MAX`].
    #[inline(always)]
    fn loss(plies: u16) -> u8 {
        debug_assert!(plies <= Self::MAX);
        Self::distance(plies)
    }

    /// The byte of a win; `plies` at most [`Measure::MAX`].
    #[inline(always)]
    fn win(plies: u16) -> u8 {
        debug_assert!(plies <= Self::MAX);
        !Self::distance(plies)
    }

    /// The byte of an outcome, `None` if its distance is beyond [`Measure::MAX`].
    fn encode(outcome: Outcome) -> Option<u8> {
        match outcome {
            Outcome::Draw => Some(Self::DRAW),
            Outcome::Loss(plies) if plies <= Self::MAX => Some(Self::loss(plies)),
            Outcome::Win(plies) if plies <= Self::MAX => Some(Self::win(plies)),
            Outcome::Loss(_) | Outcome::Win(_) => None,
        }
    }

    /// The outcome of a byte in a game. Total: bytes that no outcome has are decoded by their order.
    #[inline(always)]
    fn decode<G: Game>(code: u8) -> Outcome {
        Self::outcome::<G>(Dtw::theory(code), distance(code))
    }
}

/// The [`Measure::distance`] of the byte of a win or loss: losses count up from 0, wins down from 255.
#[inline(always)]
pub fn distance(code: u8) -> u8 {
    code.min(!code)
}

/// Distance to win: plies to the end of the game, without any draw rule.
///
/// In Russian draughts a win has an odd distance and a loss an even one, in poddavki the other way round. So the byte holds half of
/// the distance. Distances beyond [`Dtw::MAX`] are kept elsewhere, and have the bytes [`Dtw::FAR_LOSS`] and [`Dtw::FAR_WIN`].
#[derive(Clone, Copy, Debug)]
pub struct Dtw;

impl Dtw {
    /// The byte of a loss whose distance is too long for a byte.
    pub const FAR_LOSS: u8 = Dtw::DRAW - 1;

    /// The byte of a win whose distance is too long for a byte.
    pub const FAR_WIN: u8 = Dtw::DRAW + 1;

    /// The byte of an outcome if bytes hold distances of at most `byte_plies`, itself at most [`Dtw::MAX`].
    #[inline]
    pub fn code(outcome: Outcome, byte_plies: u16) -> u8 {
        match outcome {
            Outcome::Loss(plies) if plies > byte_plies => Dtw::FAR_LOSS,
            Outcome::Win(plies) if plies > byte_plies => Dtw::FAR_WIN,
            Outcome::Loss(plies) => Dtw::loss(plies),
            Outcome::Draw => Dtw::DRAW,
            Outcome::Win(plies) => Dtw::win(plies),
        }
    }

    /// The plies of a byte that holds a distance. Branchless, since wins and losses come mixed.
    #[inline(always)]
    pub fn plies<G: Game>(code: u8) -> u16 {
        2 * u16::from(distance(code)) + u16::from((code > Dtw::DRAW) != G::NO_MOVE_WINS)
    }

    /// The result of a byte, in any game.
    #[inline(always)]
    pub fn theory(code: u8) -> Theory {
        match code {
            ..Dtw::DRAW => Theory::Loss,
            Dtw::DRAW => Theory::Draw,
            _ => Theory::Win,
        }
    }

    /// Whether a byte stands for a distance that is too long for it.
    #[inline(always)]
    pub const fn is_far(code: u8) -> bool {
        code == Dtw::FAR_LOSS || code == Dtw::FAR_WIN
    }
}

impl Measure for Dtw {
    const MAX: u16 = 251;
    const SLOWEST_LOSS: u8 = 125;

    #[inline(always)]
    fn distance(plies: u16) -> u8 {
        debug_assert!(plies <= 511);
        (plies / 2) as u8
    }

    #[inline(always)]
    fn outcome<G: Game>(theory: Theory, distance: u8) -> Outcome {
        Outcome::new(theory, 2 * u16::from(distance) + u16::from((theory == Theory::Win) != G::NO_MOVE_WINS))
    }
}

/// Distance to a zeroing move, under the draw rule from clock 0: plies until the result is banked. A `Draw` is a draw under the rule,
/// also where theory has a win or a loss.
#[derive(Clone, Copy, Debug)]
pub struct Dtz;

impl Dtz {
    /// The one byte that no outcome has: it would be a win in 127, but no draw rule is longer than [`Dtz::MAX`] = 126 plies. Codes
    /// use it as a mark, with a meaning of their own.
    pub(crate) const UNUSED: u8 = Dtz::DRAW + 1;
}

const _: () = assert!(Dtz::SLOWEST_LOSS + 1 == Dtz::DRAW && Dtz::UNUSED + 1 == Dtz::SLOWEST_WIN);

impl Measure for Dtz {
    const MAX: u16 = 126;
    const SLOWEST_LOSS: u8 = 126;

    #[inline(always)]
    fn distance(plies: u16) -> u8 {
        debug_assert!(plies <= Self::MAX);
        plies as u8
    }

    #[inline(always)]
    fn outcome<G: Game>(theory: Theory, distance: u8) -> Outcome {
        Outcome::new(theory, distance.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Poddavki, Russian};

    /// Checks the bytes of a measure, and its distances with a result up to `most`. If `is_split`, wins have odd distances and losses
    /// even ones, or the other way round where having no move wins.
    fn check<G: Game, M: Measure>(most: u16, is_split: bool) {
        let exists = |outcome: &Outcome| match *outcome {
            Outcome::Loss(plies) => !is_split || (plies % 2 == 1) == G::NO_MOVE_WINS,
            Outcome::Draw => true,
            Outcome::Win(plies) => !is_split || (plies % 2 == 1) != G::NO_MOVE_WINS,
        };
        for plies in 0..=most {
            for outcome in [Outcome::Loss(plies), Outcome::Win(plies)] {
                let read = M::outcome::<G>(outcome.theory(), M::distance(plies));
                assert_eq!(read == outcome, exists(&outcome), "{outcome:?}");
            }
        }
        let (losses, wins) = ((0..=M::MAX).map(Outcome::Loss), (0..=M::MAX).rev().map(Outcome::Win));
        let outcomes: Vec<Outcome> = losses.chain([Outcome::Draw]).chain(wins).filter(exists).collect();
        let codes: Vec<u8> = outcomes.iter().map(|&outcome| M::encode(outcome).unwrap()).collect();
        assert!(codes.is_sorted_by(|a, b| a < b), "the best position to reach has the least code");
        let draw = codes.iter().position(|&code| code == M::DRAW).unwrap();
        assert_eq!([codes[draw - 1], codes[draw + 1]], [M::SLOWEST_LOSS, M::SLOWEST_WIN]);
        for (&code, &outcome) in codes.iter().zip(&outcomes) {
            assert_eq!(M::decode::<G>(code), outcome);
            let own = match outcome {
                Outcome::Loss(plies) => M::loss(plies),
                Outcome::Draw => M::DRAW,
                Outcome::Win(plies) => M::win(plies),
            };
            assert_eq!(code, own);
        }
        for code in 0..=u8::MAX {
            assert_eq!(M::decode::<G>(code).theory().cmp(&Theory::Draw), code.cmp(&M::DRAW));
            if let Outcome::Loss(plies) | Outcome::Win(plies) = Dtw::decode::<G>(code) {
                assert_eq!(Dtw::plies::<G>(code), plies);
            }
        }
    }

    #[test]
    fn codes_are_exact_and_ordered() {
        check::<Russian, Dtw>(511, true);
        check::<Poddavki, Dtw>(511, true);
        check::<Russian, Dtz>(Dtz::MAX, false);
    }
}
