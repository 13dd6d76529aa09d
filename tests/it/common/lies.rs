//! Edits of the headers of tables, each a lie under right checksums. Written from `docs/format.md`.

use bolshak::table::Metric;
use bolshak::value::Outcome;
use bolshak::verify::Value;

use super::forge::with_header;

/// The place of a side's statistics, and of their parts.
pub const SIDES: [usize; 2] = [72, 144];
pub const COUNTS: usize = 8;
pub const ENTRIES: [usize; 2] = [48, 56];
pub const PLIES: [usize; 2] = [64, 66];

/// A table with an edited list of exceptions: 4 times the entry, 2 for the second side, 1 for a blessed loss.
pub fn with_exceptions(table: &[u8], edit: impl FnOnce(&mut Vec<u64>)) -> Vec<u8> {
    let end = table.len() - 8 * number(&table[32..40]) as usize;
    let mut list: Vec<u64> = table[end..].chunks(8).map(number).collect();
    edit(&mut list);
    let bytes: Vec<u8> = list.iter().flat_map(|number| number.to_le_bytes()).collect();
    let forged = [&table[..end], &bytes].concat();
    let length = forged.len() as u64;
    with_header(&forged, |header| {
        header[32..40].copy_from_slice(&(list.len() as u64).to_le_bytes());
        header[220..224].copy_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        header[224..232].copy_from_slice(&length.to_le_bytes());
    })
}

pub fn number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().unwrap())
}

/// Adds to a number of a header.
pub fn add(header: &mut [u8], at: usize, more: i64) {
    let sum = number(&header[at..at + 8]).wrapping_add_signed(more);
    header[at..at + 8].copy_from_slice(&sum.to_le_bytes());
}

/// Whether a check of checksums finds a lie without published statistics.
#[derive(Clone, Copy, PartialEq)]
pub enum Known {
    Always,
    IfPublished,
}

/// Each lie about a side of a table, in words, as an edit of its header.
pub type Lie = (String, Known, Box<dyn Fn(&mut [u8])>);

pub fn lies(table: &[u8], metric: Metric, side: usize, values: &[Value]) -> Vec<Lie> {
    let start = SIDES[side];
    let mut lies: Vec<Lie> = Vec::new();
    let count = move |category: usize| start + COUNTS + 8 * category;
    for category in 0..5 {
        // One more here, and one less of the most frequent.
        let largest = (0..5).max_by_key(|&other| number(&table[count(other)..][..8])).unwrap();
        let (from, to) = if category == largest { (category, (category + 1) % 5) } else { (largest, category) };
        let edit = move |header: &mut [u8]| {
            add(header, count(from), -1);
            add(header, count(to), 1);
        };
        lies.push((format!("one more of category {to}"), Known::Always, Box::new(edit)));
    }
    for result in 0..2 {
        let (plies, entry) = (start + PLIES[result], start + ENTRIES[result]);
        let says = u16::from_le_bytes(table[plies..plies + 2].try_into().unwrap());
        let set = move |to: u16| move |header: &mut [u8]| header[plies..plies + 2].copy_from_slice(&to.to_le_bytes());
        if says == u16::MAX {
            lies.push((format!("a longest of {result}"), Known::Always, Box::new(set(3))));
            lies.push((format!("an entry of {result}"), Known::Always, Box::new(move |header| add(header, entry, 1))));
            lies.push((
                format!("a distance of {result} beyond the entries"),
                Known::Always,
                Box::new(move |header| {
                    set(3)(header);
                    header[entry..entry + 8].fill(0xFE);
                }),
            ));
            continue;
        }
        lies.push((format!("{result} longer"), Known::IfPublished, Box::new(set(says + 2))));
        lies.push((format!("{result} shorter"), Known::IfPublished, Box::new(set(says.wrapping_sub(2).min(125)))));
        lies.push((
            format!("no longest of {result}"),
            Known::Always,
            Box::new(move |header| {
                set(u16::MAX)(header);
                header[entry..entry + 8].fill(0);
            }),
        ));
        // An entry with another value.
        let outcome = |value: &Value| if metric == Metric::Dtw { value.dtw.unwrap() } else { value.dtz };
        let claimed = if result == 0 { Outcome::Win(says) } else { Outcome::Loss(says) };
        let other = values.iter().position(|value| outcome(value) != claimed).unwrap() as u64;
        lies.push((
            format!("another entry of {result}"),
            Known::IfPublished,
            Box::new(move |header| header[entry..entry + 8].copy_from_slice(&other.to_le_bytes())),
        ));
    }
    // Fields that are zero.
    for at in [28, 31, 248, 251, start + 68, start + 71] {
        lies.push((format!("byte {at}"), Known::Always, Box::new(move |header| header[at] ^= 1)));
    }
    if table[11] == 1 {
        for at in [24, SIDES[1], SIDES[1] + 60] {
            lies.push((format!("byte {at} of one side"), Known::Always, Box::new(move |header| header[at] ^= 1)));
        }
    }
    lies
}
