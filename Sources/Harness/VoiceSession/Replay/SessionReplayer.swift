internal import VoiceActivity
public import VoiceEngine
internal import VoiceMedia
package import VoiceRecognition
internal import VoiceTime
public import VoiceTrace

/// Replays sessions through the same machines that recorded them.
public struct SessionReplayer {
    package let factories: [any EngineFactory]
    private let recognizers: RecognizerCache
    private var proofs = SoundProofs()

    /// A replayer of the engines that `factories` make.
    public init(factories: [any EngineFactory]) {
        self.init(factories: factories, recognizers: RecognizerCache())
    }

    /// A replayer that has its recognizers from a cache.
    package init(factories: [any EngineFactory], recognizers: RecognizerCache) {
        self.factories = factories
        self.recognizers = recognizers
    }

    /// Feeds the inputs of the session in `folder` to its engine again.
    ///
    /// With `app` the app's own objects answer the callbacks, and their calls are compared with the
    /// recorded ones; calls that were made outside of callbacks are repeated as they were recorded.
    /// `golden` stands for a golden trace that is gone.
    /// - Throws: ``SessionError``, the engine's error or `RecognitionError` when the session
    ///   cannot be replayed; a difference is no error.
    public mutating func replay(
        _ folder: SessionFolder, options: ReplayOptions, app: (any AppUnderTest)? = nil,
        golden: RecordedTrace? = nil
    ) throws -> ReplayResult {
        try replay(
            SessionParts(folder: folder, golden: golden, proofs: &proofs), options: options,
            app: app)
    }

    /// Checks that manifest, inputs, trace, prompts and microphone of the session in `folder` say
    /// the same of each other, by the headers of its sound.
    ///
    /// - Throws: ``SessionError``.
    package mutating func checkClaims(of folder: SessionFolder) throws -> SessionManifest {
        try SessionParts(folder: folder, proofs: &proofs).manifest
    }

    /// Checks all that a replay needs of the session in `folder`, and all of its sound.
    ///
    /// - Throws: what ``replay(_:options:app:golden:)`` throws before anything runs.
    public mutating func check(_ folder: SessionFolder) throws -> SessionManifest {
        let parts = try SessionParts(folder: folder, proofs: &proofs)
        if !parts.manifest.isCall {
            let factory = try factory(of: parts, nil)
            _ = try Self.settings(of: parts, factory.declaration)
            if parts.manifest.firstTap(for: .audio) != .words, parts.hasMicrophone {
                _ = try RecognizerSetup(recorded: parts.manifest, files: parts.flowFiles)
            }
        }
        if parts.hasMicrophone {
            try parts.eachMicrophoneBlock(of: 1 << 14) { _ in }
        }
        return parts.manifest
    }

    private func factory(
        of parts: SessionParts, _ command: ProgramCommand?
    ) throws -> any EngineFactory {
        let kind = parts.manifest.engine.kind
        guard let known = factories.first(where: { $0.declaration.kind == kind }) else {
            throw SessionError.unknownEngine(kind: kind, path: parts.folder.path)
        }
        let factory = try known.told(running: command, describedBy: parts.flowFiles)
        try parts.checkInputs(of: factory.declaration)
        return factory
    }

    private static func settings(
        of parts: SessionParts, _ engine: EngineDeclaration
    ) throws(SessionError) -> SessionSettings {
        do {
            return try SessionSettings(engine: engine, recorded: parts.manifest.settings)
        } catch {
            throw .trace(.damaged(path: parts.folder.manifestPath, what: error.description))
        }
    }

    /// Feeds the inputs of `parts` to their engine again.
    package mutating func replay(
        _ parts: SessionParts, options: ReplayOptions, app: (any AppUnderTest)? = nil
    ) throws -> ReplayResult {
        var result = try replayOnce(parts, options: options, app: app)
        guard result.tap == .words, options.sources != nil, !result.askedSoFar.isEmpty else {
            return result
        }
        // Only the session's own files tell for which speech partial results were asked then.
        var own = options
        own.sources = nil
        do {
            let before = try replayOnce(parts, options: own).askedSoFar
            result.unrecorded = result.askedSoFar.subtracting(before).sorted()
        } catch { result.ownReplayFault = "\(error)" }
        return result
    }

