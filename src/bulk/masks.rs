//! Operations on masks of `W` words, and on codes, which have one byte for each bit of a mask.

/// A mask of `W` times 64 columns.
pub(crate) type Mask<const W: usize> = [u64; W];

/// The mask at a word of a plane; its rows are whole masks.
#[inline(always)]
pub(crate) fn mask<const W: usize>(plane: &[u64], at: usize) -> &Mask<W> {
    plane[at..].first_chunk().expect("rows are whole masks")
}

#[inline(always)]
pub(crate) fn mask_mut<const W: usize>(plane: &mut [u64], at: usize) -> &mut Mask<W> {
    plane[at..].first_chunk_mut().expect("rows are whole masks")
}

#[inline(always)]
pub(crate) fn and<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
pub(crate) fn and_not<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

#[inline(always)]
pub(crate) fn join<const W: usize>(to: &mut Mask<W>, more: &Mask<W>) {
    for (to, more) in to.iter_mut().zip(more) {
        *to |= more;
    }
}

#[inline(always)]
pub(crate) fn any<const W: usize>(mask: &Mask<W>) -> bool {
    mask.iter().fold(0, |all, word| all | word) != 0
}

/// The numbers of the set bits, ascending.
#[inline(always)]
pub(crate) fn bits<const W: usize>(mask: &Mask<W>) -> impl Iterator<Item = usize> + use<W> {
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

/// The mask of the bits whose code is `code`.
#[inline(always)]
pub(crate) fn equal(codes: &[u8; 64], code: u8) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_movemask_epi8};
        let code: __m128i = bytemuck::must_cast([code; 16]);
        let mut found = 0;
        for (place, &codes) in codes.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: every x86-64 processor has SSE2, which has these instructions.
            #[allow(unsafe_code)]
            let same = unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(bytemuck::must_cast(codes), code)) };
            found |= u64::from(same as u32) << (16 * place);
        }
        found
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        equal_anywhere(codes, code)
    }
}

