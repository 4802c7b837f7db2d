/* A library with own definitions of the functions by which a program reads a clock or unseeded chance.
 *
 * A program that wants certificates is started with it in LD_PRELOAD. The dynamic linker then looks
 * into it before the C library, so every call of these names from the program or any library comes
 * here. Without LD_PRELOAD nothing stands before the C library. A thread that is not watched gets what it asked for and nothing else
 * happens; a watched one gets it too, and where it asked is noted. What no definition can see: a
 * processor instruction (rdtsc), and a system call made without the C library.
 */
#define _GNU_SOURCE
#include "CReadTrap.h"
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define PLACES 256
/* Places are told apart by this many innermost frames. */
#define TOLD_APART 8

/* In the block of thread storage that every thread has from its start: to be read costs no call. */
static __thread int armed __attribute__((tls_model("initial-exec")));
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static voicetest_trap_read places[PLACES];
static int place_count;

static void arm(void) {
    /* The first call loads the unwinder. */
    void *frames[2];
    backtrace(frames, 2);
    armed = 1;
}

static void disarm(void) { armed = 0; }

static void note(const char *function) {
    if (!armed) return;
    armed = 0;
    voicetest_trap_read read = {.function = function, .count = 1};
    void *frames[VOICETEST_TRAP_DEPTH + 2];
    int depth = backtrace(frames, VOICETEST_TRAP_DEPTH + 2) - 2;
    read.depth = depth < 0 ? 0 : depth;
    memcpy(read.frames, frames + 2, (size_t)read.depth * sizeof(void *));
    pthread_mutex_lock(&lock);
    int found = 0;
    while (found < place_count) {
        voicetest_trap_read *known = &places[found];
        size_t told = (size_t)(read.depth < TOLD_APART ? read.depth : TOLD_APART);
        if (known->function == function
            && !memcmp(known->frames, read.frames, told * sizeof(void *)))
            break;
        found++;
    }
    if (found == place_count && place_count < PLACES) {
        places[place_count++] = read;
    } else {
        places[found < PLACES ? found : PLACES - 1].count++;
    }
    pthread_mutex_unlock(&lock);
    armed = 1;
}

static int limit(void) { return PLACES; }

static int places_count(void) {
    pthread_mutex_lock(&lock);
    int count = place_count;
    pthread_mutex_unlock(&lock);
    return count;
}

static voicetest_trap_read place(int index) {
    pthread_mutex_lock(&lock);
    voicetest_trap_read read = places[index];
    pthread_mutex_unlock(&lock);
    return read;
}

static void forget(void) {
    pthread_mutex_lock(&lock);
    place_count = 0;
    pthread_mutex_unlock(&lock);
}

const voicetest_trap_functions voicetest_read_trap_1 = {
    .arm = arm, .disarm = disarm, .limit = limit, .places = places_count, .place = place, .forget = forget};

/* The function of this name that the definition here stands before. */
#define NEXT(name)                                                                              \
    static __typeof__(&name) next;                                                              \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name);

#define PASS(name, ...)                                                                         \
    {                                                                                           \
        NEXT(name)                                                                              \
        note(#name);                                                                            \
        return next(__VA_ARGS__);                                                               \
    }

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

int clock_gettime(clockid_t clock, struct timespec *time) PASS(clock_gettime, clock, time)
int gettimeofday(struct timeval *time, void *zone) PASS(gettimeofday, time, zone)
time_t time(time_t *where) PASS(time, where)
clock_t clock(void) PASS(clock)
clock_t times(struct tms *where) PASS(times, where)
int timespec_get(struct timespec *time, int base) PASS(timespec_get, time, base)
int getrusage(__rusage_who_t who, struct rusage *usage) PASS(getrusage, who, usage)
int nanosleep(const struct timespec *wanted, struct timespec *left) PASS(nanosleep, wanted, left)
int usleep(useconds_t time) PASS(usleep, time)
unsigned sleep(unsigned seconds) PASS(sleep, seconds)
ssize_t getrandom(void *where, size_t size, unsigned flags) PASS(getrandom, where, size, flags)
int getentropy(void *where, size_t size) PASS(getentropy, where, size)
int rand(void) PASS(rand)
long random(void) PASS(random)
double drand48(void) PASS(drand48)
long lrand48(void) PASS(lrand48)

/* Newer C libraries have these; older headers do not name them. */
uint32_t arc4random(void) {
    static uint32_t (*next)(void);
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, "arc4random");
    note("arc4random");
    uint32_t value = 0;
    if (next) return next();
    return getrandom(&value, sizeof value, 0) < 0 ? 0 : value;
}

void arc4random_buf(void *where, size_t size) {
    static void (*next)(void *, size_t);
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, "arc4random_buf");
    note("arc4random_buf");
    if (next) next(where, size);
    else if (getrandom(where, size, 0) < 0) abort();
}

/* Swift's own generator asks the system this way. Six arguments are the most a call can have. */
long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    static long (*next)(long, ...);
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, "syscall");
    if (number == SYS_getrandom) note("syscall(getrandom)");
    if (number == SYS_clock_gettime) note("syscall(clock_gettime)");
#ifdef SYS_gettimeofday
    if (number == SYS_gettimeofday) note("syscall(gettimeofday)");
#endif
#ifdef SYS_time
    if (number == SYS_time) note("syscall(time)");
#endif
    return next(number, a, b, c, d, e, f);
}

static void note_file(const char *path) {
    if (armed && path && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"))) note(path);
}

static mode_t mode_of(int flags, va_list list) {
    int takes_mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
    return takes_mode ? (mode_t)va_arg(list, int) : 0;
}

#define OPEN(name)                                                                              \
    int name(const char *path, int flags, ...) {                                                \
        va_list list;                                                                           \
        va_start(list, flags);                                                                  \
        mode_t mode = mode_of(flags, list);                                                     \
        va_end(list);                                                                           \
        static int (*next)(const char *, int, ...);                                             \
        if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name);                                   \
        note_file(path);                                                                        \
        return next(path, flags, mode);                                                         \
    }

OPEN(open)
OPEN(open64)

FILE *fopen(const char *path, const char *mode) {
    NEXT(fopen)
    note_file(path);
    return next(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
    NEXT(fopen64)
    note_file(path);
    return next(path, mode);
}

#pragma clang diagnostic pop

#else

/* Other systems look names up otherwise; nothing is trapped there. */
const voicetest_trap_functions voicetest_read_trap_1 = {0};

#endif
