//! Makes system calls fail, by filters of the kernel's (`seccomp(2)`).

use rustix::io::Errno;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

/// A system call that fails.
#[derive(Clone, Copy, Debug)]
pub struct Refused {
    pub call: libc::c_long,
    /// What it says. `None`: that it was done, which it was not.
    pub errno: Option<Errno>,
    /// Only calls with such an argument: its position, the bits that are looked at, and what they
    /// are.
    pub only: Option<(u8, u32, u32)>,
}

/// The call fails whatever its arguments are.
pub const fn always(call: libc::c_long, errno: Errno) -> Refused {
    Refused {
        call,
        errno: Some(errno),
        only: None,
    }
}

/// The call fails when the argument at this position has, of the first bits, exactly the second.
pub const fn with_argument(call: libc::c_long, errno: Errno, position: u8, bits: u32, value: u32) -> Refused {
    Refused {
        call,
        errno: Some(errno),
        only: Some((position, bits, value)),
    }
}

/// Runs `work` on a thread of its own, for which and for whose children these calls fail. `None`
/// where the system has no filters.
pub fn with_refused<R: Send>(calls: &[Refused], work: impl FnOnce() -> R + Send) -> Option<R> {
    let filters: Vec<BpfProgram> = calls.iter().map(filter).collect();
    let result = std::thread::scope(|scope| {
        scope
            .spawn(|| {
                let applied = filters.iter().all(|filter| apply_filter(filter).is_ok());
                applied.then(work)
            })
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    if result.is_none() {
        eprintln!("skipped: this system has no filters of system calls");
    }
    result
}

fn filter(refused: &Refused) -> BpfProgram {
    let rules = refused.only.map_or(Vec::new(), |(argument, bits, value)| {
        let equal = SeccompCmpOp::MaskedEq(bits.into());
        let condition =
            SeccompCondition::new(argument, SeccompCmpArgLen::Dword, equal, value.into()).unwrap();
        vec![SeccompRule::new(vec![condition]).unwrap()]
    });
    SeccompFilter::new(
        [(refused.call, rules)].into_iter().collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(
            refused
                .errno
                .map_or(0, |errno| errno.raw_os_error().unsigned_abs()),
        ),
        std::env::consts::ARCH.try_into().unwrap(),
    )
    .and_then(BpfProgram::try_from)
    .unwrap()
}
