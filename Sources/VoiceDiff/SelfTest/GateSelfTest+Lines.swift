internal import VoiceTime
public import VoiceTrace

extension GateSelfTest {
    /// The same test of two trace files. Of long ones a sample is planted into: every sort of
    /// event, and every field that a rule of the tolerance names.
    ///
    /// - Throws: ``TraceError`` where a line that is read is no event.
    public func run(
        golden: TraceLines, actual: TraceLines, named name: String, seed: UInt64 = 1
    ) throws(TraceError) -> Outcome {
        run(
            golden: try sample(of: golden), actual: try sample(of: actual), named: name,
            seed: seed)
    }

    /// Events of a trace that are read as a whole.
    private static let wholeLimit = 2_000
    /// Lines on either side of one that stands for its sort.
    private static let context = 10

    private func sample(of lines: TraceLines) throws(TraceError) -> [TraceEvent] {
        guard lines.count > Self.wholeLimit else { return try lines.events() }
        let choices = tolerance.rules.flatMap { rule in
            // Nothing is planted into evidence.
            let names = rule.fields.filter { $0 != "why" && !$0.hasPrefix("why.") }
            return [rule.members]
                + names.map { rule.members + ["\(JSONWriter.text(.string($0))):"] }
        }
        var events: [TraceEvent] = []
        for index in lines.sample(of: choices, context: Self.context) {
            events.append(try lines.event(at: index))
        }
        return events
    }
}
