package import VoiceJSON
package import VoiceTime
internal import VoiceTrace

/// The figures of a recorded call: the member `call` of a session's latencies.
extension CallFigures {
    /// Channels from 1, positions in frames, times in microseconds; no frame is beyond `limit`.
    package static func codec(
        rate: SampleRate, within limit: Frame = .max
    ) -> JSONCodec<CallFigures> {
        JSONCodec<CallFigures>(
            JSON.member("talkOver", JSON.list(stretch("by", rate, limit))),
            JSON.member("deadAir", JSON.list(stretch("waitsFor", rate, limit))),
            JSON.member("findings", JSON.list(finding)),
            JSON.member("unfit", JSON.list(finding), absentFor: []),
            JSON.optional("appChannel", JSON.count(1...2)),
            JSON.member("guess", JSON.name(of: Sides.self)),
            parts: {
                (
                    $0.talkOvers.map { Stretch(range: $0.range, isApps: $0.isByApp) },
                    $0.deadAirs.map { Stretch(range: $0.range, isApps: $0.isAppsTurn) },
                    $0.findings, $0.unfit, $0.appChannel.map { $0 + 1 }, $0.sides
                )
            },
            make: { talkOvers, deadAirs, findings, unfit, channel, sides in
                var call = CallFigures(
                    talkOvers: talkOvers.map { TalkOver(range: $0.range, isByApp: $0.isApps) },
                    deadAirs: deadAirs.map { DeadAir(range: $0.range, isAppsTurn: $0.isApps) })
                (call.findings, call.unfit) = (findings, unfit)
                (call.appChannel, call.sides) = (channel.map { $0 - 1 }, sides)
                return call
            })
    }

    private struct Stretch {
        let range: Range<Frame>
        let isApps: Bool
    }

    /// A stretch with the side that `key` names.
    private static func stretch(
        _ key: String, _ rate: SampleRate, _ limit: Frame
    ) -> JSONCodec<Stretch> {
        JSONCodec<Stretch>(
            JSON.member("start", JSON.integer(0...limit)),
            JSON.member("end", JSON.integer(0...limit)),
            JSON.member("us", JSON.integer()), JSON.member(key, JSON.text),
            parts: {
                (
                    $0.range.lowerBound, $0.range.upperBound,
                    rate.microseconds($0.range.upperBound - $0.range.lowerBound),
                    $0.isApps ? "app" : "caller"
                )
            },
            make: { start, end, _, side in
                start <= end ? Stretch(range: start..<end, isApps: side == "app") : nil
            })
    }

    private static let finding = JSONCodec<Finding>(
        JSON.member("kind", JSON.text), JSON.member("what", JSON.text),
        parts: { ($0.name, $0.sentence) },
        make: { Finding(name: $0, sentence: $1) })
}
