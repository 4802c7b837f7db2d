// Files that programs carry inside themselves. Their bytes last as long as the program.
#pragma once

#include <stddef.h>

typedef struct {
    // Path in the package's folder Sources.
    const char *path;
    const unsigned char *bytes;
    size_t count;
} carried_file;

size_t carried_count(void);
// The files in order of their paths; `index` is less than their count.
carried_file carried_at(size_t index);
