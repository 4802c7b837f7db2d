internal import VoiceActivity
internal import VoiceAudio
internal import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Where the caller of a run really spoke, by the best that is at hand: labels of the scenario or
/// the clip, else an offline pass over the caller's track, else the level of the clip.
struct CallerTruth {
    private let run: MeasuredRun
    private let lines: [CallerLine]

    init(_ run: MeasuredRun) {
        self.run = run
        lines = run.inputs.compactMap { input in
            if case .caller(let line) = input.input { line } else { nil }
        }
    }

    /// The caller's turns, in the order in which they were spoken.
    ///
    /// - Throws: ``SessionError`` where nothing tells who spoke when.
    func turns() throws(SessionError) -> [SpokenTurn] {
        if lines.isEmpty {
            return isScripted ? [] : try recordedTurns()
        }
        let needsTrack = lines.contains { $0.speech == nil && $0.words != "" }
        let found = needsTrack ? try segments() : nil
        return lines.map { turn(of: $0, found: found) }.sorted(by: SpokenTurn.isBefore)
    }

    /// Whether a script, which may say nothing, was the caller: a live take has a device.
    private var isScripted: Bool {
        let isLive = run.inputs.contains { input in
            if case .device(let news) = input.input {
                news["event"]?.string == "opened"
            } else {
                false
            }
        }
        return !isLive
            && run.manifest.files.contains {
                $0.path == "\(SessionFolder.Part.flow)/scenario.json"
            }
    }

    private func turn(of line: CallerLine, found: [Range<Frame>]?) -> SpokenTurn {
        func turn(_ active: Range<Frame>, _ source: SpokenTurn.Source) -> SpokenTurn {
            SpokenTurn(active: active, words: line.words, line: line.line, source: source)
        }
        if let speech = line.speech {
            return turn(speech, line.labels == .clip ? .clip : .scenario)
        }
        guard let found else { return turn(line.active, .level) }
        let own = found.compactMap { segment -> Range<Frame>? in
            let part = segment.clamped(to: line.start..<max(line.start, line.end))
            return part.isEmpty ? nil : part
        }
        guard let first = own.first, let last = own.last else { return turn(line.active, .level) }
        return turn(first.lowerBound..<last.upperBound, .offlinePass)
    }

    /// Stretches of speech in the caller's track, on the session's clock; nil without a track.
    ///
    /// - Throws: ``SessionError`` for a track that cannot be read or does not fit the clock.
    func segments() throws(SessionError) -> [Range<Frame>]? {
        guard let track = run.sounds.microphone else { return nil }
        let segments: [Range<Int64>]
        let rate: Int
        do {
            switch track {
            case .sound(let sound):
                guard !sound.samples.isEmpty else { return nil }
                segments = try SpeechActivity.offlineSegments(in: sound)
                rate = sound.sampleRate
            case .file(let path): (segments, rate) = try SpeechActivity.offlineSegments(path: path)
            }
        } catch { throw .audio(error) }
        guard rate == run.manifest.sampleRate.hertz else {
            throw .trackRate(path: run.path, clock: run.manifest.sampleRate.hertz, track: rate)
        }
        return segments
    }

    private func recordedTurns() throws(SessionError) -> [SpokenTurn] {
        guard let segments = try segments() else { throw .noCaller(path: run.path) }
        let pause = run.manifest.settings["speech.endSilenceMs"]?.integer ?? 500
        return SpokenTurn.turns(
            of: segments, pause: run.manifest.sampleRate.frames(milliseconds: pause),
            in: run.events, vocabulary: run.vocabulary)
    }
}