    private mutating func replayOnce(
        _ parts: SessionParts, options: ReplayOptions, app: (any AppUnderTest)? = nil
    ) throws -> ReplayResult {
        let manifest = parts.manifest
        let options = options.fitting(parts)
        let factory = try factory(of: parts, options.programCommand)
        var settings = try Self.settings(of: parts, factory.declaration)
        let changes = try Self.change(&settings, options)
        let handed = HandedInputs(
            app?.inputs, besides: parts, files: factory.files(of: parts, options))
        var setup = Self.setup(of: manifest, files: handed.files, settings, options)
        setup.language = handed.language
        let listener = try listener(for: parts, options) { try factory.recognizes(setup) }
        let (recognizer, vocabulary) = (listener.identity, factory.declaration.vocabulary)
        var host = ReplayHost(
            inputs: parts.inputs, golden: parts.golden.events, vocabulary: vocabulary,
            prompts: parts.prompts, listener: listener, rate: manifest.sampleRate,
            sources: options.sources)
        host.attach(studio: options, for: factory)
        host.attach(app, of: factory.declaration, inputs: parts.inputs)
        var loop = try FrameLoop(
            try factory.make(setup), of: factory.declaration, host: host,
            rate: manifest.sampleRate, settings: settings, tap: options.tap, golden: parts.golden)
        loop.keepsInputs = options.sources != nil
        var tapEvents = RecordedTapEvents(parts, tap: options.tap)
        for call in loop.host.begin(recorded: tapEvents.callsBeforeRun, at: manifest.sampleRate) {
            loop.schedule(.call(call), at: 0)
        }
        let end = tapEvents.end ?? (manifest.frames, "frames")
        try feed(parts, tapEvents: &tapEvents, to: &loop, options: options)
        tapEvents.play(upTo: end.frame, on: &loop)
        // Events behind the end are for an engine that came late.
        tapEvents.schedule(upTo: .max, into: &loop)
        Self.end(&loop, after: end, options.tap, manifest, vocabulary)
        var result = ReplayResult(
            manifest: manifest, flowFiles: handed.files, golden: parts.golden, events: loop.events,
            unplaced: loop.host.unplaced, unconsumed: loop.unconsumedEvents,
            unasked: loop.unasked, askedSoFar: loop.askedSoFar,
            unknownPrompts: loop.host.unknownPrompts, recordedInputs: parts.inputs,
            inputs: loop.inputs, prompts: loop.host.used,
            promptSounds: loop.host.studio?.sounds ?? [:],
            differences: handed.differences + loop.host.differences,
            engineFaults: loop.engineFaults,
            outdated: Self.outdated(manifest, recognizer: recognizer),
            engineVersion: factory.declaration.version, vocabulary: vocabulary,
            recognizer: recognizer.part, changes: changes, counts: loop.counts, tap: options.tap)
        result.handedChanges = handed.changes
        return try result.taking(
            from: loop, factory, settings, isRedacted: options.redacted != nil)
    }

    /// Returns the set-up that the engine of a session is made from, with the settings that stand
    /// in its manifest.
    package static func setup(
        of parts: SessionParts, _ engine: EngineDeclaration
    ) throws(SessionError) -> EngineSetup {
        setup(of: parts.manifest, files: parts.flowFiles, try settings(of: parts, engine))
    }

    private static func setup(
        of manifest: SessionManifest, files: [String: [UInt8]], _ settings: SessionSettings,
        _ options: ReplayOptions = ReplayOptions()
    ) -> EngineSetup {
        var setup = EngineSetup(
            files: files, settings: settings.engine,
            language: manifest.language,
            seed: manifest.seed, sampleRate: manifest.sampleRate)
        setup.stepFrames = options.stepFrames
        setup.keepsActs = options.keepsActs
        setup.programFrames = manifest.programFrames
        if let agrees = options.redacted?.agrees { setup.areAlike = agrees }
        return setup
    }

