internal import VoiceAudio
public import VoiceMedia
internal import VoiceRecognition
public import VoiceSynthesis
internal import VoiceTime
public import VoiceTrace

/// What a recording needs.
public struct RecordingPlan: Sendable {
    /// The session's name.
    public var name: String
    /// The engine's set-up: files, language, seed and rate.
    public var setup: EngineSetup
    /// Every setting.
    public var settings: SessionSettings
    /// Fields set before the run, in order.
    public var fields: [(name: String, value: JSONValue)] = []
    /// The scenario.
    public var scenario = Scenario()
    /// The scenario's file, kept in the session; nil when there is none.
    public var scenarioFile: [UInt8]?
    /// A recording that is the microphone, instead of the scenario's caller.
    public var inputPath: String?
    /// With a recording: what came late in the live session that it is from.
    public var delays: LiveDelays?
    /// Folders where a scenario's clips are looked for.
    public var clipFolders: [String] = []
    /// Where the flow's media stand.
    public var folders: MediaFolders
    /// Where the flow's recordings are written; nil writes none.
    public var recordings: MediaFolders?
    /// The recognizer.
    public var recognizer: RecognizerSetup
    /// Ends the session after so many milliseconds, if the flow has not.
    public var durationMilliseconds: Int64?
    /// The program, as the manifest names it.
    public var createdBy: String

    /// A plan of the parts without which there is none.
    public init(
        name: String, setup: EngineSetup, settings: SessionSettings, folders: MediaFolders,
        recognizer: RecognizerSetup, createdBy: String
    ) {
        self.name = name
        self.setup = setup
        self.settings = settings
        self.folders = folders
        self.recognizer = recognizer
        self.createdBy = createdBy
    }
}

/// Records a session: runs an engine against a scenario as fast as it can.
public struct SessionRecorder {
    /// Why a session ended whose flow did.
    static let flowEndReason = "flowEnd"

    private let factory: any EngineFactory
    private let synthesizer: SpeechSynthesizer
    private var shelf: RecognizerShelf

    /// A recorder of engines that `factory` makes.
    public init(
        factory: any EngineFactory, synthesizer: SpeechSynthesizer,
        shelf: RecognizerShelf = RecognizerShelf()
    ) {
        self.factory = factory
        self.synthesizer = synthesizer
        self.shelf = shelf
    }

    /// Runs the plan until the flow ends, or until a limit.
    ///
    /// - Throws: the engine's error for an unusable flow, ``SessionError`` for a clip that is not
    ///   there, ``RecognitionError`` for a recognizer that cannot be made.
    public mutating func record(_ plan: RecordingPlan) throws -> RecordedSession {
        let rate = plan.setup.sampleRate
        var setup = plan.setup
        setup.settings = plan.settings.engine
        let engine = try factory.make(setup)
        let clips = ScenarioStudio(
            folders: plan.clipFolders, synthesizer: synthesizer, rate: rate)
        let caller =
            if let path = plan.inputPath {
                try clips.caller(recording: path, seed: setup.seed)
            } else {
                try clips.caller(of: plan.scenario, seed: setup.seed)
            }
        var host = ScenarioHost(
            scenario: plan.scenario,
            studio: PromptStudio(folders: plan.folders, synthesizer: synthesizer, rate: rate),
            listener: try listener(for: plan, setup: setup), rate: rate,
            shelf: plan.recordings.map(RecordingShelf.init))
        host.recordedDelays = plan.delays?.words[...] ?? []
        var loop = try FrameLoop(
            engine: engine, host: host, rate: rate, settings: plan.settings.media)
        loop.settingsInForce = plan.settings.inForce
        var run = SimulatedRun(loop: loop, caller: caller, rate: rate)
        run.prepare(plan, engine: factory.declaration)
        run.play(limit: plan.limit)
        return session(from: run, plan: plan)
    }

    private mutating func listener(
        for plan: RecordingPlan, setup: EngineSetup
    ) throws -> Listener {
        guard try factory.recognizes(setup) else { return .nobody }
        switch plan.recognizer.kind {
        case .none: return .nobody
        case .scripted: return .script([])
        case .pocketsphinx: return .recognizer(try shelf.recognizer(for: plan.recognizer))
        }
    }

    private func session(
        from run: consuming SimulatedRun, plan: RecordingPlan
    ) -> RecordedSession {
        var session = RecordedSession(
            plan, engine: factory.declaration, identity: run.loop.host.listener.identity,
            synthesizer: synthesizer, studio: run.loop.host.studio, microphone: run.microphone,
            events: run.loop.events, inputs: run.loop.inputs)
        session.unreachedLines = run.caller.unreached.map { index in
            "line \(index + 1) (\(plan.scenario.lines[index].text))"
        }
        return session
    }
}

/// One simulated session while it runs.
private struct SimulatedRun: ~Copyable {
    var loop: FrameLoop<ScenarioHost>
    var caller: ScenarioCaller
    let rate: SampleRate
    private(set) var microphone: [Int16] = []
    private var seen = 0

    init(loop: consuming FrameLoop<ScenarioHost>, caller: ScenarioCaller, rate: SampleRate) {
        self.loop = loop
        self.caller = caller
        self.rate = rate
    }

    mutating func prepare(_ plan: RecordingPlan, engine: EngineDeclaration) {
        for (frame, input) in plan.delays?.news ?? [] { loop.schedule(input, at: frame) }
        loop.begin(plan, engine: engine)
        for line in caller.start() { place(line) }
    }

    /// Hop by hop: what is due, then what the caller does about it, then the microphone.
    mutating func play(limit: (frame: Frame, reason: String)) {
        let hop = rate.hopFrames
        var frame: Frame = 0
        while loop.endReason == nil, frame + Frame(hop) <= limit.frame {
            frame += Frame(hop)
            loop.settle(before: frame)
            listen()
            let samples = caller.render(hop)
            microphone += samples
            samples.withUnsafeBufferPointer { loop.feed($0) }
            listen()
        }
        let ended = loop.endReason != nil
        loop.end(at: frame, reason: ended ? SessionRecorder.flowEndReason : limit.reason)
    }

    private mutating func listen() {
        while seen < loop.events.count {
            let event = loop.events[seen]
            seen += 1
            for line in caller.observe(event) { place(line) }
        }
    }

    private mutating func place(_ line: CallerLine) {
        loop.host.listener.note(line)
        loop.schedule(.caller(line), at: line.start)
    }
}
