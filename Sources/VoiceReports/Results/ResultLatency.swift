public import VoiceDiff
internal import VoiceTime
public import VoiceTrace

/// The latencies of a run: from what the caller really said, which a record keeps, and what
/// happened this time, which stands in the result folder.
///
/// Shape in a record: `measured.latency` is `{
/// "turns": [[from, to, words or null, line or null, who says so]],
/// "places": [ what budgets judge, see ``LatencyPlace`` ],
/// "silences": { digest: frames of silence at the beginning of a prompt's sound },
/// "waits": [[from, to, for what]],                 when the engine waited for its app
/// "settings": { name: value },
/// "golden": { METRIC: [[of what, microseconds, whether that is only the least]] } }`; turns are
/// those of this run, golden's values those of the golden trace, to be shown beside this run's.
public enum ResultLatency {
    /// The key of a record's measurements.
    public static let name = "latency"

    /// What a record keeps of `run`; the values of `golden` stand beside it where there is one.
    public static func value(_ run: LatencySubject, golden: LatencySubject?) -> JSONValue {
        let turns = run.turns.map { turn in
            JSONValue.array([
                .integer(turn.active.lowerBound), .integer(turn.active.upperBound),
                turn.words.map { .string($0) } ?? .null,
                turn.line.map { .integer(Int64($0)) } ?? .null, .string(turn.source.rawValue),
            ])
        }
        var silences = JSONObject()
        for (digest, frames) in run.leadingSilence { silences[digest] = .integer(frames) }
        return [
            "golden": .object(golden.map { values(SessionLatency($0)) } ?? [:]),
            "turns": .array(turns),
            "places": .array(SessionLatency(run).places(in: run.events).map(\.value)),
            "waits": .array(
                run.appWaits.map { wait in
                    .array([
                        .integer(wait.range.lowerBound), .integer(wait.range.upperBound),
                        .string(wait.owner),
                    ])
                }),
            "silences": .object(silences),
            "settings": .object(run.settings),
        ]
    }

    private static func values(_ session: SessionLatency) -> JSONObject {
        var object = JSONObject()
        for metric in LatencyMetric.allCases where metric != .blockCompute {
            object[metric.rawValue] = .array(
                session.values(metric).map { of, value in
                    .array([
                        .string(of), .integer(value.microseconds), .bool(value.isAtLeast),
                    ])
                })
        }
        return object
    }

    /// The figures of `sessions` beside those of the golden traces, which `records` keep; none of
    /// what no golden trace has.
    static func pairs(_ records: [SessionRecord], _ sessions: [SessionLatency]) -> [LatencyPair] {
        LatencyMetric.allCases.compactMap { metric in
            var now: [String: LatencyFigure.Value] = [:]
            var golden: [String: LatencyFigure.Value] = [:]
            for (record, session) in zip(records, sessions) {
                for (of, value) in session.values(metric) { now["\(record.place) \(of)"] = value }
                for (of, value) in kept(record, metric) { golden["\(record.place) \(of)"] = value }
            }
            return golden.isEmpty ? nil : LatencyPair(metric, now: now, golden: golden)
        }
    }

    /// The golden trace's values of `metric` as a record keeps them.
    private static func kept(
        _ record: SessionRecord, _ metric: LatencyMetric
    ) -> [(of: String, value: LatencyFigure.Value)] {
        let kept = record.measured[name]?.object?["golden"]?.object?[metric.rawValue]?.array ?? []
        return kept.compactMap {
            guard let parts = $0.array, parts.count == 3, let of = parts[0].string,
                let time = parts[1].integer, let isAtLeast = parts[2].bool
            else { return nil }
            return (of, .init(microseconds: time, isAtLeast: isAtLeast))
        }
    }

    /// The places of a record that budgets judge; none of a session that was not measured.
    static func places(_ record: SessionRecord) -> [LatencyPlace] {
        guard let rate = record.sampleRate.flatMap({ SampleRate(hertz: $0) }) else { return [] }
        return (record.measured[name]?.object?["places"]?.array ?? []).compactMap {
            LatencyPlace($0, rate: rate)
        }
    }

    /// What latencies are worked out from; nil when the record keeps nothing, or no truth.
    static func subject(_ record: SessionRecord, events: [TraceEvent]) -> LatencySubject? {
        guard let kept = record.measured[name]?.object, let frames = record.frames,
            let rate = record.sampleRate.flatMap({ SampleRate(hertz: $0) }),
            let vocabulary = record.vocabulary
        else { return nil }
        let limit = SessionManifest.secondsLimit * Frame(rate.hertz)
        var turns: [SpokenTurn] = []
        for value in kept["turns"]?.array ?? [] {
            guard let parts = value.array, parts.count == 5, let from = parts[0].integer,
                let to = parts[1].integer, from >= 0, from <= to, to <= limit,
                let source = SpokenTurn.Source(rawValue: parts[4].string ?? "")
            else { return nil }
            turns.append(
                SpokenTurn(
                    active: from..<to, words: parts[2].string,
                    line: parts[3].integer.map { Int(clamping: $0) }, source: source))
        }
        var subject = LatencySubject(
            name: label(record.path), path: record.path, sampleRate: rate, frames: frames,
            events: events, vocabulary: vocabulary, turns: turns)
        for member in kept["silences"]?.object?.members ?? [] {
            guard let silent = member.value.integer, (0...limit).contains(silent) else {
                return nil
            }
            subject.leadingSilence[member.key] = silent
        }
        for value in kept["waits"]?.array ?? [] {
            guard let parts = value.array, parts.count == 3, let from = parts[0].integer,
                let to = parts[1].integer, from >= 0, from <= to, to <= 2 * limit,
                let owner = parts[2].string
            else { return nil }
            subject.appWaits.append(AppWait(from..<to, owner: owner))
        }
        subject.settings = kept["settings"]?.object ?? [:]
        return subject
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

    /// The page's section on the sessions of `result`, whose traces and sounds stand in `folder`;
    /// it says so when none of them was measured. Nil without a session.
    static func section(
        _ result: RunResult, in folder: ResultFolder
    ) throws(ReportError) -> PageSection? {
        var sessions: [SessionLatency] = []
        var records: [SessionRecord] = []
        for record in result.sessions where record.measured[name] != nil {
            guard let events = try folder.trace(of: record)?.events,
                let subject = subject(record, events: events)
            else { continue }
            sessions.append(SessionLatency(subject))
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
            heard[record.path] = try folder.detail(of: record).map(TurnSound.all)
        }
        let section = LatencySection(
            report, budgets: result.judgedBudgets, beside: pairs(records, sessions),
            isReplay: true, heard: heard, isHeadline: result.isOfLatency)
        var page = PageSection(id: name, title: section.title, html: section.body)
        page.sounds = section.sounds
        page.headline = section.line
        page.isFirst = result.isOfLatency
        return page
    }
}
