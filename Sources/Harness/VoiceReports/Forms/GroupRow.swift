internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// One group of differences as the cells of a table.
struct GroupRow {
    let group: DifferenceGroup
    let diff: TraceDiff
    private var rate: SampleRate { diff.sampleRate }

    /// Time, module, what, event, field, expected, found, remark.
    var cells: [String] {
        let first = group.first
        let (field, expected, found) = values
        return [
            milliseconds(first.frame), first.module ?? "", group.kind.rawValue,
            diff.vocabulary.label(of: first.event), field, expected, found, remark,
        ]
    }

    private var values: (field: String, expected: String, found: String) {
        let first = group.first
        switch group.kind {
        case .missing: return ("", milliseconds(first.frame), "")
        case .extra: return ("", "", milliseconds(first.frame))
        case .retimed:
            return (
                "time", first.golden.map { milliseconds($0.frame) } ?? "",
                first.actual.map { milliseconds($0.frame) } ?? ""
            )
        case .changed:
            guard let field = group.field else { return ("", "", "") }
            let unit = FieldUnit(field: field.name, in: diff.vocabulary)
            return (
                field.name, text(field.expected, unit), text(field.found, unit)
            )
        case .moved:
            guard let move = first.move else { return ("order", "", "") }
            let (expected, found) = move.isEarlier ? ("after", "before") : ("before", "after")
            let past = diff.vocabulary.label(of: move.past)
            return ("order", "\(expected) \(past)", "\(found) \(past)")
        }
    }

    /// A value, of a digest its beginning.
    private func text(_ value: JSONValue?, _ unit: FieldUnit) -> String {
        ShortDigest.text(of: value) ?? unit.text(value, rate: rate)
    }

    private var remark: String {
        var parts: [String] = []
        switch group.kind {
        case .retimed: parts.append(shiftText)
        case .changed:
            let field = group.field
            let distance = field.flatMap {
                FieldUnit(field: $0.name, in: diff.vocabulary).distance($0, rate: rate)
            }
            if let distance { parts.append(distance) }
            if group.count == 1, let shift = group.first.shift, shift != 0 {
                parts.append("event \(signed(shift))")
            }
        case .moved:
            if group.first.move?.isSwap == true { parts.append("swapped") }
        case .missing, .extra: break
        }
        if group.count > 1 {
            let alike = group.isUniform || group.growth != nil ? "" : ", each differently"
            let isTold = group.isUniform && group.stretches > 1
            let word = group.kind == .retimed ? "stretches" : "places"
            let places = isTold ? " in \(group.stretches) \(word)" : ""
            parts.append("\(group.count) events\(alike)\(places)")
        }
        if group.reachesEnd, group.count > 1, group.kind != .changed { parts.append("to the end") }
        return parts.joined(separator: ", ")
    }

    private var shiftText: String {
        guard let shifts = group.shifts else { return "" }
        if let growth = group.growth {
            let first = signed(group.first.shift ?? 0)
            return "\(first), \(signed(growth)) more each time, \(group.stretches) times"
        }
        let range = [shifts.lowerBound, shifts.upperBound].map { signed($0) }
        return shifts.lowerBound == shifts.upperBound
            ? range[0] : "\(range[0]) through \(range[1])"
    }

    private func signed(_ shift: Frame) -> String {
        (shift > 0 ? "+" : "") + FieldUnit.time(shift, rate: rate)
    }

    private func milliseconds(_ frame: Frame) -> String {
        let text = FieldUnit.time(frame, rate: rate)
        return text.hasSuffix(" ms") ? String(text.dropLast(3)) : text
    }
}
