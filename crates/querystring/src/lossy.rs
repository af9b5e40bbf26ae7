//! UTF-8 to UTF-16, with U+FFFD for what is malformed.

const REPLACEMENT: u16 = 0xFFFD;

/// Decodes UTF-8 as the WHATWG Encoding Standard does (section 8.1.1, "UTF-8 decoder"): each
/// maximal part of a malformed sequence becomes one U+FFFD. Returns how many units were written.
///
/// `output` is at least as long as `bytes`.
#[inline(never)]
pub(crate) fn decode(bytes: &[u8], output: &mut [u16]) -> usize {
    let mut written = 0;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            written += character.encode_utf16(&mut output[written..]).len();
        }
        if !chunk.invalid().is_empty() {
            output[written] = REPLACEMENT;
            written += 1;
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::decode;
    use alloc::string::String;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_standard_library(bytes in proptest::collection::vec(
            prop_oneof![Just(0xE2u8), Just(0x82), Just(0xF0), Just(0x9F), Just(0xED), Just(0xA0), any::<u8>()], 0..40)
        ) {
            let mut output = alloc::vec![0; bytes.len()];
            let length = decode(&bytes, &mut output);
            prop_assert_eq!(String::from_utf16(&output[..length]).unwrap(), String::from_utf8_lossy(&bytes));
        }
    }
}
