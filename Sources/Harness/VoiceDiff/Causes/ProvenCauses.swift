/// Edits that make a run differ, as runs with parts of the edits showed.
package struct ProvenCauses: Sendable, Equatable {
    /// The causes, that of the first difference first: edits that together make a difference.
    package let causes: [[Cause]]
    /// Effect of the edits that are in no cause.
    package let rest: CauseProof.Rest
    /// The edits that are in no cause, each with its changes.
    package let others: [[Cause]]
    /// Number of runs it took.
    package let runs: Int
    /// The number of edits that were tried.
    package private(set) var edits: Int
    /// The path of the session that the rest is told of: it has the same first cause, which alone
    /// was tried here; nil where this session is searched wholly.
    package private(set) var proofOf: String?

    /// A proof by `runs` runs.
    package init(causes: [[Cause]], rest: CauseProof.Rest, others: [[Cause]], runs: Int) {
        (self.causes, self.rest, self.others, self.runs) = (causes, rest, others, runs)
        edits = causes.joined().count + others.count
    }

    /// The same proof where the session at `path` stands for this one: its first cause, which a run
    /// with that alone confirms.
    package func confirmed(as path: String) -> ProvenCauses {
        var proof = ProvenCauses(
            causes: Array(causes.prefix(1)), rest: .unknown,
            others: causes.dropFirst() + others, runs: 1)
        (proof.edits, proof.proofOf) = (edits, path)
        return proof
    }

    /// The same proof with the app's files as the user names them.
    func named(_ files: AppFiles) -> ProvenCauses {
        func named(_ causes: [[Cause]]) -> [[Cause]] { causes.map { $0.map(files.named) } }
        var proof = ProvenCauses(
            causes: named(causes), rest: rest, others: named(others), runs: runs)
        (proof.edits, proof.proofOf, proof.stop) = (edits, proofOf, stop)
        return proof
    }

    /// Returns the sentence on a cause that is proven in the session at `path` and confirmed here.
    package static func confirmation(as path: String) -> String {
        "Confirmed by 1 replay with it alone; the proof is that of \(path)."
    }

    /// Reason why no more replays were made, a clause; nil where the search came to its end.
    package private(set) var stop: String?

    /// A proof as `found` says, by the places of edits; `changes` are what each of them changed.
    package init(_ found: CauseProof, _ changes: [[Cause]], stop: String? = nil) {
        let proven = Set(found.causes.joined())
        self.init(
            causes: found.causes.map { places in places.flatMap { changes[$0] } },
            rest: found.rest,
            others: changes.indices.filter { !proven.contains($0) }.map { changes[$0] },
            runs: found.runs)
        edits = changes.count
        self.stop = stop
    }

    /// No proof, for the reason in the clause `stop`.
    package init(stop: String) {
        self.init(causes: [], rest: .unknown, others: [], runs: 0)
        self.stop = stop
    }

    /// Whether `cause` is an edit that was tried beside a first cause that was found: what it does
    /// is told by ``text``.
    func hasBeside(_ cause: Cause) -> Bool {
        !causes.isEmpty
            && (causes.dropFirst() + others).joined().contains { Self.isSame($0, cause) }
    }

    /// `known` causes with those first that are proven, and without other edits that were tried.
    func ordered(_ known: [Cause], wording: (Cause) -> Cause) -> [Cause] {
        let edits = Array(causes.joined()) + others.joined()
        guard !causes.isEmpty || rest == .notBehindIt else { return known }
        let proven = causes.joined().map { cause in
            var cause = wording(cause)
            cause.proven = true
            return cause
        }
        return proven + known.filter { cause in !edits.contains { Self.isSame($0, cause) } }
    }

    /// Returns the causes among `known` that were tried beside causes that were found, and not
    /// settled.
    func unsettled(_ known: [Cause]) -> [Cause] {
        guard !causes.isEmpty, rest != .withoutEffect, proofOf == nil else { return [] }
        return known.filter { cause in others.joined().contains { Self.isSame($0, cause) } }
            .map { cause in
                var cause = cause
                cause.proven = false
                return cause
            }
    }

    /// Result of the runs, in sentences.
    package var text: String {
        if let proofOf { return Self.confirmation(as: proofOf) }
        let count = "\(runs) \(runs == 1 ? "replay" : "replays")"
        guard let first = causes.first else {
            if let stop { return Sentence.closed("Not proven: \(stop)") }
            let all = "\(edits) edit\(edits == 1 ? "" : "s")"
            guard rest == .notBehindIt else {
                return
                    "Not proven: \(count) \(runs == 1 ? "does" : "do") not settle which of \(all)"
                    + " is behind it."
            }
            return edits == 1
                ? "The edit that was tried is not behind it (\(count))."
                : "None of the \(all) that were tried is behind it (\(count))."
        }
        var sentences = ["Proven by \(count)"]
        if first.count > 1 { sentences[0] += ": these \(first.count) edits make it together" }
        for cause in causes.dropFirst() {
            sentences.append(
                "The next cause: \(cause.map(\.description).joined(separator: "; "))")
        }
        switch (rest, others.count) {
        case (.withoutEffect, 1): sentences.append("The other edit changes nothing here")
        case (.withoutEffect, let more):
            sentences.append("The other \(more) edits change nothing here")
        case (.notBehindIt, _): sentences.append("Something that is no edit differs as well")
        case (.unknown, 1): sentences.append("What the other edit does is not known")
        case (.unknown, let more) where more > 1:
            sentences.append("What the other \(more) edits do is not known")
        default: break
        }
        if let stop { sentences.append("No more was tried: \(stop)") }
        return sentences.map(Sentence.closed).joined(separator: " ")
    }

    /// Whether both tell of one change: a setting may be told with the distance of its values.
    private static func isSame(_ one: Cause, _ other: Cause) -> Bool {
        one.identity == other.identity && one.line == other.line
            && (one.what == other.what || one.setting != nil)
    }
}
