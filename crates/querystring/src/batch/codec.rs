//! What a binding calls.

use super::key_cache::KeyCache;
use super::memory::{Memory, Regions, header, word};
use super::output::{Output, Source};
use super::piece::Text;
use super::scan::{Extent, Progress, Syntax, scan};
use super::separated::Separated;
use super::table::{Collector, DISTINCT_KNOWN_KEYS, Table};
use crate::escape::{LoneSurrogate, write};
use crate::unit::Unit;
use crate::{component, octets};
use alloc::sync::Arc;

/// The result of a call that could not do what it was asked for: a text that ends in the middle of a surrogate pair when escaping, a
/// malformed sequence when decoding.
pub const MALFORMED: u32 = u32::MAX;

/// How the text lies in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// As octets, all ASCII. What is not ASCII is taken for UTF-8.
    Octets,
    /// As UTF-16 code units.
    Units,
}

/// Bit of an entry of the list that [`Codec::escape_list`] takes: the piece is a key, so `=` follows it instead of `&`.
const KEY: u32 = 1;

/// Memory, and the keys that were seen.
///
/// All positions and lengths are in units of the text. Those that lie outside the memory's regions make a call panic.
///
/// ```
/// use rt_querystring::batch::{Codec, Syntax, Width, header};
///
/// let mut codec = Codec::new();
/// codec.write_octets(b"a=1&b=%41");
/// assert_eq!(codec.parse(Width::Octets, 0, 9, true, Syntax::default(), 0), 2);
/// assert_eq!(codec.header()[header::CONSUMED], 9);
/// ```
pub struct Codec {
    memory: Arc<Memory>,
    keys: KeyCache,
}

impl Default for Codec {
    fn default() -> Self {
        Self::new()
    }
}

impl Codec {
    /// Allocates memory with room for [`BLOCK`](super::BLOCK) units.
    #[must_use]
    pub fn new() -> Self {
        Self {
            memory: Arc::new(Memory::new(0, 0)),
            keys: KeyCache::new(),
        }
    }

    /// The memory. After [`Codec::reserve`] it is another one.
    #[must_use]
    pub fn memory(&self) -> &Arc<Memory> {
        &self.memory
    }

    /// Replaces the memory by one with room for `units` units of input, and of `wide_units` units of wide output, and forgets the keys.
    ///
    /// A text that is longer than [`BLOCK`](super::BLOCK) can be worked off in pieces; only a single pair that is longer needs more.
    pub fn reserve(&mut self, units: usize, wide_units: usize) {
        self.memory = Arc::new(Memory::new(units, wide_units));
        self.keys = KeyCache::new();
    }

