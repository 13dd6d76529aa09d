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
                // Each byte of the mask eight times, of which each place looks at its own bit.
                let spread = part.to_le_bytes().map(|bits| u64::from(bits) * 0x0101_0101_0101_0101);
                let bits: [u8; 32] = bytemuck::must_cast(spread.map(u64::to_le_bytes));
                for (place, (code, &other)) in codes.iter_mut().zip(row).enumerate() {
                    let keep = if bits[place] & 1 << (place % 8) == 0 { 0xFF } else { 0 };
                    *code = (*code).min(other | keep);
                }
            }
        }
    }
}
