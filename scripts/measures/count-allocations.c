/* Counts the allocations of the process it is loaded into; glibc does the work.
 *
 * Sixteen bytes before every block hold its size and where glibc's block begins: glibc's own
 * malloc_usable_size depends on what was freed before, and Swift's arrays grow by what it says. */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_memalign(size_t, size_t);
extern void *__libc_malloc(size_t);
extern void __libc_free(void *);

struct header {
    size_t size;
    void *base;
};

static atomic_uint_fast64_t count;

uint64_t voicetest_allocations(void) { return atomic_load(&count); }

static struct header *header_of(void *block) { return (struct header *)block - 1; }

static void *allocate(size_t alignment, size_t size) {
    size_t lead = alignment > sizeof(struct header) ? alignment : sizeof(struct header);
    if (size > SIZE_MAX - lead) {
        errno = ENOMEM;
        return NULL;
    }
    char *base = lead > sizeof(struct header) ? __libc_memalign(lead, size + lead)
                                              : __libc_malloc(size + lead);
    if (!base) return NULL;
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    void *block = base + lead;
    *header_of(block) = (struct header){size, base};
    return block;
}

void *malloc(size_t size) { return allocate(1, size); }

void free(void *block) {
    if (block) __libc_free(header_of(block)->base);
}

void *calloc(size_t number, size_t size) {
    size_t whole;
    if (__builtin_mul_overflow(number, size, &whole)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = allocate(1, whole);
    return block ? memset(block, 0, whole) : NULL;
}

void *realloc(void *old, size_t size) {
    void *block = allocate(1, size);
    if (!old || !block) return block;
    size_t kept = header_of(old)->size;
    memcpy(block, old, kept < size ? kept : size);
    free(old);
    return block;
}

size_t malloc_usable_size(void *block) { return block ? header_of(block)->size : 0; }

void *memalign(size_t alignment, size_t size) { return allocate(alignment, size); }

void *aligned_alloc(size_t alignment, size_t size) { return allocate(alignment, size); }

void *valloc(size_t size) { return allocate(4096, size); }

void *pvalloc(size_t size) { return allocate(4096, (size + 4095) & ~(size_t)4095); }

int posix_memalign(void **target, size_t alignment, size_t size) {
    void *block = allocate(alignment, size);
    if (!block) return ENOMEM;
    *target = block;
    return 0;
}
