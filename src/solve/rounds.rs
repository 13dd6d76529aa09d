//! One fibre's distances, by rounds backwards from the ends; many boards at once.
//!
//! A board is won as soon as a king's move leads to a lost one; it is lost once every king's move leads to a won one
//! and no zeroing move does better. Results from outside carry distances of their own and enter in their own round, so
//! that distances come out exact.

use crate::board::Bitboard;
use crate::index::{OneMore, WORD};
use crate::rules::{ray, step};
use crate::value::Outcome;

use super::boards::Boards;
use super::bundle::{Bundle, Column};
use super::half::bits;
use super::masks::{Mask, and, and_not, any, join, mask, mask_mut, places, set};
use super::turn::turn;

/// Rows, by number.
#[derive(Default)]
struct Rows(Vec<u64>);

impl Rows {
    fn clear(&mut self, rows: usize) {
        self.0.clear();
        self.0.resize(rows.div_ceil(WORD), 0);
    }

    #[inline(always)]
    fn insert(&mut self, row: usize) {
        self.0[row / WORD] |= 1 << (row % WORD);
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The words, each with the rows that it stands for; see [`in_word`].
    #[inline(always)]
    fn words(&self) -> impl Iterator<Item = (usize, u64)> {
        self.0.iter().copied().enumerate()
    }

    /// Takes all out: [`Rows::words`].
    #[inline(always)]
    fn drain(&mut self) -> impl Iterator<Item = (usize, u64)> {
        self.0.iter_mut().enumerate().map(|(place, word)| (place, std::mem::take(word)))
    }
}

/// The rows of a word.
#[inline(always)]
fn in_word((place, word): (usize, u64)) -> impl Iterator<Item = usize> {
    places(&[word]).map(move |bit| place * WORD + bit)
}

/// What is known of a half's boards while rounds go on: masks in rows by the mover's kings, as in [`Boards`].
#[derive(Default)]
pub(super) struct State {
    /// Quiet and not yet decided.
    live: Vec<u64>,
    /// Every king's move loses.
    cornered: Vec<u64>,
    /// No zeroing move delays the loss any further.
    ready: Vec<u64>,
    /// What the king's moves lead to: boards with the enemy to move that are won by it, or lost, from round 0 to the last
    /// but one; and those of the last round.
    pub won: Vec<u64>,
    pub lost: Vec<u64>,
    new_won: Vec<u64>,
    new_lost: Vec<u64>,
    new_won_rows: Rows,
    new_lost_rows: Rows,
    /// Boards decided in this round, not yet told to the other half.
    wins: Vec<u64>,
    losses: Vec<u64>,
    wins_rows: Rows,
    losses_rows: Rows,
    /// None but while boards are told.
    columns: Rows,
}

impl State {
    /// Begins anew.
    pub fn start(&mut self, boards: &Boards, ready: impl Iterator<Item = u64>, rows: usize) {
        let words = boards.quiet.len();
        self.live.clone_from(&boards.quiet);
        self.cornered.clone_from(&boards.still);
        self.ready.clear();
        self.ready.extend(ready);
        for plane in
            [&mut self.won, &mut self.lost, &mut self.new_won, &mut self.new_lost, &mut self.wins, &mut self.losses]
        {
            plane.clear();
            plane.resize(words, 0);
        }
        let State { new_won_rows, new_lost_rows, wins_rows, losses_rows, columns, .. } = self;
        for set in [new_won_rows, new_lost_rows, wins_rows, losses_rows, columns] {
            set.clear(rows);
        }
    }

    /// Whether this half has heard of boards that the other has decided.
    #[inline]
    pub fn has_news(&self) -> bool {
        !(self.new_won_rows.is_empty() && self.new_lost_rows.is_empty())
    }

    /// Whether there may be boards decided in this round.
    #[inline]
    pub fn has_rows(&self) -> bool {
        !(self.wins_rows.is_empty() && self.losses_rows.is_empty())
    }

    /// Whether boards were decided in this round.
    pub fn has_decided(&self) -> bool {
        self.wins.iter().chain(&self.losses).any(|&word| word != 0)
    }

