public import VoiceJSON
public import VoiceTime
public import VoiceTrace

/// A field that is not what the golden trace says.
public struct FieldChange: Sendable, Equatable {
    /// The field's name; evidence is named as in `why.threshold`.
    public let name: String
    /// The golden trace's value, nil when the field was added.
    package let expected: JSONValue?
    /// The other trace's value, nil when the field is gone.
    public let found: JSONValue?

    /// A change of the field called `name`.
    package init(name: String, expected: JSONValue?, found: JSONValue?) {
        self.name = name
        self.expected = expected
        self.found = found
    }
}

/// One event that is not the same in both traces.
public struct Difference: Sendable, Equatable {
    /// Way in which it is not the same.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// In the golden trace only.
        case missing
        /// In the other trace only.
        case extra
        /// In both, at another place in the order of events.
        case moved
        /// In both at the same place, at another time, otherwise equal.
        case retimed
        /// In both at the same place, with another field or other evidence, maybe retimed too.
        case changed
    }

    /// Relation of a moved event to the nearest event that it changed places with.
    public struct Move: Sendable, Equatable {
        /// The event it passed, as the golden trace has it.
        package let past: TraceEvent
        /// True when it now comes before that event, false when it now comes after it.
        package let isEarlier: Bool
        /// True when the two are neighbours in both traces.
        package let isSwap: Bool
    }

    /// Way in which the event is not the same.
    public let kind: Kind
    /// The event in the golden trace, nil when extra.
    public let golden: TraceEvent?
    /// The event in the other trace, nil when missing.
    public let actual: TraceEvent?
    /// Changes inside the event, in order of the names, evidence last.
    public let fields: [FieldChange]
    /// Event that a moved event moved past; nil for every other kind, or when nothing stayed in
    /// place.
    public let move: Move?
    /// The module of the event, or the one that had started last before it.
    public let module: String?

    /// Position among the stretches of events that share one shift; nil without a pair.
    let stretch: Int?
    /// Position among the events of the trace that the event was first met in.
    let position: Int

    /// The event, as the golden trace has it where it is there.
    public var event: TraceEvent {
        guard let event = golden ?? actual else {
            preconditionFailure("a difference has an event")
        }
        return event
    }

    /// Frame at which the traces part: the earlier of both frames.
    public var frame: Frame {
        min(golden?.frame ?? .max, actual?.frame ?? .max)
    }

    /// Whether it is what the other trace has in the place of `other`: an event of its kind at its
    /// frame, or a prompt that could not be played for one that began.
    func stands(for other: Difference, _ vocabulary: EventVocabulary) -> Bool {
        guard frame == other.frame,
            (kind, other.kind) == (.missing, .extra) || (kind, other.kind) == (.extra, .missing)
        else { return false }
        let prompts: Set<EventRole> = [.playBegin, .playFail]
        let arePrompts = [event, other.event].allSatisfy {
            prompts.contains(vocabulary.role(of: $0))
        }
        return event.tap == other.event.tap && (event.kind == other.event.kind || arePrompts)
    }

    /// Number of frames by which the event comes later than expected; nil unless it is in both
    /// traces.
    public var shift: Frame? {
        guard let golden, let actual else { return nil }
        return actual.frame - golden.frame
    }
}
