//! What leaves a fibre: the zeroing moves of many boards at once.
//!
//! One set of the mover's kings at a time, against 64 or 512 sets of the enemy's: whether a square is free of enemy
//! kings is a mask, so a king's way along a ray, what it can take there and where it lands are ANDs of masks. Only
//! captures that go on after the first piece are walked one by one.

use arrayvec::ArrayVec;

use crate::board::Bitboard;
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{RAYS, ray, step};
use crate::value::{Dtw, Measure, Outcome};

use super::exit::Exit;
use super::far::LONGEST;
use super::half::{CROWN, Half, Jump, Step, Steps, bits};
use super::halt::Halt;
use super::known::{Fibre, Row};
use super::lanes::{Mask, and, and_not, any, join, lower, places, take_lower};
use super::walk::{Memo, Walk};

/// Distances that a code and a ply more can stand for.
const EVENTS: usize = 257;

/// The boards of a half, as masks: a row for each set of the mover's kings, a bit for each of the enemy's.
#[derive(Default)]
pub(super) struct Boards {
    /// Those with a legal move, but no capture.
    pub quiet: Vec<u64>,
    /// Those with a capture pending.
    pub captures: Vec<u64>,
    /// Those without a legal move.
    pub stuck: Vec<u64>,
    /// The quiet ones without a king's move.
    pub still: Vec<u64>,
    /// The quiet ones whose zeroing moves do not delay a loss: there are none, or they lose at once.
    pub prompt: Vec<u64>,
    /// Those with a zeroing move that wins under the draw rule.
    pub wins: Vec<u64>,
    /// Those with a zeroing move that does not lose under it.
    pub holds: Vec<u64>,
    /// By distance to win in plies, the boards, as [`Boards::cell`], that zeroing moves decide: won in odd distances,
    /// in even ones lost unless a king's move does better.
    pub events: Vec<Vec<u32>>,
    /// The last distance with events.
    pub last: usize,
    /// Boards whose events are farther than codes tell.
    far: Vec<u32>,
}

impl Boards {
    /// Empties them, for a number of words in all.
    pub fn clear(&mut self, words: usize) {
        let Boards { quiet, captures, stuck, still, prompt, wins, holds, events, last, far } = self;
        for plane in [quiet, captures, stuck, still, prompt, wins, holds] {
            plane.clear();
            plane.resize(words, 0);
        }
        events.resize_with(EVENTS, Vec::new);
        events.iter_mut().for_each(Vec::clear);
        *last = 0;
        far.clear();
    }

    /// The number of a board, given its place in the masks.
    #[inline(always)]
    pub fn cell(word: usize, bit: usize) -> u32 {
        (word * WORD + bit) as u32
    }

