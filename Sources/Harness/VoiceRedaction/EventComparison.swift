internal import VoiceJSON
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// Tells whether a redacted session does what the session did.
struct EventComparison {
    /// Mask of the words.
    let mask: WordMask?
    /// New digests of prompts and of calls, by the old ones.
    let digests: [String: String]
    let vocabulary: EventVocabulary
    let rate: SampleRate
    /// Digests whose value is not compared, only that there is one.
    var unequal: Set<String> = []

    /// First difference.
    struct Difference: Equatable {
        /// Frame of the difference; the end of time where something never happened that has no
        /// place.
        let frame: Frame
        let text: String
    }

    /// The first event of `result` that is not the one of `golden`; nil where all are.
    ///
    /// What the detector measured may differ; what it decided, and all that follows, may not.
    func difference(of result: ReplayResult, from golden: [TraceEvent]) -> Difference? {
        if let difference = difference(of: result.events, from: golden) { return difference }
        guard !result.unplaced.isEmpty || !result.unknownPrompts.isEmpty else { return nil }
        return Difference(
            frame: .max, text: "calls of the app or prompts found no place any more")
    }

    /// The first event of `actual` that is not the one of `golden`; nil where all are.
    func difference(of actual: [TraceEvent], from golden: [TraceEvent]) -> Difference? {
        guard let index = first(actual, golden) else { return nil }
        let frames = [golden, actual].compactMap {
            $0.indices.contains(index) ? $0[index].frame : nil
        }
        return Difference(frame: frames.min() ?? .max, text: text(actual, golden, at: index))
    }

    /// Whether the detector decides otherwise.
    func hearsOtherwise(_ actual: [TraceEvent], than golden: [TraceEvent]) -> Bool {
        func speech(_ events: [TraceEvent]) -> [TraceEvent] {
            events.filter { $0.tap == .speech }.map { event in
                var event = decided(event)
                event.sequence = 0
                return event
            }
        }
        return speech(actual) != speech(golden)
    }

    private func first(_ actual: [TraceEvent], _ golden: [TraceEvent]) -> Int? {
        for index in 0..<max(actual.count, golden.count) {
            guard index < actual.count, index < golden.count, agree(actual[index], golden[index])
            else { return index }
        }
        return nil
    }

    private func agree(_ actual: TraceEvent, _ golden: TraceEvent) -> Bool {
        let other = golden.fields.members.filter { member in
            member.value.string.map(unequal.contains) ?? false
        }
        var (actual, golden) = (decided(actual), decided(golden))
        for member in other where actual.fields[member.key]?.string != nil {
            actual.fields[member.key] = golden.fields[member.key]
        }
        if actual == golden { return true }
        guard let mask, actual.frame == golden.frame, actual.tap == golden.tap,
            actual.kind == golden.kind
        else { return false }
        return mask.agrees(golden.fields, actual.fields) && mask.agrees(golden.why, actual.why)
    }

    private func decided(_ event: TraceEvent) -> TraceEvent {
        var event = event
        if event.tap == .speech {
            event.why = [:]
            event.fields[CoreKey.level] = nil
        }
        if event.tap == .words { event.fields = Self.withoutPhoneNames(event.fields) }
        event.why[TraceEvent.settingsKey] = nil
        event.why[TraceEvent.lineKey] = nil
        guard !digests.isEmpty, event.tap == .actions else { return event }
        for member in event.fields.members {
            guard let other = member.value.string.flatMap({ digests[$0] }) else { continue }
            event.fields[member.key] = .string(other)
        }
        return event
    }

    /// Phones spell the words that are hidden: their frames and scores count, their names do not.
    private static func withoutPhoneNames(_ fields: JSONObject) -> JSONObject {
        guard let words = fields[CoreKey.words]?.array else { return fields }
        var fields = fields
        fields[CoreKey.words] = .array(
            words.map { word in
                guard var object = word.object, let phones = object[CoreKey.phones]?.array else {
                    return word
                }
                object[CoreKey.phones] = .array(
                    phones.map { phone in
                        guard var phone = phone.object else { return phone }
                        phone[CoreKey.phone] = nil
                        return .object(phone)
                    })
                return .object(object)
            })
        return fields
    }

    private func text(_ actual: [TraceEvent], _ golden: [TraceEvent], at index: Int) -> String {
        func name(_ events: [TraceEvent]) -> String {
            guard index < events.count else { return "nothing" }
            return "\(events[index].kind) at \(rate.text(events[index].frame))"
        }
        let (was, became) = (name(golden), name(actual))
        return was == became ? "\(was) came with other fields" : "\(was) became \(became)"
    }
}
