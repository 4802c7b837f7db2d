package import VoiceEngine
package import VoiceJSON
package import VoiceRecognition
package import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// Configuration of an app's runs: its files and what they are run with. Paths are the user's own.
package struct RunConfiguration: Sendable, Equatable {
    /// Recognizer of the runs.
    public enum Recognizer: String, Sendable, Equatable, CaseIterable {
        /// pocketsphinx, on what the microphone hears.
        case pocketsphinx
        /// The caller lines' own words.
        case scripted
        /// A program of the user's, ``RunConfiguration/recognizerCommand``.
        case process
    }

    /// A runtime field that is set before the run.
    package struct Field: Sendable, Equatable {
        /// The field, as the flow spells it.
        package var name: String
        /// Value that the field holds when the run begins.
        package var value: JSONValue

        /// A field called `name`.
        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// A setting of the session, as `session.json` lists them.
    public struct Setting: Sendable, Equatable {
        /// The setting, as in `endpoint.offsetMs`.
        public var name: String
        /// A whole number in the setting's unit.
        public var value: Int

        /// A setting called `name`.
        package init(name: String, value: Int) {
            self.name = name
            self.value = value
        }
    }

    /// The kind of the engine.
    package internal(set) var engine: String
    /// The engine's files that have keys of their own in the project's file; empty where "files"
    /// names all of them.
    package internal(set) var keyedFiles: [ProjectFile]
    /// Paths of the engine's files by the names that the engine gives them.
    package var files: [String: String] = [:]
    /// The file that leads from scope to scope, where it has a key of its own; nil where it has
    /// none, or is not named.
    package var mainFile: String? { keyedFiles.first.flatMap { files[$0.name] } }
    /// Paths of the files that say what is tested: those that the engine needs, or all in order of
    /// their names.
    package var testedFiles: [String] {
        let names =
            keyedFiles.isEmpty
            ? files.keys.sorted() : keyedFiles.filter(\.isRequired).map(\.name)
        return names.compactMap { files[$0] }
    }
    /// The folder of prompt recordings and caller clips.
    package var media: String?
    /// Old files of prompts that a try plays in the place of those of today, by the names that
    /// requests call them.
    var oldSounds: [String: String] = [:]
    /// The language folder, looked into first.
    package var language = "en-US"
    /// A file of phrases the recognizer listens for, one a line.
    package var phrases: String?
    /// A grammar in JSGF the recognizer listens for.
    package var grammar: String?
    /// Recognizer of the runs.
    package var recognizer = Recognizer.pocketsphinx
    /// The program that recognises, where ``recognizer`` is one; it also hears recordings that were
    /// made with one.
    package var recognizerCommand: RecognizerCommand?
    /// The program that is the app under test, for an engine whose apps are programs.
    package var programCommand: ProgramCommand?
    /// The file of the session that says which telephone the program has; nil for none.
    package internal(set) var telephone: [UInt8]?
    /// Places of the telephone's values in the project's file, by key; that of the telephone itself
    /// is under an empty key.
    var telephonePlaces: [String: TextPlace] = [:]
    /// The session clock in hertz.
    package var sampleRate = 16_000
    /// The seed of all chance.
    package var seed: UInt64 = 1
    /// Runtime fields set before the run, in order.
    package var fields: [Field] = []
    /// Settings that are not the standard ones, in order.
    package var settings: [Setting] = []
    /// Rules of the app that follow those of every scenario; nil without any.
    package var app: AppRules?
    /// Expectations of every run's turn-taking, in order.
    package var expectations: [TurnExpectation] = []
    /// Words that are said otherwise, one `word: replacement` a line.
    package var aliases: String?
    /// Words and their pronunciation in IPA, one `word: ipa` a line.
    package var phonemes: String?

    /// Places of values in the project's file, by their keys, such as `seed`, `fields.NAME` and
    /// `settings.NAME`; what is not there has its default.
    package var places: [String: ValuePlace] = [:]
    /// The project's file; nil if there is none.
    package var projectFile: String?

    /// A configuration of an engine of `factory`, whose files are named by their own keys.
    package init(of factory: any EngineFactory) {
        engine = factory.declaration.kind
        keyedFiles = factory.projectFiles
    }
}

extension RunValue {
    /// Every such value, in the order in which they are read.
    static let all: [RunValue] = [
        file("media") { $0.media = $1 },
        file("phrases") { ($0.phrases, $0.grammar) = ($1, nil) },
        grammar,
        file("aliases") { $0.aliases = $1 },
        file("phonemes") { $0.phonemes = $1 },
        language,
        recognizer,
        sampleRate,
        seed,
    ]

    private static let grammar = RunValue(
        key: "grammar",
        read: { reader, object, path -> Setter? in
            guard let file = reader.file(in: object, "grammar", at: path) else { return nil }
            if object["phrases"] != nil {
                reader.survey.report(
                    .error, path.key("grammar"), "\"phrases\" is there too. Keep one of them")
            }
            return { ($0.phrases, $0.grammar) = (nil, file) }
        })

    private static let language = RunValue(
        key: "language",
        read: { reader, object, path -> Setter? in
            guard object["language"] != nil,
                let language = reader.survey.requiredText(object, "language", at: path)
            else { return nil }
            return { $0.language = language }
        })

    private static let recognizer = RunValue(
        key: "recognizer", isOverridable: true,
        read: { reader, object, path -> Setter? in
            guard let kind = reader.recognizer(in: object, at: path) else { return nil }
            return { $0.recognizer = kind }
        },
        change: { golden, now -> Change? in
            let (before, now) = (golden.recognizer.kind, now.recognizer.kind)
            // A manifest's recognizer is "none" where no module recognises.
            guard before != now, before != "none", now != "none" else { return nil }
            return Change(what: "\(before) -> \(now)") {
                $0.recognizer = RunConfiguration.Recognizer(rawValue: before) ?? $0.recognizer
            }
        })

    private static let sampleRate = RunValue(
        key: "sampleRate",
        read: { reader, object, path -> Setter? in
            guard let rate = reader.survey.count(object, "sampleRate", at: path) else { return nil }
            guard (8_000...48_000).contains(rate), rate % 100 == 0 else {
                reader.survey.report(
                    .error, path.key("sampleRate"),
                    "\(rate) is not a clock rate. Use 8000 to 48000, a multiple of 100")
                return nil
            }
            return { $0.sampleRate = Int(rate) }
        },
        change: { golden, now -> Change? in
            let (before, now) = (golden.sampleRate.hertz, now.sampleRate.hertz)
            guard before != now else { return nil }
            return Change(what: "\(before) -> \(now)") { $0.sampleRate = before }
        })

    private static let seed = RunValue(
        key: "seed", isOverridable: true,
        read: { reader, object, path -> Setter? in
            guard let seed = reader.survey.count(object, "seed", at: path) else { return nil }
            return { $0.seed = UInt64(seed) }
        },
        change: { golden, now -> Change? in
            let (before, now) = (golden.seed, now.seed)
            guard before != now else { return nil }
            return Change(what: "\(before) -> \(now)") { $0.seed = before }
        })
}
