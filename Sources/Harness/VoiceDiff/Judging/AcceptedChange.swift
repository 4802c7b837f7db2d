package import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Change that an acceptance makes: kinds and numbers of differences, largest shift in time,
/// events.
package struct AcceptedChange: Sendable, Equatable {
    /// Groups that are written into the ledger at most.
    static let groupLimit = 20

    /// Differences between the old golden and the new one.
    package let diff: TraceDiff

    /// The change that `diff` shows.
    package init(_ diff: TraceDiff) { self.diff = diff }

    /// The largest distance in time that an event moved by, in milliseconds, rounded up.
    package var greatestShiftMs: Int64 {
        let shifts = diff.differences.compactMap { difference -> UInt64? in
            difference.kind == .moved ? nil : difference.shift?.magnitude
        }
        return Self.milliseconds(shifts.max() ?? 0, at: diff.sampleRate)
    }

    /// The milliseconds of so many `frames`, rounded up.
    static func milliseconds(_ frames: UInt64, at rate: SampleRate) -> Int64 {
        let (whole, rest) = Frame(clamping: frames).quotientAndRemainder(dividingBy: 1_000)
        let hertz = Int64(rate.hertz)
        // Split, so that no damaged trace overflows.
        guard whole < Int64.max / 2_000_000 else { return .max }
        return (whole * 1_000 * 1_000 + rest * 1_000 + hertz - 1) / hertz
    }

    /// The change as a person reads it: `2 missing, 14 retimed by up to 200 ms`.
    package var summary: String {
        let kinds: [Difference.Kind] = [.missing, .extra, .moved, .retimed, .changed]
        var parts = kinds.compactMap { kind in
            diff.counts[kind] > 0 ? "\(diff.counts[kind]) \(kind.rawValue)" : nil
        }
        if parts.isEmpty { parts = ["no event changed"] }
        if greatestShiftMs > 0 { parts.append("up to \(greatestShiftMs) ms apart") }
        return parts.joined(separator: ", ")
    }

    /// The same as members of a line of the ledger.
    package var members: JSONObject {
        var counts: JSONObject = [:]
        for kind in Difference.Kind.allCases where diff.counts[kind] > 0 {
            counts[kind.rawValue] = .integer(Int64(diff.counts[kind]))
        }
        let groups = diff.groups.prefix(Self.groupLimit).map { group -> JSONValue in
            let field = group.field.map { " \($0.name)" } ?? ""
            let time = FieldUnit.time(group.first.frame, rate: diff.sampleRate)
            return .string(
                "\(group.count) \(group.kind.rawValue)\(field)"
                    + " from \(diff.vocabulary.label(of: group.first.event)) at \(time)")
        }
        var members: JSONObject = [
            "counts": .object(counts), "greatestShiftMs": .integer(greatestShiftMs),
            "groups": .array(groups),
        ]
        let more = diff.groups.count - groups.count
        if more > 0 { members["groupsLeftOut"] = .integer(Int64(more)) }
        return members
    }
}
