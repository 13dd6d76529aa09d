//! The target `table`: a table with wrong bytes beside intact ones.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

use bolshak::board::{Color, Draughts80, Game, Position, Russian};
use bolshak::generate::{Request, Settings, generate};
use bolshak::index::{Ending, Index};
use bolshak::probe::{AnyTablebase, Clock, Options, Tablebase};
use bolshak::rules::DrawRule;
use bolshak::table::{Bytes, Metric, Table, TableName};
use bolshak::with_tables;
use tempfile::TempDir;

use super::case::{Case, HEADER, Layout, flags, number};

/// Tables to damage: of Russian draughts, of a draw rule so short that they have exceptions, and of draughts-80.
pub struct Tables {
    sets: [Set; 3],
}

/// Tables that belong together.
struct Set {
    directory: TempDir,
    /// The opened tables, for comparison.
    tablebase: AnyTablebase,
    files: Vec<(TableName, Vec<u8>)>,
}

impl Tables {
    /// Generates the tables, each set in its own directory.
    pub fn new() -> Tables {
        let (usual, short) = (Request::pieces(3), Request::pieces(4).settings(Settings::default().draw_plies(4)));
        let wide = Request::pieces(3).settings(Settings::default().game(Draughts80::NAME));
        Tables { sets: [Set::new::<Russian>(&usual), Set::new::<Russian>(&short), Set::new::<Draughts80>(&wide)] }
    }

    /// The number of tables.
    pub fn count(&self) -> usize {
        self.sets.iter().map(|set| set.files.len()).sum()
    }

    /// The name and bytes of a table, by the remainder of its number.
    pub fn table(&self, number: usize) -> (TableName, &[u8]) {
        let (set, place) = self.find(number);
        let (name, bytes) = &set.files[place];
        (*name, bytes)
    }

    fn find(&self, number: usize) -> (&Set, usize) {
        let mut place = number % self.count();
        for set in &self.sets {
            if place < set.files.len() {
                return (set, place);
            }
            place -= set.files.len();
        }
        unreachable!("the place is less than the count of all")
    }

    /// Damages a table by a [`Case`] and probes it in all ways. If checksums are wrong, every answer must be an error or that of
    /// the intact table, and reading the whole table must be an error. If they were corrected, there must be answers or errors, and
    /// no panic.
    ///
    /// # Panics
    /// If a check fails.
    pub fn check(&self, input: &[u8]) -> &'static str {
        let case = Case::decode(input);
        let (set, place) = self.find(case.table.into());
        with_tables!(&set.tablebase, whole => set.check(place, &case, whole, crc32fast::hash(input).into()))
    }
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}

/// The kind of damage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Harm {
    None,
    /// A change that a checksum shows.
    Damaged,
    /// A change with its checksum, which no reader can detect.
    Forged,
}

impl Harm {
    fn of<G: Game>(whole: &[u8], bytes: &[u8], ending: Ending) -> Harm {
        if bytes == whole {
            return Harm::None;
        }
        if is_forged::<G>(whole, bytes, ending) { Harm::Forged } else { Harm::Damaged }
    }
}

fn is_forged<G: Game>(whole: &[u8], bytes: &[u8], ending: Ending) -> bool {
    if bytes.len() < HEADER {
        return false;
    }
    let crc_is = |range: &[u8], crc: &[u8]| u64::from(crc32fast::hash(range)) == number(crc);
    if bytes[..HEADER] != whole[..HEADER] {
        return crc_is(&bytes[..HEADER - 4], &bytes[HEADER - 4..HEADER]);
    }
    // The header shows a wrong length.
    let Some(layout) = Layout::of::<G>(bytes, ending).filter(|_| bytes.len() == whole.len()) else { return false };
    let blocks = layout.blocks(bytes).into_iter().enumerate().map(|(block, range)| (range, layout.list + 9 * block));
    let mut parts = layout.lists().into_iter().chain(blocks);
    parts.any(|(part, crc)| bytes[part.clone()] != whole[part.clone()] && crc_is(&bytes[part], &bytes[crc..crc + 4]))
}

impl Set {
    fn new<G: Game>(request: &Request) -> Set {
        let directory = TempDir::new().expect("a temporary directory");
        generate(request, directory.path(), &()).expect("small tables");
        let tablebase = AnyTablebase::open(directory.path(), Some(G::NAME), Options::default()).expect("whole tables");
        let names = TableName::all_in(directory.path()).expect("the directory's names");
        let read = |name: TableName| (name, fs::read(directory.path().join(name.to_string())).expect("a whole table"));
        Set { tablebase, files: names.into_iter().map(read).collect(), directory }
    }

