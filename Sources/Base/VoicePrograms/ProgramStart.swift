internal import CSpawn
internal import VoiceSystem

/// Start of a program: the program with its arguments, the folder it runs in, and what it finds in
/// its environment. No shell stands between.
///
/// The child gets three files: standard input, output and error, which are sockets. It runs in a
/// process group of its own, because Ctrl-C on the terminal is for the program that asked, which
/// may still need what the child is working on.
package struct ProgramStart: Sendable, Equatable {
    /// The path of the program, seen from ``folder``.
    package var program: String
    /// Arguments of the program, without its name.
    package var arguments: [String]
    /// Folder that the program runs in; nil for that of this process.
    package var folder: String?
    /// `NAME=value` each; nil for the environment of this process.
    package var environment: [String]?

    /// Puts a start together.
    package init(
        program: String, arguments: [String], folder: String? = nil, environment: [String]? = nil
    ) {
        self.program = program
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
    }

    /// The path of the program called `name`, seen from `folder`: itself when it has a slash, else
    /// below the first absolute folder of `$PATH` that has it; nil when it is nowhere.
    package static func path(of name: String, in folder: String?) -> String? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        if name.contains("/") {
            let isRelative = !name.hasPrefix("/")
            let seen = isRelative ? folder.map { "\($0)/\(name)" } ?? name : name
            return isProgram(seen) ? name : nil
        }
        let folders = variable("PATH") ?? ""
        return folders.split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return access(path, X_OK) == 0
    }

    /// The value of a variable of the environment of this process; nil where it has none.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The environment of this process with other values of `variables`, and without those that
    /// are nil there, in order; nil where nothing changes.
    package static func environment(changing variables: [String: String?]) -> [String]? {
        guard !variables.isEmpty else { return nil }
        var all: [String] = []
        var next = voicetest_environment()
        while let place = next, let text = place.pointee {
            all.append(String(cString: text))
            next = place.advanced(by: 1)
        }
        all.removeAll { variables.keys.contains(String($0.prefix { $0 != "=" })) }
        return all
            + variables.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
    }

    /// Starts the child with its ends of `pipes`, which are closed here whether it starts or not:
    /// only then is the child's end seen.
    func spawn(_ pipes: borrowing ChildPipes) throws(ProgramError) -> pid_t {
        defer { pipes.closeChildEnds() }
        #if canImport(Glibc)
            var actions = posix_spawn_file_actions_t()
        #else
            var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in [pipes.input.child, pipes.output.child, pipes.message.child]
            .enumerated()
        {
            posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
        }
        _ = voicetest_spawn_without_files_from(&actions, 3)
        if let folder { _ = voicetest_spawn_in_folder(&actions, folder) }
        #if canImport(Glibc)
            var attributes = posix_spawnattr_t()
        #else
            var attributes: posix_spawnattr_t?
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.set(&attributes)
        var process = pid_t()
        let number = withWords { program, words, variables, _ in
            posix_spawn(&process, program, &actions, &attributes, words, variables)
        }
        guard number == 0 else { throw .cannotStart(program: program, number: number) }
        return process
    }

    /// Gives the program, its words, its variables and its folder to `body` as C takes them.
    func withWords(
        _ body: (
            UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>,
            UnsafePointer<UnsafeMutablePointer<CChar>?>, UnsafePointer<CChar>?
        ) -> Int32
    ) -> Int32 {
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let listed = (environment ?? []).map { strdup($0) } + [nil]
        let place = folder.flatMap { strdup($0) }
        defer { (words + listed + [place]).forEach { free($0) } }
        guard let name = words[0] else { return ENOMEM }
        return words.withUnsafeBufferPointer { words in
            listed.withUnsafeBufferPointer { listed in
                guard let words = words.baseAddress, let listed = listed.baseAddress else {
                    return ENOMEM
                }
                let own = voicetest_environment().map { UnsafePointer($0) }
                return body(name, words, environment == nil ? own ?? listed : listed, place)
            }
        }
    }

    #if canImport(Glibc)
        private typealias Attributes = posix_spawnattr_t
    #else
        private typealias Attributes = posix_spawnattr_t?
    #endif

    /// Gives the child a group of its own, and signals as a program finds them that a shell starts:
    /// what this process ignores or holds back is its own business.
    private static func set(_ attributes: inout Attributes) {
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }
}

/// The end of a child that was started.
enum ChildEnd {
    /// Waits until `process` has ended: its exit code, or 128 and the number of the signal.
    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return code(ofStatus: status)
    }

    /// Returns the exit code from the system's status of the end of a process, or 128 and the
    /// number of the signal.
    static func code(ofStatus status: Int32) -> Int32 {
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    /// Kills `process`, which was not waited for yet, and what it started in its group.
    static func force(_ process: pid_t) {
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
    }
}
