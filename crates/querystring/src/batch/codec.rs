//! What a binding calls.

use super::boundary::{DISTINCT_KNOWN_KEYS, MALFORMED, header};
use super::key_cache::KeyCache;
use super::memory::{self, Layout, Line, Memory, Regions, word};
use super::output::Output;
use super::piece::Text;
use super::scan::{Extent, Progress, scan};
use super::separated::Separated;
use super::syntax::Syntax;
use super::table::{Collector, Table};

/// How the text is stored in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// As bytes, all ASCII. Other bytes are read as UTF-8.
    Bytes,
    /// As UTF-16 code units.
    Units,
}

/// A codec's functions on memory that it borrows. The keys that it remembers from call to call are
/// in that memory too.
///
/// All positions and lengths are in units of the text. Those that lie outside the memory's regions
/// make a call panic.
///
/// ```
/// use rt_querystring::batch::{Codec, Layout, Memory, Syntax, Width, header};
///
/// let mut memory = Memory::new(Layout::new(0, 0).unwrap()).unwrap();
/// let mut codec = Codec::of(&mut memory);
/// codec.write_bytes(b"a=1&b=%41");
/// assert_eq!(codec.parse(Width::Bytes, 0, 9, true, Syntax::default(), 0), 2);
/// assert_eq!(codec.header()[header::CONSUMED], 9);
/// ```
pub struct Codec<'a> {
    pub(super) regions: Regions<'a>,
}

impl<'a> Codec<'a> {
    /// The codec on memory of its own.
    ///
    /// # Panics
    /// When the header was overwritten with another layout.
    #[must_use]
    pub fn of(memory: &'a mut Memory) -> Self {
        Self::over(memory.lines()).expect("the header is as it was written")
    }

    /// The codec on memory that was prepared, whatever else was written there since; none when that
    /// is not its layout.
    #[inline]
    #[must_use]
    pub fn over(memory: &'a mut [Line]) -> Option<Self> {
        Regions::of(memory).map(|regions| Self { regions })
    }

    /// Prepares new memory, which is all zeros and has the size of the layout; none when it has
    /// another.
    #[must_use]
    pub fn prepare(memory: &'a mut [Line], layout: Layout) -> Option<Self> {
        memory::prepare(memory, layout)?;
        Self::over(memory)
    }

    /// Reads the pairs of the text between `start` and `end` into the table, up to `limit` of them
    /// (0: all), and returns how many came (with [`DISTINCT_KNOWN_KEYS`] where it holds). `last`
    /// says that the text ends at `end`; otherwise a pair without a separator behind it is left.
    ///
    /// The header has the position where the call stopped (`CONSUMED`): before the end if the table
    /// is full.
    /// [`MALFORMED`] is for a text of units with a separator of several, which
    /// [`Codec::parse_separated`] takes.
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
        let Regions {
            header,
            keys,
            table,
            input,
            narrow,
            wide,
            ..
        } = &mut self.regions;
        let longest = header[header::LONGEST_KEY];
        let keys = KeyCache::begin(keys, &mut header[header::CALLS], longest);
        let units: &[u16] = input;
        let bytes = memory::bytes(units);
        let results = Results {
            header,
            table,
            narrow,
            wide,
        };
        match width {
            Width::Bytes => parse(
                keys,
                results,
                &Extent {
                    input: bytes,
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

    /// [`Codec::parse`] with a syntax as [`Syntax::of_word`] takes it; [`MALFORMED`] for one that
    /// it refuses, too.
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
        let header = &mut *self.regions.header;
        header[header::OUTCOME] = MALFORMED;
        header[header::NARROW_LENGTH] = 0;
        MALFORMED
    }

    /// [`Codec::parse`] with separators of any length: `separator_length` units in the input are
    /// the separator, the next `equals_length` the equals sign, and the text of UTF-16 code units
    /// follows them; `start` and `end` count from its beginning.
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
        let regions = &mut self.regions;
        let (separator, rest) = regions.input.split_at(separator_length);
        let (equals, text) = rest.split_at(equals_length);
        let separated = Separated {
            separator,
            equals,
            raw,
            custom_decoder,
            keys_stand_alone: keys_stand_alone(regions.header),
        };
        let mut table = Table::new(regions.table);
        let mut output = Output::new(regions.narrow, regions.wide);
        let progress = separated.read(&text[..end], start, last, limit, &mut table, &mut output);
        report(regions.header, &progress, &output);
        word(table.rows())
    }
}

/// Whether the caller asks for the rule of Node.js 26.12.
fn keys_stand_alone(header: &[u32; header::WORDS]) -> bool {
    cfg!(feature = "node-26") && header[header::KEYS_STAND_ALONE] != 0
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
    keys: KeyCache<'_>,
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
    let mut output = Output::new(narrow, wide);
    output.keys_stand_alone = keys_stand_alone(header);
    let mut collector = Collector {
        table: Table::new(table),
        output,
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
