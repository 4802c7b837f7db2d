package import VoiceDiff
package import VoiceJSON
internal import VoiceTime

/// Latencies as JSON, for programs; `Schemas/Latency.schema.json` describes every member.
package enum LatencyJSON {
    /// The version of the shape.
    package static let formatVersion: Int64 = 1

    /// Returns the report, with its comparison and its history where there are any.
    package static func value(
        _ report: LatencyReport, comparison: LatencyComparison? = nil, runs: [LatencyRun] = [],
        budgets: [JudgedBudget] = []
    ) -> JSONValue {
        var object: JSONObject = [
            "formatVersion": .integer(formatVersion),
            "sessions": .array(report.sessions.map(session)),
            "figures": .array(report.figures.map(figure)),
            "faults": .array(
                report.faults.map { name, fault in
                    [
                        "session": .string(name), "rule": .string(String(describing: fault.rule)),
                        "what": .string(fault.what),
                    ]
                }),
        ]
        if let comparison { object["baseline"] = self.comparison(comparison) }
        if !budgets.isEmpty { object["budgets"] = .array(budgets.map(\.value)) }
        guard !runs.isEmpty else { return .object(object) }
        object["runs"] = .array(runs.map(run))
        object["moved"] = .array(
            LatencyMove.newest(in: runs).map { move in
                [
                    "metric": .string(move.metric.rawValue),
                    "percentile": .string(move.percentile.rawValue),
                    "beforeUs": .integer(move.before.microseconds),
                    "us": .integer(move.now.microseconds),
                ]
            })
        return .object(object)
    }

    private static func session(_ session: SessionLatency) -> JSONValue {
        let rate = session.sampleRate
        var object: JSONObject = [
            "name": .string(session.name), "path": .string(session.path),
            "sampleRate": .integer(Int64(rate.hertz)), "frames": .integer(session.frames),
            "turns": .array(session.turns.map { turn($0, rate: rate) }),
            "gaps": .array(
                session.gaps.map { gap in
                    [
                        "item": .string(gap.item), "frame": .integer(gap.frame),
                        "promptGap": LatencyValues.outcome(gap.outcome, rate: rate),
                    ]
                }),
        ]
        object["sounds"] = .array(
            session.sounds.map { sound in
                var object: JSONObject = [
                    "item": .string(sound.item), "frame": .integer(sound.frame),
                ]
                object["clipGap"] = sound.clipGap.map { LatencyValues.outcome($0, rate: rate) }
                object["soundStart"] = sound.start.map { LatencyValues.outcome($0, rate: rate) }
                return .object(object)
            })
        if !session.figures.isEmpty {
            object["figures"] = .array(
                session.figures.map { figure in
                    var object: JSONObject = [
                        "name": .string(figure.name), "frame": .integer(figure.frame),
                        "us": .integer(figure.microseconds),
                    ]
                    object["turn"] = figure.turn.map { .integer(Int64($0) + 1) }
                    return .object(object)
                })
        }
        object["work"] = session.work.map { .object($0.counts) }
        object["call"] = session.call.map(CallFigures.codec(rate: rate).write)
        return .object(object)
    }

    private static func turn(_ turn: TurnLatency, rate: SampleRate) -> JSONValue {
        var object: JSONObject = [
            "start": .integer(turn.turn.active.lowerBound),
            "end": .integer(turn.turn.active.upperBound),
            "truth": .string(turn.turn.source.rawValue),
            "notes": .array(turn.notes.map { .string(String(describing: $0)) }),
        ]
        object["words"] = turn.turn.words.map { .string($0) }
        object["module"] = turn.module.map { .string($0) }
        object["answer"] = turn.answer.map { .string($0) }
        object["prompt"] = turn.prompt.map { .string($0) }
        object["parts"] = .array(
            turn.parts.map { part in
                var object: JSONObject = [
                    "kind": .string(part.kind.rawValue), "frames": .integer(part.frames),
                    "us": .integer(rate.microseconds(part.frames)),
                ]
                object["owner"] = part.owner.map { .string($0) }
                object["limitUs"] = part.limit.map { .integer(rate.microseconds($0)) }
                return .object(object)
            })
        if let bounds = turn.bounds {
            object["boundsUs"] = .array(
                [bounds.lowerBound, bounds.upperBound].map { .integer(rate.microseconds($0)) })
        }
        object["liveEndOffsetUs"] = turn.liveEndOffset.map { .integer(rate.microseconds($0)) }
        for metric in LatencyMetric.allCases {
            guard let outcome = turn[metric] else { continue }
            object[metric.rawValue] = LatencyValues.outcome(outcome, rate: rate)
        }
        return .object(object)
    }

    private static func figure(_ figure: LatencyFigure) -> JSONValue {
        var object: JSONObject = [
            "metric": .string(figure.metric.rawValue),
            "meaning": .string(figure.metric.meaning),
            "measured": .integer(Int64(figure.measured)),
            "talkedOver": .integer(Int64(figure.talkedOver)),
            "censored": LatencyValues.counts(figure.censoredByReason),
            "excluded": LatencyValues.counts(figure.excludedByReason),
        ]
        object["percentiles"] = figure.percentiles.map(LatencyValues.percentiles)
        object["corrected"] = figure.corrected.map(LatencyValues.percentiles)
        object["intervalUs"] = figure.interval.map { .integer($0) }
        return .object(object)
    }

    private static func comparison(_ comparison: LatencyComparison) -> JSONValue {
        [
            "path": .string(comparison.path), "compared": .integer(Int64(comparison.compared)),
            "changes": .array(
                comparison.changes.map { change in
                    [
                        "kind": .string(change.kind.rawValue),
                        "session": .string(change.session), "where": .string(change.place),
                        "what": .string(change.what), "expected": change.expected ?? .null,
                        "found": change.found ?? .null,
                    ]
                }),
            "notes": .array(comparison.notes.map { .string($0) }),
        ]
    }

    private static func run(_ run: LatencyRun) -> JSONValue {
        var figures = JSONObject()
        for metric in LatencyMetric.allCases {
            guard let figure = run.figures[metric] else { continue }
            var object: JSONObject = [
                "measured": .integer(Int64(figure.measured)),
                "censored": .integer(Int64(figure.censored)),
                "talkedOver": .integer(Int64(figure.talkedOver)),
                "excluded": .integer(Int64(figure.excluded)),
            ]
            object["percentiles"] = figure.percentiles.map(LatencyValues.percentiles)
            figures[metric.rawValue] = .object(object)
        }
        return [
            "label": .string(run.label), "time": .integer(run.time),
            "sessions": .integer(Int64(run.sessions)), "scope": .string(run.scope),
            "figures": .object(figures),
        ]
    }
}
