//! `W` words of a mask, and a code for each of their bits.

/// A mask over `W` times 64 sets of kings.
pub(super) type Mask<const W: usize> = [u64; W];

/// `W` words of a plane, which has whole vectors of them.
#[inline(always)]
pub(super) fn mask<const W: usize>(plane: &[u64], at: usize) -> &Mask<W> {
    plane[at..].first_chunk().expect("planes are whole vectors")
}

/// The same to write to.
#[inline(always)]
pub(super) fn mask_mut<const W: usize>(plane: &mut [u64], at: usize) -> &mut Mask<W> {
    plane[at..].first_chunk_mut().expect("planes are whole vectors")
}

/// The bits of both.
#[inline(always)]
pub(super) fn and<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

/// The bits of the first alone.
#[inline(always)]
pub(super) fn and_not<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

/// Adds bits.
#[inline(always)]
pub(super) fn join<const W: usize>(to: &mut Mask<W>, more: &Mask<W>) {
    for (to, more) in to.iter_mut().zip(more) {
        *to |= more;
    }
}

/// Whether there is a bit.
#[inline(always)]
pub(super) fn any<const W: usize>(mask: &Mask<W>) -> bool {
    mask.iter().fold(0, |all, word| all | word) != 0
}

/// The places of the bits.
#[inline(always)]
pub(super) fn places<const W: usize>(mask: &Mask<W>) -> impl Iterator<Item = usize> + use<W> {
    let mut mask = *mask;
    let mut word = 0;
    std::iter::from_fn(move || {
        while mask[word] == 0 {
            word += 1;
            if word == W {
                word = 0;
                return None;
            }
        }
        let place = word * 64 + mask[word].trailing_zeros() as usize;
        mask[word] &= mask[word] - 1;
        Some(place)
    })
}

/// The mask of the places of a code.
#[inline(always)]
pub(super) fn equal(codes: &[u8; 64], code: u8) -> u64 {
    const SEVEN: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let mut found = 0;
    for (place, eight) in codes.as_chunks::<8>().0.iter().enumerate() {
        let change = u64::from_le_bytes(*eight) ^ (u64::from(code) * 0x0101_0101_0101_0101);
        // The upper bits of the bytes that do not change; then these bits side by side.
        let same = !(((change & SEVEN) + SEVEN) | change | SEVEN);
        found |= ((same >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * place);
    }
    found
}

/// Sets a code where a word has bits, which there are 32 codes for, or 64; or fewer, if it has one bit.
#[inline(always)]
pub(super) fn set(codes: &mut [u8], code: u8, word: u64) {
    if word.count_ones() < 4 {
        places(&[word]).for_each(|place| codes[place] = code);
        return;
    }
    for (codes, part) in codes.as_chunks_mut::<32>().0.iter_mut().zip([word as u32, (word >> 32) as u32]) {
        if part != 0 {
            let bits = spread(part);
            for (place, to) in codes.iter_mut().enumerate() {
                *to = if bits[place] & 1 << (place % 8) == 0 { *to } else { code };
            }
        }
    }
}

/// Each byte of a mask eight times, of which each place looks at its own bit.
#[inline(always)]
fn spread(part: u32) -> [u8; 32] {
    let bytes = part.to_le_bytes().map(|bits| u64::from(bits) * 0x0101_0101_0101_0101);
    bytemuck::must_cast(bytes.map(u64::to_le_bytes))
}

/// Takes a code where the mask has bits and there is none lower.
#[inline(always)]
pub(super) fn lower<const W: usize>(codes: &mut [u8], code: u8, mask: &Mask<W>) {
    take_lower(codes, [[code; 64]; W].as_flattened(), mask);
}

/// Takes the lower codes of a row where the mask has bits. Both have 32 codes, or 64 for each word.
#[inline(always)]
pub(super) fn take_lower<const W: usize>(codes: &mut [u8], row: &[u8], mask: &Mask<W>) {
    let some = codes.as_chunks_mut::<32>().0.iter_mut().zip(row.as_chunks::<32>().0);
    for (place, (codes, row)) in some.enumerate() {
        let part = (mask[place / 2] >> (32 * (place % 2))) as u32;
        match part {
            0 => {}
            u32::MAX => codes.iter_mut().zip(row).for_each(|(code, &other)| *code = (*code).min(other)),
            _ => {
                let bits = spread(part);
                for (place, (code, &other)) in codes.iter_mut().zip(row).enumerate() {
                    let keep = if bits[place] & 1 << (place % 8) == 0 { 0xFF } else { 0 };
                    *code = (*code).min(other | keep);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_by_code() {
        let codes: [u8; 64] = std::array::from_fn(|place| [0, 1, 127, 128, 129, 254, 255][place * place % 7]);
        for code in 0..=255 {
            let found = equal(&codes, code);
            assert!((0..64).all(|place| (found >> place & 1 != 0) == (codes[place] == code)));
        }
        for mask in [0, 1, 1 << 63, 0b1011 << 40, u64::MAX, 0x8421_F00F_1248_0FF0] {
            let mut set_to = codes;
            set(&mut set_to, 77, mask);
            assert!((0..64).all(|place| set_to[place] == if mask >> place & 1 != 0 { 77 } else { codes[place] }));
        }
    }
}
