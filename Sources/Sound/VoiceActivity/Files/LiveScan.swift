package import VoiceAudio

/// Finds the stretches in sound files of any length that the live detector would find, in constant
/// memory.
///
/// Channels become one as a `ChannelChoice` says. A file of 8,000 to 48,000 hertz, a multiple of
/// 100, is heard at its own rate, as a session of that rate; any other is brought to 16 kHz first.
package struct LiveScan: Sendable {
    private static let blockFrames = 16_000
    /// Settings that the detector compares with.
    package var settings: SpeechSettings
    /// Takes the evidence of hops, in order, at frames of the file; nil if it is not wanted.
    package var onHops: (@Sendable ([LiveDecision]) throws -> Void)?
    /// Function that is told now and then, in order, what share of the sound is heard, 0 through 1;
    /// what it throws ends the scan.
    package var onProgress: (@Sendable (Double) throws -> Void)?

    /// A scan with these settings.
    package init(settings: SpeechSettings = SpeechActivity.fileSettings) {
        self.settings = settings
    }

    /// Scans a file; `choice` says how several channels become one.
    ///
    /// - Throws: every `AudioError` about input, and what the functions that are told throw.
    package func run(path: String, choice: ChannelChoice = .best) throws -> FileActivity {
        let own = try SoundFileReader(path: path).format.sampleRate
        let isOwn = (8_000...48_000).contains(own) && own % 100 == 0
        let rate = isOwn ? own : HopGrid.sampleRate
        var stream = try MonoStream(path: path, choice: choice, rate: rate)
        let expected = Double(stream.format.frames) * Double(rate) / Double(own)
        var finder = try SegmentFinder(
            sampleRate: rate, settings: settings, keepsDecisions: onHops != nil)
        var block = [Int16](repeating: 0, count: Self.blockFrames)
        var frames: Int64 = 0
        while true {
            let count = try block.withUnsafeMutableBufferPointer {
                (all) throws(AudioError) in try stream.read(into: all)
            }
            guard count > 0 else { break }
            frames += Int64(count)
            block.withUnsafeBufferPointer {
                finder.process(UnsafeBufferPointer(rebasing: $0[..<count]))
            }
            try notify(&finder, from: rate, to: own)
            try onProgress?(expected > 0 ? min(1, Double(frames) / expected) : 0)
        }
        guard frames > 0 else { throw AudioError.empty(path: path) }
        finder.finish()
        try notify(&finder, from: rate, to: own)
        let end = stream.fileFrames
        let segments = finder.segments.compactMap { segment in
            let start = min(end, Self.frame(segment.lowerBound, from: rate, to: own))
            let last = min(end, Self.frame(segment.upperBound, from: rate, to: own))
            return start < last ? start..<last : nil
        }
        var activity = FileActivity(sampleRate: own, frames: end, segments: segments)
        activity.fold = stream.fold
        return activity
    }

    private func notify(_ finder: inout SegmentFinder, from rate: Int, to own: Int) throws {
        guard let onHops else { return }
        try onHops(
            finder.takeDecisions().map { decision in
                var decision = decision
                decision.start = Self.frame(decision.start, from: rate, to: own)
                return decision
            })
    }

    private static func frame(_ position: Int64, from rate: Int, to own: Int) -> Int64 {
        (position * Int64(own) + Int64(rate / 2)) / Int64(rate)
    }
}
