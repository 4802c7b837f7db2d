internal import VoiceJSON

/// Meaning of an engine's event to readers of the trace: diff, latency, coverage, pictures and the
/// self-test ask for roles, never for the names that an engine gives its events.
public enum EventRole: String, Sendable, Hashable, CaseIterable {
    /// A scope begins: a module, a screen, a dialogue. Coverage counts it as entered.
    case scopeBegin
    /// The scope that began last under its name is left.
    case scopeEnd
    /// A way from one scope to another is taken.
    case step
    /// The first frame of a prompt as a whole.
    case playBegin
    /// A prompt ended by itself.
    case playEnd
    /// A prompt was stopped before its end.
    case playStop
    /// A prompt could not play on.
    case playFail
    /// Names the sound that an item plays from here on.
    case sound
    /// The first frame of one sound of a prompt.
    case soundBegin
    /// A sound ended or was stopped.
    case soundEnd
    /// A sound is held.
    case soundPause
    /// A sound goes on where it was held.
    case soundResume
    /// A sound plays on by the gain that a field tells, or by its own where none does.
    case soundGain
    /// A sound could not play on.
    case soundFail
    /// From here on the caller is heard for a job.
    case listenBegin
    /// The job hears the caller no longer.
    case listenEnd
    /// A limit ended listening.
    case listenCut
    /// The microphone or the recognizer could not be used.
    case listenFail
    /// The app is told what a caller said, or that nothing was understood.
    case answer
    /// Something that the app waited for came, such as a server's answer.
    case waitEnd
    /// The app tells a time that it measured itself.
    case figure
    /// News of something under way that no picture shows.
    case progress
    /// The run is over.
    case runEnd
    /// Anything else: a value set, an error, an answer.
    case other
}

/// The row of a picture that an event stands on.
package enum EventLane: String, Sendable, Hashable, CaseIterable {
    /// Prompts that played.
    case prompts
    /// Sound files that played beside or after speech.
    case clips
    /// Sound that a phone bot sent, which its carrier plays later.
    case sent
    /// Sound of a phone bot that the caller heard, and what became of the rest.
    case heard
    /// Times at which the engine listened: recognition and recording.
    case listening
    /// Level of the microphone.
    case level
    /// Speech that the detector found.
    case speech
    /// Words that were recognised.
    case words
    /// Scopes of the app, such as the modules of a flow.
    case modules
    /// Everything else: steps, values, errors.
    case actions
}

/// Purpose of a field of an event.
public enum FieldRole: String, Sendable, Hashable, CaseIterable {
    /// The scope that the event belongs to.
    case scope
    /// The thing that plays or listens.
    case item
    /// The activity of the item: the same item may play and listen.
    case activity
    /// The digest of a sound.
    case digest
    /// The gain of a sound, in thousandths.
    case gain
    /// Frames of silence between speech and the sound that follows it; absent where none came
    /// before.
    case gap
    /// Frames from what asks for a sound to its first frame that is heard; absent where it is heard
    /// at once.
    case delay
    /// Frames that the app waited.
    case wait
    /// The time that the app measured, in the unit of the field.
    case figure
    /// Frames of silence that are played in front of a sound; absent where none are.
    case silence
    /// The scope that a step leaves.
    case from
    /// The scope that a step leads to.
    case to
    /// The way that a step took, who set a value, or what ended listening.
    case by
    /// A name that the app may have chosen.
    case name
    /// A file that the session recorded.
    case recording
    /// The reason why something ended or failed.
    case reason
}

/// One field of a kind of event.
public struct EventField: Sendable, Hashable {
    /// Its key in a line of the trace.
    public var name: String
    /// Purpose of the field; nil where nothing asks for it.
    public var role: FieldRole?
    /// Whether it tells which event this is, rather than how it went.
    package var isIdentity: Bool
    /// The word before its value in a label, as in `from`; nil for none.
    public var word: String?
    /// Unit of its numbers; nil where the name says so or nothing is known.
    public var unit: EventUnit?

    /// A field called `name`.
    package init(
        _ name: String, _ role: FieldRole? = nil, isIdentity: Bool = false, word: String? = nil,
        unit: EventUnit? = nil
    ) {
        self.name = name
        self.role = role
        self.isIdentity = isIdentity
        self.word = word
        self.unit = unit
    }

    /// The field without what shows it.
    var meaning: EventField { EventField(name, role, isIdentity: isIdentity, unit: unit) }
}

