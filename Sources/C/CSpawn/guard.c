#define _GNU_SOURCE
#include "confine.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <dirent.h>
#include <sys/prctl.h>
#endif

/* The guard is a copy of a process with threads. Between fork and _exit it may only do what a
 * signal handler may: system calls, no memory that is not its own, and none of the functions that
 * CReadTrap stands before, which may look for the real ones first. */

/* The files of the guard, and of the program while it is started, have these numbers. */
enum { CONTROL = 3, FAILURE = 4, STARTED = 5, FIRST_FREE = 6 };
/* From here on the files of the program wait, and behind them what is to get numbers. */
enum { ASIDE = 40, BEYOND = ASIDE + 10 };

static void close_from(int first) {
#if defined(__GLIBC__)
    closefrom(first);
#else
    struct rlimit limit;
    int end = 1 << 16;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t)end)
        end = (int)limit.rlim_cur;
    for (int file = first; file < end; file++) close(file);
#endif
}

static void say_to(int control, int kind, int value, int step) {
    int message[3] = {kind, value, step};
    while (write(control, message, sizeof message) < 0 && errno == EINTR) {}
}

static void say(int kind, int value, int step) { say_to(CONTROL, kind, value, step); }

static volatile sig_atomic_t is_late;

static void wake(int number) {
    if (number == SIGALRM) is_late = 1;
}

/* What goes wrong in a start: an error number, and the step of the confinement that failed. */
struct failure {
    int number, step;
};

/* Becomes the program. What goes wrong is written to STARTED. */
static void become(const voicetest_guarded *start, int is_confined) {
    setpgid(0, 0);
    /* Signals as a program finds them that a shell starts. */
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    struct failure failed = {0, 0};
    for (int file = 0; file < 3; file++)
        if (dup2(ASIDE + file, file) < 0) failed.number = errno;
    close(FAILURE);
    close_from(FIRST_FREE);
    if (!failed.number && is_confined)
        failed.number = voicetest_confine(start->confinement, &failed.step);
    if (!failed.number && start->folder && chdir(start->folder) != 0) failed.number = errno;
    if (!failed.number) {
        execve(start->program, start->arguments, start->environment);
        failed.number = errno;
    }
    while (write(STARTED, &failed, sizeof failed) < 0 && errno == EINTR) {}
    _exit(127);
}

#if defined(__linux__)
static int number_of(const char *digits) {
    int number = 0;
    while (*digits >= '0' && *digits <= '9') number = number * 10 + (*digits++ - '0');
    return number;
}

/* The parent of a process in the folder of them all; 0 where it cannot be told. */
static int parent_of(int folder, const char *process) {
    char path[32];
    if (strlen(process) > 20) return 0;
    strcpy(path, process);
    strcat(path, "/stat");
    char text[512];
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    /* Behind its name, which may hold any byte: ") S 123". */
    const char *end = strrchr(text, ')');
    return end && strlen(end) > 4 ? number_of(end + 4) : 0;
}

