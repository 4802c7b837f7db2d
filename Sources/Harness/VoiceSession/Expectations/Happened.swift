internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Something that the app of a run said, heard or called.
struct Happened {
    /// Its place among all events and inputs, which comes before its frame.
    let order: Int
    let frame: Frame
    /// The line of the trace that is nearest, from 1.
    let line: Int
    /// Its texts: what is said or heard, or a call with its arguments.
    let texts: [String]
    /// Fields or arguments that a JSON pattern asks for.
    let objects: [JSONObject]
    /// Name in a sentence.
    let name: String

    /// Whether `pattern` is about it.
    func fits(_ pattern: Happening.Pattern) -> Bool {
        switch pattern {
        case .words(let words):
            let wanted = TextPart.words(of: words).map(\.letters)
            return texts.contains { Self.holds(TextPart.words(of: $0).map(\.letters), wanted) }
        case .expression(let expression): return texts.contains(where: expression.isFound)
        case .members(let members, let expression):
            guard expression.map({ texts.contains(where: $0.isFound) }) ?? true else {
                return false
            }
            return members.members.isEmpty
                || objects.contains { object in
                    members.members.allSatisfy { object[$0.key] == $0.value }
                }
        }
    }

    private static func holds(_ words: [Letters], _ wanted: [Letters]) -> Bool {
        guard !wanted.isEmpty, words.count >= wanted.count else { return false }
        return (0...(words.count - wanted.count)).contains { start in
            Array(words[start..<(start + wanted.count)]) == wanted
        }
    }
}

extension Happened {
    /// Returns everything of `verb` in `run`, whose prompts are `said`, in order.
    static func all(_ verb: Happening.Verb, in run: MeasuredRun, _ said: [SaidPrompt]) -> [Happened]
    {
        switch verb {
        case .says: said.filter { !$0.heard.isEmpty }.map(Happened.init)
        case .hears: heard(in: run)
        case .calls: calls(in: run)
        }
    }

    private init(_ prompt: SaidPrompt) {
        self.init(
            order: 2 * prompt.sequence, frame: prompt.heard.lowerBound, line: prompt.sequence + 1,
            texts: prompt.text.map { [$0] } ?? [], objects: prompt.objects, name: prompt.name)
    }

    private static func heard(in run: MeasuredRun) -> [Happened] {
        run.events.compactMap { event in
            let isFinal = event.core == .final
            guard isFinal || run.vocabulary.role(of: event) == .answer else { return nil }
            let named = run.vocabulary[event.kind]?.fields ?? []
            let plain = Set(named.filter { $0.role == nil && !$0.isIdentity }.map(\.name))
            let texts = event.fields.members.filter { isFinal || plain.contains($0.key) }
                .compactMap { $0.key == CoreKey.reason ? nil : $0.value.string }
            return Happened(
                order: 2 * event.sequence, frame: event.frame, line: event.sequence + 1,
                texts: texts, objects: [event.fields],
                name: isFinal ? "the recognizer's answer" : "the answer \(event.kind)")
        }
    }

    /// The member of a JSON pattern that names a call, beside its arguments.
    private static let callKey = "call"

    private static func calls(in run: MeasuredRun) -> [Happened] {
        run.inputs.compactMap { input in
            guard case .call(let call) = input.input else { return nil }
            let text = "\(call.name) \(JSONWriter.text(.object(call.arguments)))"
            var named = call.arguments
            named[callKey] = .string(call.name)
            return Happened(
                order: 2 * input.after - 1, frame: input.frame, line: max(1, input.after),
                texts: [text], objects: [named], name: "the call \(call.name)")
        }
    }
}
