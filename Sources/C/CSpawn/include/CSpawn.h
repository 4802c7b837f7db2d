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

/* What a program is kept apart from, by namespaces of Linux. */
typedef struct {
    /* 0: it has a network of its own, which has nothing but a loopback interface, and no sockets that
       are files. */
    int has_network;
    /* A folder, by its whole path without links, whose changes are kept in the folder `changed`; the
       system needs an empty folder `work` beside that. NULL: it has the folder that all have. */
    const char *folder;
    const char *changed;
    const char *work;
    /* The name of the machine; NULL for that which it has. */
    const char *host;
    /* 0: where the system refuses, the program starts without all of this. */
    int is_required;
} voicetest_confinement;

/* What the system refused: namespaces, the numbers of user and group in one, the loopback interface,
   the name of the machine, the view of the folder, the refusal of sockets that are files. */
enum {
    VOICETEST_STEP_NAMESPACES = 1,
    VOICETEST_STEP_USERS = 2,
    VOICETEST_STEP_LOOPBACK = 3,
    VOICETEST_STEP_HOST = 4,
    VOICETEST_STEP_VIEW = 5,
    VOICETEST_STEP_SOCKETS = 6
};

/* Confines a child that ends at once. 0; or an error number, and in `step` what was refused. */
int voicetest_can_confine(const voicetest_confinement *wanted, int *step);

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
    /* What it is kept apart from; NULL for nothing. */
    const voicetest_confinement *confinement;
} voicetest_guarded;

/* What a guard says, each with a number and a step: the program runs and has this process number; or
   it does not start for this error number, at this step of its confinement or, for 0, at none; or it
   has ended with this status; or its confinement was refused for this error number at this step, and
   it is started without. */
enum {
    VOICETEST_GUARD_STARTED = 1,
    VOICETEST_GUARD_FAILED = 2,
    VOICETEST_GUARD_ENDED = 3,
    VOICETEST_GUARD_OPEN = 4
};

/* Starts a guard, and under it the program in a process group of its own. What the guard says comes
   through `control`, three ints each. When the guard gets a byte there, or when this process has ended
   and the limit has passed, it kills the program and its group, and on Linux whatever else they
   started, also in sessions of their own. Then it ends. 0, or an error number. Swift may not fork. */
int voicetest_guard_start(const voicetest_guarded *start, int *control, int *process);

#endif
