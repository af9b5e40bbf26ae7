//! What a channel of Node.js has on Windows beside its messages.

mod libuv_frame;
mod receiver;
mod socket_transfer;
mod unread;

pub use libuv_frame::{
    LibuvDecoder, LibuvFrameError, LibuvPart, SOCKET_INFO_LENGTH, TransferredSocket, TransferredSocketKind,
    encode_libuv_frame, encode_libuv_header,
};
pub use receiver::Receiver;
pub use socket_transfer::{ReceivedSocket, SocketExport, cancel_reads};
pub use unread::has_unread;