#[cfg_attr(target_arch = "x86_64", allow(dead_code))]
#[inline(always)]
fn equal_anywhere(codes: &[u8; 64], code: u8) -> u64 {
    const SEVEN: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let mut found = 0;
    for (place, eight) in codes.as_chunks::<8>().0.iter().enumerate() {
        let change = u64::from_le_bytes(*eight) ^ (u64::from(code) * 0x0101_0101_0101_0101);
        // The upper bit of each byte without a change; then these bits side by side.
        let same = !(((change & SEVEN) + SEVEN) | change | SEVEN);
        found |= ((same >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * place);
    }
    found
}

/// The mask of the bits whose code is at least `code`.
#[inline(always)]
pub(crate) fn at_least(codes: &[u8; 64], code: u8) -> u64 {
    let mut found = 0;
    for (place, &of_bit) in codes.iter().enumerate() {
        found |= u64::from(of_bit >= code) << place;
    }
    found
}

/// Sets the codes of a word's bits to `code`. There are 32 or 64 codes; for fewer than four bits, `codes` may end after the last
/// one.
#[inline(always)]
pub(crate) fn set(codes: &mut [u8], code: u8, word: u64) {
    if word.count_ones() < 4 {
        bits(&[word]).for_each(|place| codes[place] = code);
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

/// Repeats each byte of a mask eight times, so that byte `i` has bit `i` of the mask at its bit `i % 8`.
#[inline(always)]
fn spread(part: u32) -> [u8; 32] {
    let bytes = part.to_le_bytes().map(|bits| u64::from(bits) * 0x0101_0101_0101_0101);
    bytemuck::must_cast(bytes.map(u64::to_le_bytes))
}

/// Lowers the codes of a mask's bits to at most `code`.
#[inline(always)]
pub(crate) fn lower<const W: usize>(codes: &mut [u8], code: u8, mask: &Mask<W>) {
    take_lower(codes, [[code; 64]; W].as_flattened(), mask);
}

/// Lowers the codes of a mask's bits to at most `others`. There are 32 of each, or 64 for each word.
#[inline(always)]
pub(crate) fn take_lower<const W: usize>(codes: &mut [u8], others: &[u8], mask: &Mask<W>) {
    let some = codes.as_chunks_mut::<32>().0.iter_mut().zip(others.as_chunks::<32>().0);
    for (place, (codes, others)) in some.enumerate() {
        let part = (mask[place / 2] >> (32 * (place % 2))) as u32;
        match part {
            0 => {}
            u32::MAX => codes.iter_mut().zip(others).for_each(|(code, &other)| *code = (*code).min(other)),
            _ => {
                let bits = spread(part);
                for (place, (code, &other)) in codes.iter_mut().zip(others).enumerate() {
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

    const SOME: u64 = 0x8421_F00F_1248_0FF0;

    fn has(mask: &[u64], bit: usize) -> bool {
        mask[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// Deterministic random numbers below a bound.
    fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
        move |bound| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as usize) % bound
        }
    }

    #[test]
    fn code_by_code() {
        let codes: [u8; 64] = std::array::from_fn(|place| [0, 1, 127, 128, 129, 254, 255][place * place % 7]);
        for code in 0..=255 {
            let [same, least] = [equal(&codes, code), at_least(&codes, code)];
            assert!((0..64).all(|place| has(&[same], place) == (codes[place] == code)));
            assert!((0..64).all(|place| has(&[least], place) == (codes[place] >= code)));
            assert_eq!(equal_anywhere(&codes, code), same);
        }
        for mask in [0, 1, 1 << 63, 0b1011 << 40, u64::MAX, SOME] {
            let mut set_to = codes;
            set(&mut set_to, 77, mask);
            assert!((0..64).all(|place| set_to[place] == if has(&[mask], place) { 77 } else { codes[place] }));
        }
    }

    #[test]
    fn bit_by_bit() {
        let mut below = numbers(9);
        let mut word = |one_in: usize| (0..64).fold(0, |word, _| word << 1 | u64::from(below(one_in) == 0));
        let (a, b): (Mask<8>, Mask<8>) = (std::array::from_fn(|_| word(2)), std::array::from_fn(|_| word(3)));
        let mut joined = a;
        join(&mut joined, &b);
        for bit in 0..512 {
            let (in_a, in_b) = (has(&a, bit), has(&b, bit));
            let found = [and(&a, &b), and_not(&a, &b), joined].map(|mask| has(&mask, bit));
            assert_eq!(found, [in_a && in_b, in_a && !in_b, in_a || in_b]);
        }
        assert!(bits(&a).eq((0..512).filter(|&bit| has(&a, bit))));
        assert!(bits(&[0; 8]).next().is_none() && !any(&[0; 8]) && any(&[0, 0, 1 << 63]));
    }

    #[test]
    fn lower_codes_are_taken_one_by_one() {
        let mut below = numbers(4);
        let [codes, others]: [Vec<u8>; 2] = [(); 2].map(|()| (0..512).map(|_| below(256) as u8).collect());
        // Words with no bits, all, and some.
        let mask: Mask<8> = [0, u64::MAX, SOME, 1, 0xFFFF_FFFF, !0xFFFF_FFFF, 1 << 63, 0x5555_5555_5555_5555];
        let taken =
            |mask: &[u64], bit: usize, other: u8| if has(mask, bit) { codes[bit].min(other) } else { codes[bit] };
        let mut found = codes.clone();
        take_lower(&mut found, &others, &mask);
        assert!((0..512).all(|bit| found[bit] == taken(&mask, bit, others[bit])));
        let mut found = codes.clone();
        lower(&mut found, 100, &mask);
        assert!((0..512).all(|bit| found[bit] == taken(&mask, bit, 100)));
        // A narrow lane of 32 columns.
        let mut found = codes[..32].to_vec();
        take_lower(&mut found, &others[..32], &[0x8421_F00F]);
        assert!((0..32).all(|bit| found[bit] == taken(&[0x8421_F00F], bit, others[bit])));
    }
}
