//! The category alone, as engines need it, against the full answer.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::time::{Duration, Instant};

use crate::common::{empty_directory, four_pieces};
use bolshak::board::Position;
use bolshak::index::Ending;
use bolshak::probe::{Clock, Options, ProbeError, Tablebase, random};
use bolshak::rules::DrawRule;

/// Counts what each thread allocates.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

#[allow(unsafe_code)]
// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // The counter is dropped before a thread ends.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promise is the same as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is the same as for this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn endings() -> Vec<Ending> {
    (2..=4).flat_map(Ending::all).collect()
}

#[test]
fn the_category_is_that_of_the_full_answer_at_any_clock_under_any_rule() {
    let tablebase = Tablebase::open(four_pieces()).unwrap();
    let loaded = Tablebase::open_with(four_pieces(), Options::default().with_preload(true)).unwrap();
    let uncached = Tablebase::open_with(four_pieces(), Options::default().with_cache_bytes(0)).unwrap();
    for position in random::positions(&endings(), 4000, 3) {
        for rule in [DrawRule::FifteenMoves, DrawRule::ThreeKings, DrawRule::None] {
            for plies in [0, 1, 7, 15, 24, 29, 30, 31, u64::MAX] {
                let clock = Clock::new(plies).under(rule);
                let full = tablebase.probe(&position, clock).unwrap().category;
                assert_eq!(tablebase.probe_wdl(&position, clock).ok(), full, "{position} {clock:?}");
                assert_eq!(loaded.probe_wdl(&position, clock).ok(), full, "{position} {clock:?}");
            }
        }
        let fresh = tablebase.probe(&position, 0).unwrap();
        assert_eq!(uncached.probe(&position, 0).unwrap(), fresh, "{position}");
        assert_eq!(tablebase.try_probe_wdl(&position, 0), fresh.category, "what was asked is in memory");
        assert_eq!(loaded.try_probe_wdl(&position, 0), fresh.category);
    }
}

#[test]
fn shorter_rules_have_cursed_wins() {
    let directory = empty_directory("probe-wdl-cursed");
    use bolshak::generate::{Request, Settings};
    let request = Request::pieces(3).settings(Settings::default().draw_plies(4));
    bolshak::generate::generate(&request, &directory, &()).unwrap();
    let tablebase = Tablebase::open(&directory).unwrap();
    let mut cursed = 0;
    for position in random::positions(&(2..=3).flat_map(Ending::all).collect::<Vec<_>>(), 20_000, 5) {
        for plies in [0, 2, 3, 4] {
            let full = tablebase.probe(&position, plies).unwrap().category.unwrap();
            assert_eq!(tablebase.probe_wdl(&position, plies).unwrap(), full, "{position} {plies}");
            cursed += u32::from(full != full.theory_kept());
        }
    }
    assert!(cursed > 100, "{cursed}");
}

trait TheoryKept {
    fn theory_kept(self) -> Self;
}

impl TheoryKept for bolshak::value::Category {
    fn theory_kept(self) -> Self {
        bolshak::value::Category::new(self.theory(), true)
    }
}

#[test]
fn nothing_is_read_or_allocated_where_the_documentation_says_so() {
    let tablebase = Tablebase::open(four_pieces()).unwrap();
    let position: Position = "W:WKc3,Kd6,Ke3:BKd8".parse().unwrap();
    assert_eq!(tablebase.try_probe_wdl(&position, 0), None, "nothing was read yet");
    let positions = random::positions(&endings(), 3000, 11);
    let ask = || positions.iter().map(|position| tablebase.probe_wdl(position, 0).unwrap() as u64).sum::<u64>();
    let answers = ask();
    let before = ALLOCATIONS.get();
    assert_eq!(ask(), answers);
    assert_eq!(ALLOCATIONS.get(), before);
}

#[test]
fn a_distance_that_is_needed_but_absent_is_an_error() {
    let directory = empty_directory("probe-wdl-absent");
    for name in ["KKvK.wdl", "KvK.wdl", "KvK.dtw"] {
        fs::copy(four_pieces().join(name), directory.join(name)).unwrap();
    }
    let tablebase = Tablebase::open(&directory).unwrap();
    let position: Position = "W:WKa5,Ka7:BKg1".parse().unwrap();
    assert!(tablebase.probe_wdl(&position, 0).is_ok());
    assert!(matches!(tablebase.probe_wdl(&position, 10), Err(ProbeError::Missing { .. })));
    // Distances without their table of categories, and with another one.
    fs::remove_file(directory.join("KvK.wdl")).unwrap();
    let road: Position = "W:WKa1:BKh8".parse().unwrap();
    assert!(matches!(Tablebase::open(&directory).unwrap().probe(&road, 0), Err(ProbeError::Missing { .. })));
    fs::copy(four_pieces().join("KKvK.dtw"), directory.join("KKvK.dtw")).unwrap();
    let mut other = fs::read(directory.join("KKvK.dtw")).unwrap();
    other[232] ^= 1;
    let crc = crc32fast::hash(&other[..252]).to_le_bytes();
    other[252..].first_chunk_mut::<4>().unwrap().copy_from_slice(&crc);
    fs::write(directory.join("KKvK.dtw"), other).unwrap();
    let error = Tablebase::open(&directory).unwrap().probe(&position, 0).unwrap_err().to_string();
    assert!(error.contains("KKvK.dtw is damaged (it was not made together with the table of categories"), "{error}");
}

#[test]
fn a_table_cut_under_an_open_tablebase_is_an_error() {
    let directory = empty_directory("probe-wdl-cut");
    for name in ["KMvKM.wdl", "KMvKM.dtw", "KMvKM.dtz"] {
        fs::copy(four_pieces().join(name), directory.join(name)).unwrap();
    }
    let open = || Tablebase::open(&directory).unwrap();
    let position: Position = "W:Wc3,Kg1:Bd6,Kb8".parse().unwrap();
    let (before, asked) = (open(), open());
    assert!(asked.probe_wdl(&position, 0).is_ok());
    let file = fs::OpenOptions::new().write(true).open(directory.join("KMvKM.wdl")).unwrap();
    file.set_len(4000).unwrap();
    for tablebase in [before, asked] {
        let far: Position = "W:Wa1,Ka3:Bb8,Kh8".parse().unwrap();
        let error = tablebase.probe_wdl(&far, 0).unwrap_err().to_string();
        assert!(error.contains("KMvKM.wdl is damaged (it has 4000 bytes"), "{error}");
    }
}

#[test]
fn a_crowded_board_is_refused_at_once() {
    // Playing out every line of captures once took most of a minute.
    let crowded = "W:WKa1,c1,Kg1,d2,Kf2,Kf4,Ke5,Kg5,Kf6,h6,Kc7,Ke7:BKe1,Ke3,g3,b4,Kd4,Kh4,Ka5,b6,Kd6,g7,b8,Kh8";
    let started = Instant::now();
    let error = Tablebase::built_in().probe_wdl(&crowded.parse().unwrap(), 0).unwrap_err();
    assert!(matches!(error, ProbeError::TooManyPieces { .. }), "{error}");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}
