/// What runs with parts of the edits showed: which of them make a run differ.
package struct ProvenCauses: Sendable, Equatable {
    /// The causes, that of the first difference first: edits that together make a difference.
    package let causes: [[Cause]]
    /// What the edits do that are in no cause.
    package let rest: CauseProof.Rest
    /// The edits that are in no cause, each with what it changed.
    package let others: [[Cause]]
    /// How many runs it took.
    package let runs: Int

    /// A proof by `runs` runs.
    package init(causes: [[Cause]], rest: CauseProof.Rest, others: [[Cause]], runs: Int) {
        (self.causes, self.rest, self.others, self.runs) = (causes, rest, others, runs)
    }

    /// Why no more replays were made, a clause; nil where the search came to its end.
    package private(set) var stop: String?

    /// A proof as `found` says, by the places of edits; `changes` are what each of them changed.
    package init(_ found: CauseProof, _ changes: [[Cause]], stop: String? = nil) {
        let proven = Set(found.causes.joined())
        self.init(
            causes: found.causes.map { places in places.flatMap { changes[$0] } },
            rest: found.rest,
            others: changes.indices.filter { !proven.contains($0) }.map { changes[$0] },
            runs: found.runs)
        self.stop = stop
    }

    /// No proof, for the reason in the clause `stop`.
    package init(stop: String) {
        self.init(causes: [], rest: .unknown, others: [], runs: 0)
        self.stop = stop
    }

    /// How many edits were tried.
    package var edits: Int { causes.joined().count + others.count }

    /// Whether `cause` is an edit that changes nothing.
    func excludes(_ cause: Cause) -> Bool {
        rest == .withoutEffect && others.joined().contains { Self.isSame($0, cause) }
    }

    /// `known` causes with those first that are proven, and without those that change nothing.
    func ordered(_ known: [Cause], wording: (Cause) -> Cause) -> [Cause] {
        let edits = Array(causes.joined()) + others.joined()
        guard !causes.isEmpty else {
            guard rest == .notBehindIt else { return known }
            return known.filter { cause in !edits.contains { Self.isSame($0, cause) } }
        }
        let proven = causes.joined().map { cause in
            var cause = wording(cause)
            cause.isProven = true
            return cause
        }
        return proven
            + known.filter { cause in
                !proven.contains { Self.isSame($0, cause) } && !excludes(cause)
            }
    }

    /// The causes of `known` that the first cause tells: the next ones are told by ``text``.
    func told(of known: [Cause]) -> [Cause] {
        known.filter { cause in
            !causes.dropFirst().joined().contains { Self.isSame($0, cause) }
        }
    }

    /// What the runs showed, in sentences.
    package var text: String {
        let count = "\(runs) \(runs == 1 ? "replay" : "replays")"
        guard let first = causes.first else {
            if let stop { return Sentence.closed("Not proven: \(stop)") }
            let all = "\(edits) edit\(edits == 1 ? "" : "s")"
            return rest == .notBehindIt
                ? "None of the \(all) that were tried is behind it (\(count))."
                : "Not proven: \(count) \(runs == 1 ? "does" : "do") not settle which of \(all)"
                    + " is behind it."
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