    /// Puts what-ifs into `settings`; says what they change.
    private static func change(
        _ settings: inout SessionSettings, _ options: ReplayOptions
    ) throws(SessionError) -> [(name: String, recorded: Int, used: Int)] {
        var changes: [(name: String, recorded: Int, used: Int)] = []
        for (name, value) in options.changes {
            let recorded = settings.value(of: name) ?? value
            try settings.set(name, to: value)
            if recorded != value { changes.append((name, recorded, value)) }
        }
        if let constants = options.constants { settings.media.speech.constants = constants }
        return changes
    }

    /// Time that an engine that came late may go on past the recorded end, in seconds.
    private static let graceSeconds = 10

    /// Ends the run where the session ended, or where an engine that goes on ends.
    private static func end(
        _ loop: inout FrameLoop<ReplayHost>, after end: (frame: Frame, reason: String),
        _ tap: StartingTap, _ manifest: SessionManifest, _ vocabulary: EventVocabulary
    ) {
        let last = finish(&loop, after: end, tap, manifest, vocabulary)
        loop.end(at: last.frame, reason: last.reason)
        loop.host.end(reason: loop.endReason)
    }

    /// Lets an engine that had ended by now, and has not this time, go on in silence: what came
    /// late is shown as late, not as missing. One that goes on even then did not end by itself.
    private static func finish(
        _ loop: inout FrameLoop<ReplayHost>, after end: (frame: Frame, reason: String),
        _ tap: StartingTap, _ manifest: SessionManifest, _ vocabulary: EventVocabulary
    ) -> (frame: Frame, reason: String) {
        loop.advance(to: end.frame)
        let engineEnd = (manifest.vocabulary ?? vocabulary).endReason
        guard end.reason == engineEnd else { return end }
        let hopFrames = manifest.sampleRate.hopFrames
        let silence = [Int16](repeating: 0, count: hopFrames)
        var frame = end.frame
        for _ in 0..<(graceSeconds * 100) where loop.endReason == nil {
            frame += Frame(hopFrames)
            if tap == .words {
                loop.advance(to: frame)
            } else {
                silence.withUnsafeBufferPointer { loop.feed($0) }
            }
        }
        return (frame, loop.endReason == nil ? "limits" : end.reason)
    }

    private mutating func listener(
        for parts: SessionParts, _ options: ReplayOptions, recognizes: () throws -> Bool
    ) throws -> SessionRecognizer {
        guard options.tap != .words else { return .absent }
        var setup = try RecognizerSetup(recorded: parts.manifest, files: parts.flowFiles)
        if let sources = options.sources {
            if let task = sources.task { setup.task = task }
            // A flow that did not recognise when it was recorded may do so now.
            if setup.kind == .none, try recognizes() {
                setup.kind = options.recognizerCommand == nil ? .pocketsphinx : .process
            }
        }
        return try SessionRecognizer(
            setup, command: options.recognizerCommand, from: recognizers,
            missing: .commandMissing(
                recognizer: parts.manifest.recognizer.model,
                nextStep: options.stepWithoutCommand))
    }

    private func feed(
        _ parts: SessionParts, tapEvents: inout RecordedTapEvents,
        to loop: inout FrameLoop<ReplayHost>, options: ReplayOptions
    ) throws {
        guard options.tap != .words else { return }
        loop.soundIsCertain = true
        var frame: Frame = 0
        try parts.eachMicrophoneBlock(of: options.blockFrames ?? .max) { block in
            frame += Frame(block.count)
            tapEvents.schedule(upTo: frame, into: &loop)
            loop.feed(block)
        }
    }
}

extension ReplayOptions {
    /// The options with the first tap that the session of `parts` can be replayed from.
    fileprivate func fitting(_ parts: SessionParts) -> ReplayOptions {
        var options = self
        if options.takesWordsForMissingAudio, !parts.hasMicrophone { options.tap = .words }
        options.tap = parts.manifest.firstTap(for: options.tap)
        return options
    }
}