    /// Fills in those of one fibre, `W` words at a time: from a column on, of rows of so many words.
    #[inline(always)]
    pub fn fill<'a, const W: usize>(
        &mut self,
        half: &Half<'a>,
        memo: &mut Memo<'a>,
        stopped: &dyn Fn() -> bool,
        (start, row_words): (usize, usize),
    ) -> Result<(), Halt> {
        let words = half.enemy.words();
        let jumps = half.jumps();
        let mut steps = Steps::new();
        half.steps(&mut steps);
        let takes_man = bits(half.enemy_men).map(|over| (over, half.king_takes_man(over))).collect();
        let takes_king = (half.enemy.count() > 0 && half.kings.count() > 0).then(|| half.king_takes_king());
        let mut block = Block::<W> {
            half,
            memo,
            jumps: &jumps,
            steps: &steps,
            takes_man,
            takes_king,
            kings: 0,
            own: 0,
            word: 0,
            valid: [0; W],
            captures: [0; W],
            codes: [[0; WORD]; W],
            wins: [0; W],
            holds: [0; W],
        };
        for (row, &kings) in half.kings.sets().iter().enumerate() {
            if kings & half.all_men() != 0 {
                continue;
            }
            // Once in some thousand words.
            if row * words % 4096 < words && row > 0 && stopped() {
                return Err(Halt::Stopped);
            }
            for word in (0..words).step_by(W) {
                if block.start(kings, word) {
                    self.store((row * row_words + word) * WORD + start, block.work());
                }
            }
        }
        for cell in std::mem::take(&mut self.far) {
            let (row, column) = (cell as usize / (row_words * WORD), cell as usize % (row_words * WORD) - start);
            self.enter_far(cell, half.far_exit(half.kings.sets()[row], half.enemy.sets()[column]))?;
        }
        Ok(())
    }

    /// Adds the event of a board whose distance was looked up.
    #[cold]
    fn enter_far(&mut self, cell: u32, outcome: Outcome) -> Result<(), Halt> {
        let (Outcome::Win(plies) | Outcome::Loss(plies)) = outcome else { unreachable!("a far distance is no draw's") };
        if plies > LONGEST {
            return Err(Halt::TooLong);
        }
        let plies = usize::from(plies);
        self.events.resize_with(self.events.len().max(plies + 1), Vec::new);
        self.events[plies].push(cell);
        self.last = self.last.max(plies);
        Ok(())
    }

    /// Stores words that begin at a cell.
    #[inline(always)]
    fn store<const W: usize>(&mut self, first: usize, done: Done<'_, W>) {
        let Done { valid, captures, stuck, still, wins, holds, codes } = done;
        let quiet = and_not(&and_not(&valid, &captures), &stuck);
        let mut prompt = [0; W];
        for (i, codes) in codes.iter().enumerate() {
            // Of the others the round is known in which they are decided, or at least may be.
            let mut left = valid[i] & !stuck[i];
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let code = codes[bit];
                if code == Exit::NONE.code && (quiet[i] & !still[i]) >> bit & 1 != 0 {
                    prompt[i] |= 1 << bit;
                } else if code.wrapping_sub(Dtw::FAR_LOSS) > 2 {
                    let plies = if code < Dtw::DRAW { 2 * usize::from(code) + 1 } else { 512 - 2 * usize::from(code) };
                    self.last = self.last.max(plies);
                    self.events[plies].push((first + i * WORD + bit) as u32);
                } else if code != Dtw::DRAW {
                    self.far.push((first + i * WORD + bit) as u32);
                }
            }
        }
        self.events[0].extend(places(&stuck).map(|place| (first + place) as u32));
        for (plane, mask) in [
            (&mut self.quiet, quiet),
            (&mut self.captures, captures),
            (&mut self.stuck, stuck),
            (&mut self.still, still),
            (&mut self.prompt, prompt),
            (&mut self.wins, wins),
            (&mut self.holds, holds),
        ] {
            for (word, mask) in plane[first / WORD..].iter_mut().zip(mask) {
                *word |= mask << (first % WORD);
            }
        }
    }
}

/// One set of the mover's kings against `W` words of sets of the enemy's.
struct Block<'b, 'a, const W: usize> {
    half: &'b Half<'a>,
    memo: &'b mut Memo<'a>,
    steps: &'b [Step<'a>],
    jumps: &'b [Jump<'a>],
    /// Where the captures of one piece by a king lead, by the captured man; and if it is a king.
    takes_man: ArrayVec<(u32, Fibre<'a>), 8>,
    takes_king: Option<Fibre<'a>>,
    kings: Bitboard,
    /// All pieces of the mover.
    own: Bitboard,
    word: usize,
    valid: Mask<W>,
    captures: Mask<W>,
    codes: [[u8; WORD]; W],
    wins: Mask<W>,
    holds: Mask<W>,
}

struct Done<'c, const W: usize> {
    valid: Mask<W>,
    captures: Mask<W>,
    stuck: Mask<W>,
    still: Mask<W>,
    wins: Mask<W>,
    holds: Mask<W>,
    codes: &'c [[u8; WORD]; W],
}

/// A capture of a first piece.
struct First {
    from: u32,
    man: bool,
    direction: usize,
    over: u32,
    takes_man: bool,
}

impl<const W: usize> Block<'_, '_, W> {
    #[inline(always)]
    fn free(&self, square: u32) -> &Mask<W> {
        self.half.enemy.free_words(square, self.word)
    }

    /// Begins a block; whether it has boards.
    #[inline(always)]
    fn start(&mut self, kings: Bitboard, word: usize) -> bool {
        (self.kings, self.word) = (kings, word);
        self.own = self.half.men | kings;
        // A square of a king or a man is there wherever one of the sides has a piece.
        let mut pieces = bits(self.own | self.half.enemy_men);
        self.valid = *self.free(pieces.next().unwrap_or(0));
        for square in pieces {
            self.valid = and(&self.valid, self.free(square));
        }
        any(&self.valid)
    }

