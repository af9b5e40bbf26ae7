//! The list of attributes that a process is created with.

use super::system::check;
use std::ffi::c_void;
use std::io;
use std::marker::PhantomData;
use std::ptr::{null, null_mut};
use windows_sys::Win32::System::Threading::{
    DeleteProcThreadAttributeList, InitializeProcThreadAttributeList, LPPROC_THREAD_ATTRIBUTE_LIST,
    UpdateProcThreadAttribute,
};

/// A list of attributes (`PROC_THREAD_ATTRIBUTE_LIST`), which points to their values.
pub(super) struct Attributes<'a> {
    /// Aligned as the system's own memory is.
    memory: Vec<u128>,
    values: PhantomData<&'a [*mut c_void]>,
}

impl<'a> Attributes<'a> {
    /// A list for `count` attributes.
    pub fn new(count: u32) -> io::Result<Self> {
        let mut size = 0;
        // SAFETY: without a list, the call tells the size of one.
        unsafe { InitializeProcThreadAttributeList(null_mut(), count, 0, &raw mut size) };
        let mut memory = vec![0_u128; size.div_ceil(size_of::<u128>())];
        // SAFETY: the memory has the size that was asked for. It does not move while the list is
        // used: the vector never grows.
        check(unsafe {
            InitializeProcThreadAttributeList(memory.as_mut_ptr().cast(), count, 0, &raw mut size)
        })?;
        Ok(Self {
            memory,
            values: PhantomData,
        })
    }

    /// Adds an attribute that is a list of handles.
    pub fn add(&mut self, attribute: u32, handles: &'a [*mut c_void]) -> io::Result<()> {
        // SAFETY: the list was initialized. The handles are borrowed for as long as it lives, which
        // keeps a pointer to them.
        let result = unsafe {
            UpdateProcThreadAttribute(
                self.as_mut_ptr(),
                0,
                attribute as usize,
                handles.as_ptr().cast(),
                size_of_val(handles),
                null_mut(),
                null(),
            )
        };
        check(result)
    }

    pub fn as_mut_ptr(&mut self) -> LPPROC_THREAD_ATTRIBUTE_LIST {
        self.memory.as_mut_ptr().cast()
    }
}

impl Drop for Attributes<'_> {
    fn drop(&mut self) {
        // SAFETY: the list was initialized.
        unsafe { DeleteProcThreadAttributeList(self.as_mut_ptr()) };
    }
}
