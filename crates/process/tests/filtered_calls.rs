//! Where a sandbox refuses the newer system calls, as older container runtimes do: `clone(2)` and `kill(2)` serve. Alone in its file: a filter stays.
#![cfg(target_os = "linux")]

use rt_process::{ChildDescriptor, Command, Errno, ExitStatus, SpawnStep};
use rustix::process::{WaitOptions, wait};

/// One instruction of the filter's language (`seccomp(2)`).
fn instruction(code: u32, if_true: u8, value: u32) -> libc::sock_filter {
    libc::sock_filter {
        code: u16::try_from(code).unwrap(),
        jt: if_true,
        jf: 0,
        k: value,
    }
}

/// From here on this thread's `clone3` and `pidfd_send_signal` are refused with `errno`. `false` where filters are not to be had.
fn refuse(errno: Errno) -> bool {
    let refused = libc::SECCOMP_RET_ERRNO | errno.raw_os_error().cast_unsigned();
    let number_of = |call: libc::c_long| u32::try_from(call).unwrap();
    let mut filter = [
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        instruction(
            libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
            2,
            number_of(libc::SYS_clone3),
        ),
        instruction(
            libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
            1,
            number_of(libc::SYS_pidfd_send_signal),
        ),
        instruction(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ALLOW),
        instruction(libc::BPF_RET | libc::BPF_K, 0, refused),
    ];
    let program = libc::sock_fprog {
        len: 5,
        filter: filter.as_mut_ptr(),
    };
    // SAFETY: the program is five instructions, which the kernel copies.
    unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(
                libc::PR_SET_SECCOMP,
                libc::SECCOMP_MODE_FILTER,
                &raw const program,
            ) == 0
    }
}

#[test]
fn children_are_spawned_signalled_and_waited_for_all_the_same() {
    for errno in [Errno::NOSYS, Errno::PERM] {
        if !refuse(errno) {
            eprintln!("skipped: this system has no filters of system calls");
            return;
        }
        // SAFETY: refused, or refused for its size of nothing.
        assert_eq!(unsafe { libc::syscall(libc::SYS_clone3, 0, 0) }, -1);
        assert_eq!(
            Errno::from_io_error(&std::io::Error::last_os_error()),
            Some(errno)
        );
        let mut command = Command::new("sleep").unwrap();
        command.arguments(["sleep", "60"]).unwrap();
        command.descriptors([ChildDescriptor::NullDevice; 3]);
        let child = command.spawn().unwrap().child;
        assert_eq!(child.try_wait(), Ok(None));
        assert_eq!(child.kill(15), Ok(()));
        assert_eq!(child.wait(), Ok(ExitStatus::Signal(15)));
        assert_eq!(child.kill(15), Err(Errno::SRCH));

        let failed = Command::new("/no/such/program").unwrap().spawn().unwrap_err();
        assert_eq!(
            (failed.error.errno, failed.error.step),
            (Errno::NOENT, SpawnStep::Execute)
        );
        assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
    }
}
