// The two ways a callback is watched: RealtimeSanitizer (-DSANITIZED), or counting by hand.
#define _GNU_SOURCE
#include "watch.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void watch_take_lock(void) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}

#ifdef SANITIZED
void __rtsan_realtime_enter(void);
void __rtsan_realtime_exit(void);
void watch_begin(void) { __rtsan_realtime_enter(); }
void watch_end(void) { __rtsan_realtime_exit(); }
long watch_allocations(void) { return 0; }
long watch_locks(void) { return 0; }
long watch_writes(void) { return 0; }
long watch_references(void) { return 0; }
#else
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

static __thread int is_watched;
static long allocations, locks, writes, references;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);
extern void *__libc_memalign(size_t, size_t);
void *malloc(size_t size) { allocations += is_watched; return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { allocations += is_watched; return __libc_calloc(n, size); }
void *realloc(void *old, size_t n) { allocations += is_watched; return __libc_realloc(old, n); }
void free(void *old) { allocations += is_watched && old; __libc_free(old); }
void *aligned_alloc(size_t a, size_t n) { allocations += is_watched; return __libc_memalign(a, n); }
int posix_memalign(void **to, size_t a, size_t n) {
    allocations += is_watched;
    *to = __libc_memalign(a, n);
    return *to ? 0 : 12;
}

int pthread_mutex_lock(pthread_mutex_t *lock) {
    static int (*real)(pthread_mutex_t *);
    if (!real) real = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
    locks += is_watched;
    return real(lock);
}
ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    writes += is_watched;
    return real(file, bytes, count);
}
size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file) {
    static size_t (*real)(const void *, size_t, size_t, FILE *);
    if (!real) real = (size_t(*)(const void *, size_t, size_t, FILE *))dlsym(RTLD_NEXT, "fwrite");
    writes += is_watched;
    return real(bytes, size, count, file);
}

// The Swift runtime calls these when it counts a reference, and lets them be replaced.
extern void *(*_swift_retain)(void *);
extern void (*_swift_release)(void *);
extern _Bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;
static void *(*real_retain)(void *);
static void (*real_release)(void *);
static void *counted_retain(void *object) { references += is_watched; return real_retain(object); }
static void counted_release(void *object) { references += is_watched; real_release(object); }
__attribute__((constructor)) static void install(void) {
    real_retain = _swift_retain;
    real_release = _swift_release;
    _swift_retain = counted_retain;
    _swift_release = counted_release;
    // Found now, not within a stretch.
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    (void)!write(1, "", 0);
    fwrite("", 1, 0, stdout);
}

// The runtime looks at the replacements only while it is told to.
void watch_begin(void) {
    is_watched = 1;
    _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = 1;
}
void watch_end(void) {
    _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly = 0;
    is_watched = 0;
}
long watch_allocations(void) { return allocations; }
long watch_locks(void) { return locks; }
long watch_writes(void) { return writes; }
long watch_references(void) { return references; }
#endif
