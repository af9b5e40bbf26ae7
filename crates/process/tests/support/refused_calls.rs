//! Makes system calls fail, by a filter of the kernel's (`seccomp(2)`).

use rt_process::Errno;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

/// A system call that fails: with any arguments, or only when these 32 bits are set in the argument of this position.
pub struct Refused {
    pub call: libc::c_long,
    pub only: Option<(u8, u32)>,
}

/// The call fails whatever its arguments are.
pub const fn always(call: libc::c_long) -> Refused {
    Refused { call, only: None }
}

/// Runs `work` on a thread of its own, for which and for whose children the calls fail with `errno`. `None` where the system has no filters.
pub fn with_refused<R: Send>(calls: &[Refused], errno: Errno, work: impl FnOnce() -> R + Send) -> Option<R> {
    let program = filter(calls, errno);
    let result = std::thread::scope(|scope| {
        scope
            .spawn(|| apply_filter(&program).is_ok().then(work))
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    if result.is_none() {
        eprintln!("skipped: this system has no filters of system calls");
    }
    result
}

fn filter(calls: &[Refused], errno: Errno) -> BpfProgram {
    let rules = calls.iter().map(|refused| {
        let rules = refused.only.map_or(Vec::new(), |(argument, bits)| {
            let set = SeccompCmpOp::MaskedEq(bits.into());
            let condition =
                SeccompCondition::new(argument, SeccompCmpArgLen::Dword, set, bits.into()).unwrap();
            vec![SeccompRule::new(vec![condition]).unwrap()]
        });
        (refused.call, rules)
    });
    let refuse = SeccompAction::Errno(errno.raw_os_error().cast_unsigned());
    SeccompFilter::new(
        rules.collect(),
        SeccompAction::Allow,
        refuse,
        std::env::consts::ARCH.try_into().unwrap(),
    )
    .and_then(BpfProgram::try_from)
    .unwrap()
}
