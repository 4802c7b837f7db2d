internal import VoiceDiff
internal import VoiceJSON

/// Words and values of every form about the self-test of a run.
extension GateSelfTest.Outcome {
    /// Sorts of failure that a sentence tells at most.
    static let toldLimit = 5

    /// Reason why the run's verdicts cannot be trusted; nil where the self-test found nothing
    /// wrong.
    package var warning: String? {
        guard !failures.isEmpty else { return nil }
        let told = summaries.prefix(Self.toldLimit).map { $0.hasSuffix(".") ? $0 : $0 + "." }
        let more = summaries.count - Self.toldLimit
        return "The gate failed its self-test: \(told.joined(separator: " "))"
            + (more > 0 ? " \(more) more." : "") + " No verdict of this run can be trusted."
    }

    /// Codec of forms and results: `{"found", "silent", "failures": [{"what", "place", "hidden"?:
    /// {"change", "subject", "tolerance"}}]}`.
    static let codec = JSONCodec<GateSelfTest.Outcome>(
        JSON.member("found", JSON.count(0...Int.max)),
        JSON.member("silent", JSON.count(0...Int.max)),
        JSON.member("failures", JSON.list(failure)), parts: { ($0.found, $0.silent, $0.failures) },
        make: { GateSelfTest.Outcome(found: $0, silent: $1, failures: $2) })

    private static let failure = JSONCodec<GateSelfTest.Failure>(
        JSON.member("what", JSON.text), JSON.member("place", JSON.text),
        JSON.optional("hidden", hidden),
        parts: { ($0.what, $0.place, $0.hidden) },
        make: { what, place, hidden in
            hidden.map { .init($0, place: place) } ?? .init(what: what, place: place)
        })

    private static let hidden = JSONCodec<GateSelfTest.Hidden>(
        JSON.member("change", JSON.text), JSON.member("subject", JSON.text),
        JSON.member("tolerance", JSON.flag),
        parts: { ($0.change, $0.subject, $0.isTolerance) },
        make: { .init(change: $0, subject: $1, isTolerance: $2) })
}
