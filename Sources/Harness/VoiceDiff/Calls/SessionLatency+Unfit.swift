internal import VoiceTime

extension SessionLatency {
    /// The most milliseconds between the end of a turn and the stretch in which a gate hides it.
    private static let edgeMilliseconds: Int64 = 60

    /// Leaves out every latency of a call that is unfit to be measured. Of other calls, a response
    /// whose beginning is not known counts as at least so long. Where the end of a turn is hidden,
    /// says between which times the response lies.
    package mutating func leaveOutUnfit() {
        guard let call else { return }
        let edge = sampleRate.frames(milliseconds: Self.edgeMilliseconds)
        for index in turns.indices {
            let turn = turns[index]
            let end = turn.turn.active.upperBound
            let hidden = call.hiddenEnds.first {
                $0.lowerBound - edge <= end && end <= $0.upperBound + edge
            }
            let answer = turn.response.measuredOrTalkedOver.map { end + $0 }
            if let hidden, let answer {
                let least = max(0, answer - hidden.upperBound)
                turns[index].bounds = least..<max(least + 1, answer - hidden.lowerBound)
            }
            if !call.unfit.isEmpty {
                turns[index].leaveOut()
            } else if let answer, call.seamlessEnds.contains(end) {
                turns[index].bound(to: answer - end, .noPause)
            } else if let answer, let hidden {
                turns[index].bound(to: answer - hidden.upperBound, .hiddenEnd)
            }
        }
        guard !call.unfit.isEmpty else { return }
        for index in gaps.indices { gaps[index].outcome = .excluded(.unfitCall) }
    }
}

extension TurnLatency {
    fileprivate mutating func leaveOut() {
        (endpoint, recognition, told) = (
            .excluded(.unfitCall), .excluded(.unfitCall), .excluded(.unfitCall)
        )
        (response, bargeIn) = (.excluded(.unfitCall), .excluded(.unfitCall))
        parts = []
    }

    /// Says of the response only that it takes at least so many frames.
    fileprivate mutating func bound(to frames: Frame, _ reason: LatencyReason) {
        response = .censored(max(0, frames), reason)
        parts = []
    }
}

extension LatencyOutcome {
    /// The frames until an answer that came, before or after the end; nil where none did.
    fileprivate var measuredOrTalkedOver: Frame? {
        switch self {
        case .measured(let frames), .talkedOver(let frames): frames
        case .censored, .excluded: nil
        }
    }
}
