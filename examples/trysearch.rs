//! try
use bolshak::{
    board::{Position, Russian},
    probe::{Clock, Options, Tablebase},
    rules::DrawRule,
    search::{Limits, Solver},
};
use std::{io::BufRead, time::Duration};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let tb = Tablebase::open_with(&args[1], Options::default()).unwrap();
    let bytes: usize = args[2].parse::<usize>().unwrap() << 20;
    let seconds: f64 = args[3].parse().unwrap();
    let moves = args[4] == "moves";
    let rule: DrawRule = args[5].parse().unwrap();
    let threads: usize = args[6].parse().unwrap();
    let truth = args.get(7).map(|d| Tablebase::open_with(d, Options::default()).unwrap());
    let limits = Limits::NONE.time(Duration::from_secs_f64(seconds)).memory(bytes).threads(threads);
    let (mut n, mut dec, mut visited, mut time, mut wrong, mut m, mut mdec, mut late) =
        (0, 0, 0u64, 0.0, 0, 0, 0, 0f64);
    let mut times = vec![];
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let Ok(p) = line.parse::<Position<Russian>>() else {
            eprintln!("? {line}");
            continue;
        };
        let t = std::time::Instant::now();
        let c = Clock::default().under(rule);
        let s = Solver::new(&tb, limits).solve(&p, c, moves, &()).unwrap();
        let t = t.elapsed().as_secs_f64();
        late = late.max(t - seconds);
        n += 1;
        visited += s.visited;
        time += t;
        if s.verdict.category.is_some() {
            dec += 1;
            times.push(t)
        }
        for mv in &s.moves {
            m += 1;
            mdec += mv.ranked.reached.category.is_some() as u32;
        }
        if let Some(truth) = &truth {
            let bad = |p: &Position<Russian>, c: Clock, v: &bolshak::probe::Verdict, w: Option<u32>| {
                let t = truth.probe(p, c).unwrap();
                v.category.is_some() && v.category != t.category
                    || v.theory.is_some() && v.theory != t.theory
                    || w.is_some_and(|w| t.dtw.plies().is_none_or(|d| u32::from(d) > w))
            };
            if bad(&p, c, &s.verdict, s.within) {
                wrong += 1;
                println!("WRONG {line} {s:?}")
            }
            for mv in &s.moves {
                if bad(&mv.ranked.position, mv.ranked.clock, &mv.ranked.reached, mv.within) {
                    wrong += 1;
                    println!("WRONG MOVE {line} {mv:?}")
                }
            }
        }
        if args.len() > 8 {
            println!("{line} {:?} within {:?} visited {} {t:.3}", s.verdict.category, s.within, s.visited);
            let mut q = p;
            for mv in &s.line {
                print!(" {}", q.move_text(mv));
                q = q.after(mv);
            }
            println!();
            for mv in &s.moves {
                println!("   {} {:?} {:?} {:?}", mv.ranked.text, mv.ranked.category(), mv.bounds, mv.within)
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let within = |s: f64| times.iter().filter(|&&t| t <= s).count() as f64 * 100.0 / n as f64;
    println!(
        "{n} positions, {dec} decided, {m} moves {mdec} decided, {wrong} wrong; within 0.1 {:.1}%, 1 {:.1}%, 5 {:.1}%, 10 {:.1}%; {visited} visited, {:.0}/s, {time:.1}s late {late:.3}",
        within(0.1),
        within(1.0),
        within(5.0),
        within(10.0),
        visited as f64 / time
    );
}
