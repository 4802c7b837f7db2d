#pragma once
// The state of a digest as a value: it is copied where a digest is read and goes on.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
