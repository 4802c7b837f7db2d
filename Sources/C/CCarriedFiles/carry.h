// A file between CARRY and CARRIED, as an `#embed` of it, becomes the function of its name.
#pragma once

#include "CCarriedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define CARRY(name) static const unsigned char name##_bytes[] = {
#define CARRIED(name)                                                                              \
    }                                                                                              \
    ;                                                                                              \
    carried_file name(void) {                                                                      \
        carried_file file = {name##_bytes, sizeof name##_bytes};                                   \
        return file;                                                                               \
    }
