//! The query-string codec as a WebAssembly module.
//!
//! Every function takes and returns numbers, so the module can be used without glue: instantiate it
//! with no imports. Texts and results are in the module's memory, at the address that [`reserve`]
//! returns and laid out as `rt_querystring::batch` says.

#![cfg_attr(target_family = "wasm", no_std)]

extern crate alloc;

#[cfg(target_family = "wasm")]
mod growing;

use core::cell::UnsafeCell;
use rt_querystring::batch::{Codec, Layout, Memory, Width, flags};
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: growing::Growing = growing::Growing::new();

#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The memory of this instance.
struct Instance(UnsafeCell<Option<Memory>>);

// SAFETY: the module is built without threads: one instance runs in one thread.
unsafe impl Sync for Instance {}

static INSTANCE: Instance = Instance(UnsafeCell::new(None));

fn memory() -> &'static mut Option<Memory> {
    // SAFETY: no exported function calls another one or anything outside the module, so there is
    // one reference at a time.
    unsafe { &mut *INSTANCE.0.get() }
}

fn codec() -> Codec<'static> {
    match memory() {
        Some(memory) => Codec::of(memory),
        None => panic!("reserve() is called first"),
    }
}

fn width(wide: u32) -> Width {
    if wide == 0 { Width::Bytes } else { Width::Units }
}

/// Allocates the memory of this instance with these capacities, and returns its address in the
/// memory of the module; 0 when there is not enough. To be called once, before anything else: see
/// `growing`.
#[wasm_bindgen]
#[must_use]
pub fn reserve(units: usize, wide_units: usize) -> usize {
    let memory = memory();
    *memory = Layout::new(units, wide_units).and_then(Memory::new);
    memory
        .as_ref()
        .map_or(0, |memory| memory.address().as_ptr() as usize)
}

/// `Codec::parse_by_word`.
#[wasm_bindgen]
#[must_use]
pub fn parse(wide: u32, start: usize, end: usize, last: u32, syntax: u32, limit: u32) -> u32 {
    codec().parse_by_word(width(wide), start, end, last != 0, syntax, limit)
}

/// `Codec::parse_separated`; `flags` are those of `batch::flags`.
#[wasm_bindgen]
#[must_use]
pub fn parse_separated(
    separator_length: usize,
    equals_length: usize,
    start: usize,
    end: usize,
    flags: u32,
    limit: u32,
) -> u32 {
    let [last, raw, custom_decoder] =
        [flags::LAST, flags::RAW, flags::CUSTOM_DECODER].map(|bit| flags & bit != 0);
    codec().parse_separated(
        separator_length,
        equals_length,
        start,
        end,
        last,
        raw,
        custom_decoder,
        limit,
    )
}

/// `Codec::escape_utf8`.
#[wasm_bindgen]
#[must_use]
pub fn escape_utf8(end: usize, start: usize) -> u32 {
    codec().escape_utf8(end, start)
}

/// `Codec::escape_units`.
#[wasm_bindgen]
#[must_use]
pub fn escape_units(end: usize, last: u32, start: usize) -> u32 {
    codec().escape_units(end, last != 0, start)
}

/// `Codec::decode_component`.
#[wasm_bindgen]
#[must_use]
pub fn decode_component(end: usize) -> u32 {
    codec().decode_component(end)
}

/// `Codec::decode_bytes`.
#[wasm_bindgen]
#[must_use]
pub fn decode_bytes(end: usize, plus_is_space: u32) -> u32 {
    codec().decode_bytes(end, plus_is_space != 0)
}
