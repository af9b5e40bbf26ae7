import { constants } from 'node:os';

/**
 * The system calls that are made to fail, by their numbers on x86_64, each with what it may fail
 * with. Those that are not here are not: the kernel does what they ask for in any case (`close`,
 * `munmap`, `exit_group`), or they say how things are (`getpid`).
 */
const CALLS = {
  0: ['read', 'EINTR EAGAIN EIO'],
  1: ['write', 'EINTR EAGAIN EPIPE'],
  5: ['fstat', 'EIO'],
  7: ['poll', 'EINTR ENOMEM'],
  9: ['mmap', 'ENOMEM'],
  10: ['mprotect', 'ENOMEM'],
  13: ['rt_sigaction', 'EINVAL'],
  16: ['ioctl', 'EINVAL'],
  20: ['writev', 'EINTR EAGAIN EPIPE'],
  41: ['socket', 'EMFILE'],
  44: ['sendto', 'EINTR EAGAIN EPIPE'],
  // EPIPE comes only when the peer is gone, which `peer-gone.spec.ts` makes real: with a peer that
  // lives, both sides would wait for each other.
  46: ['sendmsg', 'EINTR EAGAIN ENOBUFS ENOMEM'],
  47: ['recvmsg', 'EINTR EAGAIN ENOMEM ENOBUFS ECONNRESET'],
  48: ['shutdown', 'ENOTCONN'],
  51: ['getsockname', 'ENOBUFS'],
  53: ['socketpair', 'EMFILE ENFILE ENOMEM'],
  54: ['setsockopt', 'EINVAL ENOMEM'],
  55: ['getsockopt', 'EINVAL ENOMEM'],
  56: ['clone', 'EAGAIN ENOMEM'],
  59: ['execve', 'ENOENT EACCES ENOMEM ETXTBSY'],
  62: ['kill', 'EPERM ESRCH'],
  72: ['fcntl', 'EMFILE EBADF'],
  80: ['chdir', 'EACCES'],
  105: ['setuid', 'EAGAIN EPERM'],
  106: ['setgid', 'EPERM'],
  112: ['setsid', 'EPERM'],
  116: ['setgroups', 'EPERM'],
  157: ['prctl', 'EINVAL'],
  213: ['epoll_create', 'EMFILE'],
  217: ['getdents64', 'EIO ENOMEM'],
  232: ['epoll_wait', 'EINTR'],
  233: ['epoll_ctl', 'ENOMEM ENOSPC'],
  247: ['waitid', 'EINTR EINVAL'],
  257: ['openat', 'EMFILE EACCES'],
  262: ['newfstatat', 'EIO'],
  267: ['readlinkat', 'EIO'],
  271: ['ppoll', 'EINTR ENOMEM'],
  281: ['epoll_pwait', 'EINTR'],
  290: ['eventfd2', 'EMFILE'],
  291: ['epoll_create1', 'EMFILE ENOMEM'],
  292: ['dup3', 'EMFILE EBADF'],
  293: ['pipe2', 'EMFILE ENFILE'],
  332: ['statx', 'EIO'],
  424: ['pidfd_send_signal', 'EPERM ESRCH ENOSYS'],
  434: ['pidfd_open', 'EMFILE ENOSYS'],
  435: ['clone3', 'EAGAIN ENOMEM EPERM ENOSYS'],
  436: ['close_range', 'EINVAL ENOSYS'],
};

/** The name of a call, or its number when it is none of these. */
export function nameOf(number) {
  return CALLS[number]?.[0] ?? String(number);
}

/** Only a sendmsg with descriptors fails with these: `failing-calls.c` gives it the value 1. */
const WITH_DESCRIPTORS = ['ETOOMANYREFS'];

/** What a call may fail with: names and numbers of errors. */
export function errorsOf({ number, value }) {
  const names = CALLS[number]?.[1].split(' ') ?? [];
  if (nameOf(number) === 'sendmsg' && value === 1) names.push(...WITH_DESCRIPTORS);
  return names.map((name) => ({ name, errno: constants.errno[name] ?? OTHER_ERRORS[name] }));
}

/** Errors that `os.constants` does not know. */
const OTHER_ERRORS = { ETOOMANYREFS: 109 };
