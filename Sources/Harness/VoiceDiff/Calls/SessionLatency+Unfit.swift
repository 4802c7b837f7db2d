internal import VoiceTime

extension SessionLatency {
    /// The most milliseconds between the end of a turn and the stretch in which a gate hides it.
    private static let edgeMilliseconds: Int64 = 60

    /// Leaves out every latency of a call that is unfit to be measured; where a gate hides the end
    /// of a turn, says between which times the response lies.
    package mutating func leaveOutUnfit() {
        guard let call, !call.unfit.isEmpty else { return }
        let edge = sampleRate.frames(milliseconds: Self.edgeMilliseconds)
        for index in turns.indices {
            let turn = turns[index]
            let end = turn.turn.active.upperBound
            let hidden = call.hiddenEnds.first {
                $0.lowerBound - edge <= end && end <= $0.upperBound + edge
            }
            if let hidden, let frames = turn.response.frames {
                let answer = end + frames
                turns[index].bounds = answer - hidden.upperBound..<answer - hidden.lowerBound
            }
            turns[index].leaveOut()
        }
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
}
