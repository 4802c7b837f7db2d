/* Own definitions of the functions by which a program reads a clock or unseeded chance.
 *
 * The dynamic linker looks into the program before the libraries, so every call of these names from
 * any library comes here. A thread that is not watched gets what it asked for and nothing else
 * happens; a watched one gets it too, and where it asked is noted. What no definition can see: a
 * processor instruction (rdtsc), and a system call made without the C library.
 */
#define _GNU_SOURCE
#include "CReadTrap.h"
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define PLACES 256
/* Places are told apart by this many innermost frames. */
#define TOLD_APART 8

static __thread int armed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static voicetest_trap_read places[PLACES];
static int place_count;

int voicetest_trap_works(void) { return 1; }

void voicetest_trap_arm(void) {
    /* The first call loads the unwinder. */
    void *frames[2];
    backtrace(frames, 2);
    armed = 1;
}

void voicetest_trap_disarm(void) { armed = 0; }

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

int voicetest_trap_limit(void) { return PLACES; }

int voicetest_trap_places(void) {
    pthread_mutex_lock(&lock);
    int count = place_count;
    pthread_mutex_unlock(&lock);
    return count;
}

voicetest_trap_read voicetest_trap_place(int index) {
    pthread_mutex_lock(&lock);
    voicetest_trap_read read = places[index];
    pthread_mutex_unlock(&lock);
    return read;
}

void voicetest_trap_forget(void) {
    pthread_mutex_lock(&lock);
    place_count = 0;
    pthread_mutex_unlock(&lock);
}

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

/* Of libswiftCore; nil for a name that is not Swift's. */
extern char *swift_demangle(
    const char *name, size_t length, char *where, size_t *size, uint32_t flags);

static char *readable(const char *name) {
    char *demangled = swift_demangle(name, strlen(name), NULL, NULL, 0);
    return demangled ? demangled : strdup(name);
}

/* The program's own functions are in no dynamic table: they are looked up in the file. */
static char *symbol_in_file(const char *path, uintptr_t offset) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0) return NULL;
    if (fstat(file, &status) || (size_t)status.st_size < sizeof(Elf64_Ehdr)) {
        close(file);
        return NULL;
    }
    size_t size = (size_t)status.st_size;
    const char *base = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (base == MAP_FAILED) return NULL;
    char *found = NULL;
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)base;
    int is_whole = !memcmp(header->e_ident, ELFMAG, SELFMAG)
        && header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_shoff < size
        && header->e_shnum * sizeof(Elf64_Shdr) <= size - header->e_shoff;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(base + header->e_shoff);
    for (int i = 0; is_whole && !found && i < header->e_shnum; i++) {
        const Elf64_Shdr *table = &sections[i];
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
        const Elf64_Shdr *text = &sections[table->sh_link];
        if (table->sh_offset > size || table->sh_size > size - table->sh_offset
            || text->sh_offset > size || text->sh_size > size - text->sh_offset)
            continue;
        const Elf64_Sym *symbols = (const Elf64_Sym *)(base + table->sh_offset);
        for (size_t k = 0; k < table->sh_size / sizeof(Elf64_Sym); k++) {
            const Elf64_Sym *symbol = &symbols[k];
            if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_name >= text->sh_size)
                continue;
            if (offset >= symbol->st_value && offset < symbol->st_value + symbol->st_size) {
                found = readable(base + text->sh_offset + symbol->st_name);
                break;
            }
        }
    }
    munmap((void *)base, size);
    return found;
}

char *voicetest_trap_symbol(void *address) {
    Dl_info info;
    /* A return address may be the first byte behind its function. */
    void *inside = (char *)address - 1;
    if (!dladdr(inside, &info)) return NULL;
    if (info.dli_sname) return readable(info.dli_sname);
    /* Of the program the linker knows only what it was called as, which may be found nowhere. */
    Dl_info own;
    int is_own = dladdr((void *)voicetest_trap_symbol, &own) && own.dli_fbase == info.dli_fbase;
    const char *path = is_own ? "/proc/self/exe" : info.dli_fname;
    return symbol_in_file(path, (uintptr_t)inside - (uintptr_t)info.dli_fbase);
}

char *voicetest_trap_file(void *address) {
    Dl_info info;
    if (!dladdr((char *)address - 1, &info) || !info.dli_fname) return NULL;
    const char *slash = strrchr(info.dli_fname, '/');
    return strdup(slash ? slash + 1 : info.dli_fname);
}

#else

int voicetest_trap_works(void) { return 0; }
void voicetest_trap_arm(void) {}
void voicetest_trap_disarm(void) {}
int voicetest_trap_limit(void) { return 1; }
int voicetest_trap_places(void) { return 0; }
voicetest_trap_read voicetest_trap_place(int index) {
    voicetest_trap_read none = {0};
    return none;
}
void voicetest_trap_forget(void) {}
char *voicetest_trap_symbol(void *address) { return NULL; }
char *voicetest_trap_file(void *address) { return NULL; }

#endif
