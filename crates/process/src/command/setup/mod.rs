//! What a child is before its program is executed: its limits, priority, processors, groups.

mod cpu_set;

use super::Command;
use crate::resource_limit::{Limit, Resource};
pub(crate) use cpu_set::CpuSet;
#[cfg(target_os = "linux")]
pub(crate) use cpu_set::NO_CPUS;

/// What is set before the program is executed. A command of which none is asked has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// By the position in [`Resource::ALL`].
    pub limits: [Option<Limit>; Resource::ALL.len()],
    pub umask: Option<u32>,
    pub priority: Option<i32>,
    pub cpus: Option<CpuSet>,
    pub groups: Option<Vec<u32>>,
    pub no_new_privileges: bool,
}

/// What the child is before it executes its program. The kernel's own rules hold; what it refuses
/// is the error of the spawn, which names the step, and no program has run then.
///
/// The order of the steps, whatever that of the calls: session and process group, descriptors,
/// working directory, priority, processors, umask, limits, then supplementary groups, group and
/// user, the signal of the parent's death, and last that nothing is gained by exec. So the
/// privileges of this process count for limits and priority, and limits do not hold for the steps
/// before them.
impl Command {
    /// Limits a resource of the child and its descendants (`setrlimit(2)`): both limits as a
    /// number, or a [`Limit`]. Default: this process's.
    ///
    /// The spawn fails with [`SpawnStep::Limit`](crate::SpawnStep::Limit): `EPERM` for a hard limit
    /// above this process's without the capability `CAP_SYS_RESOURCE`, and for more open files than
    /// the kernel allows (`fs.nr_open`); `EINVAL` for a soft limit above the hard one. A program
    /// that a limit keeps from being loaded is ended by the kernel or its own loader.
    ///
    /// ```
    /// use rt_process::{Command, Limit, Resource};
    ///
    /// let output = Command::new("sh")
    ///     .args(["-c", "ulimit -Hn; ulimit -Sn; ulimit -Sc"])
    ///     .limit(Resource::OpenFiles, 64)
    ///     .limit(Resource::Core, Limit::soft(0))
    ///     .output()?;
    /// assert_eq!(output.stdout(), b"64\n64\n0\n");
    /// # Ok::<(), rt_process::SpawnError>(())
    /// ```
    pub fn limit(&mut self, resource: Resource, limit: impl Into<Limit>) -> &mut Self {
        self.setup().limits[resource.position() as usize] = Some(limit.into());
        self
    }

    /// The permissions that files which the child makes do not get (`umask(2)`): the lowest nine
    /// bits of the number. Default: this process's.
    ///
    /// ```
    /// let output = rt_process::Command::new("sh").args(["-c", "umask"]).umask(0o077).output()?;
    /// assert_eq!(output.stdout(), b"0077\n");
    /// # Ok::<(), rt_process::SpawnError>(())
    /// ```
    pub fn umask(&mut self, mask: u32) -> &mut Self {
        self.setup().umask = Some(mask);
        self
    }

    /// The nice value of the child: from -20, which is served first, to 19; numbers beyond count as
    /// these (`setpriority(2)`). Default: this process's.
    ///
    /// The spawn fails with [`SpawnStep::Priority`](crate::SpawnStep::Priority): `EACCES` for a
    /// lower value than this process's without the capability `CAP_SYS_NICE`.
    ///
    /// ```
    /// let output = rt_process::Command::new("nice").priority(15).output()?;
    /// assert_eq!(output.stdout(), b"15\n");
    /// # Ok::<(), rt_process::SpawnError>(())
    /// ```
    pub fn priority(&mut self, nice: i32) -> &mut Self {
        self.setup().priority = Some(nice);
        self
    }

    /// The processors on which the child may run, by their numbers (`sched_setaffinity(2)`).
    /// Default: those of this process's thread.
    ///
    /// The spawn fails with [`SpawnStep::CpuAffinity`](crate::SpawnStep::CpuAffinity): `EINVAL`
    /// when one of them is not there, or not allowed (`cpuset(7)`), or there is none.
    ///
    /// ```no_run
    /// use rt_process::Command;
    ///
    /// let output = Command::new("nproc").cpu_affinity([0, 2]).output()?;
    /// assert_eq!(output.stdout(), b"2\n");
    /// # Ok::<(), rt_process::SpawnError>(())
    /// ```
    pub fn cpu_affinity(&mut self, cpus: impl IntoIterator<Item = usize>) -> &mut Self {
        self.setup().cpus = Some(cpus.into_iter().collect());
        self
    }

    /// The supplementary groups of the child, in place of this process's (`setgroups(2)`). Default:
    /// this process's; with [`uid`](Self::uid) or [`gid`](Self::gid), none, where the process may
    /// drop them.
    ///
    /// The spawn fails with [`SpawnStep::Groups`](crate::SpawnStep::Groups): `EPERM` without the
    /// capability `CAP_SETGID`; `EINVAL` for more than 65,536, and for a number that can be no
    /// group's here: 2^32 - 1, or one that the user namespace does not have.
    ///
    /// ```no_run
    /// use rt_process::Command;
    ///
    /// // As root.
    /// let output = Command::new("id").arg("-G").gid(1000).uid(1000).groups([4, 24]).output()?;
    /// assert_eq!(output.stdout(), b"1000 4 24\n");
    /// # Ok::<(), rt_process::SpawnError>(())
    /// ```
    ///
    /// # macOS
    /// At most 15 groups (`EINVAL` for more): the system's list has 16, of which the first is the
    /// child's group, that of [`gid`](Self::gid) or this process's effective one. With
    /// [`uid`](Self::uid) alone the child keeps that group, as on Linux, and loses the others.
    pub fn groups(&mut self, groups: impl IntoIterator<Item = u32>) -> &mut Self {
        self.setup().groups = Some(groups.into_iter().collect());
        self
    }

    /// Whether the child and its descendants can gain no privileges by executing a program: the
    /// bits set-user-ID and set-group-ID and capabilities of files do nothing
    /// (`PR_SET_NO_NEW_PRIVS`). It cannot be taken back. Default: as this process.
    ///
    /// ```
    /// use rt_process::Command;
    ///
    /// let output = Command::new("grep")
    ///     .args(["NoNewPrivs", "/proc/self/status"])
    ///     .no_new_privileges(true)
    ///     .output()?;
    /// assert_eq!(output.stdout(), b"NoNewPrivs:\t1\n");
    /// # Ok::<(), rt_process::SpawnError>(())
    /// ```
    pub fn no_new_privileges(&mut self, enabled: bool) -> &mut Self {
        if enabled || self.setup.is_some() {
            self.setup().no_new_privileges = enabled;
        }
        self
    }

    fn setup(&mut self) -> &mut Setup {
        self.setup.get_or_insert_default()
    }
}
