internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTrace

/// The parts of a ``SessionDetail`` as JSON values, their texts ready to be shown.
struct DetailValues {
    let diff: TraceDiff
    /// Differences that are drawn.
    let chosen: DrawnDifferences

    /// A label or value longer than this is cut, in characters.
    static let textLimit = 160

    /// Stretches of the differences that are not drawn, and how many begin in each.
    var undrawn: JSONValue {
        .array(
            chosen.stretches.map { stretch in
                .array([
                    .integer(stretch.range.lowerBound), .integer(stretch.range.upperBound),
                    .integer(Int64(stretch.count)),
                ])
            })
    }

    func row(_ group: DifferenceGroup) -> JSONValue {
        let cells = GroupRow(group: group, diff: diff).cells
        var object: JSONObject = ["cells": .array(cells.map { .string(Self.cut($0)) })]
        object["difference"] = chosen.place(of: group.first).map { .integer(Int64($0)) }
        return .object(object)
    }

    func difference(_ difference: Difference) -> JSONValue {
        var object: JSONObject = [
            "kind": .string(difference.kind.rawValue),
            "label": .string(Self.cut(diff.vocabulary.label(of: difference.event))),
            "lane": .string(diff.vocabulary.lane(of: difference.event).rawValue),
            "fields": .array(difference.fields.map { row($0) }),
            "why": .array(evidence(difference)),
        ]
        object["module"] = difference.module.map { .string(Self.cut($0)) }
        object["golden"] = difference.golden.map { .integer($0.frame) }
        object["actual"] = difference.actual.map { .integer($0.frame) }
        return .object(object)
    }

    /// A row for a fault of turn-taking that stands at `place` among what is drawn.
    func row(_ fault: TurnFault, place: Int) -> JSONValue {
        let time = DiffValues(diff).milliseconds(fault.frames.lowerBound)
        let cells = [
            time, fault.module ?? "", fault.kind.rawValue, fault.rule, "", "", "", fault.what,
        ]
        return [
            "cells": .array(cells.map { .string(Self.cut($0, limit: 4 * Self.textLimit)) }),
            "difference": .integer(Int64(place)),
        ]
    }

    /// A fault of turn-taking as a mark on the rows of `side`.
    func difference(_ fault: TurnFault, side: String) -> JSONValue {
        var object: JSONObject = [
            "kind": .string(fault.kind.rawValue), "label": .string(Self.cut(fault.rule)),
            "lane": .string(fault.lane.rawValue), "fields": .array([]), "why": .array([]),
            "to": .integer(fault.frames.upperBound),
            "text": .string(Self.cut(fault.what, limit: 4 * Self.textLimit)),
        ]
        object["module"] = fault.module.map { .string(Self.cut($0)) }
        object[side] = .integer(fault.frames.lowerBound)
        return .object(object)
    }

    /// Returns all evidence that both sides were decided by, whether it changed or not.
    private func evidence(_ difference: Difference) -> [JSONValue] {
        let golden = difference.golden?.why ?? [:]
        let actual = difference.actual?.why ?? [:]
        let names = golden.members.map(\.key)
        let more = actual.members.map(\.key).filter { golden[$0] == nil }
        return (names + more).map { name in
            row(FieldChange(name: name, expected: golden[name], found: actual[name]))
        }
    }

    private func row(_ change: FieldChange) -> JSONValue {
        let unit = FieldUnit(field: change.name, in: diff.vocabulary)
        func text(_ value: JSONValue?) -> JSONValue {
            .string(value.map { Self.cut(unit.text($0, rate: diff.sampleRate)) } ?? "")
        }
        let distance =
            change.expected == change.found ? nil : unit.distance(change, rate: diff.sampleRate)
        return .array([
            .string(Self.cut(change.name)), text(change.expected), text(change.found),
            .string(distance ?? ""),
        ])
    }

    func lanes(_ events: [TraceEvent]) -> JSONValue {
        let lanes = TraceLanes(events, diff.vocabulary)
        var object = JSONObject()
        var leftOut = 0
        for lane in TraceLanes.Lane.allCases {
            let spans = lanes.spans[lane] ?? []
            leftOut += max(0, spans.count - SessionDetail.spanLimit)
            object[lane.rawValue] = .array(
                spans.prefix(SessionDetail.spanLimit).map { span in
                    .array(
                        [
                            .integer(span.from), .integer(span.to), .string(Self.cut(span.label)),
                            span.decided.map { .integer($0) } ?? .null,
                        ] + (span.height.map { [.integer(Int64($0))] } ?? []))
                })
        }
        object["leftOut"] = .integer(Int64(leftOut))
        return .object(object)
    }

    static func cut(_ text: String, limit: Int = textLimit) -> String {
        let text = TerminalReport.printable(text)
        return text.count <= limit ? text : text.prefix(limit - 1) + "…"
    }
}

extension CallerEffect {
    static let codec = JSONCodec<CallerEffect>(
        JSON.member("effect", JSON.name(of: Kind.self)), JSON.member("sentence", JSON.text),
        parts: { ($0.kind, $0.sentence) },
        make: { CallerEffect(kind: $0, sentence: $1) })
}
