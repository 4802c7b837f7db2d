#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The processor's cores.
enum Cores {
    /// How many there are to work on.
    static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
