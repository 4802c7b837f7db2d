#ifndef VOICETEST_SPAWN_H
#define VOICETEST_SPAWN_H

/* What Swift cannot call of <spawn.h> and <unistd.h>, and a guard over a program. */

/* The child of these file actions (posix_spawn_file_actions_t *) begins in `folder`. GNU's function,
   which Swift's module of the C library leaves out. 0, or an error number. */
int voicetest_spawn_in_folder(void *actions, const char *folder);

/* The child gets no file whose number is `first` or more. GNU's function as well; where it is
   missing, files are closed by their own flags. 0, or an error number. */
int voicetest_spawn_without_files_from(void *actions, int first);

/* The variables of this process. `environ` is a variable of its own, which Swift 6 refuses to
   name. */
char **voicetest_environment(void);

/* A program under a guard. */
typedef struct {
    const char *program;
    /* Ends with NULL, as `environment` does. */
    char *const *arguments;
    char *const *environment;
    /* The folder it begins in; NULL for that of this process. */
    const char *folder;
    /* Its standard input, output and error. */
    int files[3];
    /* How long it may go on when this process is gone. */
    int limit_milliseconds;
} voicetest_guarded;

/* What a guard says, each with a number: the program runs and has this process number, or it does
   not start for this error number, or it has ended with this status. */
enum { VOICETEST_GUARD_STARTED = 1, VOICETEST_GUARD_FAILED = 2, VOICETEST_GUARD_ENDED = 3 };

/* Starts a guard, and under it the program in a process group of its own. What the guard says comes
   through `control`, two ints each. When the guard gets a byte there, or when this process has ended
   and the limit has passed, it kills the program and its group, and on Linux whatever else they
   started, also in sessions of their own. Then it ends. 0, or an error number. Swift may not fork. */
int voicetest_guard_start(const voicetest_guarded *start, int *control, int *process);

#endif
