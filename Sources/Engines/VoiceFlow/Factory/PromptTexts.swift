/// Texts of the prompts of a flow, as far as their file tells.
struct PromptTexts {
    /// Prompts of one module, and members of one prompt, that are told at most.
    private static let limit = 8
    /// Prompts inside of each other that are followed.
    private static let depthLimit = 3
    /// Characters of one text at most.
    private static let textLimit = 400

    private let prompts: [String: AudioPrompt]

    /// Reads the texts of an audio prompt module list; none where it is missing or cannot be read.
    init(_ bytes: [UInt8]?) {
        let reader = bytes.flatMap { try? PromptReader(bytes: $0, file: "") }
        prompts = Dictionary((reader?.prompts ?? []).map { ($0.id, $0) }) { first, _ in first }
    }

    /// Returns what `module` says, a text a prompt, each once.
    func said(by module: FlowModule) -> [String] {
        let named: [FlowText] =
            switch module.body {
            case .playAudio(let play): play.prompts
            case .audioDialog(let dialog): dialog.value.prompts.flatMap(\.play.prompts)
            case .audioListener(let listener): listener.value.prompt.map { [$0] } ?? []
            default: []
            }
        var known: Set<String> = []
        return Array(
            named.compactMap { text($0, depth: 0) }.map { String($0.prefix(Self.textLimit)) }
                .filter { known.insert($0).inserted }
                .prefix(Self.limit))
    }

    /// Returns the text of a prompt: its own, those of its members, or the name of its file.
    private func text(_ name: FlowText, depth: Int) -> String? {
        guard depth < Self.depthLimit, case .literal(let id) = name, let prompt = prompts[id] else {
            return name.isField ? name.spelling : nil
        }
        if let text = prompt.text { return text.spelling }
        if let file = prompt.audioFile ?? prompt.textFile { return file.spelling }
        let members = prompt.members.prefix(Self.limit).compactMap { text($0, depth: depth + 1) }
        let separator = prompt.style.fixed == .select ? " / " : " "
        return members.isEmpty ? nil : members.joined(separator: separator)
    }
}
