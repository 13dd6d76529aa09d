//! One fibre: all placements of the kings over one placement of the men, either side to move.

use crate::board::Bitboard;
use crate::index::{Ending, KingSets, WORD};
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::against_men;
use super::bundle::{Bundle, Column};
use super::exits::{Boards, Lanes};
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
    /// The distances of the fibres that a byte does not hold, by their places in the chunks.
    pub far: Vec<Place>,
    /// Codes of distances to win, where results are all that is kept of them.
    codes: Vec<u8>,
}

/// The most bytes that [`solve`](super::solve) takes for the fibres of an ending that go side by side, on each thread that
/// works on it.
pub fn scratch_bytes(ending: Ending, coding: Coding) -> u64 {
    let layout = Layout::new(ending, coding.with_dtw);
    let boards = layout.dtz_chunk();
    // The chunk; sixteen masks; and a number of four bytes for each event, in lists that may be half empty.
    let fibre = layout.chunk() + boards + 2 * boards + 8 * boards + if coding.with_dtw { 0 } else { boards };
    let lanes = Bundle::lanes([ending.first(), ending.second()].map(|side| side.kings.into())) as u64;
    lanes.min(layout.men().largest_phase()) * fibre as u64
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

/// The chunks in work, and their codes of distances to a zeroing move.
pub(super) struct Chunks<'c> {
    pub values: &'c mut [u8],
    pub dtz: &'c mut [u8],
}

