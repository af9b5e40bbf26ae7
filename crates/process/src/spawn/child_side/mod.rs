//! What the child does between clone and exec.
//!
//! It runs on the parent's memory while the parent's thread waits. So it allocates nothing, takes
//! no lock, calls nothing of the C library (whose `errno` would be the parent's, and whose `setuid`
//! would signal the parent's threads), and only makes system calls on memory that was laid out
//! before.

mod close_on_exec;
mod descriptors;
mod execute;
mod identity;
mod own_table;
mod setup;
mod signals;
mod terminal;

use super::image::Image;
use crate::command::{Command, Setup};
use crate::descriptors::inherited::InheritedDescriptor;
use crate::error::{SpawnError, SpawnStep};
use crate::raw_result::errno_of;
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use std::ffi::{CStr, c_char, c_void};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use syscalls::{Sysno, raw_syscall};

/// The exit code of a child that could not execute its program. Nobody sees it: the parent reads
/// the failure and reaps the child.
const EXIT_NOT_EXECUTED: i32 = 127;

/// Pointers to all that the child needs, and the place where it reports a failure.
pub(super) struct ChildSide {
    sources: *mut i32,
    source_count: usize,
    kept: Option<&'static [InheritedDescriptor]>,
    working_directory: *const c_char,
    candidates: *const *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    shell_arguments: *mut *const c_char,
    new_session: bool,
    /// Null where the child gets no terminal of its own.
    terminal_path: *const c_char,
    process_group: Option<i32>,
    parent_death_signal: Option<i32>,
    /// 0 where the child does not follow it.
    parent: u32,
    user: Option<u32>,
    group: Option<u32>,
    /// Null where nothing is asked for.
    setup: *const Setup,
    /// The signals that the child blocks, where it ignores what its parent does, too.
    mask: Option<u64>,
    control_group: Option<RawFd>,
    failed_step: AtomicU32,
    failed_errno: AtomicI32,
    /// Where a child with memory of its own reports instead; -1: nowhere.
    report: AtomicI32,
    /// Where `clone3(2)` writes the child's pidfd, before the child runs.
    pidfd: AtomicI32,
    /// Of a child that is made with its parent's descriptor table, of which it takes its part
    /// first, a descriptor that is not in that part; -1: the child is made with a copy.
    witness: AtomicI32,
    /// It could not take it.
    has_no_table: AtomicBool,
    /// The child may start with handlers of its parent's.
    has_handlers: AtomicBool,
}

/// The length of a report: the step and the error number.
pub(super) const REPORT_BYTES: usize = 8;

impl ChildSide {
    /// `command`, `image` and `sources` must outlive the child's run: the caller keeps them until
    /// the clone returns. The child writes into `image` and `sources`.
    pub fn new(command: &Command, image: &mut Image<'_>, sources: &mut [i32], mask: Option<u64>) -> Self {
        Self {
            sources: sources.as_mut_ptr(),
            source_count: sources.len(),
            kept: command.other_descriptors.kept(),
            working_directory: command
                .working_directory
                .as_deref()
                .map_or(ptr::null(), CStr::as_ptr),
            candidates: image.candidates.as_ptr(),
            arguments: image.arguments.as_ptr(),
            environment: image.environment,
            shell_arguments: image.shell_arguments.as_mut_ptr(),
            new_session: command.new_session,
            terminal_path: command.terminal_path.as_deref().map_or(ptr::null(), CStr::as_ptr),
            // A session of its own has one already, whose leader cannot take another.
            process_group: command
                .process_group
                .filter(|&group| !(command.new_session && group == 0)),
            parent_death_signal: command.parent_death_signal,
            parent: command.parent_death_signal.map_or(0, |_| std::process::id()),
            user: command.user,
            group: command.group,
            setup: command.setup.as_deref().map_or(ptr::null(), ptr::from_ref),
            mask,
            control_group: command.control_group.as_ref().map(AsRawFd::as_raw_fd),
            failed_step: AtomicU32::new(0),
            failed_errno: AtomicI32::new(0),
            report: AtomicI32::new(-1),
            pidfd: AtomicI32::new(-1),
            witness: AtomicI32::new(-1),
            has_no_table: AtomicBool::new(false),
            has_handlers: AtomicBool::new(true),
        }
    }

    /// What the child reported, once the clone has returned.
    pub fn failure(&self) -> Option<SpawnError> {
        match self.failed_errno.load(Ordering::Acquire) {
            0 => None,
            errno => Some(SpawnError::at(
                SpawnStep::from_number(self.failed_step.load(Ordering::Acquire)),
                Errno::from_raw_os_error(errno),
            )),
        }
    }

    /// This descriptor under a number that no descriptor of the plan has.
    ///
    /// # Errors
    /// `EMFILE` when there is none left, `EINVAL` when the limit is below the length of the plan.
    pub fn above_the_plan(&self, descriptor: OwnedFd) -> Result<OwnedFd, Errno> {
        let lowest = RawFd::try_from(self.source_count).map_err(|_| Errno::MFILE)?;
        if descriptor.as_raw_fd() >= lowest {
            return Ok(descriptor);
        }
        fcntl_dupfd_cloexec(descriptor, lowest)
    }

