/*
 * Runs a program in which one system call fails, seen from outside by the notifications of
 * seccomp(2), so that the call of a child between clone and exec is one like the others.
 *
 *   failing-calls <text> <list> <number> <value> <occurrence> <errno> <program> [argument]…
 *
 * Only calls from code of a mapped file whose path contains <text> count; the first process that
 * makes one says where that code is. Each is written to the file <list>, a line `number value
 * side`: `value` is that of the second argument for calls with commands (fcntl, epoll_ctl), 1 for a
 * sendmsg with control data (descriptors), else 0; `side` is `child` for another process than the
 * first. The call of this number and value fails with <errno> when it is made for the
 * <occurrence>th time, which is written to <list> as `failed`. Ends as the program does; with 99
 * where the kernel has no such notifications.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { UNSUPPORTED = 99, MOST_RANGES = 8 };

static struct { uint64_t start, end; } ranges[MOST_RANGES];
static int range_count;

/* Calls that are made all the time and are none of the addon's. */
static const int quiet[] = {SYS_futex, SYS_madvise, SYS_brk, SYS_clock_gettime, SYS_getpid};

static int install_filter(void) {
  enum { QUIET = sizeof quiet / sizeof *quiet };
  struct sock_filter instructions[QUIET + 3] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  for (int index = 0; index < QUIET; index++)
    instructions[index + 1] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)quiet[index], QUIET - index, 0);
  instructions[QUIET + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  instructions[QUIET + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {QUIET + 3, instructions};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  unsigned flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
#ifdef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
  int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
  if (listener >= 0) return listener;
#endif
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

/* Where the code is in this process; nothing until it has loaded it. */
static void find_code(pid_t task, const char *text) {
  char path[64], line[4096];
  snprintf(path, sizeof path, "/proc/%d/maps", task);
  FILE *maps = fopen(path, "re");
  if (!maps) return;
  while (fgets(line, sizeof line, maps) && range_count < MOST_RANGES) {
    unsigned long start, end;
    char rights[8];
    if (!strstr(line, text) || sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3 || rights[2] != 'x') continue;
    ranges[range_count].start = start;
    ranges[range_count++].end = end;
  }
  fclose(maps);
}

static int is_counted(uint64_t address) {
  for (int index = 0; index < range_count; index++)
    if (address >= ranges[index].start && address < ranges[index].end) return 1;
  return 0;
}

static int takes_command(int number) { return number == SYS_fcntl || number == SYS_epoll_ctl; }

/* What calls of one number differ by. */
static uint32_t value_of(const struct seccomp_notif *call) {
  if (takes_command(call->data.nr)) return (uint32_t)call->data.args[1];
  if (call->data.nr != SYS_sendmsg) return 0;
  struct msghdr header = {0};
  struct iovec here = {&header, sizeof header}, there = {(void *)(uintptr_t)call->data.args[1], sizeof header};
  return process_vm_readv((pid_t)call->pid, &here, 1, &there, 1, 0) == sizeof header && header.msg_controllen > 0;
}

/* The group of a thread; 0 when it is gone. */
static pid_t process_of(pid_t task) {
  char path[64], line[256];
  pid_t process = 0;
  snprintf(path, sizeof path, "/proc/%d/status", task);
  FILE *status = fopen(path, "re");
  if (!status) return 0;
  while (fgets(line, sizeof line, status))
    if (sscanf(line, "Tgid: %d", &process) == 1) break;
  fclose(status);
  return process;
}

int main(int count, char **arguments) {
  if (count < 8) return 2;
  const char *text = arguments[1];
  const int number = atoi(arguments[3]), wanted = atoi(arguments[5]), failure = atoi(arguments[6]);
  const uint32_t value = (uint32_t)strtoul(arguments[4], NULL, 10);
  FILE *list = fopen(arguments[2], "we");
  volatile int *listener_of_child = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!list || listener_of_child == MAP_FAILED) return 2;
  setvbuf(list, NULL, _IOLBF, 0);
  *listener_of_child = -2;

  pid_t child = fork();
  if (child == 0) {
    int listener = install_filter();
    *listener_of_child = listener;
    if (listener < 0) _exit(UNSUPPORTED);
    /* From here on each call waits for the parent. */
    execvp(arguments[7], arguments + 7);
    _exit(127);
  }
  while (*listener_of_child == -2) usleep(1000);
  if (*listener_of_child == -1) return UNSUPPORTED;
  int process = (int)syscall(SYS_pidfd_open, child, 0);
  int listener = (int)syscall(SYS_pidfd_getfd, process, *listener_of_child, 0);
  if (listener < 0) {
    kill(child, SIGKILL);
    return UNSUPPORTED;
  }

  int occurrences = 0;
  struct pollfd polled[] = {{listener, POLLIN, 0}, {process, POLLIN, 0}};
  for (;;) {
    if (poll(polled, 2, -1) < 0 && errno != EINTR) return 2;
    if (polled[1].revents) break;
    if (!(polled[0].revents & POLLIN)) continue;
    struct seccomp_notif call = {0};
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call)) continue;
    struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    const int called = call.data.nr;
    /*
     * Code is mapped by mmap: looking after each of these is enough, and before any other there is
     * nothing to find.
     */
    if (range_count == 0 && called != SYS_mmap) find_code((pid_t)call.pid, text);
    if (is_counted(call.data.instruction_pointer)) {
      const uint32_t found = value_of(&call);
      fprintf(list, "%d %u %s\n", called, found, process_of((pid_t)call.pid) == child ? "parent" : "child");
      if (called == number && found == value && ++occurrences == wanted) {
        answer.flags = 0;
        answer.error = -failure;
        fprintf(list, "failed\n");
      }
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
  int status;
  if (waitpid(child, &status, 0) != child) return 2;
  if (WIFSIGNALED(status)) return 128 + WTERMSIG(status);
  return WEXITSTATUS(status);
}
