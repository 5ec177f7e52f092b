//! One bit for each of many rows, least significant first, as in Arrow.

/// Whether a bit is set; none past the last byte is.
pub(crate) fn bit(bits: &[u8], at: usize) -> bool {
    bits.get(at / 8).map_or(false, |byte| byte >> (at % 8) & 1 == 1)
}

/// Booleans as bits.
pub(crate) fn pack(values: impl IntoIterator<Item = bool>) -> Vec<u8> {
    let mut bits = Vec::new();
    for (at, is) in values.into_iter().enumerate() {
        if at % 8 == 0 {
            bits.push(0);
        }
        bits[at / 8] |= u8::from(is) << (at % 8);
    }
    bits
}

/// Clears the bits that are not set in others.
pub(crate) fn and(bits: &mut [u8], others: &[u8]) {
    bits.iter_mut().zip(others).for_each(|(own, other)| *own &= other);
}
