import Testing

@testable import VoiceActivity

/// One column is half a second; `.` is silence, `c` the caller, `-` the room that a gate lets pass.
///
///     caller  ..cccc-...cccc-...cccc-...cccc-...
@Suite struct NoiseGateTests {
    private static let spoken = stride(from: 1.0, to: 17, by: 4).map { $0..<($0 + 2) }

    /// What the detector makes of speech with a tail of so many seconds.
    private static func heard(tail: Double) -> [Range<Int64>] {
        spoken.map { MadeChannel.frames($0.lowerBound..<$0.upperBound + tail) }
    }

    /// A caller behind a gate that closes so many seconds after the speech, in a room of so many
    /// decibels, with another voice in it where `voices`.
    private static func gated(tail: Double, room: Float = -60, voices: Bool = false) -> MadeChannel
    {
        var channel = MadeChannel(seconds: 18, room: room, seed: 5)
        for (number, range) in spoken.enumerated() {
            channel.speak(range, seed: UInt64(300 + number))
        }
        if voices {
            var other = MadeChannel(seconds: 18, room: -90, seed: 6)
            other.speak(0..<18, seed: 77)
            channel.hear(other, decibels: -22, frames: 0)
        }
        let passes = spoken.map { MadeChannel.frames($0.lowerBound - 0.02..<$0.upperBound + tail) }
        for place in channel.samples.indices
        where !passes.contains(where: { $0.contains(Int64(place)) }) {
            channel.samples[place] = 0
        }
        return channel
    }

    @Test("speech ends where the level drops to the gate's tail", arguments: [0.1, 0.2, 0.4, 0.8])
    func cutsTails(tail: Double) {
        let gate = NoiseGate(Self.gated(tail: tail).levels, heard: Self.heard(tail: tail))
        #expect(gate.unclearEnds.isEmpty)
        #expect(gate.speech.count == Self.spoken.count)
        for (found, spoken) in zip(gate.speech, Self.spoken.map(MadeChannel.frames)) {
            #expect(found.lowerBound == spoken.lowerBound)
            #expect(abs(found.upperBound - spoken.upperBound) <= 320)
        }
    }

    @Test("a tail in which another voice speaks hides the end, and the range holds it")
    func hidden() throws {
        let gate = NoiseGate(
            Self.gated(tail: 0.4, voices: true).levels, heard: Self.heard(tail: 0.4))
        #expect(gate.unclearEnds.count >= 3)
        for range in gate.unclearEnds {
            let end = try #require(
                Self.spoken.map { MadeChannel.frames($0).upperBound }.first { range.contains($0) })
            #expect(range.upperBound >= end + 5_600)
        }
    }

    @Test("a room that is always heard is no gate, and neither is a voice that stops at once")
    func others() {
        var room = MadeChannel(seconds: 18, room: -60, seed: 5)
        for (number, range) in Self.spoken.enumerated() {
            room.speak(range, seed: UInt64(300 + number))
        }
        let heard = Self.heard(tail: 0)
        #expect(NoiseGate(room.levels, heard: heard).speech == heard)
        let clean = NoiseGate(Self.gated(tail: 0).levels, heard: heard)
        #expect(clean.speech == heard)
        #expect(clean.unclearEnds.isEmpty)
    }
}
