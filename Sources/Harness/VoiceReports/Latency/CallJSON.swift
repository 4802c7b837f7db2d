internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// What is told of a call that happened, as JSON: the member `call` of a session's latencies.
enum CallJSON {
    /// Channels from 1, positions in frames, times in microseconds.
    static func value(_ call: CallFigures, rate: SampleRate) -> JSONValue {
        var object: JSONObject = [
            "talkOver": .array(
                call.talkOvers.map { one in
                    stretch(one.range, rate, "by", one.isByApp ? "app" : "caller")
                }),
            "deadAir": .array(
                call.deadAirs.map { one in
                    stretch(one.range, rate, "waitsFor", one.isAppsTurn ? "app" : "caller")
                }),
            "findings": .array(
                call.findings.map { ["kind": .string($0.name), "what": .string($0.sentence)] }),
        ]
        object["appChannel"] = call.appChannel.map { .integer(Int64($0) + 1) }
        object["guess"] = .string(call.sides.rawValue)
        return .object(object)
    }

    /// Reads what ``value(_:rate:)`` gives; nil when it is not that, or has a frame beyond `limit`.
    static func call(_ value: JSONValue, within limit: Frame) -> CallFigures? {
        guard let object = value.object, let talkOver = object["talkOver"]?.array,
            let deadAir = object["deadAir"]?.array, let found = object["findings"]?.array,
            let sides = object["guess"]?.string.flatMap(CallFigures.Sides.init)
        else { return nil }
        let talkOvers = talkOver.compactMap { one -> CallFigures.TalkOver? in
            guard let range = range(one, limit), let side = one.object?["by"]?.string else {
                return nil
            }
            return CallFigures.TalkOver(range, isByApp: side == "app")
        }
        let deadAirs = deadAir.compactMap { one -> CallFigures.DeadAir? in
            guard let range = range(one, limit), let side = one.object?["waitsFor"]?.string else {
                return nil
            }
            return CallFigures.DeadAir(range, isAppsTurn: side == "app")
        }
        let findings = found.compactMap { one -> CallFigures.Finding? in
            guard let name = one.object?["kind"]?.string, let what = one.object?["what"]?.string
            else { return nil }
            return CallFigures.Finding(name: name, sentence: what)
        }
        guard talkOvers.count == talkOver.count, deadAirs.count == deadAir.count,
            findings.count == found.count
        else { return nil }
        var call = CallFigures(talkOvers: talkOvers, deadAirs: deadAirs)
        call.sides = sides
        call.findings = findings
        call.appChannel = object["appChannel"]?.integer.flatMap {
            (1...2).contains($0) ? Int($0) - 1 : nil
        }
        return call
    }

    private static func range(_ value: JSONValue, _ limit: Frame) -> Range<Frame>? {
        guard let start = value.object?["start"]?.integer,
            let end = value.object?["end"]?.integer, 0 <= start, start <= end, end <= limit
        else { return nil }
        return start..<end
    }

    private static func stretch(
        _ range: Range<Frame>, _ rate: SampleRate, _ key: String, _ side: String
    ) -> JSONValue {
        [
            "start": .integer(range.lowerBound), "end": .integer(range.upperBound),
            "us": .integer(rate.microseconds(range.upperBound - range.lowerBound)),
            key: .string(side),
        ]
    }
}
