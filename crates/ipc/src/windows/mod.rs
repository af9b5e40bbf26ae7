//! What a channel of Node.js has on Windows beside its messages.

mod libuv_frame;

pub use libuv_frame::{
    LibuvDecoder, LibuvFrameError, LibuvPart, SOCKET_INFO_LENGTH, TransferredSocket, TransferredSocketKind,
    encode_libuv_frame,
};
