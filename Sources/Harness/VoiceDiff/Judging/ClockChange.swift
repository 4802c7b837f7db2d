internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Events and times of one clock, as a clock of another rate counts them: sessions of two rates are
/// compared by when things happened, not by how many frames that took.
package struct ClockChange: Sendable, Equatable {
    private let from: Int64
    private let to: Int64
    private let vocabulary: EventVocabulary

    /// A change from a clock of `rate` to one of `other`, for events that mean what `vocabulary`
    /// says; nil where both are the same.
    package init?(from rate: SampleRate, to other: SampleRate, _ vocabulary: EventVocabulary) {
        guard rate != other else { return nil }
        from = Int64(rate.hertz)
        to = Int64(other.hertz)
        self.vocabulary = vocabulary
    }

    /// Larger numbers come from damaged traces only, and stay as they are.
    private static let limit: Frame = 1 << 40

    /// A frame of the one clock on the other, the nearest.
    package func frame(_ frame: Frame) -> Frame {
        guard frame.magnitude < Self.limit else { return frame }
        return (frame * to + (frame < 0 ? -from : from) / 2) / from
    }

    /// A range of frames of the one clock on the other.
    package func range(_ range: Range<Frame>) -> Range<Frame> {
        frame(range.lowerBound)..<max(frame(range.lowerBound), frame(range.upperBound))
    }

    /// An event with its frame, and all frames in its fields and its evidence, on the other clock.
    /// Settings keep their values.
    package func event(_ event: TraceEvent) -> TraceEvent {
        var event = event
        event.frame = frame(event.frame)
        event.fields = object(event.fields, in: "")
        let settings = event.why[TraceEvent.settingsKey]
        event.why = object(event.why, in: TraceEvent.evidencePrefix)
        if let settings { event.why[TraceEvent.settingsKey] = settings }
        return event
    }

    /// A turn of the caller on the other clock.
    package func turn(_ turn: SpokenTurn) -> SpokenTurn {
        var turn = turn
        turn.active = range(turn.active)
        return turn
    }

    /// A line of a scripted caller on the other clock.
    package func line(_ line: CallerLine) -> CallerLine {
        var line = line
        (line.start, line.end) = (frame(line.start), frame(line.end))
        line.active = range(line.active)
        line.speech = line.speech.map(range)
        return line
    }

    /// `object` on the other clock; `prefix` stands before the names of its members where reports
    /// name them.
    private func object(_ object: JSONObject, in prefix: String) -> JSONObject {
        var changed = object
        for member in object.members {
            changed[member.key] = value(member.value, member.key, in: prefix)
        }
        return changed
    }

    private func value(_ value: JSONValue, _ key: String, in prefix: String) -> JSONValue {
        switch value {
        case .integer(let number):
            FieldUnit(field: prefix + key, in: vocabulary) == .frames
                ? .integer(frame(number)) : value
        case .array(let elements): .array(elements.map { self.value($0, key, in: prefix) })
        case .object(let members): .object(object(members, in: prefix))
        default: value
        }
    }
}