    /// Checks a table of this set as [`Tables::check`] does.
    fn check<G: Game>(&self, place: usize, case: &Case, tables: &Tablebase<G>, spread: u64) -> &'static str {
        let ending = self.files[place].0.ending;
        let directory = TempDir::new().expect("a temporary directory");
        let needed = needed_by(ending);
        let mut harm = Harm::None;
        for (number, (name, whole)) in self.files.iter().enumerate() {
            let path = directory.path().join(name.to_string());
            if number == place || name.ending == ending && case.has(flags::ALL_METRICS) {
                let bytes = case.apply::<G>(whole, ending);
                harm = harm.max(Harm::of::<G>(whole, &bytes, ending));
                fs::write(path, bytes).expect("a damaged table");
            } else if needed.contains(&name.ending) || name.ending.pieces() == 2 {
                // Without an intact table, the length of the draw rule would be unknown.
                fs::hard_link(self.directory.path().join(name.to_string()), path).expect("a whole table");
            }
        }
        let answers = ask(case, tables, directory.path(), ending, harm, spread);
        let read = Metric::ALL.into_iter().filter(|&metric| {
            let path = directory.path().join(TableName { ending, metric }.to_string());
            let table = Table::<G>::open(Bytes::File(path), ending, metric);
            table.and_then(|table| table.content_digest(|_| true)).is_ok()
        });
        let all_read = read.count() == Metric::ALL.len();
        match (harm, answers) {
            (Harm::None, _) => assert!(all_read, "a whole table cannot be read"),
            (Harm::Damaged, _) => assert!(!all_read, "reading everything finds no damage"),
            (Harm::Forged, _) => {}
        }
        match (harm, answers) {
            (Harm::None, _) => "untouched",
            (Harm::Damaged, 0) => "damaged, no answers",
            (Harm::Damaged, _) => "damaged, some answers",
            (Harm::Forged, 0) => "forged, no answers",
            (Harm::Forged, _) => "forged, some answers",
        }
    }
}

/// Probes the tables of an ending in a directory; returns the number of answers.
fn ask<G: Game>(case: &Case, whole: &Tablebase<G>, directory: &Path, ending: Ending, harm: Harm, spread: u64) -> u64 {
    let cache_bytes = if case.has(flags::NO_CACHE) { 0 } else { Options::default().cache_bytes };
    let options = Options::default().with_cache_bytes(cache_bytes).with_preload(case.has(flags::PRELOAD));
    let Ok(harmed) = Tablebase::<G>::open_game(directory, options) else {
        assert!(harm == Harm::Forged, "tables of the same rule cannot be opened");
        return 0;
    };
    // Statistics come from the header and need no comparison.
    let _ = (harmed.stats().is_ok(), harmed.three_kings_exact().is_ok());
    let mut answers = Answers { whole, harmed: &harmed, harm, count: 0 };
    for &mover in ending.movers() {
        let index = Index::<G>::new(ending.material(mover));
        let count = index.size().min(if case.has(flags::MANY) { 512 } else { 32 });
        for number in 0..count {
            let step = index.size() / count;
            let board = index.unrank(number * step + spread % step);
            let position = Position::new(Color::White, board.men, board.kings, board.enemy_men, board.enemy_kings);
            answers.ask(&position.expect("a legal position"), clock(number), number % 32 == 0);
        }
    }
    answers.count
}

/// Compares the answers of damaged tables with those of intact ones.
struct Answers<'t, G> {
    whole: &'t Tablebase<G>,
    harmed: &'t Tablebase<G>,
    harm: Harm,
    count: u64,
}

impl<G: Game> Answers<'_, G> {
    /// Probes a position in all ways, and its moves if `moves`.
    fn ask(&mut self, position: &Position<G>, clock: Clock, moves: bool) {
        let answer = self.harmed.try_probe_wdl(position, clock);
        self.compare(|tables| tables.probe_wdl(position, clock).ok());
        if answer.is_some() {
            self.compare_with(answer, |tables| tables.probe_wdl(position, clock).ok());
        }
        self.compare(|tables| tables.probe(position, clock).ok());
        if moves {
            self.compare(|tables| tables.rank_moves(position, clock).ok());
            self.compare(|tables| tables.best_move(position, clock).ok());
            self.compare(|tables| tables.line(position, clock).ok());
        }
    }

    fn compare<A: PartialEq + Debug>(&mut self, question: impl Fn(&Tablebase<G>) -> Option<A>) {
        self.compare_with(question(self.harmed), question);
    }

    fn compare_with<A: PartialEq + Debug>(&mut self, answer: Option<A>, question: impl Fn(&Tablebase<G>) -> Option<A>) {
        self.count += u64::from(answer.is_some());
        if self.harm == Harm::None || self.harm == Harm::Damaged && answer.is_some() {
            assert_eq!(answer, question(self.whole), "another answer than that of the whole table");
        }
    }
}

/// The clocks of the probes, in turn.
fn clock(number: u64) -> Clock {
    const PLIES: [u64; 7] = [0, 1, 3, 0, 10, 29, u64::MAX];
    const RULES: [DrawRule; 3] = [DrawRule::FifteenMoves, DrawRule::ThreeKings, DrawRule::None];
    Clock::new(PLIES[number as usize % PLIES.len()]).under(RULES[number as usize / 5 % RULES.len()])
}

/// An ending and all later endings.
fn needed_by(ending: Ending) -> BTreeSet<Ending> {
    let mut needed = BTreeSet::new();
    let mut open = vec![ending];
    while let Some(ending) = open.pop() {
        if needed.insert(ending) {
            open.extend(ending.successors());
        }
    }
    needed
}
