internal import VoiceDiff
internal import VoiceJSON

/// What every form says about the self-test of a run.
extension GateSelfTest.Outcome {
    /// Sorts of failure that a sentence tells at most.
    static let toldLimit = 5

    /// Why the run's verdicts cannot be trusted; nil where the self-test found nothing wrong.
    public var warning: String? {
        guard !failures.isEmpty else { return nil }
        let told = summaries.prefix(Self.toldLimit).map { $0.hasSuffix(".") ? $0 : $0 + "." }
        let more = summaries.count - Self.toldLimit
        return "The gate failed its self-test: \(told.joined(separator: " "))"
            + (more > 0 ? " \(more) more." : "") + " No verdict of this run can be trusted."
    }

    /// Shape: `{"found", "silent", "failures": [{"what", "place", "hidden"?: {"change", "subject",
    /// "tolerance"}}]}`.
    var value: JSONValue {
        [
            "found": .integer(Int64(found)), "silent": .integer(Int64(silent)),
            "failures": .array(
                failures.map { failure in
                    var object: JSONObject = [
                        "what": .string(failure.what), "place": .string(failure.place),
                    ]
                    object["hidden"] = failure.hidden.map { hidden in
                        [
                            "change": .string(hidden.change),
                            "subject": .string(hidden.subject),
                            "tolerance": .bool(hidden.isTolerance),
                        ]
                    }
                    return .object(object)
                }),
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
            guard let hidden = entry.object?["hidden"]?.object else {
                return GateSelfTest.Failure(what: what, place: place)
            }
            guard let change = hidden["change"]?.string, let subject = hidden["subject"]?.string,
                let isTolerance = hidden["tolerance"]?.bool
            else { return nil }
            return GateSelfTest.Failure(
                .init(change: change, subject: subject, isTolerance: isTolerance), place: place)
        }
        guard failures.count == entries.count else { return nil }
        self.init(found: found, silent: silent, failures: failures)
    }
}
