internal import VoiceSystem

/// The three ways between this process and a child; every end is closed exactly once.
///
/// Sockets, not pipes: only a socket can be written to without the signal of a broken pipe.
struct ChildPipes: ~Copyable {
    let input: (ours: Int32, child: Int32)
    let output: (ours: Int32, child: Int32)
    let message: (ours: Int32, child: Int32)

    init(program: String) throws(ProgramError) {
        var made: [(ours: Int32, child: Int32)] = []
        for _ in 0..<3 {
            guard let pair = Self.pair() else {
                let number = errno
                for pair in made {
                    close(pair.ours)
                    close(pair.child)
                }
                throw .cannotStart(program: program, number: number)
            }
            made.append(pair)
        }
        (input, output, message) = (made[0], made[1], made[2])
    }

    deinit {
        for file in [input.ours, output.ours, message.ours] { close(file) }
    }

    /// Closes what belongs to the child, so that its end is seen here. Called once, by spawn.
    func closeChildEnds() {
        for file in [input.child, output.child, message.child] { close(file) }
    }

    private static func pair() -> (ours: Int32, child: Int32)? {
        var files: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, kind, 0, &files) == 0 else { return nil }
        #if !canImport(Glibc)
            var yes: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            setsockopt(files[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
            for file in files { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        #endif
        return (files[0], files[1])
    }

    /// Sends without waiting and without a signal.
    static func send(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            return VoiceSystem.send(file, bytes.baseAddress, bytes.count, flags)
        #else
            return VoiceSystem.send(file, bytes.baseAddress, bytes.count, MSG_DONTWAIT)
        #endif
    }

    /// Appends the bytes that are there now; false at the end of the stream.
    static func drain(_ file: Int32, into bytes: inout [UInt8]) -> Bool {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(file, &block, block.count)
        if count > 0 { bytes.append(contentsOf: block[..<count]) }
        return count > 0 || (count < 0 && errno == EINTR)
    }
}