    /// The child will have memory of its own: it writes a failure to this descriptor, from
    /// [`above_the_plan`](Self::above_the_plan).
    pub fn report_through(&self, descriptor: RawFd) {
        self.report.store(descriptor, Ordering::Release);
    }

    /// Takes over what such a child wrote.
    pub fn take_report(&self, report: &[u8]) {
        if let Some((&[a, b, c, d], &[e, f, g, h])) = report.first_chunk().zip(report.last_chunk()) {
            self.failed_step
                .store(u32::from_ne_bytes([a, b, c, d]), Ordering::Release);
            self.failed_errno
                .store(i32::from_ne_bytes([e, f, g, h]), Ordering::Release);
        }
    }

    /// The control group that the child is to be made in; `None`: its parent's.
    pub const fn control_group(&self) -> Option<RawFd> {
        self.control_group
    }

    /// Where the kernel is to write the child's pidfd.
    pub fn place_of_pidfd(&self) -> *mut RawFd {
        self.pidfd.as_ptr()
    }

    /// The child will be made with its parent's descriptor table, where this descriptor is open, or
    /// with a copy.
    pub fn share_table(&self, witness: Option<RawFd>) {
        self.witness.store(witness.unwrap_or(-1), Ordering::Release);
    }

    /// Whether the child will start with the handlers that its parent has.
    pub fn start_with_handlers(&self, has_handlers: bool) {
        self.has_handlers.store(has_handlers, Ordering::Release);
    }

    /// Whether the child was to take its part of a shared table, and could not. It has ended then.
    pub fn has_no_table(&self) -> bool {
        self.has_no_table.load(Ordering::Acquire)
    }

    fn fail(&self, step: SpawnStep, errno: i32) -> ! {
        let step = step.number();
        self.failed_step.store(step, Ordering::Release);
        self.failed_errno.store(errno, Ordering::Release);
        let report = self.report.load(Ordering::Acquire);
        if report >= 0 {
            let message = [step.to_ne_bytes(), errno.to_ne_bytes()];
            // SAFETY: writes these bytes, of which there are so many.
            unsafe { raw_syscall!(Sysno::write, report, message.as_ptr(), REPORT_BYTES) };
        }
        loop {
            // SAFETY: ends this process; the parent goes on.
            unsafe { raw_syscall!(Sysno::exit_group, EXIT_NOT_EXECUTED) };
        }
    }

    fn check(&self, step: SpawnStep, result: usize) -> usize {
        match errno_of(result) {
            Some(errno) => self.fail(step, errno),
            None => result,
        }
    }
}

/// The child's entry: never returns.
///
/// # Safety
/// `side` points to a `ChildSide` whose pointers are valid, and the caller is a new process with
/// all signals blocked. Its descriptors are its own, or `side` says that they are not.
pub(super) unsafe extern "C" fn run(side: *mut c_void) -> ! {
    // SAFETY: the caller's promise.
    let side = unsafe { &*side.cast::<ChildSide>() };
    // SAFETY: this is the new process that the functions ask for, and `side`'s pointers are valid,
    // by the caller's promise.
    unsafe {
        let witness = side.witness.load(Ordering::Acquire);
        if witness >= 0 {
            own_table::take(side, witness);
        }
        if side.new_session {
            // It cannot fail: a new process leads no group.
            raw_syscall!(Sysno::setsid);
        }
        if let Some(group) = side.process_group {
            side.check(SpawnStep::Session, raw_syscall!(Sysno::setpgid, 0, group));
        }
        if !side.terminal_path.is_null() {
            terminal::open(side);
        }
        descriptors::place(side);
        if let Some(kept) = side.kept {
            close_on_exec::mark_others(side, kept);
        }
        if !side.working_directory.is_null() {
            side.check(
                SpawnStep::WorkingDirectory,
                raw_syscall!(Sysno::chdir, side.working_directory),
            );
        }
        let setup = side.setup.as_ref();
        if let Some(setup) = setup {
            setup::before_identity(side, setup);
        }
        identity::take(side, setup);
        if let Some(signal) = side.parent_death_signal {
            follow_parent(side, signal);
        }
        if let Some(setup) = setup {
            setup::before_execute(side, setup);
        }
        match side.mask {
            None => signals::reset(side.has_handlers.load(Ordering::Acquire)),
            Some(mask) => signals::keep(mask),
        }
        execute::execute(side)
    }
}

/// Behind the change of identity, which would undo it (`PR_SET_PDEATHSIG`).
unsafe fn follow_parent(side: &ChildSide, signal: i32) {
    // SAFETY: the calls change what concerns this process only, and signal no other.
    unsafe {
        let asked = raw_syscall!(Sysno::prctl, libc::PR_SET_PDEATHSIG, signal);
        side.check(SpawnStep::ParentDeathSignal, asked);
        // The parent may have ended before the call. The signal is pending until signals are
        // unblocked.
        if raw_syscall!(Sysno::getppid) != side.parent as usize {
            raw_syscall!(Sysno::kill, raw_syscall!(Sysno::getpid), signal);
        }
    }
}
