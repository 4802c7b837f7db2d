package import VoiceJSON
internal import VoiceTime

/// A run held against a baseline, figure by figure: what became worse by more than the tolerance
/// fails; what became better, and work that was counted, is only told.
package struct LatencyComparison: Sendable, Equatable {
    /// One figure that is not what it was.
    package struct Change: Sendable, Equatable {
        /// Meaning of a change for the caller.
        public enum Kind: String, Sendable, Equatable {
            /// Slower by more than the tolerance, not measured any more, or missing: it fails.
            case worse
            /// Faster by more than the tolerance, or measured where it was not.
            case better
            /// Neither: a figure that did not count before, or another lower bound.
            case other
        }

        /// Meaning of the change.
        package var kind: Kind
        /// The session's name, as the baseline has it.
        package var session: String
        /// Place of the figure in the session, as in `turn 2 "yes", endpoint`.
        package var place: String
        /// Change from one value to another, as a person reads it.
        package var what: String
        /// Value as it was; nil where there was none.
        package var expected: JSONValue?
        /// Value as it is; nil if there is none.
        package var found: JSONValue?
    }

    /// The baseline's file.
    package var path: String
    /// Number of figures that were compared.
    package var compared = 0
    /// Sessions that only the baseline or only this run has: each is a change, and no figure.
    package var unmatched = 0
    /// Differences, in order.
    package var changes: [Change] = []
    /// Figures that were not compared, and counted work that differs.
    package var notes: [String] = []
    private var tolerance: LatencyTolerance

    /// Changes that make the run fail.
    package var worse: [Change] { changes.filter { $0.kind == .worse } }

    /// Compares `report` with the baseline that stands at `path`; sessions that the baseline does
    /// not hold are changes, unless `allowsNew` lets them pass. `tolerance` takes the place of the
    /// baseline's own.
    package init(
        _ report: LatencyReport, with baseline: LatencyBaseline, path: String,
        allowsNew: Bool = false, tolerance: LatencyTolerance? = nil
    ) {
        self.path = path
        self.tolerance = tolerance ?? baseline.tolerance
        let found = LatencyBaseline(report).sessions
        var known: Set<String> = []
        for (name, figures) in baseline.sessions {
            guard let own = baseline.match(name, in: found.map(\.name)) else {
                unmatched += 1
                changes.append(
                    Change(
                        kind: .worse, session: name, place: "the session",
                        what: "is missing in this run", expected: .string(name)))
                continue
            }
            known.insert(own)
            guard let session = found.first(where: { $0.name == own }) else { continue }
            compare(name, figures, session.figures)
        }
        for (name, _) in found where !known.contains(name) {
            guard !allowsNew else {
                notes.append("\(name) is not in the baseline and was not compared")
                continue
            }
            unmatched += 1
            changes.append(
                Change(
                    kind: .worse, session: name, place: "the session",
                    what: "is not in the baseline (--allow-new lets it pass)",
                    found: .string(name)))
        }
    }

    private mutating func compare(_ name: String, _ expected: JSONObject, _ found: JSONObject) {
        let rate = SampleRate(hertz: Int(clamping: found["sampleRate"]?.integer ?? 0)) ?? .standard
        let before = BaselineFigure.all(of: expected)
        let after = BaselineFigure.all(of: found)
        let places =
            before.map(\.place)
            + after.map(\.place).filter { place in !before.contains { $0.place == place } }
        for place in places {
            let one = before.first { $0.place == place }
            let other = after.first { $0.place == place }
            guard let metric = (one ?? other)?.metric else { continue }
            compared += 1
            guard one?.value != other?.value,
                let kind = tolerance.kind(
                    metric, one?.value, other?.value,
                    rates: (Self.rate(expected), rate))
            else { continue }
            changes.append(
                Change(
                    kind: kind, session: name, place: place,
                    what: BaselineFigure.words(one?.value, other?.value, rate: rate),
                    expected: one?.value, found: other?.value))
        }
        noteWork(name, expected["work"]?.object, found["work"]?.object)
    }

    private static func rate(_ figures: JSONObject) -> SampleRate {
        SampleRate(hertz: Int(clamping: figures["sampleRate"]?.integer ?? 0)) ?? .standard
    }

    /// Tells work that is not what it was: more of it is a matter of the program, not of callers.
    private mutating func noteWork(_ name: String, _ then: JSONObject?, _ now: JSONObject?) {
        guard let then, let now else {
            if then != nil || now != nil {
                notes.append("\(name): work was counted only \(now == nil ? "then" : "now")")
            }
            return
        }
        let keys = then.members.map(\.key) + now.members.map(\.key).filter { then[$0] == nil }
        for key in keys where then[key] != now[key] {
            guard let before = then[key]?.integer, let after = now[key]?.integer else {
                notes.append(
                    "\(name): \(key) were counted only \(now[key] == nil ? "then" : "now")")
                continue
            }
            notes.append("\(name): work, \(key): \(before) -> \(after)")
        }
    }
}