    fn regions(memory: &mut Arc<Memory>) -> Regions<'_> {
        // SAFETY: the other side only uses the memory while no function of the codec runs, as `Memory` says, and `&mut` keeps this side
        // from doing so twice.
        unsafe { memory.regions() }
    }

    /// The header as it is now.
    #[must_use]
    pub fn header(&mut self) -> [u32; header::WORDS] {
        *Self::regions(&mut self.memory).header
    }

    /// Puts a text into the input; for those who have no other access to the memory.
    ///
    /// # Panics
    /// When the text is longer than the input has room for.
    pub fn write_octets(&mut self, text: &[u8]) {
        let offset = self.header()[header::INPUT_OFFSET] as usize;
        assert!(
            text.len() <= self.header()[header::CAPACITY] as usize,
            "the input has no room for the text"
        );
        // SAFETY: the input has room for twice as many octets from that offset on, and `&mut self` keeps others away.
        unsafe {
            core::ptr::copy_nonoverlapping(
                text.as_ptr(),
                self.memory.address().as_ptr().add(offset),
                text.len(),
            );
        }
    }

    /// Reads the pairs of the text between `start` and `end` into the table, up to `limit` of them (0: all), and returns how many came
    /// (with [`DISTINCT_KNOWN_KEYS`] where it holds). `last` says that the text ends at `end`; otherwise a pair without a separator behind
    /// it is left.
    ///
    /// The header tells how far the call came (`CONSUMED`); with a full table that is not the end.
    pub fn parse(
        &mut self,
        width: Width,
        start: usize,
        end: usize,
        last: bool,
        syntax: Syntax,
        limit: u32,
    ) -> u32 {
        let regions = Self::regions(&mut self.memory);
        let keys = &mut self.keys;
        let (octets, units) = (regions.octets, regions.units);
        let results = Results {
            header: regions.header,
            table: regions.table,
            narrow: regions.narrow,
            wide: regions.wide,
        };
        match width {
            Width::Octets => parse(
                keys,
                results,
                &Extent {
                    input: octets,
                    start,
                    end,
                    last,
                },
                syntax,
                limit,
            ),
            Width::Units => parse(
                keys,
                results,
                &Extent {
                    input: units,
                    start,
                    end,
                    last,
                },
                syntax,
                limit,
            ),
        }
    }

    /// [`Codec::parse`] with separators of any length: `separator_length` units in the input are the separator, the next `equals_length` the
    /// equals sign, and the text of UTF-16 code units follows them; `start` and `end` count from its beginning.
    #[expect(
        clippy::too_many_arguments,
        reason = "the call crosses a binding that passes nothing but numbers"
    )]
    pub fn parse_separated(
        &mut self,
        separator_length: usize,
        equals_length: usize,
        start: usize,
        end: usize,
        last: bool,
        raw: bool,
        custom_decoder: bool,
        limit: u32,
    ) -> u32 {
        let regions = Self::regions(&mut self.memory);
        let (separator, rest) = regions.units.split_at(separator_length);
        let (equals, text) = rest.split_at(equals_length);
        let separated = Separated {
            separator,
            equals,
            raw,
            custom_decoder,
        };
        let mut table = Table::new(regions.table);
        let mut output = Output::new(regions.narrow, regions.wide);
        let progress = separated.read(&text[..end], start, last, limit, &mut table, &mut output);
        report(regions.header, &progress, &output);
        word(table.rows())
    }

    /// Escapes the text between `start` and `end`, at most [`BLOCK`](super::BLOCK) units, into the narrow output and returns its length, or [`MALFORMED`]. When `last` is not
    /// set and the text ends with the first half of a surrogate pair, that is left (`CONSUMED` tells).
    pub fn escape(&mut self, width: Width, start: usize, end: usize, last: bool) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            header,
            ..
        } = Self::regions(&mut self.memory);
        let mut consumed = end;
        let written = match width {
            Width::Octets => write(&octets[start..end], narrow, 0),
            Width::Units => write(&units[start..end], narrow, 0).or_else(|error| {
                if last || end == start {
                    return Err(error);
                }
                consumed -= 1;
                write(&units[start..consumed], narrow, 0)
            }),
        };
        header[header::CONSUMED] = word(consumed);
        written.map_or(MALFORMED, word)
    }

    /// Escapes `count` pieces, at most [`ROWS`](super::ROWS), that follow each other in the input, at most [`BLOCK`](super::BLOCK) units, and joins them. The table holds twice the length of each; its lowest bit says
    /// that the piece is a key, which `=` follows; `&` follows the others, and nothing the last. Returns the length of the narrow
    /// output, or [`MALFORMED`].
    pub fn escape_list(&mut self, width: Width, count: usize) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            table,
            ..
        } = Self::regions(&mut self.memory);
        let pieces = &table[..count];
        match width {
            Width::Octets => escape_list(octets, pieces, narrow),
            Width::Units => escape_list(units, pieces, narrow),
        }
        .map_or(MALFORMED, word)
    }

    /// Decodes the text up to `end` as `decodeURIComponent` does. Returns the [`Source`] of the result, whose length is in the
    /// header, or [`MALFORMED`].
    pub fn decode_component(&mut self, width: Width, end: usize) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            wide,
            header,
            ..
        } = Self::regions(&mut self.memory);
        let length = match width {
            Width::Octets => component::decode(&octets[..end], false, wide),
            Width::Units => component::decode(&units[..end], false, wide),
        };
        let Some(length) = length else { return MALFORMED };
        let mut output = Output::new(narrow, wide);
        output.keep_wide(length);
        header[header::NARROW_LENGTH] = word(output.narrow_length);
        header[header::WIDE_LENGTH] = word(output.wide_length);
        if output.wide_length > 0 {
            Source::Wide as u32
        } else {
            Source::Narrow as u32
        }
    }

    /// Decodes the text up to `end` octet by octet, as `unescapeBuffer` of Node.js, to the narrow output, and returns its length.
    pub fn decode_octets(&mut self, width: Width, end: usize, plus_is_space: bool) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            ..
        } = Self::regions(&mut self.memory);
        word(match width {
            Width::Octets => octets::decode(&octets[..end], plus_is_space, narrow),
            Width::Units => octets::decode(&units[..end], plus_is_space, narrow),
        })
    }
}

/// Where a parse puts its results.
struct Results<'a> {
    header: &'a mut [u32; header::WORDS],
    table: &'a mut [u32],
    narrow: &'a mut [u8],
    wide: &'a mut [u16],
}

#[inline]
fn parse<T: Text>(
    keys: &mut KeyCache,
    Results {
        header,
        table,
        narrow,
        wide,
    }: Results<'_>,
    text: &Extent<'_, T>,
    syntax: Syntax,
    limit: u32,
) -> u32 {
    keys.begin();
    let mut collector = Collector {
        table: Table::new(table),
        output: Output::new(narrow, wide),
        keys,
        all_known: true,
    };
    let progress = scan(text, syntax, limit, |pair| collector.take(text.input, pair));
    report(header, &progress, &collector.output);
    let distinct = collector.all_known && !collector.keys.repeated();
    word(collector.table.rows()) | if distinct { DISTINCT_KNOWN_KEYS } else { 0 }
}

#[inline(always)]
fn report(header: &mut [u32; header::WORDS], progress: &Progress, output: &Output<'_>) {
    header[header::CONSUMED] = word(progress.consumed);
    header[header::NARROW_LENGTH] = word(output.narrow_length);
    header[header::WIDE_LENGTH] = word(output.wide_length);
    header[header::REMAINING] = progress.remaining;
    header[header::LIMIT_REACHED] = u32::from(progress.limit_reached);
}

fn escape_list<T: Unit>(input: &[T], pieces: &[u32], narrow: &mut [u8]) -> Result<usize, LoneSurrogate> {
    let mut start = 0;
    let mut written = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let end = start + (piece >> 1) as usize;
        written = write(&input[start..end], narrow, written)?;
        start = end;
        if piece & KEY != 0 || index + 1 < pieces.len() {
            narrow[written] = if piece & KEY == 0 { b'&' } else { b'=' };
            written += 1;
        }
    }
    Ok(written)
}
