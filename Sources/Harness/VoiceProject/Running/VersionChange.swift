package import VoiceDiff
package import VoiceTrace

/// An upgrade between a golden and a run: another version of the program or of its engine.
package struct VersionChange: Sendable, Equatable {
    /// Change, as in `voicetest 0.1.0 -> 0.2.0, engine KIND 1 -> 2`.
    package let sentence: String
    /// Whether the engine says that its behaviour may have changed.
    package let isOfEngine: Bool

    /// The cause that a verdict names; no file has it.
    package var cause: Cause { Cause(.engine, key: "version", what: sentence) }

    /// Compares the versions that made the golden of `manifest` and `ledger` with an `engine` and a
    /// `program` that names itself with its version; nil where both have the same versions.
    ///
    /// A golden of another program, such as an app's own tests, has another version only where its
    /// engine has.
    package init?(
        from manifest: SessionManifest, _ ledger: AcceptanceLedger,
        to engine: SessionManifest.Part, program: String
    ) {
        var parts: [String] = []
        let before = Self.parts(of: ledger.program ?? manifest.createdBy)
        let now = Self.parts(of: program)
        if before.name == now.name, before.version != now.version {
            parts.append("\(now.name) \(before.version) -> \(now.version)")
        }
        let version = ledger.engine ?? manifest.engine.version
        isOfEngine = manifest.engine.kind == engine.kind && version != engine.version
        if isOfEngine { parts.append("engine \(engine.kind) \(version) -> \(engine.version)") }
        guard !parts.isEmpty else { return nil }
        sentence = parts.joined(separator: ", ")
    }

    /// A program's name and version, which stand around the last blank.
    fileprivate static func parts(of program: String) -> (name: Substring, version: Substring) {
        guard let blank = program.lastIndex(of: " ") else { return (program[...], "") }
        return (program[..<blank], program[program.index(after: blank)...])
    }
}

extension [Cause] {
    /// The changes, and `version` behind them: alone where nothing else changed; beside others only
    /// where the engine says that its behaviour may have changed.
    func adding(_ version: VersionChange?, isAlone: Bool) -> [Cause] {
        guard let version, version.isOfEngine || isAlone else { return self }
        return self + [version.cause]
    }
}

extension SessionManifest {
    /// Says that a later version of `program` recorded the session with `unknown` settings, which
    /// `program` does not have, in a sentence; nil where it did not.
    package func laterSettings(_ unknown: [String], than program: String) -> String? {
        let (own, other) = (VersionChange.parts(of: program), VersionChange.parts(of: createdBy))
        func numbers(_ version: Substring) -> [Int] {
            version.split(separator: ".").map { Int($0) ?? 0 }
        }
        guard !unknown.isEmpty, own.name == other.name,
            numbers(own.version).lexicographicallyPrecedes(numbers(other.version))
        else { return nil }
        let names = unknown.prefix(3).joined(separator: ", ")
        let more = unknown.count > 3 ? " and \(unknown.count - 3) more" : ""
        return
            "\(createdBy) recorded it with settings that \(program) does not have: \(names)\(more)."
            + " A replay leaves them out. Update \(own.name)."
    }
}
