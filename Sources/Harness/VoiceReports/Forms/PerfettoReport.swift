package import VoiceDiff
package import VoiceJSON
internal import VoiceTime
package import VoiceTrace

/// Two traces as a Chrome trace, which the Perfetto viewer opens: golden and actual as processes
/// with the same tracks, and an arrow from each difference to its partner.
///
/// Times are microseconds. Source: "Trace Event Format", Google 2016.
package struct PerfettoReport: Sendable {
    private let diff: TraceDiff
    private let remarks: [String]

    /// A report on the traces that `diff` compared, with `remarks` that concern all of it.
    package init(_ diff: TraceDiff, remarks: [String] = []) {
        self.diff = diff
        self.remarks = remarks
    }

    private static let sides = [(number: Int64(1), name: "golden"), (number: 2, name: "actual")]

    /// The document's bytes.
    package func bytes(golden: [TraceEvent], actual: [TraceEvent]) -> [UInt8] {
        PrintableText.bytes(of: value(golden: golden, actual: actual))
    }

    /// The document.
    package func value(golden: [TraceEvent], actual: [TraceEvent]) -> JSONValue {
        var events: [JSONValue] = []
        for (side, trace) in zip(Self.sides, [golden, actual]) {
            events += names(side.number, side.name)
            let lanes = TraceLanes(trace, diff.vocabulary)
            for (number, lane) in TraceLanes.Lane.allCases.enumerated() {
                for span in lanes.spans[lane] ?? [] {
                    events.append(slice(span, lane, side.number, Int64(number + 2)))
                }
            }
        }
        for (number, difference) in diff.differences.enumerated() {
            events += arrow(difference, number: Int64(number + 1))
        }
        var other: JSONObject = ["program": "voicetest"]
        for (number, remark) in remarks.enumerated() {
            other["remark\(number + 1)"] = .string(PrintableText.part(remark))
        }
        return [
            "displayTimeUnit": "ms", "otherData": .object(other),
            "traceEvents": .array(events),
        ]
    }

    private func names(_ side: Int64, _ name: String) -> [JSONValue] {
        func meta(_ what: String, _ track: Int64, _ name: String) -> JSONValue {
            [
                "ph": "M", "pid": .integer(side), "tid": .integer(track), "name": .string(what),
                "args": ["name": .string(name)],
            ]
        }
        let lanes = TraceLanes.Lane.allCases.enumerated().map { number, lane in
            meta("thread_name", Int64(number + 2), lane.rawValue)
        }
        return [meta("process_name", 0, name), meta("thread_name", 1, "differences")] + lanes
    }

    private func slice(
        _ span: TraceLanes.Span, _ lane: TraceLanes.Lane, _ side: Int64, _ track: Int64
    ) -> JSONValue {
        var arguments: JSONObject = ["seq": .integer(Int64(span.sequence))]
        arguments["decided"] = span.decided.map { .string(time($0)) }
        return [
            "ph": "X", "pid": .integer(side), "tid": .integer(track),
            "name": .string(TerminalReport.printable(span.label)),
            "cat": .string(lane.rawValue), "ts": .integer(micros(span.from)),
            "dur": .integer(max(0, micros(span.to) - micros(span.from))),
            "args": .object(arguments),
        ]
    }

    /// A slice on either side where it has an event, joined where both have.
    private func arrow(_ difference: Difference, number: Int64) -> [JSONValue] {
        var events: [JSONValue] = []
        let ends = [difference.golden?.frame, difference.actual?.frame]
        let label = TerminalReport.printable(diff.vocabulary.label(of: difference.event))
        for (side, frame) in zip(Self.sides, ends) {
            guard let frame else { continue }
            let shared: JSONObject = [
                "pid": .integer(side.number), "tid": 1, "ts": .integer(micros(frame)),
                "cat": "difference",
            ]
            var slice = shared
            slice["ph"] = "X"
            slice["dur"] = 1
            slice["name"] = .string("\(difference.kind.rawValue): \(label)")
            slice["args"] = .object(DiffValues(diff).difference(difference))
            events.append(.object(slice))
            guard !ends.contains(nil) else { continue }
            var flow = shared
            flow["ph"] = side.number == 1 ? "s" : "f"
            if side.number == 2 { flow["bp"] = "e" }
            flow["id"] = .integer(number)
            flow["name"] = .string(difference.kind.rawValue)
            events.append(.object(flow))
        }
        return events
    }

    private func micros(_ frame: Frame) -> Int64 {
        diff.sampleRate.microseconds(min(max(frame, 0), 1 << 40))
    }

    private func time(_ frame: Frame) -> String { FieldUnit.time(frame, rate: diff.sampleRate) }
}
