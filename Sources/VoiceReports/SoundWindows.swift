internal import VoiceAudio
internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Which stretches of a session a report lets its reader hear: two seconds around differences.
enum SoundWindows {
    /// Seconds of one session at most.
    static let secondsLimit: Frame = 30

    /// The stretches inside `frames`, in order, none touching another: one second either way of
    /// where each group of differences begins, in either trace.
    static func ranges(
        _ diff: TraceDiff, cause: FirstCause?, frames: Frame
    ) -> [Range<Frame>] {
        let second = Frame(diff.sampleRate.hertz)
        var ranges: [Range<Frame>] = []
        let firsts = [cause?.difference, cause?.evidence].compactMap { $0 }
        for difference in firsts + diff.groups.map(\.first) {
            for event in [difference.golden, difference.actual].compactMap({ $0 }) {
                guard event.frame >= 0, event.frame <= frames else { continue }
                let from = max(0, event.frame - second)
                let to = min(frames, event.frame + second)
                guard from < to else { continue }
                let next = joined(ranges + [from..<to])
                let length = next.reduce(0) { $0 + Frame($1.count) }
                if length <= secondsLimit * second { ranges = next }
            }
        }
        return ranges
    }

    private static func joined(_ ranges: [Range<Frame>]) -> [Range<Frame>] {
        var joined: [Range<Frame>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    /// A stretch of `sound`; nil where there is nothing but zeros.
    static func cut(_ sound: MonoSound, _ range: Range<Frame>) -> MonoSound? {
        let from = Int(range.lowerBound)
        let to = min(Int(range.upperBound), sound.frames)
        guard from < to else { return nil }
        let samples = Array(sound.samples[from..<to])
        guard samples.contains(where: { $0 != 0 }) else { return nil }
        return MonoSound(sampleRate: sound.sampleRate, samples: samples)
    }
}
