//! One fibre: all placements of the kings over one placement of the men, either side to move.

use crate::board::Bitboard;
use crate::index::{Ending, KingSets};
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::against_men;
use super::exits::Boards;
use super::far::{self, Far, LONGEST, Place};
use super::half::Half;
use super::halt::Halt;
use super::lanes::places;
use super::layout::{self, Layout};
use super::rounds::{Codes, State};
use super::walk::Memo;
use super::{Coding, Known};

/// The code of the distance to a zeroing move where a capture is pending: no distance has it. Such boards are not
/// stored; their distance is 1 unless they are drawn, which their class tells.
pub const PENDING: u8 = Dtz::DRAW + 1;

/// Space to work in, used again from fibre to fibre.
#[derive(Default)]
pub(super) struct Scratch {
    boards: [Boards; 2],
    states: [State; 2],
    /// The distances of the fibre that a byte does not hold, by their places in its chunk.
    pub far: Vec<Place>,
    /// Codes of distances to win, where results are all that is kept of them.
    codes: [Vec<u8>; 2],
}

/// The most bytes that [`solve`](super::solve) takes for one fibre of an ending, on each thread that works on it.
pub fn scratch_bytes(ending: Ending, coding: Coding) -> u64 {
    let boards = Layout::new(ending, coding.with_dtw).dtz_chunk();
    // Sixteen masks; and a number of four bytes for each event, in lists that may be half empty.
    (2 * boards + 8 * boards + if coding.with_dtw { 0 } else { boards }) as u64
}

/// The bytes of one half in work.
struct Out<'o> {
    layout: layout::Half,
    /// How many bytes of the chunk come before it.
    start: u64,
    coding: Coding,
    dtw: &'o mut [u8],
    classes: &'o mut [u8],
    dtz: &'o mut [u8],
}

impl<'o> Out<'o> {
    /// Writes a distance to win.
    fn set(&mut self, at: usize, outcome: Outcome, far: &mut Vec<Place>) {
        self.dtw[at] = self.coding.code(outcome);
        if let (true, Outcome::Win(plies) | Outcome::Loss(plies)) = (Dtw::is_far(self.dtw[at]), outcome) {
            far.push((self.start + at as u64, plies));
        }
    }
}

