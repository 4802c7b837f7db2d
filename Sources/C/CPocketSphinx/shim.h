#pragma once
#include <pocketsphinx.h>
#include <pthread.h>
#include <sphinxbase/err.h>
#include <sphinxbase/fsg_model.h>
#include <sphinxbase/jsgf.h>
#include <stdarg.h>
#include <stdio.h>

/// What pocketsphinx said in one thread while it was listened to.
typedef struct {
    pthread_t listener;
    int isListening;
    size_t length;
    char text[2048];
} voicetest_error_log;

/// A variadic callback cannot be written in Swift. Keeps errors of the listening thread, drops
/// everything else, so that nothing reaches standard error.
static inline void voicetest_keep_error(void *data, err_lvl_t level, const char *format, ...) {
    voicetest_error_log *log = (voicetest_error_log *)data;
    if (level < ERR_ERROR || !log->isListening || !pthread_equal(log->listener, pthread_self())) {
        return;
    }
    size_t space = sizeof log->text - log->length;
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(log->text + log->length, space, format, arguments);
    va_end(arguments);
    if (count > 0) {
        log->length += (size_t)count < space ? (size_t)count : space - 1;
    }
}

/// The type of a variadic callback cannot be named in Swift.
static inline void voicetest_keep_errors(voicetest_error_log *log) {
    err_set_callback(voicetest_keep_error, log);
}

/// `cmd_ln_init` is variadic. Every setting at its default.
static inline cmd_ln_t *voicetest_default_settings(void) {
    return cmd_ln_init(NULL, ps_args(), TRUE, NULL);
}

/// The iterator's accessors are macros. How many rules of a grammar are public.
static inline int voicetest_public_rules(jsgf_t *grammar) {
    int count = 0;
    for (jsgf_rule_iter_t *rule = jsgf_rule_iter(grammar); rule != NULL;
         rule = jsgf_rule_iter_next(rule)) {
        count += jsgf_rule_public(jsgf_rule_iter_rule(rule)) ? 1 : 0;
    }
    return count;
}
