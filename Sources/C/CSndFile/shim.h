#pragma once
#include <sndfile.h>

#if defined(__GLIBC__)
#include <stdio.h>
#include <sys/types.h>

/* glibc declares this only with _GNU_SOURCE, which a module of Swift has not. */
struct voicetest_cookie_functions {
    void *read;
    ssize_t (*write)(void *cookie, const char *bytes, size_t count);
    void *seek;
    void *close;
};
FILE *fopencookie(void *cookie, const char *mode, struct voicetest_cookie_functions functions);

/* Gives `stderr` of the C library to `write` from now on. */
static inline void voicetest_replace_stderr(ssize_t (*write)(void *, const char *, size_t)) {
    struct voicetest_cookie_functions functions = {0, write, 0, 0};
    FILE *stream = fopencookie(0, "w", functions);
    if (!stream) return;
    setvbuf(stream, 0, _IONBF, 0);
    stderr = stream;
}
#endif
