import ArgumentParser
import VoiceAudio
import VoiceDevices
import VoiceJSON
import VoiceRecognition
import VoiceReports
import VoiceSynthesis

struct DoctorCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says what is installed, which versions, what is missing and how to get it.",
        discussion: """
            The speech model is loaded, and has to hear a word in a recording of it. What apps are \
            made with is looked for in the `python3` and `node` of the PATH. Exits 69 when \
            something that is not optional is missing or damaged.

            Example:
              voicetest doctor
            """)

    @Option(help: "How the parts are printed.")
    var format = OutputFormat.text

    /// Part that voicetest or an app under test needs.
    struct Part {
        let name: String
        let purpose: String
        /// Description of the part that is there; nil when it is missing or damaged.
        let found: String?
        let remedy: String
        /// Word for the state of a part that is not found.
        var state = "missing"
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
                            ?? "\(part.state)  \(part.name) (\(part.purpose)"
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
        return libraries.map { Part(name: $0.0, purpose: $0.1, found: $0.2, remedy: "") } + [
            Part(
                name: "voicetest-speak", purpose: "prompts and callers from text",
                found: try? synthesizer.engineVersion(),
                remedy: "Build it with `swift build --product voicetest-speak`, and run"
                    + " `apt-get install espeak-ng-data`."),
            speechModel(),
            Part(
                name: "ffmpeg", purpose: "M4A, AMR, WebM and what else phones record",
                found: ForeignDecoder.version, remedy: ForeignDecoder.remedy, isOptional: true),
        ] + appParts()
    }

    private static func speechModel() -> Part {
        let model = SpeechModel()
        let (name, purpose) = ("speech model", "recognition with pocketsphinx")
        guard model.isInstalled else {
            return Part(
                name: name, purpose: purpose, found: nil,
                remedy: "Run `apt-get install pocketsphinx-en-us`, install the wheel"
                    + " voicetest-model of a release, or set VOICETEST_MODEL.")
        }
        do throws(RecognitionError) {
            try ModelTrial.run(model)
            return Part(name: name, purpose: purpose, found: model.folder, remedy: "")
        } catch {
            return Part(
                name: name, purpose: purpose, found: nil, remedy: "\(error)", state: "damaged")
        }
    }
}

private enum LinkedLibraries {
    static let audio = VoiceAudio.AudioLibraries.versions
    static let transforms = VoiceAudio.AudioLibraries.transforms
    static let devices = VoiceDevices.DeviceLibraries.versions
}
