internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension LatencyPlace {
    /// As a record keeps it: `{ "what", "module"?, "kinds"?: [text], "from", "to": frames, "line",
    /// "parts"?: [[name, microseconds, owner or null]],
    /// "values": { METRIC: [microseconds, reason or null] } }`; a value with a reason is only the
    /// least.
    var value: JSONValue {
        var values = JSONObject()
        for metric in LatencyMetric.allCases {
            guard let value = self.values[metric] else { continue }
            values[metric.rawValue] = .array([
                .integer(value.microseconds),
                value.isAtLeast ? .string(reasons[metric] ?? "") : .null,
            ])
        }
        var object: JSONObject = [
            "what": .string(what), "from": .integer(frames.lowerBound),
            "to": .integer(frames.upperBound), "line": .integer(Int64(line)),
            "values": .object(values),
        ]
        object["module"] = module.map { .string($0) }
        if !kinds.isEmpty { object["kinds"] = .array(kinds.map { .string($0.rawValue) }) }
        if !parts.isEmpty {
            object["parts"] = .array(
                parts.map { part in
                    .array([
                        .string(part.name), .integer(part.microseconds),
                        part.owner.map { .string($0) } ?? .null,
                    ])
                })
        }
        return .object(object)
    }

    /// Reads what ``value`` holds, on a clock of this rate; nil when it is not what should stand
    /// there.
    init?(_ value: JSONValue, rate: SampleRate) {
        let limit = SessionManifest.secondsLimit * Frame(rate.hertz)
        let longest = SessionManifest.secondsLimit * 1_000_000
        guard let object = value.object, let what = object["what"]?.string,
            let from = object["from"]?.integer, let to = object["to"]?.integer, from >= 0,
            from <= to, to <= 2 * limit, let line = object["line"]?.integer,
            (1...Int64(Int32.max)).contains(line), let values = object["values"]?.object
        else { return nil }
        let kinds = (object["kinds"]?.array ?? []).compactMap {
            $0.string.flatMap(TurnKind.init)
        }
        let parts = (object["parts"]?.array ?? []).compactMap { part -> Part? in
            guard let pair = part.array, pair.count == 3, let name = pair[0].string,
                let time = pair[1].integer, (0...longest).contains(time)
            else { return nil }
            return Part(name: name, owner: pair[2].string, microseconds: time)
        }
        self.init(
            what: what, module: object["module"]?.string, kinds: kinds, frames: from..<to,
            at: rate.microseconds(from), line: Int(line), parts: parts)
        for member in values.members {
            guard let metric = LatencyMetric(rawValue: member.key),
                let pair = member.value.array, pair.count == 2, let time = pair[0].integer,
                (0...longest).contains(time)
            else { return nil }
            let reason = pair[1].string
            self.values[metric] = .init(microseconds: time, isAtLeast: reason != nil)
            reasons[metric] = reason
        }
    }
}
