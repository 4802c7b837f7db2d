internal import VoiceTrace

/// Loss that a journal may suffer, and the length that it keeps.
package struct JournalOptions: Sendable, Equatable {
    /// Milliseconds of the session's clock after which the disk itself has everything.
    package enum Durability: Int64, Sendable {
        /// A power cut may cost a second.
        case usual = 1_000
        /// A power cut may cost 200 ms.
        case durable = 200
    }

    /// Loss that a power cut may cause; the death of the process costs 50 ms of sound at most.
    package var durability = Durability.usual
    /// Seconds of sound that a flight recorder keeps; nil keeps all.
    package var keepLastSeconds: Int?

    /// Trigger for which a flight recorder seals; anything else it drops.
    package var trigger = RecordingTrigger.end

    /// The usual journal.
    package init() {}
}

/// Trigger that makes a flight recorder seal what it kept.
package enum RecordingTrigger: Sendable, Equatable {
    /// The end of the recording, whatever ended it.
    case end
    /// A failed expectation, or a caller line that was never reached, known at the end.
    case failure
    /// An event of this kind; where a name is given, its field of the role `FieldRole.name` has
    /// it. Recording ends there.
    case event(kind: String, name: String?)
    /// A signal from outside, such as one to the process: recording ends there.
    case sign

    /// Whether `event`, of an engine that declares `vocabulary`, ends the recording and has it
    /// sealed.
    func isPulled(by event: TraceEvent, _ vocabulary: EventVocabulary) -> Bool {
        guard case .event(event.kind, let name) = self else { return false }
        return name == nil || name == vocabulary.text(.name, of: event)
    }

    /// Whether a recording that came out as `outcome` is kept; `isPulled` says whether an event or
    /// a signal from outside ended it.
    func choice(_ outcome: RecordingOutcome, isPulled: Bool) -> SealChoice {
        switch self {
        case .end: .keeps
        case .failure:
            (outcome.unreachedLines + outcome.failedExpectations).isEmpty ? .keepsFaulty : .keeps
        case .event, .sign: isPulled ? .keeps : .drops
        }
    }

    /// Reason for the end of a session whose flight recorder was told to keep it.
    static let endReason = "trigger"
}

/// Fate of a recording that is over.
package enum SealChoice: Sendable, Equatable {
    /// It is sealed.
    case keeps
    /// It is sealed where its turn-taking is not what is expected, else removed.
    case keepsFaulty
    /// It is removed.
    case drops
}
