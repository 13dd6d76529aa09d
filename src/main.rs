//! tmp
fn main() {
    let n = std::env::args().nth(1).unwrap().parse().unwrap();
    let s = bolshak::generate::generate(
        &bolshak::generate::Request::pieces(n),
        std::path::Path::new(&std::env::args().nth(2).unwrap()),
        &(),
    )
    .unwrap();
    let e: u64 = s.finished.iter().map(|f| f.entries).sum();
    for m in 0..3 {
        let b: u64 = s.finished.iter().map(|f| f.bytes[m]).sum();
        println!("{b} {:.3}", b as f64 * 8.0 / e as f64);
    }
    println!("{:?}", s.time)
}
