//! What a binding calls.

use super::key_cache::KeyCache;
use super::memory::{Memory, Regions, header, word};
use super::output::Output;
use super::piece::Text;
use super::scan::{Extent, Progress, Syntax, scan};
use super::separated::Separated;
use super::table::{Collector, DISTINCT_KNOWN_KEYS, Table};
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
    pub(super) memory: Arc<Memory>,
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

    pub(super) fn regions(memory: &mut Arc<Memory>) -> Regions<'_> {
        // SAFETY: the other side only uses the memory while no function of the codec runs, as `Memory` says, and `&mut` keeps this side
        // from doing so twice.
        unsafe { memory.regions() }
    }

    /// Reads the pairs of the text between `start` and `end` into the table, up to `limit` of them (0: all), and returns how many came
    /// (with [`DISTINCT_KNOWN_KEYS`] where it holds). `last` says that the text ends at `end`; otherwise a pair without a separator behind
    /// it is left.
    ///
    /// The header tells how far the call came (`CONSUMED`); with a full table that is not the end. [`MALFORMED`] is for a text of units with a separator
    /// of several, which [`Codec::parse_separated`] takes.
    pub fn parse(
        &mut self,
        width: Width,
        start: usize,
        end: usize,
        last: bool,
        syntax: Syntax,
        limit: u32,
    ) -> u32 {
        if width == Width::Units && syntax.has_long_separator() {
            return self.refuse();
        }
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

    /// [`Codec::parse`] with a syntax as [`Syntax::of_word`] takes it; [`MALFORMED`] for one that it refuses, too.
    pub fn parse_by_word(
        &mut self,
        width: Width,
        start: usize,
        end: usize,
        last: bool,
        syntax: u32,
        limit: u32,
    ) -> u32 {
        match Syntax::of_word(syntax) {
            Some(syntax) => self.parse(width, start, end, last, syntax, limit),
            None => self.refuse(),
        }
    }

    fn refuse(&mut self) -> u32 {
        let Regions { header, .. } = Self::regions(&mut self.memory);
        header[header::OUTCOME] = MALFORMED;
        header[header::NARROW_LENGTH] = 0;
        MALFORMED
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
    let (rows, repeats) = (word(collector.table.rows()), collector.keys.repeats());
    let distinct = collector.all_known && repeats == 0;
    header[header::DIFFERENT_KEYS] = rows - repeats;
    let outcome = rows | if distinct { DISTINCT_KNOWN_KEYS } else { 0 };
    header[header::OUTCOME] = outcome;
    outcome
}

#[inline(always)]
fn report(header: &mut [u32; header::WORDS], progress: &Progress, output: &Output<'_>) {
    header[header::CONSUMED] = word(progress.consumed);
    header[header::NARROW_LENGTH] = word(output.narrow_length);
    header[header::WIDE_LENGTH] = word(output.wide_length);
    header[header::REMAINING] = progress.remaining;
    header[header::LIMIT_REACHED] = u32::from(progress.limit_reached);
}
