// The C library of this platform, under one name.

#if canImport(Glibc)
    @_exported public import Glibc
#else
    @_exported public import Darwin
#endif
