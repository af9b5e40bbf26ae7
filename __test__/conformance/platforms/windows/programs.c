// Programs that Linux has and Windows does not, as far as specs use them as some program: one file,
// which does what its name says. (Node's own tests want such programs on the PATH of Windows too.)
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <winternl.h>

static int copy(FILE *from) {
  char bytes[65536];
  for (;;) {
    int count = _read(_fileno(from), bytes, sizeof bytes);
    if (count <= 0) return count < 0;
    for (int done = 0; done < count;) {
      int written = _write(1, bytes + done, count - done);
      if (written <= 0) return 1;
      done += written;
    }
  }
}

static int cat(int count, char **names) {
  if (count == 0) return copy(stdin);
  for (int i = 0; i < count; i++) {
    FILE *file = fopen(names[i], "rb");
    if (file == NULL) return fprintf(stderr, "cat: %s: No such file or directory\n", names[i]), 1;
    copy(file);
    fclose(file);
  }
  return 0;
}

static int echo(int count, char **texts) {
  int isLine = count == 0 || strcmp(texts[0], "-n") != 0;
  for (int i = isLine ? 0 : 1; i < count; i++) printf(i + 1 < count ? "%s " : "%s", texts[i]);
  if (isLine) putchar('\n');
  return 0;
}

// Takes a character from a text: one of three octal digits at most, or of a line's end, has a
// backslash.
static int take(const char **text) {
  const char *at = *text;
  if (*at != '\\' || (at[1] != 'n' && (at[1] < '0' || at[1] > '7'))) return *(*text)++;
  if (at[1] == 'n') return *text += 2, '\n';
  int value = 0;
  for (at++; at < *text + 4 && *at >= '0' && *at <= '7'; at++) value = value * 8 + *at - '0';
  *text = at;
  return value;
}

// The format alone: with escapes, and without what stands for arguments.
static int print(const char *format) {
  while (*format != 0) putchar(take(&format));
  return 0;
}

// One character by another.
static int replace(const char *from, const char *by) {
  int old = take(&from), new = take(&by), next;
  while ((next = getchar()) != EOF) putchar(next == (old & 255) ? new : next);
  return 0;
}

static int head(long count) {
  for (int next; count > 0 && (next = getchar()) != EOF; count--) putchar(next);
  return 0;
}

static int yes(void) {
  char text[4096];
  for (size_t i = 0; i < sizeof text; i += 2) memcpy(text + i, "y\n", 2);
  while (_write(1, text, sizeof text) > 0) {}
  return 1;
}

// head -c <count> /dev/zero
static int zeros(long count) {
  static char none[65536];
  while (count > 0) {
    int written = _write(1, none, count < (long)sizeof none ? (unsigned)count : sizeof none);
    if (written <= 0) return 1;
    count -= written;
  }
  return 0;
}

static int pwd(void) {
  char folder[4096];
  if (GetCurrentDirectoryA(sizeof folder, folder) == 0) return 1;
  puts(folder);
  return 0;
}

// How many handles a process has: no program of Linux, but what `ls /proc/<pid>/fd | wc -l` says
// there. In Wine GetProcessHandleCount is always 0.
static int handles(ULONG_PTR process) {
  enum { ALL_HANDLES = 64, SIZE_IS_WRONG = (int)0xC0000004 };
  // The number of all, one that is reserved, and five of each: the second is its process.
  ULONG_PTR *all = NULL;
  NTSTATUS status = SIZE_IS_WRONG;
  for (ULONG size = 1 << 20; status == SIZE_IS_WRONG; size *= 2) {
    if ((all = realloc(all, size)) == NULL) return 1;
    status = NtQuerySystemInformation(ALL_HANDLES, all, size, NULL);
  }
  if (status < 0) return 1;
  int own = 0;
  for (ULONG_PTR i = 0; i < all[0]; i++) own += all[2 + i * 5 + 1] == process;
  return printf("%d\n", own), 0;
}

int main(int count, char **args) {
  char path[4096], name[256];
  _setmode(0, _O_BINARY);
  _setmode(1, _O_BINARY);
  // Not `args[0]`, which a parent chooses.
  if (GetModuleFileNameA(NULL, path, sizeof path) == 0) return 1;
  _splitpath(path, NULL, NULL, name, NULL);
  if (strcmp(name, "true") == 0) return 0;
  if (strcmp(name, "false") == 0) return 1;
  if (strcmp(name, "cat") == 0) return cat(count - 1, args + 1);
  if (strcmp(name, "echo") == 0) return echo(count - 1, args + 1);
  if (strcmp(name, "pwd") == 0) return pwd();
  if (strcmp(name, "yes") == 0) return yes();
  if (strcmp(name, "printf") == 0 && count == 2) return print(args[1]);
  if (strcmp(name, "sleep") == 0 && count == 2) return Sleep((DWORD)(atof(args[1]) * 1000)), 0;
  if (strcmp(name, "handles") == 0 && count == 2) return handles(atol(args[1]));
  if (strcmp(name, "tr") == 0 && count == 3) return replace(args[1], args[2]);
  if (strcmp(name, "head") == 0 && count == 3) return head(atol(args[2]));
  if (strcmp(name, "head") == 0 && count == 4 && strcmp(args[3], "/dev/zero") == 0) return zeros(atol(args[2]));
  fprintf(stderr, "%s: not with these arguments\n", name);
  return 2;
}
