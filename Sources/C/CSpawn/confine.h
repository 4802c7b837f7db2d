#ifndef VOICETEST_CONFINE_H
#define VOICETEST_CONFINE_H

#include "CSpawn.h"

/* Confines this process, which may have been forked from one with threads. 0; or an error number,
 * and in `step` what failed: then the process may be confined in part, and has to end. */
int voicetest_confine(const voicetest_confinement *wanted, int *step);

#endif
