#ifndef VOICETEST_TASK_HOOKS_H
#define VOICETEST_TASK_HOOKS_H

#include <stdint.h>

/* Takes a job for the concurrent threads: 1 when it keeps it, 0 when it is to run there. */
typedef int (*voicetest_take_job)(void *job);

/* Whether the concurrency library has the hooks that installing needs. */
int voicetest_hooks_exist(void);
/* Asks `take` about jobs for the concurrent threads, and makes the executor of these two words the
 * main actor's. For the rest of the process; once. */
void voicetest_hooks_install(voicetest_take_job take, void *identity, uintptr_t implementation);
/* Takes the hooks out again. */
void voicetest_hooks_remove(void);
/* Between these two, the first job that the calling thread brings is kept: the end gives it, or NULL. */
void voicetest_probe_begin(void);
void *voicetest_probe_end(void);
/* Whether `job` is the one that is kept. */
int voicetest_probe_take(void *job);
/* How deep the calling thread is inside the running of an app; `step` is added. */
int voicetest_scope(int step);
/* Runs a job here: as one of the main actor, or of the concurrent threads. */
void voicetest_run_job(void *job, int is_main);
/* The number of the task that a job goes on with; 0 for a job of another kind. */
uint64_t voicetest_job_task(void *job);
/* The number of the task that calls; 0 outside of tasks. */
uint64_t voicetest_current_task(void);

#endif
