#pragma once
#include <fftw3.h>

/// fftwf_version is an array of unknown size, which Swift cannot import.
static inline const char *voicetest_fftw_version(void) { return fftwf_version; }
