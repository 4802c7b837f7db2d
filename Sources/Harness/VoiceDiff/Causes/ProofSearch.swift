/// Finds which of several edits make two runs part, by runs with some of the edits alone.
///
/// Edits are numbered from 0, those that are likely first. The smallest set is found by delta
/// debugging: a set is small where no run without one of its edits parts in the same way. Source:
/// A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
package struct ProofSearch: ~Copyable {
    /// Outcome of a run with some of the edits.
    package enum Outcome: Sendable, Equatable {
        /// It agrees with the golden session.
        case agrees
        /// It parts from it, and so for the first time.
        case parts(DifferenceMark)
        /// It came to nothing that can be compared.
        case fails
    }

    /// Sets of edits that are found at most.
    private static let causeLimit = 3

    private let count: Int
    private let budget: Int
    private let run: (Set<Int>) -> Outcome?
    private let likely: (DifferenceMark) -> [Int]
    private let isTold: ([Int]) -> Bool
    private var known: [Set<Int>: Outcome] = [:]
    private var runs = 0
    private var left = 0
    private var isStopped = false
    /// The outcome of a run without any edit that was made before it was due.
    private var bare: Outcome?

    /// A search among `count` edits that makes at most `budget` runs for a cause; `run` gives nil
    /// where no more runs may be made, `likely` the edits in the order in which they are tried for
    /// a mark, nil where that is their own. Where the first cause `isTold` of another session, no
    /// further ones are looked for.
    package init(
        count: Int, budget: Int, likely: ((DifferenceMark) -> [Int])? = nil,
        isTold: @escaping ([Int]) -> Bool = { _ in false },
        run: @escaping (Set<Int>) -> Outcome?
    ) {
        self.count = count
        self.budget = budget
        self.likely = likely ?? { _ in Array(0..<count) }
        self.isTold = isTold
        self.run = run
    }

    /// Finds what makes a run with all edits part as `mark` says.
    package mutating func proof(of mark: DifferenceMark) -> CauseProof {
        var rest = Set(0..<count)
        known[rest] = .parts(mark)
        var proof = CauseProof()
        var (next, marks) = (mark, [DifferenceMark]())
        var (hasAgreed, mayConfirm) = (false, false)
        while !rest.isEmpty, proof.causes.count < Self.causeLimit {
            left = budget
            guard let found = smallest(of: likely(next).filter(rest.contains), next) else { break }
            proof.causes.append(found.sorted())
            if marks.isEmpty { mayConfirm = left > 0 }
            marks.append(next)
            // Later, the session that has the proof may be searched meanwhile.
            if mayConfirm, let first = proof.causes.first, isTold(first), isBehind(mark) {
                proof.isConfirmation = true
                break
            }
            rest.subtract(found)
            let outcome = outcome(rest)
            if case .agrees? = outcome {
                proof.rest = rest.isEmpty ? .none : .withoutEffect
                hasAgreed = true
                break
            }
            guard case .parts(let mark)? = outcome else { break }
            // A run without any edit may part in the same way as the others.
            if mark == next, self.outcome([]) == .parts(mark) { break }
            next = mark
        }
        if !hasAgreed, !proof.isConfirmation {
            // The budget of a further cause leaves room to confirm the first one.
            if mayConfirm { left = max(left, 1) }
            confirm(&proof, marks)
        }
        (proof.runs, proof.isStopped) = (runs, isStopped)
        return proof
    }

    /// Whether a run without any edit comes out otherwise than `mark` says. What the rest of a
    /// search finds, and counts, does not depend on whether this was asked.
    private mutating func isBehind(_ mark: DifferenceMark) -> Bool {
        if bare == nil { bare = known[[]] ?? run([]) }
        return bare != nil && bare != .fails && bare != .parts(mark)
    }

    /// Takes the causes of `marks` out of a proof up to which no run agreed, where a run without
    /// any edit does not come out otherwise.
    private mutating func confirm(_ proof: inout CauseProof, _ marks: [DifferenceMark]) {
        guard !marks.isEmpty else { return }
        let bare = outcome([])
        let isUnknown = bare == nil || bare == .fails
        guard let place = marks.firstIndex(where: { isUnknown || bare == .parts($0) }) else {
            return
        }
        proof.causes.removeSubrange(place...)
        proof.rest = isUnknown ? .unknown : .notBehindIt
    }

    /// The outcome of a run with these edits; nil where the budget is spent.
    private mutating func outcome(_ edits: Set<Int>) -> Outcome? {
        if let known = known[edits] { return known }
        guard left > 0, !isStopped else { return nil }
        guard let outcome = edits.isEmpty ? bare ?? run(edits) : run(edits) else {
            isStopped = true
            return nil
        }
        left -= 1
        runs += 1
        known[edits] = outcome
        return outcome
    }

    /// The smallest of the edits with which a run parts as `mark` says; nil where the budget is
    /// spent before.
    private mutating func smallest(of edits: [Int], _ mark: DifferenceMark) -> [Int]? {
        var edits = edits
        if edits.count > 1, outcome([edits[0]]) == .parts(mark) { return [edits[0]] }
        var parts = 2
        while edits.count > 1 {
            let pieces = Self.pieces(of: edits, parts)
            let smaller =
                pieces
                + (parts > 2 ? pieces.map { piece in edits.filter { !piece.contains($0) } } : [])
            var found: Int?
            for (index, piece) in smaller.enumerated() {
                guard let outcome = outcome(Set(piece)) else { return nil }
                if outcome == .parts(mark) {
                    found = index
                    break
                }
            }
            if let found {
                edits = smaller[found]
                parts = found < pieces.count ? 2 : max(parts - 1, 2)
            } else if parts < edits.count {
                parts = min(edits.count, 2 * parts)
            } else {
                break
            }
        }
        return edits
    }

    /// The edits in `count` pieces of nearly one size, in order.
    private static func pieces(of edits: [Int], _ count: Int) -> [[Int]] {
        let count = min(count, edits.count)
        return (0..<count).map { index in
            Array(edits[(index * edits.count / count)..<((index + 1) * edits.count / count)])
        }
    }
}

/// Edits that make two runs part, as runs with some of them showed.
package struct CauseProof: Sendable, Equatable {
    /// Effect of the edits that are in no cause.
    package enum Rest: String, Sendable {
        /// Every edit is in a cause.
        case none
        /// A run with them alone agrees.
        case withoutEffect
        /// It is not known, or they have an effect of their own.
        case unknown
        /// No edit is behind the difference: a run without any parts in the same way.
        case notBehindIt
    }

    /// Edits that together make runs part, by their places; those of the first difference first.
    package var causes: [[Int]] = []
    package var rest = Rest.unknown
    /// Whether the search stopped at the first cause, which is told of another session.
    package var isConfirmation = false
    /// Number of runs it took.
    package var runs = 0
    /// Whether no more runs could be made before the search was over.
    package var isStopped = false
}
