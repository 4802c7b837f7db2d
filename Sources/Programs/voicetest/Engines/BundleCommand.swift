import ArgumentParser
import KeenASR
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceReports

/// ASR bundles of KeenASR.
struct BundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Makes and checks ASR bundles, the folders that a KeenASR app recognises with.",
        discussion: """
            A bundle holds MANIFEST.txt, decode.conf, model.conf, lang/lexicon.txt and \
            lang/phones.txt. Opening one checks every file by its SHA-256.

            Examples:
              voicetest bundle make bundles/english
              voicetest bundle check bundles/english
            """,
        subcommands: [Make.self, Check.self])

    struct Make: AsyncParsableCommand, NotingCommand {
        static let configuration = CommandConfiguration(
            commandName: "make",
            abstract: "Makes an ASR bundle of a pocketsphinx model.",
            discussion: """
                The model comes from the package pocketsphinx-en-us. The bundle refers to the \
                files in the model's folder, so do not change them. With --copy the bundle holds \
                its own copies. Exits 69 where the model is not installed and 73 where the name \
                is taken.

                Example:
                  voicetest bundle make bundles/english --copy
                """)

        @Argument(help: "The bundle's folder, which is made.", completion: .directory)
        var directory: String

        @Option(
            help: """
                The model's folder, with en-us/mdef and cmudict-en-us.dict in it; else \
                $VOICETEST_MODEL, else the package's.
                """, completion: .directory)
        var model: String?

        @Flag(help: "Copies the model into the bundle, about 10 MB.")
        var copy = false

        @Flag(help: "Replaces a bundle that is already there.")
        var force = false

        @Option(help: "How what was made is printed.")
        var format = OutputFormat.text

        @OptionGroup var notes: NoteOptions

        func run() async throws {
            try await reporting {
                let bundle = try KIOSASRBundle.make(
                    at: directory, model: SpeechModel(folder: model).folder, copiesModel: copy,
                    replacing: force)
                try BundleFacts(bundle).print(format)
            }
        }
    }

    struct Check: AsyncParsableCommand, NotingCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Opens an ASR bundle, checks every file of it and says what it holds.",
            discussion: """
                Exits 65 where a file was changed or cannot be understood, 66 where one is missing \
                and 69 where the acoustic model is not installed.

                Example:
                  voicetest bundle check bundles/english --format json
                """)

        @Argument(help: "The bundle's folder.", completion: .directory)
        var directory: String

        @Option(help: "How what was found is printed.")
        var format = OutputFormat.text

        @OptionGroup var notes: NoteOptions

        func run() async throws {
            try await reporting {
                guard DiskFile.exists("\(directory)/MANIFEST.txt") else {
                    throw CommandError(
                        .missing,
                        "\(directory) is not an ASR bundle: it has no MANIFEST.txt. Make one with"
                            + " `voicetest bundle make`.")
                }
                try BundleFacts(KIOSASRBundle(path: directory)).print(format)
            }
        }
    }
}

/// Contents of a bundle, for people and programs.
private struct BundleFacts {
    let bundle: KIOSASRBundle
    let phones: Int?
    let words: Int?
    let pronunciations: Int?

    init(_ bundle: KIOSASRBundle) throws {
        self.bundle = bundle
        let set = bundle.hasLanguage ? try bundle.phones() : nil
        let lexicon = bundle.hasLanguage ? try bundle.lexicon() : nil
        phones = set?.names.count
        words = lexicon?.wordCount
        pronunciations = lexicon?.pronunciationCount
    }

    func print(_ format: OutputFormat) throws {
        switch format {
        case .text:
            try Console.print(line: "name            \(bundle.name)")
            try Console.print(line: "digest          \(bundle.digest)")
            try Console.print(line: "type            \(bundle.recognizerType)")
            try Console.print(line: "acoustic model  \(bundle.model.folder)")
            let language =
                if let words, let pronunciations, let phones {
                    "\(words) words, \(pronunciations) pronunciations, \(phones) phones"
                } else { "none: no graph can be built with this bundle" }
            try Console.print(line: "language        \(language)")
            for key in bundle.settings.ignoredKeys {
                try Console.print(line: "without effect  --\(key)")
            }
        case .json:
            var object: JSONObject = [
                "name": .string(bundle.name), "path": .string(bundle.path),
                "sha256": .string(bundle.digest),
                "recognizerType": .string("\(bundle.recognizerType)"),
                "acousticModel": .string(bundle.model.folder),
                "settingsWithoutEffect": .array(
                    bundle.settings.ignoredKeys.map { .string($0) }),
            ]
            object["words"] = words.map { .integer(Int64($0)) }
            object["pronunciations"] = pronunciations.map { .integer(Int64($0)) }
            object["phones"] = phones.map { .integer(Int64($0)) }
            try Console.print(json: .object(object))
        }
    }
}
