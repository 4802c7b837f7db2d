package import VoiceJSON
package import VoiceTime
internal import VoiceTrace

extension LatencyPlace {
    /// Codec of a place in a record, on a clock of this rate: `{ "what", "module"?, "kinds"?:
    /// [text], "from", "to": frames, "line", "parts"?: [[name, microseconds, owner or null]],
    /// "values": { METRIC: [microseconds, reason or null] } }`; a value with a reason is only the
    /// least.
    package static func codec(rate: SampleRate) -> JSONCodec<LatencyPlace> {
        let limit = 2 * SessionManifest.secondsLimit * Frame(rate.hertz)
        return JSONCodec<LatencyPlace>(
            JSON.member("what", JSON.text), JSON.optional("module", JSON.text),
            JSON.member("kinds", JSON.list(JSON.name(of: TurnKind.self)), absentFor: []),
            JSON.member("from", JSON.integer(0...limit)),
            JSON.member("to", JSON.integer(0...limit)),
            JSON.member("line", JSON.count(1...Int(Int32.max))),
            JSON.member("parts", JSON.list(part), absentFor: []), JSON.member("values", figures),
            parts: {
                (
                    $0.what, $0.module, $0.kinds, $0.frames.lowerBound, $0.frames.upperBound,
                    $0.line, $0.parts, Figures(values: $0.values, reasons: $0.reasons)
                )
            },
            make: { what, module, kinds, from, to, line, parts, figures in
                guard from <= to else { return nil }
                var place = LatencyPlace(
                    what: what, module: module, kinds: kinds, frames: from..<to,
                    at: rate.microseconds(from), line: line, parts: parts)
                (place.values, place.reasons) = (figures.values, figures.reasons)
                return place
            })
    }

    private static let longest = SessionManifest.secondsLimit * 1_000_000

    private static let part = JSONCodec<Part>(
        row: JSON.text, JSON.integer(0...longest), JSON.orNull(JSON.text),
        parts: { ($0.name, $0.microseconds, $0.owner) },
        make: { Part(name: $0, owner: $2, microseconds: $1) })

    private struct Figures {
        var values: [LatencyMetric: LatencyFigure.Value] = [:]
        var reasons: [LatencyMetric: String] = [:]
    }

    private static let figures = JSONCodec<Figures>(
        write: { kept in
            var object = JSONObject()
            for (metric, value) in kept.values {
                object[metric.rawValue] = .array([
                    .integer(value.microseconds),
                    value.isAtLeast ? .string(kept.reasons[metric] ?? "") : .null,
                ])
            }
            return .object(object)
        },
        read: { value in
            var kept = Figures()
            for member in value.object?.members ?? [] {
                guard let metric = LatencyMetric(rawValue: member.key),
                    let pair = member.value.array, pair.count == 2, let time = pair[0].integer,
                    (0...longest).contains(time)
                else { return nil }
                let reason = pair[1].string
                kept.values[metric] = .init(microseconds: time, isAtLeast: reason != nil)
                kept.reasons[metric] = reason
            }
            return value.object.map { _ in kept }
        })
}
