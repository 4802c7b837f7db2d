package import VoiceAudio

/// Finds the speech in sound files of any length, on several cores, in constant memory.
///
/// Channels become one as a `ChannelChoice` says, sound is brought to 16 kHz, features are measured
/// side by side and decided on in order: the same answer whatever the number of jobs.
package struct ActivityScan: Sendable {
    /// Rule by which speech is found.
    public enum Rule: String, CaseIterable, Sendable {
        /// The two-way detector.
        case detector
        /// Loud buffers, exactly as VoiceKit tells them.
        case voicekit
    }

    /// Rule by which speech is found.
    package var rule: Rule
    /// Number of cores that measure features: 1 to 256, whatever it says.
    package var jobs: Int
    /// Settings that the detector compares with.
    package var settings: OfflineSettings
    /// Takes the evidence of hops, in order; nil if it is not wanted.
    package var onHops: (@Sendable ([HopDecision]) -> Void)?
    /// Function that is told now and then, in order, what share of the sound is judged, 0 through
    /// 1; what it throws ends the scan.
    package var onProgress: (@Sendable (Double) throws -> Void)?

    // Every job holds a piece of the sound.
    private var boundedJobs: Int { min(max(jobs, 1), 256) }

    /// Creates a scan on so many cores.
    package init(
        rule: Rule = .detector, jobs: Int = 1, settings: OfflineSettings = OfflineSettings(),
        onHops: (@Sendable ([HopDecision]) -> Void)? = nil
    ) {
        self.rule = rule
        self.jobs = jobs
        self.settings = settings
        self.onHops = onHops
    }

    /// Scans a file, or a range of its frames as if it were a file of its own.
    ///
    /// `choice` says how several channels become one; VoiceKit's rule takes the first for the best.
    ///
    /// - Throws: every `AudioError` about input.
    package func run(
        path: String, range: Range<Int64>? = nil, choice: ChannelChoice = .best
    ) async throws -> FileActivity {
        switch rule {
        case .detector:
            // A range is heard as the file is.
            let fold = try choice.fold(of: path)
            var activity = try await detect(
                try OpenedSound(path: path, range: range, choice: fold.choice),
                expected: range?.count)
            activity.fold = fold
            return activity
        case .voicekit:
            let (judge, rate, frames) = try await voiceKit(path, range: range, choice)
            return FileActivity(sampleRate: rate, frames: frames, segments: judge.loudRanges)
        }
    }

    private func detect(
        _ sound: consuming sending OpenedSound, expected: Int?
    ) async throws -> FileActivity {
        let (rate, opening) = (sound.format.sampleRate, sound.opening)
        let expected = Double(expected ?? Int(sound.format.frames)) / Double(rate)
        let hops = expected * Double(HopGrid.sampleRate / HopGrid.hopFrames)
        let isShort = sound.samples.count < SoundOpening.frames
        let judge = OfflineJudge(settings: settings, opening: opening, onHops: onHops)
        let pipeline = HopPipeline<OfflineMeter, OfflineJudge>(
            source: HopSource<OfflineMeter>(sound), judge: judge)
        try await pipeline.run(jobs: isShort ? 1 : boundedJobs, judged: noting(of: hops)) {
            OfflineMeter(gain: opening.gain)
        }
        let lengths = pipeline.lengths
        let found = pipeline.withJudge { judge in
            judge.finish(frames: lengths.frames)
            return judge.segments
        }
        return FileActivity(
            sampleRate: rate, frames: lengths.fileFrames,
            segments: Self.scaled(found, to: rate, frames: lengths.fileFrames))
    }

    /// Returns the bounds by VoiceKit's rule of chunk energy; nil where no chunk is loud.
    ///
    /// - Throws: every `AudioError` about input.
    package func energyBounds(
        path: String, choice: ChannelChoice = .best
    ) async throws -> (bounds: Range<Int64>?, sampleRate: Int, frames: Int64) {
        let (judge, rate, frames) = try await voiceKit(path, range: nil, choice)
        return (judge.energyBounds(sampleRate: rate), rate, frames)
    }

    private func voiceKit(
        _ path: String, range: Range<Int64>?, _ choice: ChannelChoice
    ) async throws -> (judge: VoiceKitJudge, sampleRate: Int, frames: Int64) {
        let stream = try MonoStream(
            path: path, range: range, choice: choice == .best ? .only(channel: 0) : choice)
        let rate = stream.sampleRate
        let expected = range?.count ?? Int(stream.format.frames)
        let hops = Double(expected) / Double(VoiceKitMeter.hopFrames)
        let pipeline = HopPipeline<VoiceKitMeter, VoiceKitJudge>(
            source: HopSource(stream: stream), judge: VoiceKitJudge(), pieceHops: 100)
        try await pipeline.run(jobs: boundedJobs, judged: noting(of: hops)) { VoiceKitMeter() }
        let frames = pipeline.lengths.fileFrames
        guard frames > 0 else { throw AudioError.empty(path: path) }
        let judge = pipeline.withJudge { judge in
            judge.finish(frames: frames)
            return judge
        }
        return (judge, rate, frames)
    }

    /// Tells ``onProgress`` the share of so many hops; a header may have promised too few.
    private func noting(of hops: Double) -> @Sendable (Int) throws -> Void {
        guard let onProgress else { return { _ in } }
        return { try onProgress(hops > 0 ? min(1, Double($0) / hops) : 0) }
    }

    /// A position in sound at 16 kHz as the nearest frame of a file at `rate`.
    package static func frame(_ position: Int64, at rate: Int) -> Int64 {
        let product = position * Int64(rate)
        let half = Int64(HopGrid.sampleRate / 2)
        return (product + (product < 0 ? -half : half)) / Int64(HopGrid.sampleRate)
    }

    /// Returns the evidence by which every stretch that was found in a file was judged: the file is
    /// gone through again.
    ///
    /// - Throws: every `AudioError` about input.
    package func evidence(
        path: String, range: Range<Int64>? = nil, of segments: [Range<Int64>], sampleRate: Int,
        choice: ChannelChoice = .best
    ) async throws -> [SegmentEvidence] {
        let rate = Int64(sampleRate)
        let heard = segments.map { segment in
            let start = segment.lowerBound * Int64(HopGrid.sampleRate) / rate
            return start..<max(start, segment.upperBound * Int64(HopGrid.sampleRate) / rate)
        }
        let gatherer = EvidenceBox(segments: heard)
        var scan = self
        scan.onHops = { gatherer.process($0) }
        _ = try await scan.run(path: path, range: range, choice: choice)
        return gatherer.evidence
    }

    /// Converts stretches at 16 kHz to those of a file of so many frames at `rate`.
    static func scaled(
        _ segments: [SpeechSegment], to rate: Int, frames: Int64
    ) -> [Range<Int64>] {
        segments.compactMap { segment in
            let start = min(frames, max(0, frame(segment.start, at: rate)))
            let end = min(frames, frame(segment.end, at: rate))
            return start < end ? start..<end : nil
        }
    }
}

/// The speech found in a sound file.
package struct FileActivity: Sendable, Equatable {
    /// The file's frames per second, in hertz.
    package var sampleRate: Int
    /// The frames that were read.
    package var frames: Int64
    /// Stretches of speech without pads, in frames of the file: ascending and apart.
    package var segments: [Range<Int64>]
    /// Way in which its channels became one.
    package var fold = ChannelFold()
}
