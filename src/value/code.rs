//! A result and its distance in one byte.
//!
//! The bytes are ordered for the side that has *just moved*: the smaller the byte of the position it reached, the
//! better its move. First the losses of the side now to move, quickest first, then the draw, then its wins, slowest
//! first. The best move is an unsigned minimum.

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

    /// The byte that keeps a distance next to its result, which is known to be a win or a loss. `Dtz` keeps the plies.
    /// [`Dtw`] keeps half of the plies, rounded down: the result says whether they are odd. So it reaches to 511 plies.
    fn distance(plies: u16) -> u8;

    /// The outcome that a result and the byte of [`Measure::distance`] stand for in a game.
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

    /// What a byte means in a game. Total: bytes that no outcome has mean what their order suggests.
    #[inline(always)]
    fn decode<G: Game>(code: u8) -> Outcome {
        Self::outcome::<G>(Dtw::theory(code), distance(code))
    }
}

/// The [`Measure::distance`] of the byte of a win or loss: bytes of losses count up from 0, those of wins down from 255.
#[inline(always)]
pub fn distance(code: u8) -> u8 {
    code.min(!code)
}

/// Distance to win: plies to the end of the game, without any draw rule.
///
/// In Russian draughts a win has an odd distance and a loss an even one; where the side without a move has won it is the
/// other way round. So the byte holds half of the distance. Beyond [`Dtw::MAX`] it only tells that there is one:
/// [`Dtw::FAR_LOSS`] and [`Dtw::FAR_WIN`], whose distances are kept apart.
///
/// ```
/// use bolshak::{board::{Poddavki, Russian}, insides::{Dtw, Measure}, value::Outcome};
/// assert_eq!(Dtw::decode::<Russian>(Dtw::win(169)), Outcome::Win(169));
/// assert_eq!(Dtw::decode::<Poddavki>(Dtw::win(168)), Outcome::Win(168));
/// assert!(Dtw::loss(170) < Dtw::DRAW && Dtw::DRAW < Dtw::win(169));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dtw;

impl Dtw {
    /// The byte of a loss beyond what a byte holds.
    pub const FAR_LOSS: u8 = Dtw::DRAW - 1;

    /// The byte of a win beyond what a byte holds.
    pub const FAR_WIN: u8 = Dtw::DRAW + 1;

    /// The byte of an outcome, if bytes are to hold distances of at most so many plies, themselves at most
    /// [`Dtw::MAX`].
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

    /// The plies of a byte that holds a distance. Without a branch, since wins and losses come mixed.
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

    /// Whether a byte tells no distance, but only that there is one.
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

/// Distance to a zeroing move, under the draw rule from clock 0: plies until the result is banked. A `Draw` here is a
/// draw under the rule, whatever theory says.
#[derive(Clone, Copy, Debug)]
pub struct Dtz;

impl Dtz {
    /// The one byte that no outcome has. It would be a win in 127, but no draw rule is longer than [`Dtz::MAX`] plies, which
    /// is 126. So it is free for a mark among codes; what it marks is said where it is used.
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

    fn round_trip<G: Game, M: Measure>(losses: impl Iterator<Item = u16>, wins: impl Iterator<Item = u16>) {
        let losses: Vec<u16> = losses.collect();
        let wins: Vec<u16> = wins.collect();
        assert!(losses.iter().all(|&d| M::decode::<G>(M::loss(d)) == Outcome::Loss(d)));
        assert!(wins.iter().all(|&d| M::decode::<G>(M::win(d)) == Outcome::Win(d)));
        assert_eq!(M::decode::<G>(M::DRAW), Outcome::Draw);
        assert_eq!(M::decode::<G>(M::SLOWEST_LOSS), Outcome::Loss(*losses.last().expect("there are some")));
        assert_eq!(M::decode::<G>(M::SLOWEST_WIN), Outcome::Win(*wins.last().expect("there are some")));
        let codes = losses.iter().map(|&d| M::loss(d)).chain([M::DRAW]).chain(wins.iter().rev().map(|&d| M::win(d)));
        assert!(codes.is_sorted_by(|a, b| a < b), "the best position to reach has the least code");
    }

    #[test]
    fn a_result_and_a_byte_tell_the_distance() {
        fn tell<G: Game, M: Measure>(most: u16) {
            for plies in 0..=most {
                for outcome in [Outcome::Loss(plies), Outcome::Win(plies)] {
                    // A win in theory takes an odd number of plies, a loss an even one; where no move wins, the other way round.
                    let is_odd = matches!(outcome, Outcome::Win(_)) != G::NO_MOVE_WINS;
                    let is_one = most == Dtz::MAX || (plies % 2 == 1) == is_odd;
                    assert_eq!(M::outcome::<G>(outcome.theory(), M::distance(plies)) == outcome, is_one, "{outcome:?}");
                }
            }
            for code in 0..=u8::MAX {
                let theory = M::decode::<G>(code).theory();
                assert_eq!(M::decode::<G>(code), M::outcome::<G>(theory, distance(code)));
                assert_eq!(theory.cmp(&Theory::Draw), code.cmp(&M::DRAW));
                assert_eq!(theory, Dtw::theory(code));
                if let Outcome::Loss(plies) | Outcome::Win(plies) = Dtw::decode::<G>(code) {
                    assert_eq!(Dtw::plies::<G>(code), plies);
                }
            }
        }
        tell::<Russian, Dtw>(511);
        tell::<Poddavki, Dtw>(511);
        tell::<Russian, Dtz>(Dtz::MAX);
    }

    #[test]
    fn codes_are_exact_and_ordered() {
        round_trip::<Russian, Dtw>((0..=Dtw::MAX).step_by(2), (1..=Dtw::MAX).step_by(2));
        round_trip::<Poddavki, Dtw>((1..=Dtw::MAX).step_by(2), (0..=Dtw::MAX).step_by(2));
        round_trip::<Russian, Dtz>(0..=Dtz::MAX, 0..=Dtz::MAX);
    }
}
