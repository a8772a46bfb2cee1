// The part of Darwin's C library that the package uses and Linux does not have. Written by hand, only to check spelling.
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define O_EVTONLY 0x00008000
#define EVFILT_VNODE (-4)
#define EVFILT_USER (-10)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_TRIGGER 0x01000000
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_RENAME 0x00000020

struct kevent {
  uintptr_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  intptr_t data;
  void *udata;
};

int kqueue(void);
int kevent(int queue, const struct kevent *changes, int change_count, struct kevent *events,
           int event_count, const struct timespec *timeout);

#define MNT_LOCAL 0x00001000

struct statfs {
  uint32_t f_bsize;
  uint32_t f_flags;
};

int statfs(const char *path, struct statfs *status);

int sysctlbyname(const char *name, void *old, size_t *old_length, void *new_value, size_t new_length);
