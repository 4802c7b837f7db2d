import ArgumentParser
import VoiceEngine
import VoiceJSON
import VoiceSession
import VoiceTime
import VoiceTrace

/// Limits on the files a person hands over.
enum FileLimit {
    /// Flow, prompt, map, scenario, grammar and tolerance files, in bytes.
    static let text: Int64 = 16 << 20
    /// Baselines of latencies, in bytes.
    static let baseline: Int64 = 256 << 20
}

/// A setting given as `NAME=VALUE`.
struct SettingOption: ExpressibleByArgument {
    let name: String
    let value: Int

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="),
            let value = Int(argument[argument.index(after: equals)...])
        else { return nil }
        name = String(argument[..<equals])
        self.value = value
    }
}

/// A runtime field given as `NAME=JSON`.
struct FieldOption: ExpressibleByArgument {
    let name: String
    let value: JSONValue

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        name = String(argument[..<equals])
        let text = argument[argument.index(after: equals)...]
        guard !name.isEmpty, let value = try? JSONReader.value(of: Array(text.utf8)) else {
            return nil
        }
        self.value = value
    }

    static let help = ArgumentHelp(
        "Sets a runtime field before each run, as in Next='\"Goodbye\"' or Count=3.",
        valueName: "name=json")
}

/// What a recognizer listens for.
struct TaskOptions: ParsableArguments {
    @Option(
        help: "A grammar in JSGF with one public rule.", completion: .file(extensions: ["jsgf"]))
    var grammar: String?

    @Option(help: "A file of phrases, one a line; lines from # on are left out.")
    var phrases: String?

    func validate() throws {
        if grammar != nil, phrases != nil {
            throw ValidationError("Give --grammar or --phrases, not both.")
        }
    }
}
