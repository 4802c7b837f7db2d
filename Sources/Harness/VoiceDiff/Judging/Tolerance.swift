public import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Limits up to which two traces may part without counting as different.
///
/// Rules are read from top to bottom and the last one that speaks wins, separately for the time,
/// for every field and for ignoring. A rule speaks for a pair of events when it matches both.
public struct Tolerance: Sendable, Equatable {
    /// Allowance of one rule for the events it matches.
    public struct Rule: Sendable, Equatable {
        /// Values an event must have: `kind`, `tap`, or any field by its name. None matches all.
        public var matches: [Match] = []
        /// Largest distance in time, in milliseconds; nil leaves it to earlier rules.
        package var timeMs: Int64?
        /// Names the allowance concerns, as in `confidence` or `why.energy`, `why` for all
        /// evidence; empty for none.
        public var fields: [String] = []
        /// Largest distance between integer values of `fields`, in their own unit.
        public var within: Int64?
        /// Whether the fields, or without any the whole event, do not count; nil does not say.
        public var ignore: Bool?

        /// Members that it matches, as a trace file spells them.
        var members: [String] {
            matches.map { "\(JSONWriter.text(.string($0.name))):\(JSONWriter.text($0.value))" }
        }

        func fits(_ event: TraceEvent) -> Bool {
            matches.allSatisfy { match in
                switch match.name {
                case "kind": match.value.string == event.kind
                case "tap": match.value.string == event.tap.rawValue
                default: event.fields[match.name] == match.value
                }
            }
        }
    }

    /// A value that an event must have for a rule to speak for it.
    public struct Match: Sendable, Equatable {
        /// `kind`, `tap`, or the name of a field.
        public let name: String
        /// The value it must have.
        public let value: JSONValue
    }

    /// Largest distance in time where no rule says otherwise, in milliseconds.
    package var defaultTimeMs: Int64 = 0
    /// The rules in the order they are read.
    public var rules: [Rule] = []

    /// Allows nothing: the default.
    public static let exact = Tolerance()

    /// The lines without those whose events do not count.
    ///
    /// - Throws: ``TraceError`` where a line that is read is no event.
    func counted(_ lines: TraceLines) throws(TraceError) -> TraceLines {
        guard mayIgnoreEvents else { return lines }
        let search = TraceSearch(lines)
        var ignored: Set<Int> = []
        for rule in rules where rule.ignore == true && rule.fields.isEmpty {
            try search.forEach(holding: rule.members) { index, event in
                if ignores(event) { ignored.insert(index) }
                return true
            }
        }
        return lines.leavingOut(ignored.sorted())
    }

    /// The events that no rule leaves out.
    func counted(_ events: [TraceEvent]) -> [TraceEvent] {
        mayIgnoreEvents ? events.filter { !ignores($0) } : events
    }

    /// Whether some rule may leave whole events out.
    var mayIgnoreEvents: Bool { rules.contains { $0.ignore == true && $0.fields.isEmpty } }

    /// Whether `event` does not count at all.
    func ignores(_ event: TraceEvent) -> Bool {
        let rule = rules.last { $0.ignore != nil && $0.fields.isEmpty && $0.fits(event) }
        return rule?.ignore == true
    }

    /// Returns how far the two events may be apart, in frames.
    func timeFrames(_ golden: TraceEvent, _ actual: TraceEvent, rate: SampleRate) -> Frame {
        let rule = rules.last { $0.timeMs != nil && $0.fits(golden) && $0.fits(actual) }
        return rate.frames(milliseconds: rule?.timeMs ?? defaultTimeMs)
    }

    /// Whether the change of a field is allowed between the two events.
    func allows(_ change: FieldChange, _ golden: TraceEvent, _ actual: TraceEvent) -> Bool {
        let isEvidence = change.name.hasPrefix("why.")
        let rule = rules.last { rule in
            (rule.fields.contains(change.name) || isEvidence && rule.fields.contains("why"))
                && rule.fits(golden) && rule.fits(actual)
        }
        guard let rule else { return false }
        if let ignore = rule.ignore { return ignore }
        guard let within = rule.within, let expected = change.expected?.integer,
            let found = change.found?.integer
        else { return false }
        let (distance, overflow) = found.subtractingReportingOverflow(expected)
        return !overflow && distance.magnitude <= within.magnitude
    }
}
