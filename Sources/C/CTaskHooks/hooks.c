/* The places at which Swift's concurrency library lets a process say where jobs run.
 *
 * They are variables of that library with Swift's calling convention, which Swift itself cannot
 * write down. They are weak: where a library of another version has none, nothing is installed.
 */
#include "CTaskHooks.h"
#include <stddef.h>

#define SWIFT __attribute__((swiftcall))
#define WEAK __attribute__((weak))

typedef SWIFT void (*enqueue)(void *job);
typedef SWIFT void (*enqueue_hook)(void *job, enqueue original);
typedef struct {
    void *identity;
    uintptr_t implementation;
} executor;
typedef SWIFT executor (*executor_getter)(void);
typedef SWIFT executor (*executor_hook)(executor_getter original);

extern enqueue_hook swift_task_enqueueGlobal_hook WEAK;
extern executor_hook swift_task_getMainExecutor_hook WEAK;
extern SWIFT void swift_job_run(void *job, executor where) WEAK;
extern SWIFT uint64_t swift_task_getJobTaskId(void *job) WEAK;
extern SWIFT void *swift_task_getCurrent(void) WEAK;

static voicetest_take_job taker;
static executor main_executor;
static _Thread_local int scope;
static _Thread_local int is_probing;
static _Thread_local void *probed;

static SWIFT void enqueue_global(void *job, enqueue original) {
    if (!voicetest_probe_take(job) && !taker(job)) original(job);
}

static SWIFT executor get_main_executor(executor_getter original) {
    (void)original;
    return main_executor;
}

int voicetest_hooks_exist(void) {
    return &swift_task_enqueueGlobal_hook != NULL && &swift_task_getMainExecutor_hook != NULL
        && swift_job_run != NULL && swift_task_getJobTaskId != NULL
        && swift_task_getCurrent != NULL;
}

void voicetest_hooks_install(voicetest_take_job take, void *identity, uintptr_t implementation) {
    taker = take;
    main_executor.identity = identity;
    main_executor.implementation = implementation;
    swift_task_enqueueGlobal_hook = enqueue_global;
    swift_task_getMainExecutor_hook = get_main_executor;
}

void voicetest_hooks_remove(void) {
    swift_task_enqueueGlobal_hook = NULL;
    swift_task_getMainExecutor_hook = NULL;
}

void voicetest_probe_begin(void) {
    is_probing = 1;
    probed = NULL;
}

int voicetest_probe_take(void *job) {
    if (!is_probing || probed) return 0;
    probed = job;
    return 1;
}

void *voicetest_probe_end(void) {
    is_probing = 0;
    return probed;
}

int voicetest_scope(int step) { return scope += step; }

void voicetest_run_job(void *job, int is_main) {
    executor concurrent = {NULL, 0};
    swift_job_run(job, is_main ? main_executor : concurrent);
}

uint64_t voicetest_job_task(void *job) { return swift_task_getJobTaskId(job); }

uint64_t voicetest_current_task(void) {
    void *task = swift_task_getCurrent();
    return task ? swift_task_getJobTaskId(task) : 0;
}
