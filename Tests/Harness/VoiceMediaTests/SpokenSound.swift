/// A microphone track drawn by hand: one column is 100 ms, `#` is speech, `.` the room.
///
/// Integer arithmetic only. Speech is a buzz of 125 Hz through two crude formants with a dip every
/// 200 ms; the room is a whisper of noise. The detector takes the one for speech, not the other.
enum SpokenSound {
    static let columnFrames = 1_600

    static func samples(_ drawing: String) -> [Int16] {
        var noise: UInt32 = 1
        var first = Resonator(feedback: 245, damping: 243)
        var second = Resonator(feedback: 206, damping: 240)
        var samples: [Int16] = []
        for (column, mark) in drawing.enumerated() {
            for frame in 0..<columnFrames {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let hiss = Int(noise >> 28) - 8
                let place = (column * columnFrames + frame) % 3_200
                let isVoiced = mark == "#" && place < 2_600
                // A pulse every 128 frames is a pitch of 125 Hz.
                let pulse = isVoiced && frame % 128 == 0 ? 1_200 : 0
                let sound = first.step(pulse) + second.step(pulse)
                samples.append(Int16(clamping: sound + hiss))
            }
        }
        return samples
    }

    private struct Resonator {
        /// In 1/128 and 1/256: where it rings and how long.
        let feedback: Int
        let damping: Int
        private var last = 0
        private var previous = 0

        init(feedback: Int, damping: Int) {
            self.feedback = feedback
            self.damping = damping
        }

        mutating func step(_ input: Int) -> Int {
            let next = input + feedback * last / 128 - damping * previous / 256
            previous = last
            last = next
            return next
        }
    }
}
