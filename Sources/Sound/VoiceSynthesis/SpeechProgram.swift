internal import VoiceSystem

/// Finds `voicetest-speak`.
enum SpeechProgram {
    static let name = "voicetest-speak"

    /// The first of: `given`, `$VOICETEST_SPEAK`, beside the running program, `$PATH`.
    ///
    /// What is named expressly is used or is missing: there is no second choice behind it.
    static func find(given: String?) throws(SynthesisError) -> String {
        if let named = given ?? variable("VOICETEST_SPEAK"), !named.isEmpty {
            guard access(named, X_OK) == 0 else { throw .programMissing(tried: [named]) }
            return named
        }
        let beside = folder(of: runningProgram).map { ["\($0)/\(name)"] } ?? []
        let folders = (variable("PATH") ?? "").split(separator: ":").map(String.init)
        let places = beside + folders.map { "\($0)/\(name)" }
        guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
            throw .programMissing(tried: ["$VOICETEST_SPEAK"] + beside + ["$PATH"])
        }
        return found
    }

    /// Little goes in, so that little can change the sound: where data and libraries are.
    static var environment: [String] {
        let kept = ["ESPEAK_DATA_PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]
        return ["LC_ALL=C.UTF-8"]
            + kept.compactMap { name in variable(name).map { "\(name)=\($0)" } }
    }

    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static var runningProgram: String {
        guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
        defer { free(path) }
        return String(cString: path)
    }

    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
