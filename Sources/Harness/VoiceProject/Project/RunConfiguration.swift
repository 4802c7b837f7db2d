package import VoiceEngine
package import VoiceJSON
package import VoiceRecognition
package import VoiceSession
internal import VoiceTrace

/// Place of a value in a project's file.
package struct ValuePlace: Sendable, Equatable {
    /// The line, from 1.
    package let line: Int
    /// The way to it, as in `overrides[0].fields.Next`.
    package let key: String
}

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
    package private(set) var engine: String
    /// The engine's files that have keys of their own in the project's file; empty where "files"
    /// names all of them.
    package private(set) var keyedFiles: [ProjectFile]
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

    /// Places of values in the project's file, by `seed`, `sampleRate`, `recognizer`,
    /// `recognizerCommand`, `language`, `fields.NAME` and `settings.NAME`; what is not there has
    /// its default.
    package var places: [String: ValuePlace] = [:]
    /// The project's file; nil if there is none.
    package var projectFile: String?

    /// A configuration of an engine of `factory`, whose files are named by their own keys.
    package init(of factory: any EngineFactory) {
        engine = factory.declaration.kind
        keyedFiles = factory.projectFiles
    }

    /// Returns a finding about the telephone's file, which a project does not have, at its place in
    /// the project's file; any other as it is.
    package func placed(_ finding: Finding) -> Finding {
        guard finding.file == TelephoneFile.name, let projectFile else { return finding }
        var placed = finding
        let key = telephonePlaces.keys.filter { finding.path == JSONPath.root.key($0) }.first ?? ""
        placed.file = projectFile
        placed.place = telephonePlaces[key] ?? finding.place
        placed.path = JSONPath.root.key("telephone")
        if !key.isEmpty { placed.path = placed.path.key(key) }
        return placed
    }

    /// The path that the project's file names by `key`; nil where it names none.
    package subscript(key: String) -> String? {
        get { keyedFiles.first { $0.key == key }.flatMap { files[$0.name] } }
        set {
            guard let file = keyedFiles.first(where: { $0.key == key }) else { return }
            files[file.name] = newValue
        }
    }

    /// Sets another engine, whose `files` are named by the names that it gives them.
    package mutating func setEngine(_ engine: String, files: [String: String]) {
        self.engine = engine
        keyedFiles = []
        self.files = files
    }

    /// Sets a setting of a session, or its language, to what an earlier session had.
    mutating func set(_ name: String, to value: JSONValue) {
        if name == SessionManifest.languageKey {
            language = value.string ?? language
        } else if let value = value.integer {
            settings.removeAll { $0.name == name }
            settings.append(Setting(name: name, value: Int(clamping: value)))
        }
    }

    /// Adds `more`; a bound takes the place of one of the same measure.
    package mutating func expect(_ more: [TurnExpectation]) {
        expectations.removeAll { $0.isReplaced(by: more) }
        expectations += more
    }

    /// Adds `more`; a field that is set already takes the new value in its place.
    package mutating func set(_ more: [Field]) {
        for field in more {
            if let index = fields.firstIndex(where: { $0.name == field.name }) {
                fields[index] = field
            } else {
                fields.append(field)
            }
        }
    }
}
