//! Files of Kallisto's base, as `docs/guide-kallisto.md` describes them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bolshak::board::{Bitboard, Color, Game, Position};
use bolshak::index::{Ending, Material, Mover, binomial, unrank_kings};
use bolshak::probe::Tablebase;
use bolshak::shown;
use bolshak::value::Theory;
use indicatif::ProgressBar;
use rayon::prelude::*;

use crate::shared::files::Sink;
use crate::shared::question::explain;
use crate::shared::tables::OpenTables;
use crate::shared::{bar, process};

pub fn write_all<G: Game>(
    tables: &OpenTables<G>,
    sides: &[(Ending, Mover)],
    directory: &Path,
    extension: &str,
) -> Result<ExitCode> {
    process::start_threads()?;
    fs::create_dir_all(directory).with_context(|| format!("cannot make the directory {}", shown(directory)))?;
    process::listen("Stopping; the file that was not finished is removed.")?;
    let layouts: Vec<_> = sides.iter().map(|(ending, mover)| Layout::new(ending.material(*mover))).collect();
    let bar = bar::entries(layouts.iter().map(|layout| layout.rows() * layout.row_size()).sum(), false);
    for (done, layout) in layouts.iter().enumerate() {
        let path = directory.join(format!("{}.{extension}", layout.name()));
        if !write(&tables.tablebase, layout, &path, &bar).map_err(|error| explain(error, tables))? {
            bar.finish_and_clear();
            return Ok(process::ended(&format!("stopped; {done} of {} files are complete", layouts.len())));
        }
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// Writes a file, which appears when it is complete; `false` if a signal stopped it.
fn write<G: Game>(tablebase: &Tablebase<G>, layout: &Layout, path: &Path, bar: &ProgressBar) -> Result<bool> {
    /// The positions that a thread computes at a time, roughly.
    const TASK: u64 = 1 << 16;
    let mut sink = Sink::open(Some(path))?;
    // Every task begins a byte.
    let rows = (TASK / layout.row_size()).next_multiple_of(4).max(4);
    let tasks = layout.rows().div_ceil(rows);
    let batch = 4 * rayon::current_num_threads() as u64;
    for first in (0..tasks).step_by(batch as usize) {
        let of_task = |task: u64| {
            let mut values = Vec::new();
            for row in task * rows..layout.rows().min((task + 1) * rows) {
                layout.each::<G>(row, |position| {
                    let theory = position.map(|position| tablebase.probe_wdl(position, 0)).transpose()?;
                    values.push(theory.map_or(0, |category| code(category.theory())));
                    Ok(())
                })?;
            }
            bar.inc(values.len() as u64);
            anyhow::Ok(packed(&values))
        };
        let parts: Vec<_> = (first..tasks.min(first + batch)).into_par_iter().map(of_task).collect::<Result<_>>()?;
        for bytes in parts {
            sink.write_all(&bytes).with_context(|| format!("cannot write {}", shown(path)))?;
        }
        if process::is_stopped() {
            return Ok(false);
        }
    }
    sink.finish()?;
    Ok(true)
}

fn code(theory: Theory) -> u8 {
    match theory {
        Theory::Draw => 0,
        Theory::Win => 1,
        Theory::Loss => 2,
    }
}

/// Values of two bits, the first in the low bits of a byte.
fn packed(values: &[u8]) -> Vec<u8> {
    let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, value| byte << 2 | value);
    values.chunks(4).map(byte).collect()
}

/// The squares in the order of the base: bit 31 is b8, its first square, bit 0 is g1, its last. Combinations of as many squares
/// are in lexicographic order if their sets fall as numbers.
const SQUARES: Bitboard = 0xFFFF_FFFF;

/// Those without the first rank of men: a7 to g1 for White, b8 to h2 for Black.
const WHITE_MEN: Bitboard = SQUARES >> 4;
const BLACK_MEN: Bitboard = SQUARES << 4 & SQUARES;

/// The positions of a file. White is to move. They come in rows, whose positions differ in the places of Black's kings alone.
struct Layout {
    white_men: u32,
    white_kings: u32,
    black_men: u32,
    black_kings: u32,
    /// How many placements White's men have, Black's, White's kings over the same men, and Black's kings over all of those.
    places: [u64; 4],
}

impl Layout {
    /// The positions with the side to move as White.
    fn new(Material { mover, other }: Material) -> Layout {
        let [white_men, white_kings, black_men, black_kings] =
            [mover.men, mover.kings, other.men, other.kings].map(u32::from);
        let men = white_men + black_men;
        let places = [(28, white_men), (28, black_men), (32 - men, white_kings), (32 - men - white_kings, black_kings)]
            .map(|(squares, pieces)| binomial(squares, pieces));
        Layout { white_men, white_kings, black_men, black_kings, places }
    }

    /// The name of the file without what follows the dot.
    fn name(&self) -> String {
        let Layout { white_men, white_kings, black_men, black_kings, .. } = self;
        let pieces = white_men + white_kings + black_men + black_kings;
        format!("{pieces}{white_kings}{black_kings}{white_men}{black_men}")
    }

    fn rows(&self) -> u64 {
        self.places[..3].iter().product()
    }

    fn row_size(&self) -> u64 {
        self.places[3]
    }

    /// Calls `visit` with the positions of a row in order; with `None` for each number that stands for none, since men of both
    /// colours share a square.
    fn each<G: Game>(&self, row: u64, mut visit: impl FnMut(Option<&Position<G>>) -> Result<()>) -> Result<()> {
        let [_, black, kings, _] = self.places;
        let white_men = combination(row / kings / black, self.white_men, WHITE_MEN);
        let black_men = combination(row / kings % black, self.black_men, BLACK_MEN);
        if white_men & black_men != 0 {
            return (0..self.row_size()).try_for_each(|_| visit(None));
        }
        let free = SQUARES & !(white_men | black_men);
        let white_kings = combination(row % kings, self.white_kings, free);
        let [men, kings, enemy_men] = [white_men, white_kings, black_men].map(board);
        each_combination(free & !white_kings, self.black_kings, 0, &mut |black_kings| {
            visit(Some(&Position::new(Color::White, men, kings, enemy_men, board(black_kings))?))
        })
    }
}

/// The combination with a number, in lexicographic order, of `count` squares of a set.
fn combination(number: u64, count: u32, squares: Bitboard) -> Bitboard {
    unrank_kings(binomial(squares.count_ones(), count) - 1 - number, count, squares)
}

/// Calls `visit` with all combinations of `count` squares in lexicographic order, each joined with `more`: a third faster than to find
/// each by its number.
fn each_combination(
    squares: Bitboard,
    count: u32,
    more: Bitboard,
    visit: &mut impl FnMut(Bitboard) -> Result<()>,
) -> Result<()> {
    if count == 0 {
        return visit(more);
    }
    let mut left = squares;
    while left.count_ones() >= count {
        let first = 1 << left.ilog2();
        left ^= first;
        each_combination(left, count - 1, more | first, visit)?;
    }
    Ok(())
}

/// The same squares where bit 0 is a1: ranks stand in the same order here, and the squares of a rank in the other.
fn board(set: Bitboard) -> Bitboard {
    const FIRST: Bitboard = 0x1111_1111;
    let file = |from: u32, to: u32| (set >> from & FIRST) << to;
    file(0, 3) | file(1, 2) | file(2, 1) | file(3, 0)
}
