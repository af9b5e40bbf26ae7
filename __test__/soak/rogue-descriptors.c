/*
 * Passes what it reads from its standard input to a stream socket of the Unix domain, in pieces of
 * random lengths, and descriptors of all kinds with some of them, which no frame announces: none,
 * one or several at once.
 *
 *   rogue-descriptors <descriptor of the socket> <seed> <one in so many pieces has descriptors>
 *
 * What comes from the other side is read and dropped, with the descriptors that come with it.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 6, PIECE = 65536 };

static uint32_t state;

/* A number from 0 up to but not including `bound` (xorshift). */
static uint32_t below(uint32_t bound) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state % bound;
}

/* A descriptor of some kind: those that a channel may pass, and others. */
static int make_descriptor(void) {
  int pair[2];
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  int descriptor;
  switch (below(8)) {
  case 0:
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return -1;
    close(pair[1]);
    return pair[0];
  case 1:
    if (pipe(pair)) return -1;
    descriptor = below(2);
    close(pair[!descriptor]);
    return pair[descriptor];
  case 2:
    descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor >= 0 && !bind(descriptor, (struct sockaddr *)&address, sizeof address)) listen(descriptor, 1);
    return descriptor;
  case 3:
    descriptor = socket(AF_INET, SOCK_DGRAM, 0);
    if (descriptor >= 0 && below(2)) bind(descriptor, (struct sockaddr *)&address, sizeof address);
    return descriptor;
  case 4:
    return open("/dev/null", O_RDWR);
  case 5:
    return epoll_create1(0);
  case 6:
    return eventfd(0, 0);
  default:
    return socket(AF_UNIX, SOCK_SEQPACKET, 0);
  }
}

/* Reads what has come, and lets it go. Returns 0 when the other side is gone. */
static int drop_what_comes(int channel) {
  static char bytes[PIECE];
  char control[CMSG_SPACE(64 * sizeof(int))];
  struct iovec vector = {bytes, sizeof bytes};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t count = recvmsg(channel, &message, MSG_DONTWAIT);
  if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR);
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    int *came = (int *)CMSG_DATA(header);
    for (size_t index = 0; index < (header->cmsg_len - CMSG_LEN(0)) / sizeof(int); index++) close(came[index]);
  }
  return 1;
}

/* Writes a piece, with descriptors. Ends the process when the other side is gone. */
static size_t write_piece(int channel, char *bytes, size_t length, int with_descriptors) {
  int descriptors[MOST];
  size_t made = 0;
  for (size_t wanted = with_descriptors ? 1 + below(MOST) : 0; made < wanted; made++)
    if ((descriptors[made] = make_descriptor()) < 0) break;
  char control[CMSG_SPACE(sizeof descriptors)];
  struct iovec vector = {bytes, length};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
  if (made > 0) {
    memset(control, 0, sizeof control);
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(made * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(made * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, made * sizeof(int));
  }
  ssize_t count = sendmsg(channel, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  int error = errno;
  for (size_t index = 0; index < made; index++) close(descriptors[index]);
  if (count >= 0) return (size_t)count;
  /* Too many descriptors are on their way: without, then. */
  if (error == ETOOMANYREFS) return write_piece(channel, bytes, length, 0);
  if (error != EAGAIN && error != EINTR && error != ENOBUFS) exit(0);
  struct pollfd events = {channel, POLLIN | POLLOUT, 0};
  poll(&events, 1, -1);
  if (events.revents & POLLIN && !drop_what_comes(channel)) exit(0);
  return 0;
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  int channel = atoi(arguments[1]);
  state = (uint32_t)atol(arguments[2]) * 2654435761u | 1;
  uint32_t one_in = (uint32_t)atol(arguments[3]);
  static char bytes[PIECE];
  for (;;) {
    ssize_t length = read(0, bytes, sizeof bytes);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) break;
    for (size_t done = 0; done < (size_t)length;) {
      size_t piece = (size_t)length - done;
      if (below(4) == 0) piece = 1 + below((uint32_t)piece);
      done += write_piece(channel, bytes + done, piece, below(one_in) == 0);
    }
    if (!drop_what_comes(channel)) return 0;
  }
  /* The frames are over: what comes is read until the other side closes its end. */
  shutdown(channel, SHUT_WR);
  struct pollfd events = {channel, POLLIN, 0};
  while (poll(&events, 1, -1) >= 0 && drop_what_comes(channel)) continue;
  return 0;
}
