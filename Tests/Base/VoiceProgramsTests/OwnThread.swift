#if canImport(Glibc)
    import Glibc

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Runs `body` on a thread of its own, which then ends: what it gives up, no other thread
    /// misses.
    func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        var value: Value?
        let work = Unmanaged.passRetained(Work { value = body() })
        var thread = pthread_t()
        let number = pthread_create(
            &thread, nil,
            {
                if let work = $0 { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        precondition(number == 0, "no thread")
        pthread_join(thread, nil)
        guard let value else { preconditionFailure("the thread left no value") }
        return value
    }

    /// Has the system refuse namespaces to this thread and to the processes that it starts, as one
    /// does whose users may not make any.
    func refuseNamespaces() -> Bool {
        #if arch(x86_64)
            let unshare: UInt64 = 272
        #else
            let unshare: UInt64 = 97
        #endif
        // Load the number of the call; where it is that one, return EPERM; else let it be.
        var filter: [UInt64] = [
            0x20, 0x0100_0015 | unshare << 32, 0x06 | (0x0005_0000 | UInt64(EPERM)) << 32,
            0x06 | 0x7fff_0000 << 32,
        ]
        typealias Control =
            @convention(c) (CInt, CUnsignedLong, CUnsignedLong, CUnsignedLong, CUnsignedLong) ->
            CInt
        guard let symbol = dlsym(nil, "prctl") else { return false }
        let control = unsafeBitCast(symbol, to: Control.self)
        let noNewPrivileges: CInt = 38
        let seccomp: CInt = 22
        guard control(noNewPrivileges, 1, 0, 0, 0) == 0 else { return false }
        return filter.withUnsafeMutableBytes { filter in
            let program = [UInt64(4), UInt64(UInt(bitPattern: filter.baseAddress))]
            return program.withUnsafeBytes {
                control(seccomp, 2, UInt(bitPattern: $0.baseAddress), 0, 0) == 0
            }
        }
    }

    /// Gives this thread a current folder of its own.
    func enter(_ folder: String) -> Bool {
        typealias Unshare = @convention(c) (CInt) -> CInt
        guard let symbol = dlsym(nil, "unshare") else { return false }
        let ownFolder: CInt = 0x200
        return unsafeBitCast(symbol, to: Unshare.self)(ownFolder) == 0 && chdir(folder) == 0
    }
#endif
