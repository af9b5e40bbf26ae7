//! The incremental decoder of both formats.

use std::ops::Range;

use super::buffer::Buffer;
use super::{DEFAULT_FRAME_LIMIT, Format, FrameError, length, newline};

/// Turns bytes, however they are split, into frames; linear in the bytes.
///
/// Feed it with [`Decoder::extend`], or read into [`Decoder::room`] and say how much came with
/// [`Decoder::fill`]. Then take the complete frames with [`Decoder::frames`].
#[derive(Debug)]
pub struct Decoder {
    format: Format,
    limit: usize,
    buffer: Buffer,
    /// How many pending bytes are known to hold no newline.
    searched: usize,
    /// How many bytes of the stream have come.
    received: u64,
    /// The payloads of the frames that are complete, as positions in the buffer.
    payloads: Vec<Range<usize>>,
    failure: Option<FrameError>,
}

impl Decoder {
    /// A decoder with the limit [`DEFAULT_FRAME_LIMIT`].
    #[must_use]
    pub fn new(format: Format) -> Self {
        Self::with_limit(format, DEFAULT_FRAME_LIMIT)
    }

    /// A decoder that refuses frames with a payload of more than `limit` bytes, and never holds
    /// much more than that.
    #[must_use]
    pub fn with_limit(format: Format, limit: usize) -> Self {
        let buffer = Buffer::default();
        Self {
            format,
            limit,
            buffer,
            searched: 0,
            received: 0,
            payloads: Vec::new(),
            failure: None,
        }
    }

    /// The format that this decoder reads.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The longest payload that a frame may have, in bytes.
    #[cfg(unix)]
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Space for at least `minimum` bytes of the stream; what was written to it counts after
    /// [`Decoder::fill`]. Discards the frames that were complete.
    pub fn room(&mut self, minimum: usize) -> &mut [u8] {
        self.payloads.clear();
        self.buffer
            .spare(minimum, self.limit.saturating_add(length::FIELD))
    }

    /// Says that the first `count` bytes of the last [`Decoder::room`] were written.
    ///
    /// # Panics
    /// When that space was smaller.
    pub fn fill(&mut self, count: usize) {
        self.buffer.fill(count);
        self.received += count as u64;
        if self.failure.is_some() {
            // It is of no frame, so a reader that goes on must not make it grow.
            self.buffer.consume(self.pending());
        }
    }

    /// Gives back the memory that is not needed until more bytes come, for a reader that has
    /// handled the frames that were complete: they are discarded. 128 KiB are kept for the next
    /// decoder of this thread; up to 2 MiB after a frame that needed them, until a short one comes.
    ///
    /// ```
    /// let mut decoder = rt_ipc::Decoder::new(rt_ipc::Format::Newline);
    /// decoder.extend(b"1\n2");
    /// assert_eq!(decoder.frames().len(), 1);
    /// decoder.rest();
    /// decoder.extend(b"3\n");
    /// assert_eq!(decoder.frames().get(0), Some(&b"23"[..]));
    /// ```
    pub fn rest(&mut self) {
        self.payloads.clear();
        self.buffer.rest();
    }

    /// Takes the next bytes of the stream from a slice.
    pub fn extend(&mut self, bytes: &[u8]) {
        self.room(bytes.len())[..bytes.len()].copy_from_slice(bytes);
        self.fill(bytes.len());
    }

    /// How many bytes have come that belong to no complete frame.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.buffer.pending().len()
    }

    /// How many bytes of the stream have come.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.received
    }

    /// The frames that the bytes since the last [`Decoder::room`] or [`Decoder::extend`] made
    /// complete, and the error that follows them if there is one. After an error there are no more
    /// frames: a stream that lost its frame boundaries cannot be read on. What comes then is
    /// dropped.
    pub fn frames(&mut self) -> Frames<'_> {
        while self.failure.is_none() && self.advance() {}
        let bytes = self.buffer.all();
        let first_byte = self.received - bytes.len() as u64;
        Frames {
            bytes,
            payloads: &self.payloads,
            first_byte,
            trailer: self.trailer(),
            error: self.failure,
        }
    }

    /// How many bytes of a frame follow its payload.
    fn trailer(&self) -> usize {
        match self.format {
            Format::Newline => 1,
            Format::Length => 0,
        }
    }

    /// Consumes one frame; `false` when none is complete.
    fn advance(&mut self) -> bool {
        let pending = self.buffer.pending();
        let (header, found) = match self.format {
            Format::Newline => (0, newline::find(pending, self.searched, self.limit)),
            Format::Length => (length::FIELD, length::find(pending, self.limit)),
        };
        match found {
            Ok(Some(length)) => {
                let start = self.buffer.consumed() + header;
                self.payloads.push(start..start + length);
                self.buffer.consume(header + length + self.trailer());
                self.searched = 0;
                true
            }
            Ok(None) => {
                self.searched = pending.len();
                false
            }
            Err(error) => {
                self.failure = Some(error);
                false
            }
        }
    }
}

/// The frames that one call to [`Decoder::frames`] found: slices of one buffer, nothing is copied.
#[derive(Clone, Copy, Debug)]
pub struct Frames<'a> {
    bytes: &'a [u8],
    payloads: &'a [Range<usize>],
    first_byte: u64,
    trailer: usize,
    error: Option<FrameError>,
}

impl<'a> Frames<'a> {
    /// How many frames there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.payloads.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.payloads.is_empty()
    }

    /// The payloads in the order of the stream.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + Clone + use<'a> {
        let bytes = self.bytes;
        self.payloads.iter().map(move |payload| &bytes[payload.clone()])
    }

    /// The payload at a position in the order of the stream.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&'a [u8]> {
        Some(&self.bytes[self.payloads.get(index)?.clone()])
    }

    /// The part of the buffer that holds all payloads, with the bytes that separate them; empty
    /// when there is no frame.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        &self.bytes[self.extent()]
    }

    /// Where each payload lies in [`Frames::bytes`].
    #[must_use]
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = Range<usize>> + use<'a> {
        let start = self.extent().start;
        self.payloads
            .iter()
            .map(move |payload| payload.start - start..payload.end - start)
    }

    /// Where each frame ends in the stream, counted in bytes from its beginning.
    /// [`Arrivals::take`](crate::Arrivals::take) takes these positions.
    #[must_use]
    pub fn ends(&self) -> impl ExactSizeIterator<Item = u64> + use<'a> {
        let (first_byte, trailer) = (self.first_byte, self.trailer);
        self.payloads
            .iter()
            .map(move |payload| first_byte + (payload.end + trailer) as u64)
    }

    /// Why there will be no more frames after these, if so.
    #[must_use]
    pub fn error(&self) -> Option<FrameError> {
        self.error
    }

    fn extent(&self) -> Range<usize> {
        match (self.payloads.first(), self.payloads.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        }
    }
}
