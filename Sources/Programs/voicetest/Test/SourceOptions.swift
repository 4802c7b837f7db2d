import ArgumentParser
import VoiceProject

/// Files and values of a flow under test, each in place of the project's.
struct SourceOptions: ParsableArguments {
    @OptionGroup var engine: EngineOptions

    @Option(help: "The \(Engines.usualKind) file.", completion: .file(extensions: ["json"]))
    var flow: String?

    @Option(help: "The audio prompt module list.", completion: .file(extensions: ["json"]))
    var prompts: String?

    @Option(help: "The audio-to-text map.", completion: .file(extensions: ["json"]))
    var audioTextMap: String?

    @Option(help: "The folder of prompt recordings and caller clips.", completion: .directory)
    var media: String?

    @Option(help: "A file of phrases the recognizer listens for, one a line.")
    var phrases: String?

    @Option(
        help: "A grammar in JSGF the recognizer listens for.",
        completion: .file(extensions: ["jsgf"]))
    var grammar: String?

    @Option(help: "Words that prompts say otherwise, one `word: replacement` a line.")
    var aliases: String?

    @Option(help: "Words of prompts and their pronunciation in IPA, one `word: ipa` a line.")
    var phonemes: String?

    func validate() throws {
        try engine.refuse([
            ("--flow", flow), ("--prompts", prompts), ("--audio-text-map", audioTextMap),
        ])
        if grammar != nil, phrases != nil {
            throw ValidationError("Give --grammar or --phrases, not both.")
        }
    }

    /// Whether any is given.
    var isEmpty: Bool {
        !engine.isGeneral
            && [flow, prompts, audioTextMap, media, phrases, grammar, aliases, phonemes]
                .allSatisfy { $0 == nil }
    }

    /// Returns `configuration` with the files and values of these options.
    ///
    /// - Throws: ``CommandError`` for an engine or a file of it that is not known.
    func applied(to configuration: RunConfiguration) throws(CommandError) -> RunConfiguration {
        var result = configuration
        try engine.apply(to: &result)
        if let flow { result["flow"] = flow }
        if let prompts { result["prompts"] = prompts }
        if let audioTextMap { result["audioTextMap"] = audioTextMap }
        if let media { result.media = media }
        if let aliases { result.aliases = aliases }
        if let phonemes { result.phonemes = phonemes }
        if let phrases {
            result.phrases = phrases
            result.grammar = nil
        }
        if let grammar {
            result.grammar = grammar
            result.phrases = nil
        }
        return result
    }
}
