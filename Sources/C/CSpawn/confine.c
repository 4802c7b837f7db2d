#define _GNU_SOURCE
#include "confine.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/xattr.h>

/* As in guard.c, only system calls stand between fork and exec: no memory is allocated, and no
 * function that CReadTrap stands before is called. */

/* A text put together without allocation; what does not fit is left out. */
struct text {
    char bytes[200];
    size_t count;
};

static void add(struct text *text, const char *more) {
    size_t count = strlen(more);
    if (count > sizeof text->bytes - 1 - text->count) return;
    memcpy(text->bytes + text->count, more, count + 1);
    text->count += count;
}

static void add_number(struct text *text, unsigned number) {
    char digits[12];
    size_t place = sizeof digits - 1;
    digits[place] = 0;
    do {
        digits[--place] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    add(text, digits + place);
}

static int write_file(const char *path, const char *text) {
    int file = openat(AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return errno;
    int failed = write(file, text, strlen(text)) < 0 ? errno : 0;
    close(file);
    return failed;
}

/* Maps a number to itself in the user namespace of this process. */
static int map_number(const char *path, unsigned number) {
    struct text line = {{0}, 0};
    add_number(&line, number);
    add(&line, " ");
    add_number(&line, number);
    add(&line, " 1\n");
    return write_file(path, line.bytes);
}

static int map_users(unsigned user, unsigned group) {
    int failed = write_file("/proc/self/setgroups", "deny");
    if (!failed) failed = map_number("/proc/self/uid_map", user);
    return failed ? failed : map_number("/proc/self/gid_map", group);
}

static int raise_loopback(void) {
    int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (file < 0) return errno;
    struct ifreq request;
    memset(&request, 0, sizeof request);
    strcpy(request.ifr_name, "lo");
    int failed = ioctl(file, SIOCGIFFLAGS, &request) != 0 ? errno : 0;
    request.ifr_flags |= IFF_UP;
    if (!failed && ioctl(file, SIOCSIFFLAGS, &request) != 0) failed = errno;
    close(file);
    return failed;
}

/* The files are named by their numbers: no byte of a path has a meaning in the options. */
static int mount_overlay(const char *folder, const int files[3], const char *more) {
    struct text options = {{0}, 0};
    const char *names[3] = {"lowerdir=", ",upperdir=", ",workdir="};
    for (int place = 0; place < 3; place++) {
        add(&options, names[place]);
        add(&options, "/proc/self/fd/");
        add_number(&options, (unsigned)files[place]);
    }
    add(&options, more);
    return mount("overlay", folder, "overlay", 0, options.bytes) != 0 ? errno : 0;
}

#if defined(__x86_64__)
enum { NATIVE = (int)AUDIT_ARCH_X86_64, SMALLER_SOCKET = 359 };
#elif defined(__aarch64__)
enum { NATIVE = (int)AUDIT_ARCH_AARCH64, SMALLER_SOCKET = 281 };
#endif

/* Refuses the sockets that a network of its own does not hold: those that are files, and those to the
 * host of a virtual machine. A pair of sockets has no address, so it stays. A ring of calls, which no
 * filter sees into, is as on a system without; programs of 32 bits get no socket. Source: seccomp(2). */
static int refuse_files(void) {
#if defined(__x86_64__) || defined(__aarch64__)
    enum { RING = 425, SMALLER_CALL = 102, BIT_OF_X32 = 0x40000000 };
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)NATIVE, 5, 0),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, RING, 12, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SMALLER_CALL, 10, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SMALLER_SOCKET, 9, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, ~(unsigned)BIT_OF_X32),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, RING, 6, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_VSOCK, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    };
    struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0 ? errno : 0;
#else
    return ENOSYS;
#endif
}

static int make_view(const voicetest_confinement *wanted, int has_own_users) {
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return errno;
    const char *paths[3] = {wanted->folder, wanted->changed, wanted->work};
    int files[3];
    for (int place = 0; place < 3; place++) {
        files[place] = openat(AT_FDCWD, paths[place], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (files[place] < 0) return errno;
    }
    /* Without attributes the system mounts an overlay that later fails to replace a folder. */
    int failed = fsetxattr(files[1], "user.voicetest", "", 0, 0) != 0 ? errno : 0;
    if (!failed) {
        fremovexattr(files[1], "user.voicetest");
        failed = mount_overlay(wanted->folder, files, ",userxattr");
    }
    /* A system before 5.11 does not know the option, and a file system may lack attributes of users:
     * the superuser has others. */
    if ((failed == EINVAL || failed == EOPNOTSUPP) && !has_own_users)
        failed = mount_overlay(wanted->folder, files, "");
    for (int place = 0; place < 3; place++) close(files[place]);
    return failed;
}

int voicetest_confine(const voicetest_confinement *wanted, int *step) {
    unsigned user = geteuid(), group = getegid();
    int kinds = (wanted->has_network ? 0 : CLONE_NEWNET) | (wanted->folder ? CLONE_NEWNS : 0)
        | (wanted->host ? CLONE_NEWUTS : 0);
    int has_own_users = 0;
    *step = VOICETEST_STEP_NAMESPACES;
    /* The superuser needs no user namespace, in which other users would be missing. */
    if (unshare(kinds) != 0) {
        if (errno != EPERM || unshare(kinds | CLONE_NEWUSER) != 0) return errno;
        has_own_users = 1;
    }
    int failed = 0;
    if (has_own_users) {
        *step = VOICETEST_STEP_USERS;
        failed = map_users(user, group);
    }
    if (!failed && !wanted->has_network) {
        *step = VOICETEST_STEP_LOOPBACK;
        failed = raise_loopback();
    }
    if (!failed && wanted->host) {
        *step = VOICETEST_STEP_HOST;
        failed = sethostname(wanted->host, strlen(wanted->host)) != 0 ? errno : 0;
    }
    if (!failed && wanted->folder) {
        *step = VOICETEST_STEP_VIEW;
        failed = make_view(wanted, has_own_users);
    }
    /* Last: what stands above needs sockets, and the rights that the start of the program takes away. */
    if (!failed && !wanted->has_network) {
        *step = VOICETEST_STEP_SOCKETS;
        failed = refuse_files();
    }
    if (!failed) *step = 0;
    return failed;
}

int voicetest_can_confine(const voicetest_confinement *wanted, int *step) {
    int ends[2];
    *step = VOICETEST_STEP_NAMESPACES;
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    /* The copy must not run what this process does on a signal. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
        int outcome[2] = {0, 0};
        outcome[0] = voicetest_confine(wanted, &outcome[1]);
        _exit(write(ends[1], outcome, sizeof outcome) < 0);
    }
    int failed = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (!failed) {
        int outcome[2] = {EAGAIN, VOICETEST_STEP_NAMESPACES};
        while (read(ends[0], outcome, sizeof outcome) < 0 && errno == EINTR) {}
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        failed = outcome[0];
        *step = outcome[1];
    }
    close(ends[0]);
    return failed;
}
#else
int voicetest_confine(const voicetest_confinement *wanted, int *step) {
    (void)wanted;
    *step = VOICETEST_STEP_NAMESPACES;
    return ENOSYS;
}

int voicetest_can_confine(const voicetest_confinement *wanted, int *step) {
    return voicetest_confine(wanted, step);
}
#endif
