#ifndef VOICETEST_SPAWN_H
#define VOICETEST_SPAWN_H

/* What Swift cannot call of <spawn.h> and <unistd.h>. */

/* The child of these file actions (posix_spawn_file_actions_t *) begins in `folder`. GNU's function,
   which Swift's module of the C library leaves out. 0, or an error number. */
int voicetest_spawn_in_folder(void *actions, const char *folder);

/* The child gets no file whose number is `first` or more. GNU's function as well; where it is
   missing, files are closed by their own flags. 0, or an error number. */
int voicetest_spawn_without_files_from(void *actions, int first);

/* The variables of this process. `environ` is a variable of its own, which Swift 6 refuses to
   name. */
char **voicetest_environment(void);

#endif
