import ArgumentParser
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceSession
import VoiceTime

/// Limits on the files a person hands over.
enum FileLimit {
    /// Flow, prompt, map, scenario, grammar and tolerance files, in bytes.
    static let text: Int64 = 16 << 20
    /// Files of a session with a line for each call or turn, in bytes.
    static let lines: Int64 = 256 << 20
    /// Baselines of latencies, in bytes.
    static let baseline: Int64 = 256 << 20
}

/// A setting given as `NAME=VALUE`.
struct SettingOption {
    let name: String
    let value: Int

    /// Reads what follows `--set`.
    ///
    /// - Throws: `ValidationError` with an example.
    static func read(_ argument: String) throws -> SettingOption {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex,
            let value = Int(argument[argument.index(after: equals)...])
        else {
            throw ValidationError(
                "--set needs a whole number after '=', for example endpoint.offsetMs=200.")
        }
        return SettingOption(name: String(argument[..<equals]), value: value)
    }

    /// Refuses, before anything runs, settings that no engine has, and values that none takes.
    ///
    /// - Throws: ``SessionError/unknownSetting(name:known:)`` or ``SessionError/setting(reason:)``.
    static func check(_ options: [SettingOption]) throws {
        let engines = Engines.factories().map { SessionSettings(engine: $0.declaration) }
        for option in options where !option.name.hasPrefix(Engines.openSettings) {
            var refusals: [SessionError] = []
            for engine in engines {
                var settings = engine
                do throws(SessionError) {
                    try settings.set(option.name, to: option.value)
                } catch { refusals.append(error) }
            }
            guard refusals.count == engines.count else { continue }
            // A value out of range says more than an engine that lacks the setting.
            for case .setting(let reason) in refusals { throw SessionError.setting(reason: reason) }
            var known: [String] = []
            for name in engines.flatMap(\.names) where !known.contains(name) { known.append(name) }
            throw SessionError.unknownSetting(name: option.name, known: known)
        }
    }
}

/// A runtime field given as `NAME=JSON`.
struct FieldOption {
    let name: String
    let value: JSONValue

    /// Reads what follows `--field`.
    ///
    /// - Throws: `ValidationError` with examples.
    static func read(_ argument: String) throws -> FieldOption {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex,
            let value = try? JSONReader.value(
                of: Array(argument[argument.index(after: equals)...].utf8))
        else {
            throw ValidationError(
                "--field needs JSON after '=', for example Count=3 or Next='\"Goodbye\"'.")
        }
        return FieldOption(name: String(argument[..<equals]), value: value)
    }

    static let help = ArgumentHelp(
        "Sets a runtime field before each run, as in Next='\"Goodbye\"' or Count=3.",
        valueName: "name=json")
}

/// Options that name what a recognizer listens for.
struct TaskOptions: ParsableArguments {
    @Option(
        help: "A grammar in JSGF with one public rule.", completion: .file(extensions: ["jsgf"]))
    var grammar: String?

    @Option(help: "A file of phrases, one a line; text after # is ignored.")
    var phrases: String?

    func validate() throws {
        if grammar != nil, phrases != nil {
            throw ValidationError("Give --grammar or --phrases, not both.")
        }
    }

    /// The task of the options; the general model without any.
    func task() throws -> RecognitionTask {
        if let grammar {
            let bytes = try DiskFile.read(grammar, limit: FileLimit.text)
            return .grammar(jsgf: String(textFile: bytes))
        }
        if let phrases {
            let bytes = try DiskFile.read(phrases, limit: FileLimit.text)
            return .phrases(RecognizerSetup.phrases(in: bytes))
        }
        return .general
    }
}