/* Kills every child: the program, and what it left behind, whatever session that is in. */
static void kill_children(void) {
    int own = (int)getpid();
    int folder = openat(AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    _Alignas(8) char block[8192];
    ssize_t count;
    while ((count = getdents64(folder, block, sizeof block)) > 0) {
        for (ssize_t place = 0; place < count;) {
            struct dirent64 *entry = (struct dirent64 *)(block + place);
            place += entry->d_reclen;
            if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
            /* A child keeps its number until it is reaped, which only the guard does. */
            if (parent_of(folder, entry->d_name) == own) kill(number_of(entry->d_name), SIGKILL);
        }
    }
    close(folder);
}
#else
static void kill_children(void) {}
#endif

/* What is known of the program. */
struct end {
    int process;
    int is_over;
    int is_told;
    int status;
};

/* Takes the children that have ended; whether any is left. */
static int reap(struct end *program) {
    for (;;) {
        int status = 0;
        pid_t child = waitpid(-1, &status, WNOHANG);
        if (child == 0) return 1;
        if (child < 0) {
            if (errno == EINTR) continue;
            return 0;
        }
        if (child == program->process) {
            program->is_over = 1;
            program->status = status;
        }
    }
}

static void tell(struct end *program) {
    if (program->is_over && !program->is_told) say(VOICETEST_GUARD_ENDED, program->status, 0);
    program->is_told = program->is_over;
}

/* Kills all until none is left. What a killed one started becomes a child in its place. */
static void end_all(struct end *program) {
#if defined(__linux__)
    /* The number of a group that has ended may be another's by now: what is left are children. */
    if (!program->is_over) kill(-program->process, SIGKILL);
#else
    kill(-program->process, SIGKILL);
#endif
    /* About ten seconds: what the system does not end by then it never will. */
    for (int pass = 0; pass < 600; pass++) {
        kill_children();
        if (!reap(program)) break;
        struct timespec moment = {0, pass < 20 ? 1000000 : 17000000};
        pselect(0, NULL, NULL, NULL, &moment, NULL);
    }
    tell(program);
}

/* Waits for the word to end all, or for the end of the process that gives it: then the program has
 * so many milliseconds to end by itself. */
static void watch(struct end *program, int limit) {
    sigset_t none;
    sigemptyset(&none);
    int is_alone = 0;
    while (!is_late) {
        int is_left = reap(program);
        tell(program);
        if (is_alone && (!is_left || program->is_over)) return;
        fd_set files;
        FD_ZERO(&files);
        FD_SET(CONTROL, &files);
        if (pselect(CONTROL + 1, is_alone ? NULL : &files, NULL, NULL, NULL, &none) <= 0) continue;
        char word;
        ssize_t count = recv(CONTROL, &word, 1, MSG_DONTWAIT);
        if (count > 0) return;
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        is_alone = 1;
        if (limit <= 0) return;
        struct itimerval left = {{0, 0}, {limit / 1000, limit % 1000 * 1000}};
        setitimer(ITIMER_REAL, &left, NULL);
    }
}

/* Gives the files their numbers and closes all others; 0 where the system allows no such numbers. */
static int arrange(const voicetest_guarded *start, int control) {
    int given[4] = {start->files[0], start->files[1], start->files[2], control};
    int aside[4];
    for (int file = 0; file < 4; file++) {
        aside[file] = fcntl(given[file], F_DUPFD, BEYOND);
        if (aside[file] < 0) return 0;
    }
    for (int file = 0; file < 3; file++) dup2(aside[file], ASIDE + file);
    dup2(aside[3], CONTROL);
    int nowhere = openat(AT_FDCWD, "/dev/null", O_RDWR);
    for (int file = 0; file < 3; file++) dup2(nowhere, file);
    for (int file = CONTROL + 1; file < ASIDE; file++) close(file);
    close_from(ASIDE + 3);
    fcntl(CONTROL, F_SETFD, FD_CLOEXEC);
    return 1;
}

/* Starts the program: its process; in `failed` why it did not start. */
static int launch(const voicetest_guarded *start, int is_confined, struct failure *failed) {
    *failed = (struct failure){0, 0};
    /* The two lowest numbers that are free: FAILURE and STARTED. */
    int ends[2];
    pid_t process = pipe(ends) == 0 ? fork() : -1;
    if (process < 0) failed->number = errno;
    fcntl(STARTED, F_SETFD, FD_CLOEXEC);
    if (process == 0) become(start, is_confined);
    close(STARTED);
    if (process > 0) {
        setpgid(process, process);
        while (read(FAILURE, failed, sizeof *failed) < 0 && errno == EINTR) {}
        if (failed->number) waitpid(process, NULL, 0);
    }
    close(FAILURE);
    return (int)process;
}

static void guard(const voicetest_guarded *start, int control) {
    /* All signals are held back since before the fork. None but a kill ends the guard. */
    for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = wake;
    sigaction(SIGCHLD, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    setpgid(0, 0);
#if defined(__linux__)
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "voicetest-guard");
#endif
    if (!arrange(start, control)) {
        say_to(control, VOICETEST_GUARD_FAILED, EMFILE, 0);
        _exit(0);
    }
    struct failure failed;
    struct end program = {launch(start, start->confinement != NULL, &failed), 0, 0, 0};
    if (failed.step && !start->confinement->is_required) {
        say(VOICETEST_GUARD_OPEN, failed.number, failed.step);
        program.process = launch(start, 0, &failed);
    }
    close_from(FIRST_FREE);
    if (chdir("/") != 0) {}
    if (failed.number) {
        say(VOICETEST_GUARD_FAILED, failed.number, failed.step);
        _exit(0);
    }
    say(VOICETEST_GUARD_STARTED, program.process, 0);
    watch(&program, start->limit_milliseconds);
    end_all(&program);
    _exit(0);
}

int voicetest_guard_start(const voicetest_guarded *start, int *control, int *process) {
    int ends[2];
#if defined(SOCK_CLOEXEC)
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
#endif
#if defined(SO_NOSIGPIPE)
    /* A guard that was killed is to cost this process no signal. */
    int yes = 1;
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        guard(start, ends[1]);
    }
    int number = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (number) {
        close(ends[0]);
        return number;
    }
    *control = ends[0];
    *process = (int)child;
    return 0;
}
