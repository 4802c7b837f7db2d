/* The program's side of the library that traps reads: whether it is loaded, and what stands where. */
#define _GNU_SOURCE
#include "CReadTrapPort.h"
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int voicetest_trap_works(void) { return 1; }

static const voicetest_trap_functions *trap(void) {
    static const voicetest_trap_functions *found;
    if (!found) found = dlsym(RTLD_DEFAULT, "voicetest_read_trap_1");
    return found;
}

int voicetest_trap_is_loaded(void) { return trap() != NULL; }

void voicetest_trap_arm(void) {
    if (trap()) trap()->arm();
}

void voicetest_trap_disarm(void) {
    if (trap()) trap()->disarm();
}

int voicetest_trap_limit(void) { return trap() ? trap()->limit() : 1; }

int voicetest_trap_places(void) { return trap() ? trap()->places() : 0; }

voicetest_trap_read voicetest_trap_place(int index) {
    voicetest_trap_read none = {0};
    return trap() ? trap()->place(index) : none;
}

void voicetest_trap_forget(void) {
    if (trap()) trap()->forget();
}

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
int voicetest_trap_is_loaded(void) { return 0; }
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