/// The number of a chunk, and its men: the first side's, and the second's.
pub(super) type Numbered = (usize, (Bitboard, Bitboard));

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
    /// How many fibres go side by side.
    pub fn lanes(&self) -> usize {
        Bundle::lanes(self.kings.each_ref().map(KingSets::count))
    }

    /// Solves some fibres into their chunks.
    pub fn solve(
        &self,
        fibres: &[Numbered],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        mut chunks: Chunks<'_>,
    ) -> Result<(), Halt> {
        scratch.far.clear();
        fibres.chunks(self.lanes()).try_for_each(|bundle| match self.kings.each_ref().map(KingSets::count) {
            [0, 0] => self.men_alone(bundle, scratch, memo, &mut chunks),
            [0, _] => self.one_sided(1, bundle, scratch, memo, &mut chunks),
            [_, 0] => self.one_sided(0, bundle, scratch, memo, &mut chunks),
            _ => self.two_sided(bundle, scratch, memo, &mut chunks),
        })
    }

    fn halves(&self, (men, enemy_men): (Bitboard, Bitboard)) -> [Half<'a>; 2] {
        let (known, [first, second]) = (self.known, self.kings);
        [
            Half::new(men.reverse_bits(), enemy_men.reverse_bits(), first, second, known),
            Half::new(enemy_men, men, second, first, known),
        ]
    }

    /// Where the halves of some fibres go. `codes` is for those that chunks have no place for.
    fn outs<'o>(&self, fibres: &[Numbered], chunks: &'o mut Chunks<'_>, codes: &'o mut Vec<u8>) -> Vec<[Out<'o>; 2]> {
        let (layout, [first, second]) = (self.layout, *self.layout.halves());
        let results = if self.coding.with_dtw { 0 } else { layout.dtz_chunk() };
        codes.resize(results * fibres.len(), 0);
        let mut codes = &mut codes[..];
        let (start, end) = (fibres.first().map_or(0, |fibre| fibre.0), fibres.last().map_or(0, |fibre| fibre.0 + 1));
        let mut wanted = fibres.iter().map(|&(chunk, _)| chunk).peekable();
        let values = chunks.values[start * layout.chunk()..end * layout.chunk()].chunks_exact_mut(layout.chunk());
        let dtz = chunks.dtz[start * layout.dtz_chunk()..end * layout.dtz_chunk()].chunks_exact_mut(layout.dtz_chunk());
        let outs = (start..).zip(values.zip(dtz)).filter(|(chunk, _)| wanted.next_if_eq(chunk).is_some());
        outs.map(|(chunk, (values, dtz))| {
            let (now, rest) = std::mem::take(&mut codes).split_at_mut(results);
            codes = rest;
            let (values, dtz) = (values.split_at_mut(first.bytes()), dtz.split_at_mut(first.places()));
            let codes = now.split_at_mut(results.min(first.places()));
            let out = |side, half: layout::Half, values: &'o mut [u8], dtz, codes| {
                let (dtw, classes) = values.split_at_mut(half.codes());
                let dtw = if self.coding.with_dtw { dtw } else { codes };
                let classes = &mut classes[..half.classes()];
                dtw.fill(Dtw::DRAW);
                classes.fill(0);
                Out { layout: half, start: layout.start(chunk as u64, side), coding: self.coding, dtw, classes, dtz }
            };
            dtz.0.fill(Dtz::DRAW);
            dtz.1.fill(Dtz::DRAW);
            [out(0, first, values.0, dtz.0, codes.0), out(1, second, values.1, dtz.1, codes.1)]
        })
        .collect()
    }

    /// Fibres without kings: men's moves all zero the clock.
    fn men_alone(
        &self,
        fibres: &[Numbered],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let Scratch { far, codes, .. } = scratch;
        for (outs, &(_, men)) in self.outs(fibres, chunks, codes).iter_mut().zip(fibres) {
            for (half, out) in self.halves(men).iter().zip(outs) {
                let far_outcome = |kings| half.far_exit(kings, 0);
                against_men(half, memo, [&[], &[]], self.coding.draw_plies, &far_outcome, out, far);
            }
        }
        self.keep_results(fibres, codes, chunks.values);
        check(far)
    }

    /// Where distances to win are not kept: keeps the results of their codes, in rows the mask of the won and that of the
    /// lost.
    fn keep_results(&self, fibres: &[Numbered], codes: &[u8], values: &mut [u8]) {
        if self.coding.with_dtw {
            return;
        }
        for (lane, &(chunk, _)) in fibres.iter().enumerate() {
            for (side, half) in self.layout.halves().iter().enumerate() {
                let codes = &codes[self.layout.dtz_start(lane as u64, side) as usize..][..half.places()];
                let start = self.layout.start(chunk as u64, side) as usize + half.codes() + half.classes();
                let theory = &mut values[start..][..half.classes()];
                theory.fill(0);
                for (codes, theory) in codes.chunks_exact(half.width).zip(theory.chunks_exact_mut(half.class_row())) {
                    for (at, &code) in codes.iter().enumerate() {
                        let lost = at + half.width;
                        theory[at / 8] |= u8::from(code > Dtw::DRAW) << (at % 8);
                        theory[lost / 8] |= u8::from(code < Dtw::DRAW) << (lost % 8);
                    }
                }
            }
        }
    }

    /// Fibres in which that side has kings, and the other none.
    fn one_sided(
        &self,
        with_kings: usize,
        fibres: &[Numbered],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let halves: Vec<[Half<'a>; 2]> = fibres.iter().map(|&(_, men)| self.halves(men)).collect();
        let Scratch { boards: [boards, _], far, codes, .. } = scratch;
        let mut outs = self.outs(fibres, chunks, codes);
        let others = far.len();
        let men = 1 - with_kings;
        let bundle = Bundle::new(&halves, men, self.lanes());
        boards.clear(bundle.words);
        let mut lanes = Lanes::default();
        halves.iter().for_each(|halves| lanes.push(&halves[men]));
        fill(boards, &bundle, &lanes, memo, self.stopped)?;
        // No move of men leads back: what zeroing moves decide is decided. There is a single row; as the kings have it, a
        // row for each of its columns.
        for (plies, cells) in (0..).zip(&boards.events) {
            let outcome = if plies % 2 == 1 { Outcome::Win(plies) } else { Outcome::Loss(plies) };
            for &cell in cells {
                let Column { lane, turned } = bundle.columns[cell as usize];
                outs[lane as usize][men].set(turned as usize, outcome, far);
            }
        }
        far[others..].sort_unstable();
        for word in 0..boards.quiet.len() {
            let (stuck, wins, captures) = (boards.stuck[word], boards.wins[word], boards.captures[word]);
            let lost = (boards.quiet[word] | captures) & !wins & !boards.holds[word] | stuck;
            for bit in places(&[wins | lost]) {
                let Column { lane, turned } = bundle.columns[Boards::cell(word, bit) as usize];
                let (out, row) = (&mut outs[lane as usize][men], turned as usize);
                let has = |plane: u64| plane >> bit & 1;
                out.classes[row] = (has(wins) | has(lost) << 1) as u8;
                let loss = Dtz::loss(1 - has(stuck) as u16);
                out.dtz[row] = if has(wins) != 0 { Dtz::win(1) } else { loss };
            }
        }
        let men_far = far[others..].to_vec();
        for (outs, halves) in outs.iter_mut().zip(&halves) {
            let [a, b] = outs;
            let (kings_out, men_out) = if with_kings == 0 { (a, b) } else { (b, a) };
            let kings = &halves[with_kings];
            let far_outcome = |set| {
                far::best(&kings.board(set, 0), |mv, child| {
                    if mv.is_zeroing() {
                        return Some(kings.outcome(child));
                    }
                    let at = KingSets::number(child.enemy_kings);
                    Some(Far::new(&men_far).outcome(men_out.dtw[at], men_out.start + at as u64))
                })
            };
            let after: [&[u8]; 2] = [men_out.dtw, men_out.dtz];
            against_men(kings, memo, after, self.coding.draw_plies, &far_outcome, kings_out, far);
        }
        for (word, &captures) in boards.captures.iter().enumerate() {
            for bit in places(&[captures]) {
                let Column { lane, turned } = bundle.columns[Boards::cell(word, bit) as usize];
                outs[lane as usize][men].dtz[turned as usize] = PENDING;
            }
        }
        self.keep_results(fibres, codes, chunks.values);
        check(far)
    }

    /// Fibres side by side, in which both sides have kings.
    fn two_sided(
        &self,
        fibres: &[Numbered],
        scratch: &mut Scratch,
        memo: &mut Memo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let (layout, coding) = (self.layout, self.coding);
        let halves: Vec<[Half<'a>; 2]> = fibres.iter().map(|&(_, men)| self.halves(men)).collect();
        let bundles = [0, 1].map(|side| Bundle::new(&halves, side, self.lanes()));
        let starts = |start: &dyn Fn(usize, usize, usize) -> u64| {
            [0, 1].map(|side| {
                let of = |(lane, &(chunk, _)): (usize, &Numbered)| start(lane, chunk, side) as usize;
                fibres.iter().enumerate().map(of).collect::<Vec<usize>>()
            })
        };
        let Scratch { boards, states, far, codes } = scratch;
        for (side, (bundle, boards)) in bundles.iter().zip(boards.iter_mut()).enumerate() {
            boards.clear(bundle.kings.sets().len() * bundle.words);
            let mut lanes = Lanes::default();
            halves.iter().for_each(|halves| lanes.push(&halves[side]));
            fill(boards, bundle, &lanes, memo, self.stopped)?;
        }
        let dtz_starts = starts(&|_, chunk, side| layout.dtz_start(chunk as u64, side));
        let (codes, dtw_starts) = if coding.with_dtw {
            (&mut *chunks.values, starts(&|_, chunk, side| layout.start(chunk as u64, side)))
        } else {
            codes.resize(fibres.len() * layout.dtz_chunk(), 0);
            (&mut codes[..], starts(&|lane, _, side| layout.dtz_start(lane as u64, side)))
        };
        for (side, half) in layout.halves().iter().enumerate() {
            dtw_starts[side].iter().for_each(|&start| codes[start..][..half.places()].fill(Dtw::DRAW));
            dtz_starts[side].iter().for_each(|&start| chunks.dtz[start..][..half.places()].fill(Dtz::DRAW));
        }
        for ((bundle, boards), state) in bundles.iter().zip(boards.iter()).zip(states.iter_mut()) {
            state.start(boards, boards.prompt.iter().copied(), bundle.kings.sets().len());
        }
        let mut measure = Measured {
            limit: LONGEST,
            code: &|outcome| coding.code(outcome),
            byte_plies: if coding.with_dtw { coding.byte_plies } else { u16::MAX },
            codes,
            starts: &dtw_starts,
            far,
        };
        rounds(&bundles, states, &mut measure, self.stopped, |side, state, plies| {
            let events = boards[side].events.get(usize::from(plies));
            let cells = events.map_or(&[][..], Vec::as_slice);
            state.enter(&boards[side], bundles[side].words, plies % 2 == 1, cells);
            usize::from(plies) < boards[side].last
        })?;
        for ((bundle, boards), state) in bundles.iter().zip(boards.iter()).zip(states.iter_mut()) {
            state.start(boards, boards.holds.iter().map(|holds| !holds), bundle.kings.sets().len());
        }
        // Beyond the draw rule there is no distance: such boards are draws under it.
        let limit = u16::from(coding.draw_plies);
        let code = |outcome| Dtz::encode(outcome).expect("no round is beyond the draw rule");
        let mut measure =
            Measured { limit, code: &code, byte_plies: limit, codes: &mut *chunks.dtz, starts: &dtz_starts, far };
        let within = rounds(&bundles, states, &mut measure, self.stopped, |side, state, plies| {
            let (words, boards) = (bundles[side].words, &boards[side]);
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
        for (side, half) in layout.halves().iter().enumerate() {
            pending(&bundles[side], &boards[side], &dtz_starts[side], chunks.dtz);
            for (lane, &(chunk, _)) in fibres.iter().enumerate() {
                let start = layout.start(chunk as u64, side) as usize + half.codes();
                let classes = &mut chunks.values[start..][..half.classes()];
                copy_classes(&bundles[1 - side], lane, &states[1 - side], classes);
            }
        }
        self.keep_results(fibres, &scratch.codes, chunks.values);
        Ok(())
    }
}

/// Marks the boards with a capture pending.
fn pending(bundle: &Bundle<'_>, boards: &Boards, starts: &[usize], dtz: &mut [u8]) {
    for (row, captures) in boards.captures.chunks_exact(bundle.words).enumerate() {
        let column = bundle.kings.turned()[row] as usize;
        for (word, &mask) in captures.iter().enumerate() {
            for bit in places(&[mask]) {
                let to = bundle.columns[Boards::cell(word, bit) as usize];
                dtz[starts[to.lane as usize] + to.turned as usize * bundle.other_width + column] = PENDING;
            }
        }
    }
}

/// Copies the classes of one fibre out of what its other half was told.
fn copy_classes(other: &Bundle<'_>, lane: usize, told: &State, classes: &mut [u8]) {
    let (first, bytes) = (lane * other.width, other.width / 8);
    let rows = classes.chunks_exact_mut(2 * bytes);
    let told = told.won.chunks_exact(other.words).zip(told.lost.chunks_exact(other.words));
    for (classes, (won, lost)) in rows.zip(told) {
        let (to_won, to_lost) = classes.split_at_mut(bytes);
        for (bytes, plane) in [(to_won, won), (to_lost, lost)] {
            for (bytes, word) in bytes.chunks_mut(8).zip(&plane[first / WORD..]) {
                bytes.copy_from_slice(&(word >> (first % WORD)).to_le_bytes()[..bytes.len()]);
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
    /// Distances beyond this go to `far`, by the places of their codes.
    byte_plies: u16,
    codes: &'m mut [u8],
    /// By side to move, where the codes of each fibre begin.
    starts: &'m [Vec<usize>; 2],
    far: &'m mut Vec<Place>,
}

/// Goes round by round. `enter` adds, for a side to move, the boards that zeroing moves decide after so many plies;
/// whether there are more to come.
fn rounds(
    bundles: &[Bundle<'_>; 2],
    states: &mut [State; 2],
    measure: &mut Measured<'_>,
    stopped: &dyn Fn() -> bool,
    mut enter: impl FnMut(usize, &mut State, u16) -> bool,
) -> Result<(), Halt> {
    // Rounds over more boards than this take long enough to ask.
    let large = bundles[0].boards() > 1 << 16;
    let limit = measure.limit;
    for plies in 0..=limit + 1 {
        if large && stopped() {
            return Err(Halt::Stopped);
        }
        let mut more = false;
        for (side, state) in states.iter_mut().enumerate() {
            if state.has_news() {
                step(state, &bundles[side]);
            }
            more |= enter(side, state, plies);
        }
        if plies > limit && states.iter().any(State::has_decided) {
            return Err(Halt::TooLong);
        }
        let mut told = false;
        for (side, bundle) in bundles.iter().enumerate() {
            let [a, b] = &mut *states;
            let (this, other) = if side == 0 { (a, b) } else { (b, a) };
            if this.has_rows() {
                let far = (plies > measure.byte_plies).then(Vec::new);
                let mut out = Codes { codes: measure.codes, starts: &measure.starts[side], far };
                told |= publish(this, bundle, plies, measure.code, other, &mut out);
                measure.far.extend(out.far.into_iter().flatten().map(|place| (place as u64, plies)));
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
    /// Fills in what leaves the fibres of a bundle.
    fn fill<'a>(
        boards: &mut Boards,
        bundle: &Bundle<'a>,
        lanes: &Lanes<'_, 'a>,
        memo: &mut Memo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        if bundle.words == 1 {
            boards.fill::<1, 1>(bundle, lanes, memo, stopped)
        } else if bundle.width < WORD {
            boards.fill::<8, 1>(bundle, lanes, memo, stopped)
        } else {
            boards.fill::<8, 8>(bundle, lanes, memo, stopped)
        }
    }
}

wide! {
    /// Finds the boards of a side to move that king's moves decide in this round.
    fn step(state: &mut State, bundle: &Bundle<'_>) -> () {
        if bundle.words == 1 {
            state.losses::<1>(bundle);
            state.wins::<1>(bundle);
        } else {
            state.losses::<8>(bundle);
            state.wins::<8>(bundle);
        }
    }
}

wide! {
    /// Tells the other half of what was decided, and writes the codes of wins and losses; whether there was anything.
    fn publish(
        state: &mut State,
        bundle: &Bundle<'_>,
        plies: u16,
        code: &dyn Fn(Outcome) -> u8,
        other: &mut State,
        out: &mut Codes<'_>,
    ) -> bool {
        state.publish(bundle, plies, code, other, out)
    }
}
