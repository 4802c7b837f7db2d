import ArgumentParser
import VoiceAudio
import VoiceDevices
import VoiceRecognition
import VoiceSynthesis
import VoiceTrace

struct DoctorCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says what is installed, which versions, what is missing and how to get it.",
        discussion: """
            Exits 69 when something is missing that is not optional.

            Example:
              voicetest doctor
            """)

    @Option(help: "How the parts are printed.")
    var format = OutputFormat.text

    /// One thing voicetest stands on.
    private struct Part {
        let name: String
        let purpose: String
        /// What is there; nil when it is missing.
        let found: String?
        let remedy: String
        /// Whether all but a few files and verbs do without it.
        var isOptional = false
    }

    @OptionGroup var notes: NoteOptions

    func run() async throws {
        try await reporting {
            let parts = Self.parts()
            switch format {
            case .text:
                for part in parts {
                    try Console.print(
                        line: part.found.map { "ok       \(part.name): \($0) (\(part.purpose))" }
                            ?? "missing  \(part.name) (\(part.purpose)"
                            + "\(part.isOptional ? ", optional" : "")). \(part.remedy)")
                }
            case .json:
                let listed = parts.map { part -> JSONValue in
                    [
                        "name": .string(part.name), "purpose": .string(part.purpose),
                        "found": part.found.map { .string($0) } ?? .null,
                        "remedy": part.found == nil ? .string(part.remedy) : .null,
                    ]
                }
                try Console.print(json: ["parts": .array(listed)])
            }
            if parts.contains(where: { $0.found == nil && !$0.isOptional }) {
                throw ExitCode(ExitStatus.notInstalled.rawValue)
            }
        }
    }

    private static func parts() -> [Part] {
        let libraries =
            LinkedLibraries.audio.map { ($0.name, "sound files and rates", $0.version) }
            + LinkedLibraries.transforms.map { ($0.name, "finding speech and echoes", $0.version) }
            + LinkedLibraries.devices.map { ($0.name, "live recording", $0.version) }
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        let model = SpeechModel()
        return libraries.map { Part(name: $0.0, purpose: $0.1, found: $0.2, remedy: "") } + [
            Part(
                name: "voicetest-speak", purpose: "prompts and callers from text",
                found: try? synthesizer.engineVersion(),
                remedy: "Build it with `swift build --product voicetest-speak`, and run"
                    + " `apt-get install espeak-ng-data`."),
            Part(
                name: "speech model", purpose: "recognition with pocketsphinx",
                found: model.isInstalled ? model.folder : nil,
                remedy: "Run `apt-get install pocketsphinx-en-us`, or set VOICETEST_MODEL."),
            Part(
                name: "ffmpeg", purpose: "M4A, AMR, WebM and what else phones record",
                found: ForeignDecoder.version, remedy: ForeignDecoder.remedy, isOptional: true),
        ]
    }
}

private enum LinkedLibraries {
    static let audio = VoiceAudio.AudioLibraries.versions
    static let transforms = VoiceAudio.AudioLibraries.transforms
    static let devices = VoiceDevices.DeviceLibraries.versions
}
