//! The separators that the fast scan knows.

use crate::unit::Unit;

/// The longest separator that fits into a [`Syntax`].
const LONGEST_SEPARATOR: usize = 3;

/// What structures a query string: a separator of one to three units and an equals sign of one. All
/// are ASCII and none of NUL, `%`, `+` and the hexadecimal digits, and the separator does not hold
/// the equals sign.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    pub(super) equals: u8,
    /// The first unit is in the lowest byte.
    pub(super) separator: u32,
}

impl Default for Syntax {
    fn default() -> Self {
        Self {
            equals: b'=',
            separator: u32::from(b'&'),
        }
    }
}

impl Syntax {
    /// A separator and an equals sign that the fast scan can tell apart; none otherwise
    /// ([`Separated`](super::Separated) takes any).
    #[must_use]
    pub fn new(separator: &[u8], equals: u8) -> Option<Self> {
        let mut word = [equals, 0, 0, 0];
        word[1..].get_mut(..separator.len())?.copy_from_slice(separator);
        // A NUL at the end would not count as a unit.
        Self::of_word(u32::from_le_bytes(word)).filter(|syntax| syntax.separator_length() == separator.len())
    }

    /// [`Syntax::new`] for a binding: the equals sign is in the lowest byte, the separator's units
    /// in the next ones, as many as it has.
    #[must_use]
    pub fn of_word(word: u32) -> Option<Self> {
        let syntax = Self {
            equals: word.to_le_bytes()[0],
            separator: word >> 8,
        };
        // A wide unit may look like NUL to the vectors.
        let plain =
            |unit: u8| matches!(unit, 1..=0x7F) && !unit.is_ascii_hexdigit() && unit != b'%' && unit != b'+';
        let separator = &syntax.separator.to_le_bytes()[..syntax.separator_length()];
        let apart = separator.iter().all(|&unit| plain(unit) && unit != syntax.equals);
        (apart && !separator.is_empty() && plain(syntax.equals)).then_some(syntax)
    }

    /// Whether the separator has more than one unit. Only a text of bytes can be read then: what is
    /// not ASCII may be decoded in another way where a separator is met in part.
    #[must_use]
    pub fn has_long_separator(self) -> bool {
        self.separator > 0xFF
    }

    pub(super) fn first_unit(self) -> u8 {
        self.separator.to_le_bytes()[0]
    }

    pub(super) fn separator_length(self) -> usize {
        (u32::BITS - self.separator.leading_zeros()).div_ceil(u8::BITS) as usize
    }

    /// How many of the separator's units stand in a block; [`LONGEST_SEPARATOR`] + 1 when all do.
    pub(super) fn matched<T: Unit>(self, block: &[T; LONGEST_SEPARATOR + 1]) -> usize {
        let bytes = block.map(|unit| unit.code().to_le_bytes()[0]);
        let asked = (1 << (self.separator_length() * 8)) - 1;
        let different = (u32::from_le_bytes(bytes) ^ self.separator) & asked;
        (different.trailing_zeros() / u8::BITS) as usize
    }
}
