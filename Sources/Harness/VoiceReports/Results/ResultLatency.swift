package import VoiceDiff
package import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The latencies of a run, which its records keep.
///
/// Shape in a record: `measured.latency` is what the session's latencies hold (see
/// `SessionLatency.value`), and `{ "places": [ what budgets judge, see ``LatencyPlace`` ],
/// "golden"?: "equal" or { METRIC: [[of what, microseconds, whether that is only the least]] } }`:
/// golden's values are those of the golden trace, to be shown beside this run's.
package enum ResultLatency {
    /// The key of a record's measurements.
    package static let name = "latency"
    /// Mark in the place of golden's values that are this run's own.
    private static let equal: JSONValue = "equal"

    /// Returns the part of `run`, and of the `places` that budgets judge, that a record keeps; the
    /// values of `golden` stand beside it where there is one.
    package static func value(
        _ run: SessionLatency, places: [LatencyPlace], golden: SessionLatency?
    ) -> JSONValue {
        let codec = SessionLatency.codec(
            name: run.name, path: run.path, sampleRate: run.sampleRate, frames: run.frames)
        var value = codec.write(run).object ?? [:]
        value["places"] = .array(places.map(LatencyPlace.codec(rate: run.sampleRate).write))
        if let golden {
            let values = values(golden)
            value["golden"] = golden == run || values == Self.values(run) ? equal : .object(values)
        }
        return .object(value)
    }

    private static func values(_ session: SessionLatency) -> JSONObject {
        var object = JSONObject()
        for metric in LatencyMetric.allCases where metric != .blockCompute {
            object[metric.rawValue] = golden.write(session.values(metric))
        }
        return object
    }

    /// The figures of `sessions` beside those of the golden traces, which `records` keep; none of
    /// what no golden trace has, nor of recordings, which no run is compared with.
    static func pairs(_ records: [SessionRecord], _ sessions: [SessionLatency]) -> [LatencyPair] {
        LatencyMetric.allCases.compactMap { metric in
            var now: [String: LatencyFigure.Value] = [:]
            var golden: [String: LatencyFigure.Value] = [:]
            for (record, session) in zip(records, sessions) where session.call == nil {
                let values = session.values(metric)
                for (of, value) in values { now["\(record.place) \(of)"] = value }
                let isEqual = record.measured[name]?.object?["golden"] == equal
                for (of, value) in isEqual ? values : kept(record, metric) {
                    golden["\(record.place) \(of)"] = value
                }
            }
            return golden.isEmpty ? nil : LatencyPair(metric, now: now, golden: golden)
        }
    }

    /// The golden trace's values of `metric` as a record keeps them.
    private static func kept(
        _ record: SessionRecord, _ metric: LatencyMetric
    ) -> [(of: String, value: LatencyFigure.Value)] {
        let kept = record.measured[name]?.object?["golden"]?.object?[metric.rawValue]
        return kept.flatMap(golden.read) ?? []
    }

    private static let golden = JSON.list(
        JSONCodec<(of: String, value: LatencyFigure.Value)>(
            row: JSON.text, JSON.integer(), JSON.flag,
            parts: { ($0.of, $0.value.microseconds, $0.value.isAtLeast) },
            make: { ($0, .init(microseconds: $1, isAtLeast: $2)) }))

    /// The places of a record that budgets judge; none of a session that was not measured.
    static func places(_ record: SessionRecord) -> [LatencyPlace] {
        guard let rate = record.sampleRate.flatMap({ SampleRate(hertz: $0) }) else { return [] }
        return (record.measured[name]?.object?["places"]?.array ?? []).compactMap(
            LatencyPlace.codec(rate: rate).read)
    }

    /// The latencies that `record` keeps; nil when it keeps none.
    static func latency(_ record: SessionRecord) -> SessionLatency? {
        guard let rate = record.sampleRate.flatMap({ SampleRate(hertz: $0) }),
            let frames = record.frames
        else { return nil }
        let codec = SessionLatency.codec(
            name: label(record.path), path: record.path, sampleRate: rate, frames: frames)
        return record.measured[name].flatMap(codec.read)
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

    /// The page's section on the sessions of `result`, whose sounds stand in `folder`; it says so
    /// when none of them was measured. Nil without a session.
    static func section(
        _ result: RunResult, in folder: ResultFolder
    ) throws(ReportError) -> PageSection? {
        var sessions: [SessionLatency] = []
        var records: [SessionRecord] = []
        for record in result.sessions {
            guard let session = latency(record) else { continue }
            sessions.append(session)
            records.append(record)
        }
        guard !sessions.isEmpty else {
            return result.sessions.isEmpty
                ? nil : PageSection(id: name, title: "Latency", html: absence)
        }
        let report = LatencyReport(sessions)
        let worst = Set(
            LatencyRow.worstFirst(report).prefix(LatencySection.worstLimit).map(\.session.path))
        var heard: [String: [TurnSound]] = [:]
        for record in records where worst.contains(record.path) {
            heard[record.path] = try folder.detail(of: record).map {
                TurnSound.all(in: $0, place: record.place)
            }
        }
        let section = LatencySection(
            report, budgets: result.judgedBudgets, beside: pairs(records, sessions),
            isReplay: true, heard: heard, isHeadline: result.isOfLatency)
        var page = PageSection(id: name, title: section.title, html: section.body)
        page.headline = section.line
        page.isFirst = result.isOfLatency
        return page
    }
}
