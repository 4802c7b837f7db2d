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

/* Whether reads can be trapped on this system. */
int voicetest_trap_works(void);
/* Begins and ends the watch over the calling thread. */
void voicetest_trap_arm(void);
void voicetest_trap_disarm(void);
/* How many places there are, and one of them; places beyond the table's end count as its last. */
int voicetest_trap_places(void);
int voicetest_trap_limit(void);
voicetest_trap_read voicetest_trap_place(int index);
/* Forgets all of them. */
void voicetest_trap_forget(void);
/* The symbol at `address`, demangled, and the file it stands in; the caller frees both. */
char *voicetest_trap_symbol(void *address);
char *voicetest_trap_file(void *address);

#endif
