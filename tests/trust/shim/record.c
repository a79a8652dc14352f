/* Writes down every write, sync and change of names below one folder, in order: what a power cut would leave of them
   can then be worked out. Loaded before the C library (LD_PRELOAD). ARRAKIS_SHIM_FOLDER is the folder,
   ARRAKIS_SHIM_LOG the journal.

   A record: kind (1 byte), path length (2), path, second path length (2), second path, offset (8), length (8),
   nanoseconds of the monotonic clock (8), bytes. Kinds: w write, t truncate, b sync begins, s sync ended, o created,
   u unlinked, r renamed. A write is noted before it is made and a sync after: what is worked out is never too kind. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static char folder[PATH_MAX];
static size_t folder_length;

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("ARRAKIS_SHIM_LOG"), *where = getenv("ARRAKIS_SHIM_FOLDER");
    if (!log || !where) return;
    strncpy(folder, where, sizeof folder - 1);
    folder_length = strlen(folder);
    journal = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int ours(const char *path) {
    return journal >= 0 && strncmp(path, folder, folder_length) == 0 && (path[folder_length] == '/' || !path[folder_length]);
}

static int named(int descriptor, char *path) {
    char link[64];
    if (journal < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return ours(path);
}

static int absolute(const char *path, char *whole) {
    if (journal < 0 || !path) return 0;
    if (path[0] == '/') { strncpy(whole, path, PATH_MAX - 1); whole[PATH_MAX - 1] = 0; }
    else {
        if (!getcwd(whole, PATH_MAX - 1)) return 0;
        strncat(whole, "/", PATH_MAX - strlen(whole) - 1);
        strncat(whole, path, PATH_MAX - strlen(whole) - 1);
    }
    return ours(whole);
}

static void note(char kind, const char *path, const char *second, int64_t offset, const void *data, int64_t length) {
    struct timespec now;
    char head[2 * PATH_MAX + 64], *at = head;
    uint16_t one = (uint16_t)strlen(path), two = (uint16_t)(second ? strlen(second) : 0);
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t moment = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    *at++ = kind;
    memcpy(at, &one, 2); at += 2; memcpy(at, path, one); at += one;
    memcpy(at, &two, 2); at += 2; if (two) { memcpy(at, second, two); at += two; }
    memcpy(at, &offset, 8); at += 8; memcpy(at, &length, 8); at += 8; memcpy(at, &moment, 8); at += 8;
    struct iovec parts[2] = {{head, (size_t)(at - head)}, {(void *)data, data ? (size_t)length : 0}};
    pthread_mutex_lock(&lock);
    if (syscall(SYS_writev, journal, parts, data ? 2 : 1) < 0) abort();
    pthread_mutex_unlock(&lock);
}

#define PATH_OF(descriptor) int saved = errno; char path[PATH_MAX]; int mine = named(descriptor, path); errno = saved

ssize_t pwrite64(int d, const void *data, size_t n, off64_t at) {
    REAL(pwrite64);
    PATH_OF(d);
    if (mine) note('w', path, 0, at, data, (int64_t)n);
    return real(d, data, n, at);
}
ssize_t pwrite(int d, const void *data, size_t n, off_t at) { return pwrite64(d, data, n, at); }

ssize_t write(int d, const void *data, size_t n) {
    REAL(write);
    PATH_OF(d);
    if (mine) {
        off64_t at = lseek64(d, 0, SEEK_CUR);
        int flags = fcntl(d, F_GETFL);
        struct stat64 found;
        if (flags >= 0 && (flags & O_APPEND) && !fstat64(d, &found)) at = found.st_size;
        if (at >= 0) note('w', path, 0, at, data, (int64_t)n);
    }
    return real(d, data, n);
}

int ftruncate64(int d, off64_t size) {
    REAL(ftruncate64);
    PATH_OF(d);
    if (mine) note('t', path, 0, size, 0, 0);
    return real(d, size);
}
int ftruncate(int d, off_t size) { return ftruncate64(d, size); }

static int synced(int d, int (*real)(int)) {
    PATH_OF(d);
    if (mine) note('b', path, 0, 0, 0, 0);
    int result = real(d);
    if (mine && result == 0) note('s', path, 0, 0, 0, 0);
    return result;
}
int fsync(int d) { REAL(fsync); return synced(d, real); }
int fdatasync(int d) { REAL(fdatasync); return synced(d, real); }

static int opened(int result, const char *path, int flags, int was_there) {
    char whole[PATH_MAX];
    int saved = errno;
    if (result >= 0 && absolute(path, whole)) {
        if ((flags & O_CREAT) && !was_there) note('o', whole, 0, 0, 0, 0);
        if ((flags & O_TRUNC) && was_there) note('t', whole, 0, 0, 0, 0);
    }
    errno = saved;
    return result;
}
static int is_there(const char *path) {
    struct stat64 found;
    int saved = errno, result = stat64(path, &found) == 0;
    errno = saved;
    return result;
}
#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list more; va_start(more, flags); \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        int was_there = (flags & (O_CREAT | O_TRUNC)) ? is_there(path) : 1; \
        return opened(real(path, flags, mode), path, flags, was_there); \
    }
OPEN(open)
OPEN(open64)

int unlink(const char *path) {
    REAL(unlink);
    char whole[PATH_MAX];
    if (absolute(path, whole)) note('u', whole, 0, 0, 0, 0);
    return real(path);
}
int rename(const char *from, const char *to) {
    REAL(rename);
    char one[PATH_MAX], two[PATH_MAX];
    int mine = absolute(from, one);
    if (absolute(to, two) || mine) note('r', one, two, 0, 0, 0);
    return real(from, to);
}
