internal import VoiceTime
internal import VoiceTrace

/// What a session says that its caller said, and the words that its files hold.
struct SaidWords {
    /// Texts that hold what was said.
    private(set) var said: [String] = []
    /// Words of the files that stay in the session as they are.
    private(set) var needed: Set<Letters> = []

    /// What was said in `spans` of `parts`; all of it where they are nil.
    init(_ parts: SessionParts, spans: [Range<Int>]?) {
        func isSaid(_ range: Range<Int>) -> Bool {
            spans?.contains { $0.overlaps(range) } ?? true
        }
        for input in parts.inputs {
            switch input.input {
            case .caller(let line):
                let active = line.active
                guard isSaid(Int(clamping: active.lowerBound)..<Int(clamping: active.upperBound))
                else { continue }
                said += [line.words, line.failure].compactMap { $0 }
            case .call(let call):
                said += ["hypothesis", "text"].compactMap { call.arguments[$0]?.string }
            default: break
            }
        }
        for event in parts.golden.events where event.tap == .words {
            let start = Int(clamping: max(0, event.why[CoreKey.start]?.integer ?? 0))
            let end = Int(clamping: event.why[CoreKey.end]?.integer ?? .max)
            guard isSaid(start..<max(start, end)) else { continue }
            said += Self.hypotheses(in: event)
        }
        for bytes in parts.flowFiles.values { needed.formUnion(Self.words(in: bytes)) }
    }

    /// Every text of a words event but the reason for a failure, which is the recognizer's own.
    private static func hypotheses(in event: TraceEvent) -> [String] {
        event.fields.members.filter { $0.key != CoreKey.reason }.flatMap { member in
            values(member.value)
        }
    }

    private static func values(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap(Self.values)
        case .object(let object): object.members.flatMap { Self.values($0.value) }
        default: []
        }
    }

    /// The words of a file's texts; of a file that is no JSON, all of its words.
    private static func words(in bytes: [UInt8]) -> Set<Letters> {
        let texts: [String]
        if let root = try? JSONReader.value(of: bytes, dialect: .lenient) {
            texts = WordMask.texts(root)
        } else {
            texts = [String(decoding: bytes, as: UTF8.self)]
        }
        return Set(texts.flatMap { TextPart.words(of: $0).map(\.letters) })
    }
}
