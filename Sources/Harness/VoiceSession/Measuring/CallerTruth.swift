internal import VoiceActivity
internal import VoiceAudio
internal import VoiceDiff
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Times at which the caller of a run really spoke, by the best source at hand: labels of the
/// scenario or the clip, else an offline pass over the caller's track, else the level of the clip.
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
        var turns: [SpokenTurn] = []
        for line in lines { turns.append(try turn(of: line)) }
        return turns.sorted(by: SpokenTurn.isBefore)
    }

    /// Whether a script, which may say nothing, was the caller.
    private var isScripted: Bool {
        run.hasScenario && !DeviceNews.isOpened(in: run.inputs)
    }

    private func turn(of line: CallerLine) throws(SessionError) -> SpokenTurn {
        func turn(_ active: Range<Frame>, _ source: SpokenTurn.Source) -> SpokenTurn {
            SpokenTurn(active: active, words: line.words, line: line.line, source: source)
        }
        if let speech = line.speech, line.labels != .detector {
            return turn(speech, line.labels == .clip ? .clip : .scenario)
        }
        // The track tells more than the clip alone.
        if let found = try track?.speech(ofClip: line.start..<max(line.start, line.end)) {
            return turn(found, .offlinePass)
        }
        return line.speech.map { turn($0, .offlinePass) } ?? turn(line.active, .level)
    }

    /// The caller's track; nil where the run has none.
    private var track: CallerTrack? {
        run.sounds.microphone.map {
            CallerTrack(track: $0, path: run.path, rate: run.manifest.sampleRate)
        }
    }

    /// Stretches of speech in the caller's track, on the session's clock; nil without a track.
    ///
    /// - Throws: ``SessionError`` for a track that cannot be read or does not fit the clock.
    func segments() throws(SessionError) -> [Range<Frame>]? { try track?.speech() }

    private func recordedTurns() throws(SessionError) -> [SpokenTurn] {
        guard let segments = try segments() else { throw .noCaller(path: run.path) }
        let pause =
            run.manifest.settings[SpeechSettings.endSilenceName]?.integer
            ?? Int64(SpeechSettings().endSilenceMs)
        return SpokenTurn.turns(
            of: segments, pause: run.manifest.sampleRate.frames(milliseconds: pause),
            in: run.events, vocabulary: run.vocabulary)
    }
}
