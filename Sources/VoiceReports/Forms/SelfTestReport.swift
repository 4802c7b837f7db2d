public import VoiceDiff
internal import VoiceTrace

/// What every form says about the self-test of a run.
extension GateSelfTest.Outcome {
    /// Sorts of failure that a sentence tells at most.
    static let toldLimit = 5

    /// Why the run's verdicts cannot be trusted; nil where the self-test found nothing wrong.
    public var warning: String? {
        guard !failures.isEmpty else { return nil }
        let told = sorts.prefix(Self.toldLimit).map(\.sentence).joined(separator: "; ")
        let more = sorts.count - Self.toldLimit
        return "The gate failed its self-test: \(told)\(more > 0 ? "; and \(more) more" : "")."
            + " No verdict of this run can be trusted."
    }

    /// Shape: `{"found", "silent", "failures": [{"what", "place"}]}`.
    var value: JSONValue {
        [
            "found": .integer(Int64(found)), "silent": .integer(Int64(silent)),
            "failures": .array(
                failures.map { ["what": .string($0.what), "place": .string($0.place)] }),
        ]
    }

    /// Reads what ``value`` holds; nil when something is not what should stand there.
    init?(_ value: JSONValue) {
        guard let object = value.object,
            let found = object["found"]?.integer.flatMap({ Int(exactly: $0) }),
            let silent = object["silent"]?.integer.flatMap({ Int(exactly: $0) }),
            let entries = object["failures"]?.array, found >= 0, silent >= 0
        else { return nil }
        let failures = entries.compactMap { entry -> GateSelfTest.Failure? in
            guard let what = entry.object?["what"]?.string,
                let place = entry.object?["place"]?.string
            else { return nil }
            return GateSelfTest.Failure(what: what, place: place)
        }
        guard failures.count == entries.count else { return nil }
        self.init(found: found, silent: silent, failures: failures)
    }
}