    /// Finds the losses: boards from which every king's move leads to a win of the enemy, the last of them new.
    #[inline(always)]
    pub fn losses<const W: usize>(&mut self, bundle: &Bundle<'_>) {
        let State { live, cornered, ready, won, new_won, new_won_rows, losses, losses_rows, .. } = self;
        retreat::<W>(bundle, [new_won_rows, losses_rows], [new_won, won, losses]);
        let words = bundle.words;
        for word in losses_rows.words() {
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
        let State { live, lost, new_lost, new_lost_rows, wins, wins_rows, .. } = self;
        retreat::<W>(bundle, [new_lost_rows, wins_rows], [new_lost, lost, wins]);
        let words = bundle.words;
        for word in wins_rows.words() {
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

    /// Enters the boards that zeroing moves decide in this round, or free for a loss.
    pub fn enter(&mut self, boards: &Boards, words: usize, won: bool, cells: &[u32]) {
        for &cell in cells {
            let (at, bit) = (cell as usize / WORD, 1 << (cell as usize % WORD));
            let quiet = boards.quiet[at] & bit != 0;
            if quiet && !won {
                self.ready[at] |= bit;
            }
            if !quiet || self.live[at] & bit != 0 && (won || self.cornered[at] & bit != 0) {
                self.live[at] &= !bit;
                let (plane, rows) =
                    if won { (&mut self.wins, &mut self.wins_rows) } else { (&mut self.losses, &mut self.losses_rows) };
                plane[at] |= bit;
                rows.insert(at / words);
            }
        }
    }

    /// Enters the boards that a zeroing move decides under the draw rule: all in one ply.
    pub fn enter_zeroing(&mut self, boards: &Boards, words: usize) {
        for at in 0..self.live.len() {
            let open = self.live[at] | boards.captures[at];
            let won = open & boards.wins[at];
            let lost = open & (boards.captures[at] | boards.still[at]) & !boards.wins[at] & !boards.holds[at];
            if won | lost != 0 {
                self.live[at] &= !(won | lost);
                self.wins[at] |= won;
                self.losses[at] |= lost;
                self.wins_rows.insert(at / words);
                self.losses_rows.insert(at / words);
            }
        }
    }

    /// Tells the other half what was decided, and writes the codes: rows by the other side's kings. Whether there was
    /// anything.
    #[inline(always)]
    pub fn publish(
        &mut self,
        bundle: &Bundle<'_>,
        plies: u16,
        code: &dyn Fn(Outcome) -> u8,
        other: &mut State,
        out: &mut Codes<'_>,
    ) -> bool {
        let mut some = false;
        let State { wins, wins_rows, losses, losses_rows, columns, .. } = self;
        if !wins_rows.is_empty() {
            let news = News { boards: &mut other.new_won, rows: &mut other.new_won_rows };
            some |= tell(bundle, [wins_rows, columns], wins, || code(Outcome::Win(plies)), news, out);
        }
        if !losses_rows.is_empty() {
            let news = News { boards: &mut other.new_lost, rows: &mut other.new_lost_rows };
            some |= tell(bundle, [losses_rows, columns], losses, || code(Outcome::Loss(plies)), news, out);
        }
        some
    }
}

/// Where the codes of a half go.
pub(super) struct Codes<'o> {
    pub codes: &'o mut [u8],
    /// Where those of each fibre begin.
    pub starts: &'o [usize],
    /// The places of this round's codes, if they do not tell its distance.
    pub far: Option<Vec<usize>>,
}

impl Codes<'_> {
    /// Writes a code for boards in the row of a set, from a column on.
    #[inline(always)]
    pub fn write(
        &mut self,
        bundle: &Bundle<'_>,
        Column { lane, turned }: Column,
        column: usize,
        boards: u64,
        code: u8,
    ) {
        let place = self.starts[lane as usize] + turned as usize * bundle.other_width + column;
        set(&mut self.codes[place..], code, boards);
        if let Some(far) = &mut self.far {
            far.extend(places(&[boards]).map(|at| place + at));
        }
    }
}

/// Where a half hears of the other's decided boards.
struct News<'s> {
    boards: &'s mut [u64],
    rows: &'s mut Rows,
}

impl News<'_> {
    /// Of boards in the row of a set, from a column of its fibre on.
    #[inline(always)]
    fn hear(&mut self, bundle: &Bundle<'_>, Column { lane, turned }: Column, column: usize, boards: u64) {
        let (row, column) = (turned as usize, lane as usize * bundle.other_width + column);
        self.boards[row * bundle.other_words + column / WORD] |= boards << (column % WORD);
        self.rows.insert(row);
    }
}

