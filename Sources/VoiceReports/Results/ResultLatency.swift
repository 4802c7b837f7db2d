public import VoiceDiff
internal import VoiceTime
public import VoiceTrace

/// The latencies of a run: from what the caller really said, which a record keeps, and what
/// happened this time, which stands in the result folder.
///
/// Shape in a record: `measured.latency` is `{ "source", "turns": [[from, to, words or null]],
/// "golden"?: { METRIC: [[microseconds, whether that is only the least]] } }`; golden's values are
/// those of the golden trace, to be shown beside this run's.
public enum ResultLatency {
    static let name = "latency"

    /// What a record keeps of `subject`.
    public static func value(_ subject: LatencySubject) -> JSONValue {
        [
            "source": .string(subject.source.rawValue),
            "golden": .object(golden(SessionLatency(subject))),
            "turns": .array(
                subject.turns.map { turn in
                    .array([
                        .integer(turn.active.lowerBound), .integer(turn.active.upperBound),
                        turn.words.map { .string($0) } ?? .null,
                    ])
                }),
        ]
    }

    private static func golden(_ session: SessionLatency) -> JSONObject {
        var object = JSONObject()
        for metric in LatencyMetric.allCases where metric != .blockCompute {
            let values = LatencyFigure(metric, [session]).values
            object[metric.rawValue] = .array(
                values.map { .array([.integer($0.microseconds), .bool($0.isAtLeast)]) })
        }
        return object
    }

    /// The golden traces' figures of `records`; none where one of them does not keep its own.
    static func golden(_ records: [SessionRecord]) -> [LatencyFigure] {
        var values: [LatencyMetric: [LatencyFigure.Value]] = [:]
        for record in records {
            guard let kept = record.measured[name]?.object?["golden"]?.object else { return [] }
            for metric in LatencyMetric.allCases {
                values[metric, default: []] += (kept[metric.rawValue]?.array ?? []).compactMap {
                    guard let pair = $0.array, pair.count == 2, let time = pair[0].integer,
                        let isAtLeast = pair[1].bool
                    else { return nil }
                    return .init(microseconds: time, isAtLeast: isAtLeast)
                }
            }
        }
        return LatencyMetric.allCases.map { LatencyFigure($0, values: values[$0] ?? []) }
    }

    /// What latencies are worked out from; nil when the record keeps nothing, or no truth.
    static func subject(_ record: SessionRecord, events: [TraceEvent]) -> LatencySubject? {
        guard let kept = record.measured[name]?.object, let frames = record.frames,
            let rate = record.sampleRate.flatMap({ SampleRate(hertz: $0) }),
            let source = SpokenTurn.Source(rawValue: kept["source"]?.string ?? ""),
            let vocabulary = record.vocabulary
        else { return nil }
        let limit = SessionManifest.secondsLimit * Frame(rate.hertz)
        var turns: [SpokenTurn] = []
        for value in kept["turns"]?.array ?? [] {
            guard let parts = value.array, parts.count == 3, let from = parts[0].integer,
                let to = parts[1].integer, from >= 0, from <= to, to <= limit
            else { return nil }
            turns.append(SpokenTurn(active: from..<to, words: parts[2].string))
        }
        return LatencySubject(
            name: label(record.path), path: record.path, sampleRate: rate, frames: frames,
            events: events, vocabulary: vocabulary, turns: turns, source: source)
    }

    /// The folder and its session's name, as in `digits/seven`.
    private static func label(_ path: String) -> String {
        var path = path
        if path.hasSuffix(SessionFolder.suffix) { path.removeLast(SessionFolder.suffix.count) }
        return path.split(separator: "/").suffix(2).joined(separator: "/")
    }

    private static let absence =
        "<p>No latency was measured: no session of this run could be replayed with a caller whose"
        + " speech is known.</p>"

    /// The page's section on the sessions of `result`, whose traces `trace` gives; it says so when
    /// none of them was measured. Nil without a session.
    static func section(
        _ result: RunResult,
        trace: (SessionRecord) throws(ReportError) -> [TraceEvent]?
    ) throws(ReportError) -> PageSection? {
        var sessions: [SessionLatency] = []
        var records: [SessionRecord] = []
        for record in result.sessions where record.measured[name] != nil {
            guard let events = try trace(record), let subject = subject(record, events: events)
            else { continue }
            sessions.append(SessionLatency(subject))
            records.append(record)
        }
        guard !sessions.isEmpty else {
            return result.sessions.isEmpty
                ? nil : PageSection(id: name, title: "Latency", html: absence)
        }
        let section = LatencySection(
            LatencyReport(sessions), beside: golden(records), isReplay: true)
        return PageSection(id: name, title: section.title, html: section.body)
    }
}
