internal import VoiceActivity
package import VoiceAudio

/// Finds speech in a track of any length for redaction: what may be speech counts as speech.
///
/// The two-way detector goes through the sound as it is and, more easily convinced, through the
/// sound made louder: bands far below its loudest sound are silence to it. Most that it measures is
/// relative to the noise around, so being louder makes nothing speech. What neither takes for
/// speech and is louder than the room counts, too, and so do keys that are pressed.
package struct SpeechScan: ~Copyable {
    /// 30 dB: below that 16-bit sound has little to tell.
    private static let gain: Float = 32
    private static let pieceHops = 1_024
    /// Length that is taken on either side of what only may be speech: it fades in and out.
    private static let hangover: Int64 = 4_800

    private static var eager: OfflineSettings {
        var settings = OfflineSettings()
        settings.biasMilliNats = -4_000
        settings.minSpeechMs = 40
        settings.bridgeMs = 1_000
        return settings
    }

    private let extractor: FeatureExtractor
    private let louderExtractor: FeatureExtractor
    private var plain: OfflineDetector
    private var louder: OfflineDetector
    private var features: [HopFeatures]
    private var samples: [Int16]
    private var levels = LevelScan()
    private var decoder = KeyDecoder(sampleRate: HopGrid.sampleRate)
    private var keys: [SpeechSegment] = []
    private var frames = 0
    private var found: [SpeechSegment] = []
    private var faint: [SpeechSegment] = []

    /// Stretches of a track in which there may be speech, and those of keys, in frames of the
    /// track.
    package struct Found {
        package var speech: [Range<Int64>] = []
        package var keys: [Range<Int64>] = []
    }

    /// Finds speech and keys in the track at `path`, whose frames have `rate`, in hertz.
    ///
    /// - Throws: every ``AudioError`` about input.
    package static func run(
        path: String, rate: Int, choice: ChannelChoice = .best
    ) throws(AudioError) -> Found {
        var stream = try MonoStream(path: path, choice: choice, rate: HopGrid.sampleRate)
        var block = [Int16](repeating: 0, count: HopGrid.anchorFrames)
        var scan: SpeechScan?
        while true {
            let count = try block.withUnsafeMutableBufferPointer {
                (all) throws(AudioError) in try stream.read(into: all)
            }
            guard count > 0 else { break }
            guard scan == nil else {
                scan?.process(block[..<count])
                continue
            }
            var opening = Array(block[..<count])
            stream.offset = SteadyOffset.remove(from: &opening)
            scan = SpeechScan(opening.withUnsafeBufferPointer { SoundOpening($0) })
            scan?.process(opening[...])
        }
        guard let found = scan?.finish() else { return Found() }
        func ranges(_ segments: [SpeechSegment]) -> [Range<Int64>] {
            segments.map { segment in
                let start = max(0, ActivityScan.frame(segment.start, at: rate))
                return start..<max(start, ActivityScan.frame(segment.end, at: rate))
            }
        }
        return Found(speech: ranges(found.speech), keys: ranges(found.keys))
    }

    private init(_ opening: SoundOpening) {
        let loud = opening.louder(by: Self.gain)
        extractor = FeatureExtractor(gain: opening.gain)
        louderExtractor = FeatureExtractor(gain: loud.gain)
        plain = OfflineDetector(settings: OfflineSettings(), opening: opening)
        louder = OfflineDetector(settings: Self.eager, opening: loud)
        let nothing = HopFeatures(bands: SIMD16(), rest: SIMD16())
        // The last piece may be as long as what it looks at beside its hops, too.
        features = Array(repeating: nothing, count: Self.pieceHops + 4)
        // Before the sound there is silence.
        samples = Array(repeating: 0, count: FeatureExtractor.lead - opening.grid.firstStart)
    }

    private mutating func process(_ block: ArraySlice<Int16>) {
        frames += block.count
        samples += block
        levels.process(block)
        block.withUnsafeBufferPointer { decoder.process($0) { keys.append(Self.segment($0)) } }
        let around = FeatureExtractor.lead + FeatureExtractor.lag
        while samples.count >= around + Self.pieceHops * HopGrid.hopFrames { step(Self.pieceHops) }
    }

    private static func segment(_ key: HeardKey) -> SpeechSegment {
        SpeechSegment(start: key.frames.lowerBound, end: key.frames.upperBound)
    }

    private consuming func finish() -> (speech: [SpeechSegment], keys: [SpeechSegment]) {
        let around = FeatureExtractor.lead + FeatureExtractor.lag
        let begun = samples.count - FeatureExtractor.lead
        let hops = max(0, (begun + HopGrid.hopFrames - 1) / HopGrid.hopFrames)
        samples += [Int16](repeating: 0, count: around + hops * HopGrid.hopFrames - samples.count)
        step(hops)
        plain.finish(frames: Int64(frames))
        louder.finish(frames: Int64(frames))
        decoder.finish { keys.append(Self.segment($0)) }
        faint += levels.finish().map { SpeechSegment(start: $0.lowerBound, end: $0.upperBound) }
        found += plain.takeSegments()
        faint += louder.takeSegments()
        let end = Int64(frames)
        found += faint.map { segment in
            SpeechSegment(
                start: max(0, segment.start - Self.hangover),
                end: min(end, segment.end + Self.hangover))
        }
        found += keys
        return (found.sorted { $0.start < $1.start }, keys)
    }

    /// Takes so many hops from the beginning of the samples.
    private mutating func step(_ hops: Int) {
        let around = FeatureExtractor.lead + FeatureExtractor.lag
        let count = around + hops * HopGrid.hopFrames
        let piece = Array(samples[..<count])
        samples.removeFirst(hops * HopGrid.hopFrames)
        Self.extract(piece, hops, with: extractor, into: &features)
        for hop in features[..<hops] { plain.step(hop) }
        Self.extract(piece, hops, with: louderExtractor, into: &features)
        for hop in features[..<hops] { louder.step(hop) }
        found += plain.takeSegments()
        faint += louder.takeSegments()
    }

    private static func extract(
        _ piece: [Int16], _ hops: Int, with extractor: borrowing FeatureExtractor,
        into features: inout [HopFeatures]
    ) {
        guard hops > 0 else { return }
        features.withUnsafeMutableBufferPointer { features in
            piece.withUnsafeBufferPointer {
                extractor.extract(
                    $0, hops: hops, into: UnsafeMutableBufferPointer(rebasing: features[..<hops]))
            }
        }
    }
}