/// Tells of a plane's boards, and clears it.
#[inline(always)]
fn tell(
    bundle: &Bundle<'_>,
    [rows, columns]: [&mut Rows; 2],
    plane: &mut [u64],
    code: impl Fn() -> u8,
    mut news: News<'_>,
    out: &mut Codes<'_>,
) -> bool {
    let turned = bundle.kings.turned();
    rows.drain().flat_map(in_word).for_each(|row| columns.insert(turned[row] as usize));
    let mut some = false;
    let mut tile = [0; WORD];
    for (place, decided) in columns.drain().filter(|&(_, rows)| rows != 0) {
        let first = place * WORD;
        for word in 0..bundle.words {
            let all = turn(bundle, (first, decided), word, |at| std::mem::take(&mut plane[at]), &mut tile);
            if all == 0 {
                continue;
            }
            some = true;
            let code = code();
            for column in places(&[all]) {
                let (to, boards) = (bundle.columns[word * WORD + column], tile[column]);
                news.hear(bundle, to, first, boards);
                out.write(bundle, to, first, boards, code);
            }
        }
    }
    some
}

/// Takes kings back: from new boards, which go to the old ones, to those from which a king's move may lead to them.
#[inline(always)]
fn retreat<const W: usize>(
    bundle: &Bundle<'_>,
    [new_rows, before_rows]: [&mut Rows; 2],
    [new, old, before]: [&mut [u64]; 3],
) {
    let words = bundle.words;
    for word in new_rows.drain() {
        for row in in_word(word) {
            let kings = bundle.kings.sets()[row];
            let fixed = bundle.men | kings;
            for word in (0..words).step_by(W) {
                let at = row * words + word;
                let boards: Mask<W> = std::mem::replace(mask_mut(new, at), [0; W]);
                if !any(&boards) {
                    continue;
                }
                join(mask_mut(old, at), &boards);
                for to in bits(kings) {
                    let others = OneMore::new(kings & !(1 << to));
                    for direction in 0..4 {
                        let mut open = boards;
                        for from in ray(direction, to) {
                            if fixed >> from & 1 != 0 {
                                break;
                            }
                            open = and(&open, bundle.free(from, word));
                            if !any(&open) {
                                break;
                            }
                            let row = others.number(from);
                            join(mask_mut(before, row * words + word), &open);
                            before_rows.insert(row);
                        }
                    }
                }
            }
        }
    }
}

/// Those of the candidates from which every king's move leads to a board in `won`.
#[inline(always)]
fn all_moves_lose<const W: usize>(
    bundle: &Bundle<'_>,
    kings: Bitboard,
    word: usize,
    mut candidates: Mask<W>,
    won: &[u64],
) -> Mask<W> {
    let words = bundle.words;
    let fixed = bundle.men | kings;
    for from in bits(kings) {
        let others = OneMore::new(kings & !(1 << from));
        for direction in 0..4 {
            let mut open = candidates;
            let mut next = step(direction, from);
            while let Some(to) = next.filter(|to| fixed >> to & 1 == 0) {
                open = and(&open, bundle.free(to, word));
                if !any(&open) {
                    break;
                }
                let row = others.number(to);
                let escapes = and_not(&open, mask(won, row * words + word));
                candidates = and_not(&candidates, &escapes);
                open = and_not(&open, &escapes);
                next = step(direction, to);
            }
            if !any(&candidates) {
                return candidates;
            }
        }
    }
    candidates
}
