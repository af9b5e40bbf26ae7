//! The descriptors that this process was given by its own starter.

use rustix::process::{Resource, getrlimit};
use std::fs::read_dir;
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::sync::OnceLock;
#[cfg(target_os = "linux")]
use std::{fs::File, io::Read};

/// A descriptor and what it stands for: when that has been closed, its number may be another
/// file's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InheritedDescriptor {
    pub number: RawFd,
    /// The device that holds the file (`st_dev`).
    pub device: libc::dev_t,
    /// The file's number there (`st_ino`).
    pub inode: libc::ino_t,
}

#[cfg(target_os = "macos")]
impl InheritedDescriptor {
    /// `false` when the number is another file's by now, or nobody's.
    pub fn is_still_open(&self) -> bool {
        inheritable(self.number).as_ref() == Some(self)
    }
}

/// A list of the descriptors of this process.
const LIST: &str = if cfg!(target_os = "macos") {
    "/dev/fd"
} else {
    "/proc/self/fd"
};

static REMEMBERED: OnceLock<Box<[InheritedDescriptor]>> = OnceLock::new();

/// Remembers which descriptors this process was given by its own starter, for
/// [`OtherDescriptors::Inherited`](crate::OtherDescriptors::Inherited): those from 3 upwards that
/// are open now and would survive an exec. Only the first call counts.
///
/// To be called at the start of the program (or when a plug-in is loaded), while nobody has opened
/// descriptors without the close-on-exec flag.
pub fn remember_inherited_descriptors() {
    remembered();
}

/// In the order of their numbers.
pub(crate) fn remembered() -> &'static [InheritedDescriptor] {
    REMEMBERED.get_or_init(|| {
        let mut inherited: Vec<_> = open_numbers().into_iter().filter_map(inheritable).collect();
        inherited.sort_unstable_by_key(|descriptor| descriptor.number);
        inherited.into()
    })
}

/// The numbers of all open descriptors, and maybe more.
fn open_numbers() -> Vec<RawFd> {
    #[cfg(target_os = "linux")]
    if let Some(size) = table_size() {
        return (0..size).collect();
    }
    let Ok(entries) = read_dir(LIST) else {
        let limit = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        return (0..RawFd::try_from(limit)
            .unwrap_or(RawFd::MAX)
            .min(MOST_WITHOUT_PROC))
            .collect();
    };
    let number_of =
        |entry: std::io::Result<std::fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    entries.filter_map(number_of).collect()
}

/// How many numbers the table has place for that the kernel keeps: none that is open is as high. To
/// ask about each takes less time than the kernel takes to list those that are open (proc(5)): with
/// 19,000 of them 6 ms instead of 40.
#[cfg(target_os = "linux")]
fn table_size() -> Option<RawFd> {
    // It is among the first lines.
    let mut beginning = [0; 512];
    let length = File::open("/proc/self/status").ok()?.read(&mut beginning).ok()?;
    let mut lines = beginning.get(..length)?.split(|&byte| byte == b'\n');
    let size = lines.find_map(|line| line.strip_prefix(b"FDSize:"))?;
    std::str::from_utf8(size).ok()?.trim().parse().ok()
}

/// The most numbers that are tried one by one where there is no `/proc`.
const MOST_WITHOUT_PROC: RawFd = 65_536;

fn inheritable(number: RawFd) -> Option<InheritedDescriptor> {
    if number < 3 {
        // Every plan says what these are.
        return None;
    }
    // SAFETY: takes any number, and changes nothing.
    let flags = unsafe { libc::fcntl(number, libc::F_GETFD) };
    if flags < 0 || flags & libc::FD_CLOEXEC != 0 {
        return None;
    }
    let mut file = MaybeUninit::<libc::stat>::uninit();
    // SAFETY: as above; the structure is filled when the call succeeds.
    let file = unsafe {
        if libc::fstat(number, file.as_mut_ptr()) != 0 {
            return None;
        }
        file.assume_init()
    };
    Some(InheritedDescriptor {
        number,
        device: file.st_dev,
        inode: file.st_ino,
    })
}
