package import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Event that a line of a scripted caller follows.
package struct CallerAnchor: Sendable, Equatable {
    /// Reason why the caller goes by an event.
    package enum Reason: Sendable, Equatable {
        /// A prompt had ended or was stopped.
        case promptOver
        /// A prompt, or a sound of it, was under way: the caller speaks over it.
        case promptUnderWay
        /// The app listened, and had played nothing.
        case listening
        /// The app had got somewhere, and had neither played nor listened.
        case scope
        /// Nothing of the kind came before: the clock of the session.
        case clock
    }

    /// Reason why the caller goes by it.
    package let reason: Reason
    /// The event as `after` asks for it; nil for the clock.
    package let pattern: JSONObject?
    /// Number of the event among those that fit, from 1.
    package let count: Int
    /// Frame at which it happened; 0 for the clock.
    package let frame: Frame

    /// The clock of the session.
    package static let clock = CallerAnchor(reason: .clock, pattern: nil, count: 1, frame: 0)
}

/// Finds the events that a caller went by: the prompts, the listening and the scopes of a run
/// before each turn.
package struct CallerAnchors {
    private let events: [TraceEvent]
    private let vocabulary: EventVocabulary

    /// The anchors that `events` offer.
    package init(_ events: [TraceEvent], _ vocabulary: EventVocabulary) {
        self.events = events
        self.vocabulary = vocabulary
    }

    /// Returns the anchor of a caller who begins to speak at `frame`: the prompt, or the sound of
    /// one under way, that began or ended last; else the listening or the scope that began last.
    package func anchor(ofSpeechAt frame: Frame) -> CallerAnchor {
        var open: [String: Int] = [:]
        var latest: [CallerAnchor.Reason: Int] = [:]
        for (index, event) in events.enumerated() where event.frame <= frame {
            let item = vocabulary.text(.item, of: event) ?? ""
            switch vocabulary.role(of: event) {
            case .playBegin: open[item] = index
            case .soundBegin: latest[.promptUnderWay] = index
            case .playEnd, .playStop, .playFail:
                open[item] = nil
                latest[.promptOver] = index
            case .listenBegin: latest[.listening] = index
            case .scopeBegin: latest[.scope] = index
            default: continue
            }
        }
        let begin = open.values.max().map { max($0, latest[.promptUnderWay] ?? $0) }
        latest[.promptUnderWay] = begin
        if let begin, begin > latest[.promptOver] ?? -1 {
            return anchor(.promptUnderWay, at: begin)
        }
        for reason in [CallerAnchor.Reason.promptOver, .listening, .scope] {
            if let index = latest[reason] { return anchor(reason, at: index) }
        }
        return .clock
    }

    /// Returns the event of a sort that happened nearest to `frame`, and not before `first`; nil
    /// where nothing did.
    package func nearest(
        _ reason: CallerAnchor.Reason, to frame: Frame, from first: Frame
    ) -> CallerAnchor? {
        let roles: [EventRole] =
            switch reason {
            case .promptOver: [.playEnd, .playStop, .playFail]
            case .promptUnderWay: [.playBegin, .soundBegin]
            case .listening: [.listenBegin]
            case .scope: [.scopeBegin]
            case .clock: []
            }
        let fitting = events.indices.filter { index in
            events[index].frame >= first && roles.contains(vocabulary.role(of: events[index]))
        }
        let nearest = fitting.min { abs(events[$0].frame - frame) < abs(events[$1].frame - frame) }
        return nearest.map { anchor(reason, at: $0) }
    }

    private func anchor(_ reason: CallerAnchor.Reason, at index: Int) -> CallerAnchor {
        let event = events[index]
        let fields = identity(of: event)
        let pattern = EventPattern(name: event.kind, fields: fields)
        let count = events[...index].count { pattern.matches($0.kind, $0.fields) }
        var object = fields
        object["kind"] = .string(event.kind)
        return CallerAnchor(reason: reason, pattern: object, count: count, frame: event.frame)
    }

    /// The fields that say which event it is: its item, else its scope, and what gives it its role.
    private func identity(of event: TraceEvent) -> JSONObject {
        guard let kind = vocabulary[event.kind] else { return [:] }
        let fitting = kind.cases.first { entry in
            entry.conditions.allSatisfy { condition in
                event.fields[condition.field]?.string.map(condition.values.contains) ?? false
            }
        }
        var names = fitting?.conditions.map(\.field) ?? []
        let own = kind.field(.item) ?? kind.field(.scope)
        names += own.map { [$0] } ?? kind.fields.filter(\.isIdentity).map(\.name)
        var fields: JSONObject = [:]
        for name in names where event.fields[name]?.string != nil {
            fields[name] = event.fields[name]
        }
        return fields
    }
}
