import CReadTrapPort
import VoiceFiles
import VoiceReports
import VoiceSystem

/// The library that traps reads of clocks and chance: it has to stand before the C library, so the
/// program starts itself again with it where a certificate is asked for.
enum TrapLibrary {
    private static let name = "libvoicetest-readtrap.so"
    private static let preload = "LD_PRELOAD"
    /// Holds what this program put into `LD_PRELOAD`; a program that has it was started again.
    private static let mark = "VOICETEST_READ_TRAP"

    /// Whether the library stands before the C library in this process.
    static var isLoaded: Bool { voicetest_trap_is_loaded() != 0 }

    /// Starts the program again with the library where `arguments` ask for a certificate.
    ///
    /// Does nothing where the library is loaded already, or cannot be found. Call it before
    /// anything else: the program begins anew in the same process.
    static func enter(for arguments: [String]) {
        guard voicetest_trap_works() != 0 else { return }
        let wasStarted = leaveNoTrace()
        let asks = arguments.contains { $0 == "--certify" || $0.hasPrefix("--certify=") }
        guard asks, !wasStarted, !isLoaded, let path = places.first(where: DiskFile.exists)
        else { return }
        let entry = entry(for: path)
        let others = variable(preload).map { ":\($0)" } ?? ""
        setenv(preload, entry + others, 1)
        setenv(mark, entry, 1)
        var words = CommandLine.arguments.map { strdup($0) } + [nil]
        execv(program, &words)
        // It could not be started: the certificate says that the library is not loaded.
        for word in words { free(word) }
        _ = leaveNoTrace()
    }

    /// Removes from the environment what ``enter(for:)`` put there, so that programs that this one
    /// starts do not have it; false where there was nothing.
    private static func leaveNoTrace() -> Bool {
        guard let entry = variable(mark) else { return false }
        unsetenv(mark)
        let rest = variable(preload).map { text in
            text.hasPrefix(entry) ? String(text.dropFirst(entry.count).drop { $0 == ":" }) : text
        }
        if let rest, !rest.isEmpty { setenv(preload, rest, 1) } else { unsetenv(preload) }
        if entry.hasPrefix(descriptors), let number = Int32(entry.dropFirst(descriptors.count)) {
            close(number)
        }
        return true
    }

    /// Refuses a certificate where the library could be loaded and is not.
    static func require() throws(CommandError) {
        guard isLoaded || !ReadTrap.works else { throw CommandError(.notInstalled, complaint) }
    }

    /// Message on why there can be no certificate: the library is not loaded.
    private static var complaint: String {
        guard let path = places.first(where: DiskFile.exists) else {
            return "--certify needs \(name), which notes reads of clocks and chance. It is missing:"
                + " neither \(places.joined(separator: " nor ")) is there. Install voicetest again,"
                + " or build the library with `swift build -c release --product"
                + " voicetest-readtrap`."
        }
        return "--certify needs \(path), which notes reads of clocks and chance, and the system did"
            + " not load it. `LD_PRELOAD=\(path) voicetest --version` says why. A library of"
            + " another version is not taken: install voicetest again."
    }

    /// Paths where the library may stand: beside the program, as a build has it, or in the `lib`
    /// beside the program's `bin`, as an installation has it.
    private static var places: [String] {
        let folder = DiskFile.parent(of: DiskFile.realPath(program))
        let top = DiskFile.parent(of: folder)
        return ["\(folder)/\(name)", "\(top)/lib/voicetest/\(name)"]
    }

    private static let program = "/proc/self/exe"
    private static let descriptors = "/proc/self/fd/"

    /// The library as `LD_PRELOAD` takes it: blanks and colons separate names there, so a path with
    /// one goes by a number of an open file, which the new program inherits.
    private static func entry(for path: String) -> String {
        guard path.contains(where: { $0 == " " || $0 == ":" }) else { return path }
        let number = open(path, O_RDONLY)
        return number < 0 ? path : "\(descriptors)\(number)"
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
