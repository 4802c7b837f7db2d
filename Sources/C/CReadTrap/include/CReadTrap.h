#ifndef VOICETEST_READ_TRAP_H
#define VOICETEST_READ_TRAP_H

/* The most frames of a stack that are kept. */
#define VOICETEST_TRAP_DEPTH 24

/* One place that read a clock or unseeded chance while its thread was watched. */
typedef struct {
    const char *function;
    unsigned long count;
    int depth;
    void *frames[VOICETEST_TRAP_DEPTH];
} voicetest_trap_read;

/* What the library does for the program that it is loaded into. */
typedef struct {
    /* Begins and ends the watch over the calling thread. */
    void (*arm)(void);
    void (*disarm)(void);
    /* How many places the table has room for; places beyond its end count as its last. */
    int (*limit)(void);
    /* How many places there are, and one of them. */
    int (*places)(void);
    voicetest_trap_read (*place)(int index);
    /* Forgets all of them. */
    void (*forget)(void);
} voicetest_trap_functions;

/* The number in its name changes with what the table holds: a program takes no other library. */
extern const voicetest_trap_functions voicetest_read_trap_1;

#endif
