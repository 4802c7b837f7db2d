internal import VoiceEngine
package import VoiceJSON
package import VoiceTime

extension ProgramEngineFactory: RedactableProgram {
    /// Name of the file of the acts of a program.
    package var actsFile: String { ProgramActs.fileName }

    package func hidden(
        _ name: String, of files: [String: [UInt8]], hidesCalls: Bool,
        by hide: (JSONValue) -> JSONValue
    ) -> (bytes: [UInt8], digests: [String: String]) {
        let rules = Self.rules(in: files)
        guard let bytes = files[name] else { return ([], [:]) }
        if name == ProgramActs.fileName {
            let program = try? ProgramDescription.of(files)
            return (try? ProgramActs(bytes: bytes))?.hidden(by: hide, of: program, rules)
                ?? ([], [:])
        }
        return (try? CallTape(bytes: bytes, rules))?.hidden(by: hide, hidesCalls: hidesCalls)
            ?? ([], [:])
    }

    package func expectedTexts(
        in files: [String: [UInt8]]
    ) -> [(frame: Frame, texts: [String])] { Self.acts(in: files).expected }

    package func toldTexts(in files: [String: [UInt8]], from frame: Frame) -> [String] {
        let program = try? ProgramDescription.of(files)
        let tape = files[CallTape.fileName].flatMap { try? CallTape(bytes: $0) }
        return Self.acts(in: files).told(from: frame, of: program) + (tape?.answeredTexts ?? [])
    }

    private static func acts(in files: [String: [UInt8]]) -> ProgramActs {
        files[ProgramActs.fileName].flatMap { try? ProgramActs(bytes: $0) } ?? ProgramActs()
    }

    static func rules(in files: [String: [UInt8]]) -> ProgramRules {
        files[ProgramRules.fileName].flatMap { try? ProgramRules(bytes: $0) } ?? ProgramRules()
    }
}
