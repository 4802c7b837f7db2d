internal import VoiceJSON
package import VoiceTrace

/// The active scope of the app at every event of a trace.
package struct ModuleTimeline {
    private var positions: [Int] = []
    private var names: [String] = []
    private let events: [TraceEvent]
    private let vocabulary: EventVocabulary

    /// The scopes that begin in `events`.
    package init(_ events: [TraceEvent], _ vocabulary: EventVocabulary) {
        self.events = events
        self.vocabulary = vocabulary
        let begins = ScopeBegins(vocabulary)
        for (position, event) in events.enumerated() where begins.contains(event) {
            guard let name = vocabulary.scope(of: event) else { continue }
            positions.append(position)
            names.append(name)
        }
    }

    /// The scope that the event at `position` names, or the last one begun by then.
    package func module(at position: Int) -> String? {
        if let own = vocabulary.scope(of: events[position]) { return own }
        var low = 0
        var high = positions.count
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? names[low - 1] : nil
    }
}

/// The kinds of event that begin a scope, resolved once for a trace.
struct ScopeBegins {
    private let vocabulary: EventVocabulary
    private let kinds: [String]

    init(_ vocabulary: EventVocabulary) {
        self.vocabulary = vocabulary
        kinds = vocabulary.kinds(of: .scopeBegin)
    }

    func contains(_ event: TraceEvent) -> Bool {
        kinds.contains(event.kind) && vocabulary.role(of: event) == .scopeBegin
    }

    /// The kinds as the lines of a trace spell them.
    var members: [[UInt8]] {
        kinds.map { Array("\"kind\":\(JSONWriter.text(.string($0)))".utf8) }
    }
}
