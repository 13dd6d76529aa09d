//! Tables with other values and right checksums. Written from `docs/format.md` alone.

const HEADER: usize = 256;
const ENTRY: usize = 9;

/// A table with one block's values edited: bytes of four categories, or distances. A one-byte block of categories is left as it
/// is, as its length is unknown here.
pub fn forge(table: &[u8], block: usize, edit: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut blocks: Vec<Vec<u8>> = (0..blocks(table)).map(|block| compressed(table, block).to_vec()).collect();
    if blocks[block].len() > 1 || !is_wdl(table) {
        let mut values = match blocks[block][..] {
            [value] => vec![value; distances(table).min(self::values(table) - distances(table) * block)],
            _ => zstd::decode_all(&[&[0x28, 0xB5, 0x2F, 0xFD], &blocks[block][..]].concat()[..]).unwrap(),
        };
        edit(&mut values);
        blocks[block] = pack(&values);
    }
    let first = directory(table);
    let mut directory = table[HEADER..first].to_vec();
    let mut at = first + ENTRY * blocks.len();
    for block in &blocks {
        directory.extend(crc32fast::hash(block).to_le_bytes());
        directory.extend(&(at as u64).to_le_bytes()[..5]);
        at += block.len();
    }
    let mut forged = [&table[..HEADER], &directory, &blocks.concat(), &table[end(table)..]].concat();
    let length = forged.len() as u64;
    forged[216..220].copy_from_slice(&crc32fast::hash(&directory).to_le_bytes());
    forged[224..232].copy_from_slice(&length.to_le_bytes());
    with_header(&forged, |_| {})
}

/// A table with an edited header and the right checksum of it.
pub fn with_header(table: &[u8], edit: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut forged = table.to_vec();
    edit(&mut forged[..HEADER]);
    let crc = crc32fast::hash(&forged[..252]);
    forged[252..256].copy_from_slice(&crc.to_le_bytes());
    forged
}

/// The number of blocks.
pub fn blocks(table: &[u8]) -> usize {
    // The first block starts where the directory ends.
    if is_wdl(table) {
        (number(&table[HEADER + 4..][..5]) - HEADER) / ENTRY
    } else {
        values(table).div_ceil(distances(table))
    }
}

fn is_wdl(table: &[u8]) -> bool {
    table[10] == 0
}

/// The distances of a block of them: to win, or to a zeroing move.
fn distances(table: &[u8]) -> usize {
    if table[10] == 1 { 8192 } else { 16_384 }
}

/// The exceptions of a table of categories, or the distances of another.
fn values(table: &[u8]) -> usize {
    number(&table[32..40])
}

/// The place of the list of blocks, in a table of distances after a count of 5 bytes for each block of categories. The last
/// block ends with the file, and the first starts where the list ends.
fn directory(table: &[u8]) -> usize {
    let blocks = blocks(table);
    let is_first = |at: &usize| number(&table[at + 4..][..5]) == at + ENTRY * blocks;
    let counts =
        if is_wdl(table) || blocks == 0 { 0 } else { (0..).map(|n| 5 * n).find(|n| is_first(&(HEADER + n))).unwrap() };
    HEADER + counts
}

fn compressed(table: &[u8], block: usize) -> &[u8] {
    let start = |block: usize| number(&table[directory(table) + ENTRY * block + 4..][..5]);
    &table[start(block)..if block + 1 < blocks(table) { start(block + 1) } else { end(table) }]
}

/// Where the last block ends.
fn end(table: &[u8]) -> usize {
    table.len() - if is_wdl(table) { 8 * values(table) } else { 0 }
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// Values as a frame, even if they are equal and a writer would store one byte.
fn pack(values: &[u8]) -> Vec<u8> {
    let mut compressor = zstd::bulk::Compressor::new(6).unwrap();
    compressor.include_magicbytes(false).unwrap();
    compressor.include_contentsize(false).unwrap();
    compressor.include_checksum(false).unwrap();
    compressor.compress(values).unwrap()
}