    #[inline(always)]
    fn work(&mut self) -> Done<'_, W> {
        self.captures = [0; W];
        self.codes = [[Exit::NONE.code; WORD]; W];
        (self.wins, self.holds) = ([0; W], [0; W]);
        self.men_capture();
        self.kings_capture();
        let quiet = and_not(&self.valid, &self.captures);
        let mut still = quiet;
        for from in bits(self.kings) {
            for to in (0..4).filter_map(|direction| step(direction, from)) {
                if (self.own | self.half.enemy_men) >> to & 1 == 0 {
                    still = and_not(&still, self.free(to));
                }
            }
        }
        let mut stuck = still;
        let steps = self.steps;
        let kings = self.kings;
        for step in steps.iter().filter(|step| kings >> step.to & 1 == 0) {
            let free = *self.free(step.to);
            stuck = and_not(&stuck, &free);
            let kings = if step.crowned { kings | 1 << step.to } else { kings };
            self.take(step.fibre.row(KingSets::number(kings)), &and(&quiet, &free));
        }
        still = and_not(&still, &stuck);
        let Block { valid, captures, wins, holds, ref codes, .. } = *self;
        Done { valid, captures, stuck, still, wins, holds, codes }
    }

    /// Adds moves that leave the enemy's kings alone.
    #[inline(always)]
    fn take(&mut self, row: Row<'_>, mask: &Mask<W>) {
        if any(mask) {
            let [won, lost] = row.classes::<W>(self.word);
            join(&mut self.wins, &and(mask, &lost));
            join(&mut self.holds, &and_not(mask, &won));
            let codes = self.codes.as_flattened_mut();
            match row.codes_from::<W>(self.word) {
                Some(row) => take_lower(codes, row, mask),
                None => {
                    let [won, lost] = row.theory::<W>(self.word);
                    lower(codes, Dtw::loss(0), &and(mask, &lost));
                    lower(codes, Dtw::DRAW, &and_not(&and_not(mask, &lost), &won));
                }
            }
        }
    }

    /// Adds captures of a king.
    #[inline(always)]
    fn take_king(&mut self, over: u32, row: Row<'_>, mask: &Mask<W>) {
        for place in places(mask) {
            let kings = self.half.enemy.sets()[self.word * WORD + place];
            let (code, class) = row.get(KingSets::number(kings & !(1 << over)));
            let (word, bit) = (place / WORD, place % WORD);
            self.codes[word][bit] = self.codes[word][bit].min(code);
            self.wins[word] |= u64::from(class.lost) << bit;
            self.holds[word] |= u64::from(!class.won) << bit;
        }
    }

    #[inline(always)]
    fn men_capture(&mut self) {
        let jumps = self.jumps;
        let kings = self.kings;
        for jump in jumps.iter().filter(|jump| kings & (1 << jump.to | 1 << jump.over) == 0) {
            let mut mask = and(&self.valid, self.free(jump.to));
            if !jump.takes_man {
                mask = and_not(&mask, self.free(jump.over));
            }
            if !any(&mask) {
                continue;
            }
            join(&mut self.captures, &mask);
            let &Jump { from, over, to, crowned, takes_man, fibre } = jump;
            let capture = First { from, man: true, direction: 0, over, takes_man };
            let mut goes_on = [0; W];
            for direction in 0..4 {
                join(&mut goes_on, &self.goes_on(&capture, direction, to, crowned, mask));
            }
            self.walk(&capture, to, &goes_on);
            let ends = and_not(&mask, &goes_on);
            let row = fibre.row(KingSets::number(if crowned { kings | 1 << to } else { kings }));
            if takes_man {
                self.take(row, &ends);
            } else {
                self.take_king(over, row, &ends);
            }
        }
    }

    #[inline(always)]
    fn kings_capture(&mut self) {
        for from in bits(self.kings) {
            for direction in 0..4 {
                let mut open = self.valid;
                for over in ray(direction, from) {
                    if self.own >> over & 1 != 0 {
                        break;
                    }
                    let takes_man = self.half.enemy_men >> over & 1 != 0;
                    let mask = if takes_man { open } else { and_not(&open, self.free(over)) };
                    self.king_captures(&First { from, man: false, direction, over, takes_man }, mask);
                    if takes_man {
                        break;
                    }
                    open = and(&open, self.free(over));
                    if !any(&open) {
                        break;
                    }
                }
            }
        }
    }

    /// The capture by a king of a first piece, where `mask` tells that it reaches it.
    #[inline(always)]
    fn king_captures(&mut self, capture: &First, mask: Mask<W>) {
        let &First { from, direction, over, takes_man, .. } = capture;
        // For each landing, where the way to it is free.
        let mut landings = ArrayVec::<(u32, Mask<W>), 6>::new();
        let mut open = mask;
        let mut beyond = None;
        for to in ray(direction, over) {
            if self.own >> to & 1 != 0 {
                break;
            }
            if self.half.enemy_men >> to & 1 != 0 {
                beyond = Some(to);
                break;
            }
            open = and(&open, self.free(to));
            if !any(&open) {
                break;
            }
            landings.push((to, open));
        }
        let Some(&(_, mask)) = landings.first() else { return };
        join(&mut self.captures, &mask);
        let mut goes_on = [0; W];
        let others = self.half.enemy.count() > u32::from(!takes_man);
        // On in the same direction: over the first piece behind any landing.
        for (place, &(to, ref open)) in landings.iter().enumerate() {
            let next = landings.get(place + 1).map(|&(next, _)| next).or(beyond).or_else(|| step(direction, to));
            let Some(next) = next.filter(|next| (self.own & !(1 << from)) >> next & 1 == 0) else { continue };
            let Some(behind) = step(direction, next) else { continue };
            if (self.own & !(1 << from) | self.half.enemy_men) >> behind & 1 != 0 {
                continue;
            }
            let mut more = and(open, self.free(behind));
            if self.half.enemy_men >> next & 1 == 0 {
                more = and_not(&more, self.free(next));
            }
            join(&mut goes_on, &more);
        }
        // To the sides: directions 0 and 3, and 1 and 2, are opposite.
        let sides = if direction == 0 || direction == 3 { [1, 2] } else { [0, 3] };
        for (to, open) in &landings {
            for side in sides {
                if others || RAYS[side][*to as usize] & self.half.enemy_men != 0 {
                    let open = and_not(open, &goes_on);
                    join(&mut goes_on, &self.goes_on(capture, side, *to, true, open));
                }
            }
        }
        self.walk(capture, 0, &goes_on);
        let fibre = if takes_man {
            self.takes_man.iter().find(|(man, _)| *man == over).map(|(_, fibre)| *fibre)
        } else {
            self.takes_king
        };
        let Some(fibre) = fibre else { return };
        let others = OneMore::new(self.kings & !(1 << from));
        for (to, open) in &landings {
            let ends = and_not(open, &goes_on);
            if !any(&ends) {
                continue;
            }
            let row = fibre.row(others.number(*to));
            if takes_man {
                self.take(row, &ends);
            } else {
                self.take_king(over, row, &ends);
            }
        }
    }

    /// Where a capture goes on from a landing in a direction.
    #[inline(always)]
    fn goes_on(&self, capture: &First, direction: usize, from: u32, king: bool, mut open: Mask<W>) -> Mask<W> {
        // The captured piece still blocks; the square where the capture began is empty.
        let blocked = self.own & !(1 << capture.from) | 1 << capture.over;
        let mut found = [0; W];
        for over in ray(direction, from) {
            if blocked >> over & 1 != 0 {
                break;
            }
            let man = self.half.enemy_men >> over & 1 != 0;
            if let Some(behind) = step(direction, over).filter(|to| (blocked | self.half.enemy_men) >> to & 1 == 0) {
                let mut more = and(&open, self.free(behind));
                if !man {
                    more = and_not(&more, self.free(over));
                }
                join(&mut found, &more);
            }
            if man || !king {
                break;
            }
            open = and(&open, self.free(over));
        }
        found
    }

    /// Walks the captures that go on, on each board of a mask; of a man, from its landing.
    #[inline(always)]
    fn walk(&mut self, capture: &First, landing: u32, mask: &Mask<W>) {
        for place in places(mask) {
            let exit = self.walk_one(capture, landing, self.half.enemy.sets()[self.word * WORD + place]);
            let (word, bit) = (place / WORD, place % WORD);
            self.codes[word][bit] = self.codes[word][bit].min(exit.code);
            self.wins[word] |= u64::from(exit.wins) << bit;
            self.holds[word] |= u64::from(exit.holds) << bit;
        }
    }

    #[inline(never)]
    fn walk_one(&mut self, capture: &First, landing: u32, enemy_kings: Bitboard) -> Exit {
        let mut walk = Walk {
            half: self.half,
            memo: self.memo,
            from: capture.from,
            kings: self.kings,
            enemy_kings,
            occupied: self.own & !(1 << capture.from) | self.half.enemy_men | enemy_kings,
            exit: Exit::NONE,
        };
        if !capture.man {
            walk.king_over(capture.direction, capture.over, 0);
        } else if CROWN >> landing & 1 != 0 {
            walk.king(landing, 1 << capture.over);
        } else {
            walk.man(landing, 1 << capture.over);
        }
        walk.exit
    }
}
