//! Tables with other values and right checksums. Written from `docs/format.md` alone.

const HEADER: usize = 256;
const ENTRY: usize = 9;
const PART: usize = 8192;

/// A table with one block's values edited: bytes of four categories, or distances. A block of one byte is left as it is.
pub fn forge(table: &[u8], block: usize, edit: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut blocks: Vec<Vec<u8>> = (0..blocks(table)).map(|block| compressed(table, block).to_vec()).collect();
    let is_wdl = table[10] == 0;
    if blocks[block].len() > 1 {
        let mut values = if is_wdl { unpack(&blocks[block]) } else { distances(&blocks[block]) };
        edit(&mut values);
        blocks[block] = if is_wdl { pack(&values) } else { parts(&values) };
    }
    let end = table.len() - 8 * number(&table[32..40]);
    let mut directory = Vec::new();
    let mut at = HEADER + ENTRY * blocks.len();
    for block in &blocks {
        directory.extend(crc32fast::hash(block).to_le_bytes());
        directory.extend(&(at as u64).to_le_bytes()[..5]);
        at += block.len();
    }
    let mut forged = [&table[..HEADER], &directory, &blocks.concat(), &table[end..]].concat();
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

/// The number of blocks: the first one starts where the directory ends.
pub fn blocks(table: &[u8]) -> usize {
    (number(&table[HEADER + 4..HEADER + ENTRY]) - HEADER) / ENTRY
}

fn compressed(table: &[u8], block: usize) -> &[u8] {
    let start = |block: usize| number(&table[HEADER + ENTRY * block + 4..][..5]);
    let end = if block + 1 < blocks(table) { start(block + 1) } else { table.len() - 8 * number(&table[32..40]) };
    &table[start(block)..end]
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

fn unpack(frame: &[u8]) -> Vec<u8> {
    if frame.len() < 2 {
        return frame.to_vec();
    }
    zstd::decode_all(&[&[0x28, 0xB5, 0x2F, 0xFD], frame].concat()[..]).unwrap()
}

/// Values as a frame, even if they are all alike and a writer would store one byte.
fn pack(values: &[u8]) -> Vec<u8> {
    let mut compressor = zstd::bulk::Compressor::new(6).unwrap();
    compressor.include_magicbytes(false).unwrap();
    compressor.include_contentsize(false).unwrap();
    compressor.include_checksum(false).unwrap();
    compressor.compress(values).unwrap()
}

/// The distances of a block of several parts; a part of one byte is as long as the distances that it stands for.
fn distances(block: &[u8]) -> Vec<u8> {
    let count = number(&block[..2]);
    let mut rest = &block[2 * count..];
    let mut values = Vec::new();
    for part in 0..count {
        let length = if part + 1 < count { number(&block[2 + 2 * part..][..2]) } else { rest.len() };
        let (frame, after) = rest.split_at(length);
        rest = after;
        match frame {
            // Only the table of categories has the length of the last part; distances too many do no harm.
            [value] => values.extend([*value; PART]),
            _ => values.extend(unpack(frame)),
        }
    }
    values
}

fn parts(values: &[u8]) -> Vec<u8> {
    let parts: Vec<Vec<u8>> = values.chunks(PART).map(pack).collect();
    let mut block = (parts.len() as u16).to_le_bytes().to_vec();
    for part in &parts[..parts.len() - 1] {
        block.extend((part.len() as u16).to_le_bytes());
    }
    block.extend(parts.concat());
    block
}
