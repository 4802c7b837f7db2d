#ifndef VOICETEST_READ_TRAP_PORT_H
#define VOICETEST_READ_TRAP_PORT_H

#include "../../CReadTrap/include/CReadTrap.h"

/* Whether reads can be trapped on this system. */
int voicetest_trap_works(void);
/* Whether the library stands before the C library in this process. */
int voicetest_trap_is_loaded(void);
/* The functions of the library; they do nothing where it is not loaded. */
void voicetest_trap_arm(void);
void voicetest_trap_disarm(void);
int voicetest_trap_places(void);
int voicetest_trap_limit(void);
voicetest_trap_read voicetest_trap_place(int index);
void voicetest_trap_forget(void);
/* The symbol at `address`, demangled, and the file it stands in; the caller frees both. */
char *voicetest_trap_symbol(void *address);
char *voicetest_trap_file(void *address);

#endif