/// What all fibres of an ending share.
pub(super) struct Fibres<'a> {
    pub layout: &'a Layout,
    pub known: &'a Known<'a>,
    /// The kings of the first and the second side.
    pub kings: &'a [KingSets; 2],
    pub coding: Coding,
    /// Whether to stop: asked often enough in fibres that take long.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Fibres<'a> {
    /// Solves the fibre of these men into its chunk and its codes of distances to a zeroing move.
    pub fn solve(
        &self,
        (men, enemy_men): (Bitboard, Bitboard),
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        chunk: &mut [u8],
        dtz: &mut [u8],
    ) -> Result<(), Halt> {
        let (known, [first, second]) = (self.known, self.kings);
        let halves = [
            Half::new(men.reverse_bits(), enemy_men.reverse_bits(), first, second, known),
            Half::new(enemy_men, men, second, first, known),
        ];
        let layouts = self.layout.halves();
        let (chunks, dtzs) = (chunk.split_at_mut(layouts[0].bytes()), dtz.split_at_mut(layouts[0].places()));
        let mut codes = std::mem::take(&mut scratch.codes);
        let [a, b] = &mut codes;
        let outs = [self.out(0, chunks.0, dtzs.0, a), self.out(1, chunks.1, dtzs.1, b)];
        scratch.far.clear();
        self.boards(&halves, scratch, memo, outs)?;
        if !self.coding.with_dtw {
            for ((layout, chunk), codes) in layouts.iter().zip([chunks.0, chunks.1]).zip(&codes) {
                keep_results(layout, codes, &mut chunk[layout.classes()..]);
            }
        }
        scratch.codes = codes;
        Ok(())
    }

    fn boards(
        &self,
        halves: &[Half<'a>; 2],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        mut outs: [Out<'_>; 2],
    ) -> Result<(), Halt> {
        for out in &mut outs {
            out.dtw.fill(Dtw::DRAW);
            out.dtz.fill(Dtz::DRAW);
            out.classes.fill(0);
        }
        match self.kings.each_ref().map(KingSets::count) {
            [0, 0] => {
                for (half, out) in halves.iter().zip(&mut outs) {
                    // Men's moves all zero the clock.
                    let far = |kings| half.far_exit(kings, 0);
                    against_men(half, memo, [&[], &[]], self.coding.draw_plies, &far, out, &mut scratch.far);
                }
                check(&scratch.far)
            }
            [_, 0] => self.one_sided([&halves[0], &halves[1]], scratch, memo, outs),
            [0, _] => {
                outs.reverse();
                self.one_sided([&halves[1], &halves[0]], scratch, memo, outs)
            }
            _ => self.two_sided(halves, scratch, memo, outs),
        }
    }

    /// Where a half of the fibre goes. `codes` is for those that the chunk has no place for.
    fn out<'o>(&self, half: usize, chunk: &'o mut [u8], dtz: &'o mut [u8], codes: &'o mut Vec<u8>) -> Out<'o> {
        let layout = self.layout.halves()[half];
        let (dtw, classes) = chunk.split_at_mut(layout.codes());
        let dtw = if self.coding.with_dtw {
            dtw
        } else {
            codes.resize(layout.places(), 0);
            codes
        };
        let classes = &mut classes[..layout.classes()];
        Out { layout, start: self.layout.start(0, half), coding: self.coding, dtw, classes, dtz }
    }

    /// The side with kings first.
    fn one_sided(
        &self,
        [kings, men]: [&Half<'a>; 2],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        [mut kings_out, mut men_out]: [Out<'_>; 2],
    ) -> Result<(), Halt> {
        let Scratch { boards: [boards, _], far, .. } = scratch;
        boards.clear(men.enemy.words());
        fill(boards, men, memo, self.stopped)?;
        // No move of men leads back: what zeroing moves decide is decided. A row by the kings has one board.
        let row = |cell: u32| men.enemy.turned()[cell as usize] as usize;
        for (plies, cells) in (0..).zip(&boards.events) {
            let outcome = if plies % 2 == 1 { Outcome::Win(plies) } else { Outcome::Loss(plies) };
            cells.iter().for_each(|&cell| men_out.set(row(cell), outcome, far));
        }
        far.sort_unstable();
        for word in 0..boards.quiet.len() {
            let (stuck, wins, captures) = (boards.stuck[word], boards.wins[word], boards.captures[word]);
            let lost = (boards.quiet[word] | captures) & !wins & !boards.holds[word] | stuck;
            for bit in places(&[wins | lost]) {
                let row = row(Boards::cell(word, bit));
                let has = |plane: u64| plane >> bit & 1;
                men_out.classes[row] = (has(wins) | has(lost) << 1) as u8;
                let loss = Dtz::loss(1 - has(stuck) as u16);
                men_out.dtz[row] = if has(wins) != 0 { Dtz::win(1) } else { loss };
            }
        }
        let (men_far, men_start, men_codes) = (far.clone(), men_out.start, &*men_out.dtw);
        let far_outcome = |set| {
            far::best(&kings.board(set, 0), |mv, child| {
                if mv.is_zeroing() {
                    return Some(kings.outcome(child));
                }
                let at = KingSets::number(child.enemy_kings);
                Some(Far::new(&men_far).outcome(men_codes[at], men_start + at as u64))
            })
        };
        let draw_plies = self.coding.draw_plies;
        against_men(kings, memo, [men_codes, men_out.dtz], draw_plies, &far_outcome, &mut kings_out, far);
        check(far)?;
        for (word, &captures) in boards.captures.iter().enumerate() {
            places(&[captures]).for_each(|bit| men_out.dtz[row(Boards::cell(word, bit))] = PENDING);
        }
        Ok(())
    }

    fn two_sided(
        &self,
        halves: &[Half<'a>; 2],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        mut outs: [Out<'_>; 2],
    ) -> Result<(), Halt> {
        let Scratch { boards, states, far, .. } = scratch;
        for (half, boards) in halves.iter().zip(boards.iter_mut()) {
            boards.clear(half.kings.sets().len() * half.enemy.words());
            fill(boards, half, memo, self.stopped)?;
        }
        let [a, b] = &mut outs;
        for ((half, boards), state) in halves.iter().zip(boards.iter()).zip(states.iter_mut()) {
            state.start(boards, boards.prompt.iter().copied(), half.kings.sets().len());
        }
        let coding = self.coding;
        let mut measure = Measured {
            limit: LONGEST,
            code: &|outcome| coding.code(outcome),
            byte_plies: if coding.with_dtw { coding.byte_plies } else { u16::MAX },
            starts: [a.start, b.start],
            far,
        };
        rounds(halves, states, &mut measure, [a.dtw, b.dtw], self.stopped, |half, state, plies| {
            let words = halves[half].enemy.words();
            let events = boards[half].events.get(usize::from(plies));
            state.enter(&boards[half], words, plies % 2 == 1, events.map_or(&[], Vec::as_slice));
            usize::from(plies) < boards[half].last
        })?;
        for ((half, boards), state) in halves.iter().zip(boards.iter()).zip(states.iter_mut()) {
            state.start(boards, boards.holds.iter().map(|holds| !holds), half.kings.sets().len());
        }
        // Beyond the draw rule there is no distance: such boards are draws under it.
        let limit = u16::from(self.coding.draw_plies);
        let code = |outcome| Dtz::encode(outcome).expect("no round is beyond the draw rule");
        let mut measure = Measured { limit, code: &code, byte_plies: limit, starts: [0; 2], far };
        let within = rounds(halves, states, &mut measure, [a.dtz, b.dtz], self.stopped, |half, state, plies| {
            let words = halves[half].enemy.words();
            let boards = &boards[half];
            match plies {
                0 => state.enter(boards, words, false, &boards.events[0]),
                1 => state.enter_zeroing(boards, words),
                _ => {}
            }
            plies == 0
        });
        if let Err(Halt::Stopped) = within {
            return Err(Halt::Stopped);
        }
        for (half, out) in [a, b].into_iter().enumerate() {
            let (this, state) = (&halves[half], &states[1 - half]);
            pending(this, &boards[half], out);
            let words = this.kings.words();
            for (row, classes) in out.classes.chunks_exact_mut(out.layout.class_row()).enumerate() {
                let (won, lost) = classes.split_at_mut(out.layout.class_row() / 2);
                for (bytes, plane) in [(won, &state.won), (lost, &state.lost)] {
                    let plane = &plane[row * words..][..words];
                    for (bytes, word) in bytes.chunks_mut(8).zip(plane) {
                        bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Keeps the results of codes: in rows, the mask of the won and that of the lost.
fn keep_results(half: &layout::Half, codes: &[u8], theory: &mut [u8]) {
    theory.fill(0);
    for (codes, theory) in codes.chunks_exact(half.width).zip(theory.chunks_exact_mut(half.class_row())) {
        for (at, &code) in codes.iter().enumerate() {
            let lost = at + half.width;
            theory[at / 8] |= u8::from(code > Dtw::DRAW) << (at % 8);
            theory[lost / 8] |= u8::from(code < Dtw::DRAW) << (lost % 8);
        }
    }
}

/// Marks the boards with a capture pending.
fn pending(half: &Half<'_>, boards: &Boards, out: &mut Out<'_>) {
    let words = half.enemy.words();
    for (row, captures) in boards.captures.chunks_exact(words).enumerate() {
        let column = half.kings.turned()[row] as usize;
        for (word, &mask) in captures.iter().enumerate() {
            for bit in places(&[mask]) {
                let row = half.enemy.turned()[Boards::cell(word, bit) as usize] as usize;
                out.dtz[row * out.layout.width + column] = PENDING;
            }
        }
    }
}

/// Fails if a distance is longer than tables hold.
fn check(far: &[Place]) -> Result<(), Halt> {
    if far.iter().any(|&(_, plies)| plies > LONGEST) { Err(Halt::TooLong) } else { Ok(()) }
}

/// What rounds measure.
struct Measured<'m> {
    /// The last round.
    limit: u16,
    code: &'m dyn Fn(Outcome) -> u8,
    /// Distances beyond this go to `far`, by their places, for which the halves start there.
    byte_plies: u16,
    starts: [u64; 2],
    far: &'m mut Vec<Place>,
}

/// Goes round by round. `enter` adds, for a half, the boards that zeroing moves decide after so many plies; whether
/// there are more to come.
fn rounds(
    halves: &[Half<'_>; 2],
    states: &mut [State; 2],
    measure: &mut Measured<'_>,
    codes: [&mut [u8]; 2],
    stopped: &dyn Fn() -> bool,
    mut enter: impl FnMut(usize, &mut State, u16) -> bool,
) -> Result<(), Halt> {
    // Rounds over more boards than this take long enough to ask.
    let large = halves[0].kings.sets().len() * halves[0].enemy.sets().len() > 1 << 16;
    let limit = measure.limit;
    let width = |half: &Half<'_>| KingSets::padded(half.kings.count());
    let [a, b] = codes;
    let mut codes =
        [(a, &halves[0]), (b, &halves[1])].map(|(codes, half)| Codes { codes, width: width(half), far: None });
    for plies in 0..=limit + 1 {
        if large && stopped() {
            return Err(Halt::Stopped);
        }
        let mut more = false;
        for (half, state) in states.iter_mut().enumerate() {
            if state.has_news() {
                step(state, &halves[half]);
            }
            more |= enter(half, state, plies);
        }
        if plies > limit && states.iter().any(State::has_decided) {
            return Err(Halt::TooLong);
        }
        let mut told = false;
        for half in 0..2 {
            let [a, b] = &mut *states;
            let (this, other) = if half == 0 { (a, b) } else { (b, a) };
            if this.has_rows() {
                let out = &mut codes[half];
                out.far = (plies > measure.byte_plies).then(Vec::new);
                told |= publish(this, &halves[half], plies, measure.code, other, out);
                let far = out.far.take().into_iter().flatten();
                measure.far.extend(far.map(|at| (measure.starts[half] + at as u64, plies)));
            }
        }
        if !told && !more {
            return Ok(());
        }
    }
    Err(Halt::TooLong)
}

wide! {
    /// Solves a half whose enemy has no kings.
    fn against_men<'a>(
        half: &Half<'a>,
        memo: &mut Memo<'a>,
        after: [&[u8]; 2],
        draw_plies: u8,
        far_outcome: &dyn Fn(Bitboard) -> Outcome,
        out: &mut Out<'_>,
        far: &mut Vec<Place>,
    ) -> () {
        let width = out.layout.width;
        against_men::solve(half, memo, after, draw_plies, far_outcome, |solved| {
            let at = solved.kings;
            out.set(at, solved.dtw, far);
            if let Some(code) = Dtz::encode(solved.dtz) {
                out.dtz[at] = if solved.captures { PENDING } else { code };
            }
            let bit = match solved.dtz {
                Outcome::Win(_) => at,
                Outcome::Loss(_) => at + width,
                Outcome::Draw => return,
            };
            out.classes[bit / 8] |= 1 << (bit % 8);
        })
    }
}

wide! {
    /// Fills in what leaves a half.
    fn fill<'a>(
        boards: &mut Boards,
        half: &Half<'a>,
        memo: &mut Memo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        if half.enemy.words() == 1 { boards.fill::<1>(half, memo, stopped) } else { boards.fill::<8>(half, memo, stopped) }
    }
}

wide! {
    /// Finds the boards of a half that king's moves decide in this round.
    fn step(state: &mut State, half: &Half<'_>) -> () {
        if half.enemy.words() == 1 {
            state.losses::<1>(half);
            state.wins::<1>(half);
        } else {
            state.losses::<8>(half);
            state.wins::<8>(half);
        }
    }
}

wide! {
    /// Tells the other half of what was decided, and writes the codes of wins and losses; whether there was anything.
    fn publish(
        state: &mut State,
        half: &Half<'_>,
        plies: u16,
        code: &dyn Fn(Outcome) -> u8,
        other: &mut State,
        out: &mut Codes<'_>,
    ) -> bool {
        state.publish(half, plies, code, other, out)
    }
}