/// Unit of the whole numbers of a field.
public enum EventUnit: String, Sendable, Hashable, CaseIterable {
    /// Thousandths of a decibel.
    case milliDecibels
    /// Frames of the session clock.
    case frames
    /// A place on the session clock, in frames: it moves with its event.
    case instant
    /// A duration, in milliseconds.
    case milliseconds
    /// A proportion: 1000 is the whole.
    case thousandths
}

/// The meaning of those events of a kind that have certain values.
package struct EventCase: Sendable, Hashable {
    /// A field and the values that fit.
    package struct Condition: Sendable, Hashable {
        /// The field's key.
        package var field: String
        /// Values of which the field must have one.
        package var values: [String]

        /// Asks `field` for one of `values`.
        package init(_ field: String, _ values: [String]) {
            self.field = field
            self.values = values
        }
    }

    /// Conditions on the event, all of which must hold, in order of the fields.
    package private(set) var conditions: [Condition]
    /// Meaning of such an event.
    package var role: EventRole
    /// Lane on which it is drawn; nil leaves it to the role.
    package var lane: EventLane?
    /// Sentence for it in a picture; nil leaves it to the kind.
    package var sentence: String?

    /// Events that fit all of `conditions`.
    package init(
        _ conditions: [Condition], _ role: EventRole, lane: EventLane? = nil,
        sentence: String? = nil
    ) {
        self.conditions = conditions.sorted { $0.field < $1.field }
        self.role = role
        self.lane = lane
        self.sentence = sentence
    }

    /// The case without what shows it.
    var meaning: EventCase { EventCase(conditions, role) }

    func fits(_ event: TraceEvent) -> Bool {
        conditions.allSatisfy { condition in
            guard let text = event.fields[condition.field]?.string else { return false }
            return condition.values.contains(text)
        }
    }
}

/// One kind of event that an engine emits.
public struct EventKind: Sendable, Hashable {
    /// Its name in a line of the trace.
    public var name: String
    /// Its fields; labels and identities name them in this order.
    public var fields: [EventField]
    /// Meaning of an event that fits no case.
    public var role: EventRole
    /// Lane on which such an event is drawn; nil leaves it to the role.
    package var lane: EventLane?
    /// Sentence for such an event in a picture, with fields in braces as in `{name} =
    /// {value|nothing}`; nil for the kind and its identity.
    public var sentence: String?
    /// Deed of the app in such an event, with fields in braces as in `asks {to}`; nil for an event
    /// that is no deed of the app.
    package var deed: String?
    /// Events that mean something else; the first that fits counts.
    package var cases: [EventCase]
    /// Evidence that tells a step from others of its way. The first list whose evidence is all
    /// there counts.
    package var detail: [[String]]
    /// Ways of a step that one scope sets for all.
    public var shared: [String]

    /// A kind called `name`.
    package init(
        _ name: String, _ role: EventRole = .other, fields: [EventField] = [],
        lane: EventLane? = nil, sentence: String? = nil, deed: String? = nil,
        cases: [EventCase] = [], detail: [[String]] = [], shared: [String] = []
    ) {
        self.name = name
        self.fields = fields
        self.role = role
        self.lane = lane
        self.sentence = sentence
        self.deed = deed
        self.cases = cases
        self.detail = detail
        self.shared = shared
    }

    /// The first field of `role`; nil where the kind has none.
    package func field(_ role: FieldRole) -> String? { fields.first { $0.role == role }?.name }

    /// Every role that an event of the kind may have.
    package var roles: Set<EventRole> { Set(cases.map(\.role) + [role]) }

    /// Returns the meaning of `event`.
    public func role(of event: TraceEvent) -> EventRole {
        cases.first { $0.fits(event) }?.role ?? role
    }
}

extension EventRole {
    /// Lane on which events of this role are drawn unless their kind says otherwise.
    package var lane: EventLane {
        switch self {
        case .scopeBegin, .scopeEnd: .modules
        case .playBegin, .playEnd, .playStop, .playFail, .sound, .soundBegin, .soundEnd,
            .soundPause, .soundResume, .soundGain, .soundFail:
            .prompts
        case .listenBegin, .listenEnd, .listenCut, .listenFail: .listening
        case .answer: .words
        case .step, .waitEnd, .figure, .progress, .runEnd, .other: .actions
        }
    }
}
