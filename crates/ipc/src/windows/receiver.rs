//! The reading end: the bytes of libuv's pipe become frames and sockets.

use super::{LibuvDecoder, LibuvFrameError, LibuvPart, ReceivedSocket};
use crate::{Arrivals, Decoder, Format, Frames};

/// How many sockets may wait for their frames. A sender that keeps to the protocol has one on its
/// way; further ones are closed.
const MOST_SOCKETS: usize = 16;

/// Turns what comes from a pipe into the frames of messages. It does not own the pipe, nor read it.
///
/// ```
/// use rt_ipc::{Format, Receiver, encode_libuv_frame};
///
/// let mut wire = Vec::new();
/// encode_libuv_frame(b"1\n2", None, &mut wire)?;
/// let mut receiver = Receiver::new(Format::Newline);
/// receiver.receive(&wire)?;
/// let (frames, sockets) = receiver.frames();
/// assert_eq!(frames.iter().collect::<Vec<_>>(), [b"1"]);
/// assert!(sockets.is_empty());
/// assert_eq!(receiver.pending(), 1);
/// # Ok::<(), rt_ipc::LibuvFrameError>(())
/// ```
#[derive(Debug)]
pub struct Receiver {
    libuv: LibuvDecoder,
    decoder: Decoder,
    arrivals: Arrivals<ReceivedSocket>,
}

impl Receiver {
    /// A receiver of frames in `format`, of at most
    /// [`DEFAULT_FRAME_LIMIT`](crate::DEFAULT_FRAME_LIMIT) bytes.
    #[must_use]
    pub fn new(format: Format) -> Self {
        Self::with_decoder(Decoder::new(format))
    }

    /// A receiver that decodes with `decoder`, which may have a limit of its own.
    #[must_use]
    pub fn with_decoder(decoder: Decoder) -> Self {
        Self {
            libuv: LibuvDecoder::new(),
            decoder,
            arrivals: Arrivals::default(),
        }
    }

    /// Takes the next bytes of the pipe.
    ///
    /// # Errors
    /// [`LibuvFrameError::Invalid`]: there will be no more frames than those that
    /// [`frames`](Self::frames) finds in front of it.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<(), LibuvFrameError> {
        let Self {
            libuv,
            decoder,
            arrivals,
        } = self;
        libuv.decode(bytes, |part| match part {
            LibuvPart::Data(data) => decoder.extend(data),
            LibuvPart::Socket(socket) => {
                let socket = ReceivedSocket::from(socket);
                if arrivals.len() < MOST_SOCKETS {
                    arrivals.record(decoder.received(), vec![socket]);
                }
            }
        })
    }

    /// The frames that became complete, and the sockets that wait for theirs. Sockets that nobody
    /// takes are closed by [`Receiver::discard_unclaimed`].
    pub fn frames(&mut self) -> (Frames<'_>, &mut Arrivals<ReceivedSocket>) {
        (self.decoder.frames(), &mut self.arrivals)
    }

    /// Closes the sockets that nobody took although the frames they came with were looked at.
    pub fn discard_unclaimed(&mut self) {
        // The frame of the last one may be on its way.
        if self.libuv.is_between_frames() {
            let received = self.decoder.received();
            self.arrivals
                .discard(received - self.decoder.pending() as u64, received);
        }
    }

    /// Gives back the memory that is not needed until more bytes come: [`Decoder::rest`]. The
    /// frames are gone by this.
    pub fn rest(&mut self) {
        self.decoder.rest();
    }

    /// The format that is read.
    #[must_use]
    pub fn format(&self) -> Format {
        self.decoder.format()
    }

    /// How many bytes of an incomplete frame have come.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.decoder.pending()
    }
}
