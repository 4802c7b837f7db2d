internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Source of the words in the arguments of an engine's calls: the caller or others.
struct CallContents {
    /// Arguments that hold a caller's words where the engine is not known.
    private static let usual: [String: EngineDeclaration.Call.Argument.Content] = [
        "hypothesis": .heard, "text": .heard,
    ]

    /// Names of calls and of their arguments.
    let names: Set<String>
    private let contents: [String: [String: EngineDeclaration.Call.Argument.Content]]
    private let isKnown: Bool

    init(_ engine: EngineDeclaration?) {
        isKnown = engine != nil
        let calls = engine?.calls ?? []
        names = Set(calls.flatMap { [$0.name] + $0.arguments.map(\.name) })
            .union([engine?.kind].compactMap { $0 }).union(Self.usual.keys)
        contents = Dictionary(
            calls.map { call in
                (
                    call.name,
                    Dictionary(
                        call.arguments.compactMap { argument in
                            argument.content.map { (argument.name, $0) }
                        }, uniquingKeysWith: { first, _ in first })
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns whose words an argument of a call holds; nil where that depends on the app. What a
    /// call that tells of a caller's words has beside the declared arguments is the caller's, too.
    func content(
        of argument: String, in call: EngineCall
    ) -> EngineDeclaration.Call.Argument.Content? {
        guard isKnown else { return Self.usual[argument] }
        guard let declared = contents[call.name] else { return nil }
        if let content = declared[argument] { return content }
        return declared.values.contains(.heard) && !names.contains(argument) ? .heard : nil
    }

    /// Arguments of `call` that hold words of `content`.
    func values(
        of content: EngineDeclaration.Call.Argument.Content, in call: EngineCall
    ) -> [JSONValue] {
        call.arguments.members.filter { self.content(of: $0.key, in: call) == content }
            .map(\.value)
    }
}
