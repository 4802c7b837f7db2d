/// First causes that were proven in the sessions of one run, each with the first session that has
/// it: that one stands for the others, of which a run with the cause alone says enough.
package struct FirstProofs: Sendable {
    /// A session, by its place in the run.
    private struct Session {
        let place: Int
        let path: String
    }

    private var sessions: [String: Session] = [:]

    /// No proof yet.
    package init() {}

    /// Notes that the session at `place` was searched wholly, and that `causes` are its first
    /// cause.
    package mutating func note(_ causes: [Cause], of path: String, at place: Int) {
        let key = Self.key(of: causes)
        if let known = sessions[key], known.place <= place { return }
        sessions[key] = Session(place: place, path: path)
    }

    /// Returns the path of the session before `place` with the same first cause; nil without one.
    package func session(with causes: [Cause], before place: Int) -> String? {
        sessions[Self.key(of: causes)].flatMap { $0.place < place ? $0.path : nil }
    }

    private static func key(of causes: [Cause]) -> String {
        causes.map { "\($0.kind.rawValue)\n\($0.description)" }.joined(separator: "\n")
    }
}

extension [Verdict] {
    /// Has the first of the verdicts with one proven first cause stand for the others, whichever of
    /// them were searched wholly.
    package mutating func standTogether() {
        var proofs = FirstProofs()
        for place in indices {
            let causes = self[place].provenCause
            guard !causes.isEmpty else { continue }
            if let path = proofs.session(with: causes, before: place) {
                self[place].confirm(as: path)
            } else {
                proofs.note(causes, of: self[place].path, at: place)
            }
        }
    }
}
