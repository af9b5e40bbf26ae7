//! What a forked child does before its program is executed, in the order of the child's side on
//! Linux.
//!
//! Its memory is a copy, taken while other threads may have held locks: so it allocates nothing and
//! calls only functions that are safe in a signal handler (`sigaction(2)`).

mod setup;

use super::groups;
use super::image::{Image, SCRIPT_ARGUMENT};
use super::posix_spawn::Placed;
use crate::command::{Command, Signals};
use crate::descriptors::inherited::InheritedDescriptor;
use crate::descriptors::{LEAVE_CLOSED, NOT_PLANNED, OPEN_NULL_DEVICE};
use crate::error::SpawnStep;
use crate::terminal::set_up;
use std::ffi::{CStr, c_char, c_int};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, RawFd};
use std::ptr;

/// The step and the error number.
pub(super) type Report = [u8; 8];

/// The exit code of a child that could not execute its program. Nobody sees it: the parent reads
/// the failure and reaps the child.
const EXIT_NOT_EXECUTED: i32 = 127;

/// All that the child reads.
pub(super) struct ChildSide<'a> {
    command: &'a Command,
    sources: &'a [RawFd],
    kept: Option<&'static [InheritedDescriptor]>,
    groups: Option<Vec<libc::gid_t>>,
    candidates: *const *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    /// The child writes here, in its copy.
    shell_arguments: *mut *const c_char,
    report: RawFd,
}

impl<'a> ChildSide<'a> {
    /// `image` must outlive the fork.
    pub fn new(command: &'a Command, image: &mut Image<'_>, placed: &'a Placed, report: RawFd) -> Self {
        Self {
            command,
            sources: &placed.sources,
            kept: command.other_descriptors.kept(),
            // SAFETY: takes nothing, and cannot fail.
            groups: groups::list(command, unsafe { libc::getegid() }),
            candidates: image.candidates.as_ptr(),
            arguments: image.arguments.as_ptr(),
            environment: image.environment,
            shell_arguments: image.shell_arguments.as_mut_ptr(),
            report,
        }
    }

    /// The child's whole way, with the signals that its parent's thread blocks. Never returns.
    ///
    /// # Safety
    /// The caller is a new process with all signals blocked, and the pointers are valid.
    pub unsafe fn run(&self, mask: &libc::sigset_t) -> ! {
        let command = self.command;
        // SAFETY: the calls change this process only, on memory that was laid out before the fork.
        unsafe {
            if command.new_session {
                // It cannot fail: a new process leads no group.
                libc::setsid();
            }
            let group = command.process_group;
            if let Some(group) = group.filter(|&group| !(command.new_session && group == 0)) {
                self.check(SpawnStep::Session, libc::setpgid(0, group));
            }
            let terminal = command
                .terminal_path
                .as_deref()
                .map(|path| self.open_terminal(path));
            self.place(terminal);
            if let Some(kept) = self.kept {
                self.mark_others(kept);
            }
            if let Some(path) = &command.working_directory {
                self.check(SpawnStep::WorkingDirectory, libc::chdir(path.as_ptr()));
            }
            let setup = command.setup.as_deref();
            if let Some(setup) = setup {
                self.set_up(setup);
            }
            self.take_identity(setup);
            set_signals(command.signals, mask);
            self.execute()
        }
    }

