#pragma once
#include <portaudio.h>

/// The constants of PortAudio are casts, which Swift cannot import.
static const unsigned long voicetest_input_underflow = paInputUnderflow;
static const unsigned long voicetest_input_overflow = paInputOverflow;
static const unsigned long voicetest_output_underflow = paOutputUnderflow;
static const unsigned long voicetest_float32 = paFloat32;
static const unsigned long voicetest_no_flags = paNoFlag;

#ifdef __linux__
#include <stddef.h>

/// ALSA writes about every device that it cannot open to standard error unless it has a handler,
/// whose type is variadic and so cannot be named in Swift. Only what is called is declared, so
/// that ALSA's headers are not needed.
typedef void (*voicetest_alsa_handler)(
    const char *file, int line, const char *function, int error, const char *format, ...);
int snd_lib_error_set_handler(voicetest_alsa_handler handler);

static inline void voicetest_drop_message(
    const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

static inline void voicetest_silence_host(void) {
    snd_lib_error_set_handler(voicetest_drop_message);
}
#else
static inline void voicetest_silence_host(void) {}
#endif
