import ArgumentParser
import VoiceProject
import VoiceTrace

/// How scenarios run, each in place of what the project says.
struct RunOptions: ParsableArguments {
    @Option(help: "The language folder, looked into first.")
    var language: String?

    @Option(help: "Who recognises: pocketsphinx, or scripted (the caller lines' own words).")
    var recognizer: RecognizerOption?

    @Option(help: "The seed of all chance.")
    var seed: UInt64?

    @Option(
        name: .customLong("field"), parsing: .unconditionalSingleValue,
        help: .init("Sets a runtime field before each run.", valueName: FieldOption.valueHint))
    var fields: [FieldOption] = []

    @Option(
        name: .customLong("set"), parsing: .unconditionalSingleValue,
        help: .init("Changes a setting; session.json lists them.", valueName: "name=value"))
    var settings: [SettingOption] = []

    /// `configuration` with what is given here.
    func applied(to configuration: RunConfiguration) -> RunConfiguration {
        var result = configuration
        if let language { result.language = language }
        if let recognizer {
            result.recognizer = recognizer == .scripted ? .scripted : .pocketsphinx
        }
        if let seed { result.seed = seed }
        result.set(fields.map { .init(name: $0.name, value: $0.value) })
        // What an option says has no place in the project's file.
        let told = fields.map { "fields.\($0.name)" } + settings.map { "settings.\($0.name)" }
        let own = told + (seed == nil ? [] : ["seed"]) + (language == nil ? [] : ["language"])
        for key in own + (recognizer == nil ? [] : ["recognizer"]) { result.places[key] = nil }
        result.settings += settings.map { .init(name: $0.name, value: $0.value) }
        return result
    }
}