    /// Opens the terminal, above the plan, makes it that of the session, and gives it its size and
    /// modes, which its first opening resets.
    unsafe fn open_terminal(&self, path: &CStr) -> RawFd {
        let step = SpawnStep::Terminal;
        // SAFETY: opens a path that is a C string, changes what that file and the session of this
        // process are, and borrows a descriptor that stays open meanwhile.
        unsafe {
            let opened = self.check(step, libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC));
            let above = c_int::try_from(self.sources.len()).unwrap_or(c_int::MAX);
            let terminal = self.check(step, libc::fcntl(opened, libc::F_DUPFD_CLOEXEC, above));
            libc::close(opened);
            self.check(step, libc::ioctl(terminal, libc::TIOCSCTTY.into(), 0));
            if let Some(settings) = &self.command.terminal {
                if let Err(errno) = set_up(BorrowedFd::borrow_raw(terminal), settings) {
                    self.fail(step, errno.raw_os_error());
                }
            }
            if let Some(user) = self.command.user {
                // So that the child may open it by its path. Without the privilege to do that,
                // there is none to become that user either.
                libc::fchown(terminal, user, libc::gid_t::MAX);
            }
            terminal
        }
    }

    /// Puts every descriptor of the plan in its place; none is in another's way.
    unsafe fn place(&self, terminal: Option<RawFd>) {
        let step = SpawnStep::Descriptors;
        for (target, &planned) in (0..).zip(self.sources) {
            let source = terminal.filter(|_| target < 3).unwrap_or(planned);
            // SAFETY: the calls change descriptors of this process only; the path is a C string.
            unsafe {
                match source {
                    NOT_PLANNED => {}
                    LEAVE_CLOSED => {
                        libc::close(target);
                    }
                    OPEN_NULL_DEVICE => {
                        let access = if target == 0 { libc::O_RDONLY } else { libc::O_RDWR };
                        let opened = self.check(step, libc::open(c"/dev/null".as_ptr(), access));
                        if opened != target {
                            self.check(step, libc::dup2(opened, target));
                            libc::close(opened);
                        }
                    }
                    _ if source == target => {
                        self.check(step, libc::fcntl(source, libc::F_SETFD, 0));
                    }
                    _ => {
                        self.check(step, libc::dup2(source, target));
                    }
                }
            }
        }
    }

    /// Sets the close-on-exec flag of all descriptors that are none of the plan, `kept` ones
    /// excepted. The list in `/dev/fd` takes memory to read, so each number is tried: those that
    /// the limit allows now. What was opened before the limit was lowered below it is not found.
    unsafe fn mark_others(&self, kept: &[InheritedDescriptor]) {
        let sources = self.sources.iter().copied().chain(std::iter::repeat(NOT_PLANNED));
        // SAFETY: reads a limit, and sets flags of descriptors of this process.
        unsafe {
            for (number, source) in (0..libc::getdtablesize()).zip(sources) {
                if source != NOT_PLANNED {
                    continue;
                }
                let mut of_number = kept.iter().filter(|descriptor| descriptor.number == number);
                if !of_number.any(InheritedDescriptor::is_still_open) {
                    libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC);
                }
            }
        }
    }

    /// Tries the candidates as `execvp(3)` does.
    unsafe fn execute(&self) -> ! {
        let mut last = libc::ENOENT;
        let mut forbidden = false;
        let mut next = self.candidates;
        // SAFETY: null-ended lists of C strings; the loop ends where the first one does. The place
        // of the script is in the child's copy.
        unsafe {
            while !(*next).is_null() {
                libc::execve(*next, self.arguments, self.environment);
                last = errno();
                match last {
                    libc::ENOEXEC => {
                        *self.shell_arguments.add(SCRIPT_ARGUMENT) = *next;
                        let shell = self.shell_arguments.cast_const();
                        libc::execve(*shell, shell, self.environment);
                        self.fail(SpawnStep::Execute, errno());
                    }
                    libc::EACCES => forbidden = true,
                    libc::ENOENT | libc::ENOTDIR | libc::ESTALE | libc::ENODEV | libc::ETIMEDOUT => {}
                    _ => self.fail(SpawnStep::Execute, last),
                }
                next = next.add(1);
            }
        }
        self.fail(SpawnStep::Execute, if forbidden { libc::EACCES } else { last })
    }

    fn check(&self, step: SpawnStep, result: c_int) -> c_int {
        if result < 0 {
            self.fail(step, errno());
        }
        result
    }

    fn fail(&self, step: SpawnStep, errno: i32) -> ! {
        let mut report = Report::default();
        let (first, second) = report.split_at_mut(4);
        first.copy_from_slice(&step.number().to_ne_bytes());
        second.copy_from_slice(&errno.to_ne_bytes());
        // SAFETY: writes these bytes, of which there are so many, and ends this process.
        unsafe {
            libc::write(self.report, report.as_ptr().cast(), report.len());
            libc::_exit(EXIT_NOT_EXECUTED)
        }
    }
}

fn errno() -> i32 {
    // SAFETY: the place is this thread's, always valid.
    unsafe { *libc::__error() }
}

/// Default actions and an empty mask, or those that are ignored and blocked in the parent, but for
/// `SIGPIPE`; while every signal is still blocked. Handlers go with the execution, and before, as a
/// signal that waits would run one in the child.
unsafe fn set_signals(signals: Signals, mask: &libc::sigset_t) {
    /// One more than the highest number (`NSIG`).
    const COUNT: c_int = 32;
    let is_kept = signals == Signals::Kept;
    for signal in 1..COUNT {
        // SAFETY: the action is the default one. The two signals that have no other are refused.
        unsafe {
            let old = libc::signal(signal, libc::SIG_DFL);
            if is_kept && old == libc::SIG_IGN && signal != libc::SIGPIPE {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
    }
    let mut none = MaybeUninit::uninit();
    // SAFETY: the set is made before it is used; the old mask is not asked for.
    unsafe {
        libc::sigemptyset(none.as_mut_ptr());
        let mask = if is_kept {
            ptr::from_ref(mask)
        } else {
            none.as_ptr()
        };
        libc::pthread_sigmask(libc::SIG_SETMASK, mask, ptr::null_mut());
    }
}
