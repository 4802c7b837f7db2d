#define _GNU_SOURCE
#include "CSpawn.h"
#include <spawn.h>
#include <unistd.h>

int voicetest_spawn_in_folder(void *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int voicetest_spawn_without_files_from(void *actions, int first) {
#if defined(__GLIBC__)
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
    (void)actions;
    (void)first;
    return 0;
#endif
}

extern char **environ;

char **voicetest_environment(void) { return environ; }
