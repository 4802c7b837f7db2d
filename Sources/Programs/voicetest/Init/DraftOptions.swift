import ArgumentParser
import VoiceFiles
import VoiceProject
import VoiceReports

/// Flow that a project is drafted for, and the places of its other files.
struct DraftOptions: ParsableArguments {
    @Option(
        help: "Drafts scenarios for this \(Engines.usualKind) file, or for the one in this folder.",
        completion: .file(extensions: ["json"]))
    var from: String?

    @Option(
        help: "The audio prompt module list; prompts.json beside the flow unless given.",
        completion: .file(extensions: ["json"]))
    var prompts: String?

    @Option(
        help: "The audio-to-text map; audio-text-map.json beside the flow unless given.",
        completion: .file(extensions: ["json"]))
    var audioTextMap: String?

    @Option(
        help: """
            The folder of prompt recordings. Default: the folder media beside the flow, or else \
            the flow's folder.
            """,
        completion: .directory)
    var media: String?

    @Option(help: "Phrases a caller can say, one a line; phrases.txt beside the flow unless given.")
    var phrases: String?

    @Option(
        help: "A grammar in JSGF; callers of the drafts say the words that the flow listens for.",
        completion: .file(extensions: ["jsgf"]))
    var grammar: String?

    @Option(
        name: .customLong("field"), parsing: .unconditionalSingleValue,
        help: FieldOption.help, transform: FieldOption.read)
    var fields: [FieldOption] = []

    func validate() throws {
        if grammar != nil, phrases != nil {
            throw ValidationError("Give --grammar or --phrases, not both.")
        }
        let given = [
            ("--prompts", prompts), ("--audio-text-map", audioTextMap), ("--media", media),
            ("--phrases", phrases), ("--grammar", grammar), ("--field", fields.first?.name),
        ]
        if from == nil, let option = given.first(where: { $0.1 != nil })?.0 {
            throw ValidationError("\(option) is about a flow that exists: give --from too.")
        }
    }

    /// Returns the files of the flow: those that are given, else those beside it.
    ///
    /// - Throws: `CommandError` for a flow or a prompt list that is missing.
    func configuration(of flow: String) throws -> RunConfiguration {
        let isFolder = DiskFile.isFolder(flow)
        let folder = isFolder ? flow : DiskFile.parent(of: flow)
        var result = Project.standard(in: folder, usual: Engines.usual()).configuration
        if !isFolder { result["flow"] = flow }
        let main = result.mainFile ?? flow
        guard DiskFile.exists(main) else { throw DiskError.missing(path: main) }
        if let prompts { result["prompts"] = prompts }
        if let list = result["prompts"], !DiskFile.exists(list) {
            throw CommandError(
                .missing, "\(list): this prompt list is missing. Name the list with --prompts.")
        }
        if let audioTextMap { result["audioTextMap"] = audioTextMap }
        result.media = media ?? result.media ?? (folder.isEmpty ? "." : folder)
        if let phrases { (result.phrases, result.grammar) = (phrases, nil) }
        if let grammar { (result.phrases, result.grammar) = (nil, grammar) }
        result.fields = fields.map { .init(name: $0.name, value: $0.value) }
        return result
    }
}
