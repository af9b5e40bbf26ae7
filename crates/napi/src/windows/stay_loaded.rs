//! Keeps the addon in the process once it is loaded, as its linking does on Linux (`-z nodelete`).
//!
//! Node unloads it with the last worker that has loaded it, unless the main thread has it too. But
//! a thread of the system may still run its callback for the end of a child; and what there is
//! once in a process, as the job of its children, would be made again by each later worker.

use std::ptr::{from_ref, null_mut};
use windows_sys::Win32::System::LibraryLoader::{
    GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, GET_MODULE_HANDLE_EX_FLAG_PIN, GetModuleHandleExW,
};

/// Called when the addon is loaded. It fails for no address within a library that is loaded.
#[napi_derive::module_init]
fn stay_loaded() {
    static WITHIN: u16 = 0;
    let mut module = null_mut();
    // SAFETY: the address is one in this addon, not that of a name, as the flags say.
    unsafe {
        GetModuleHandleExW(
            GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
            from_ref(&WITHIN),
            &raw mut module,
        )
    };
}
