internal import Foundation
internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRun
internal import VoiceTrace

/// One run of the engine as its host sees it: from the first call of an app to the end of the run.
///
/// ``VoiceShared`` owns it and makes another one for the calls after the end.
final class VoiceFacade: CallingFacade {
    let host: any RunHost
    private(set) var resources = RunResources()
    let calls = AppCalls()
    let permissions: [Permission] = [.microphone, .speechRecognition]
    private(set) var run: EngineRun?
    /// Reason why no run began, or why it failed; nil where neither is so.
    private(set) var failure: RunFailure?
    private(set) var lastRefusal: String?
    /// The engines of the app.
    weak var shared: VoiceShared?
    /// Sound of listens that are under way or have been answered just now.
    var recordings = KeptRecordings()
    private var clips = ClipNames()
    private var comparedSpeeches = 0
    private var otherSpeeches = 0
    /// Engine whose listen is under way; 0 for none.
    private(set) var listener = 0
    private var listeners = 0
    /// Callbacks that told of something under way.
    private var openCallbacks: [EngineCallback] = []

    init(host: any RunHost, shared: VoiceShared) {
        self.host = host
        self.shared = shared
        calls.facade = self
        host.serve(self)
    }

    /// Asks the host for a run that begins with these calls.
    func begin(with first: [(name: String, arguments: JSONObject)]) {
        // Apps that only speak need no recognizer; a listen says that there is none.
        begin(VoiceKitFactory(), runsWithoutRecognizer: true) {
            for call in first { send(call.name, call.arguments) }
        }
    }

    // MARK: Calls of the app

    /// Calls after which no listen is under way.
    private static let listenEnds: Set = [
        VoiceKitCall.cancelListening.rawValue, VoiceKitCall.hardReset.rawValue,
        VoiceKitCall.shutDown.rawValue,
    ]

    /// Makes a call that is not answered.
    func send(_ name: String, _ arguments: JSONObject = [:]) {
        if Self.listenEnds.contains(name) { listener = 0 }
        calls.send(EngineCall(facade: VoiceKitFactory.kind, name: name, arguments: arguments))
    }

    /// Makes a call and waits for its answer.
    func ask(_ name: String, _ arguments: JSONObject = [:]) async throws(RunError) -> JSONValue {
        try await calls.call(
            EngineCall(facade: VoiceKitFactory.kind, name: name, arguments: arguments))
    }

    /// Returns a number for the next speech, the same in a replay.
    func nextSpeech() -> Int64 {
        if calls.areCompared {
            comparedSpeeches += 1
            return Int64(comparedSpeeches) * 2
        }
        otherSpeeches += 1
        return Int64(otherSpeeches) * 2 - 1
    }

    /// Marks a listen as the one under way; nil while another one is, which the engine refuses.
    func beginListening() -> Int? {
        guard listener == 0 else { return nil }
        listeners += 1
        listener = listeners
        return listener
    }

    /// Whether the listen of this number is the one under way.
    func isListening(_ number: Int) -> Bool { number == listener }

    /// The caller of the listen goes on. Sound that became no file is forgotten.
    func endListening(_ number: Int?) {
        guard let number else { return }
        if isListening(number) { listener = 0 }
        recordings.removeAll(of: number)
    }

    /// The name of a clip's file in calls; the host finds the file by it.
    ///
    /// - Throws: ``VoiceIOError/underlying(_:)`` for a URL that is not a file's.
    func clipName(of url: URL) throws(VoiceIOError) -> String {
        guard url.isFileURL else {
            throw .underlying("\(url.absoluteString) is not a file URL. Download the clip first.")
        }
        let path = url.standardizedFileURL.path
        let clip = try clips.name(of: path, wish: shared?.recordingNames[path])
        if clip.isNew { resources.folders.set(file: clip.name, at: path) }
        return clip.name
    }

    // MARK: The run

    func began(_ run: EngineRun) {
        self.run = run
        host.configure(audioSession: offeredSession)
    }

    func refused(_ failure: RunFailure, _ why: String) {
        self.failure = failure
        lastRefusal = why
        // A run that has begun is ended by its host.
        if run == nil { calls.ended(reason: why) }
        shared?.wasRefused(self, why)
    }

    func deliver(_ callback: EngineCallback) -> [EngineCall] {
        record(callback)
        return calls.collect { shared?.notify(callback.name, callback.arguments) }
    }

    /// The arguments of callbacks that tell that something begins or ends.
    private static let flags = ["listeningChanged": "listening", "ttsSpeakingChanged": "speaking"]

    private func record(_ callback: EngineCallback) {
        guard let flag = Self.flags[callback.name] else { return }
        let channel = callback.arguments["channel"]
        openCallbacks.removeAll {
            $0.name == callback.name && $0.arguments["channel"] == channel
        }
        if callback.arguments[flag]?.bool == true { openCallbacks.append(callback) }
    }

    /// Tells that everything under way is over. A run that ends drops the callbacks of its last
    /// step that wait for the first of them.
    private func closeCallbacks() {
        let open = openCallbacks
        openCallbacks = []
        guard !open.isEmpty else { return }
        _ = calls.collect {
            for callback in open {
                var fields = callback.arguments
                if let flag = Self.flags[callback.name] { fields[flag] = false }
                shared?.notify(callback.name, fields)
            }
        }
    }

    func observe(_ event: TraceEvent, isReplayed: Bool) {
        // The engine has answered: another listen may begin before the caller goes on.
        if event.kind == "result" { listener = 0 }
        if event.kind == "permission" { shared?.logDenial(event) }
        if event.kind == "namesLeftOut" { shared?.logUntoldNames(event) }
        if isReplayed {
            shared?.follow(event)
        } else if event.kind == "session", event.fields["event"] == "interruptionBegan",
            shared?.stopsAtInterruptions == true
        {
            send("hardReset")
        }
    }

    /// Tells why a text is not spoken: its speech is over at once.
    func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {
        guard request.text != nil, case .failed(let reason) = outcome else { return }
        shared?.tellMute(because: reason)
    }

    var takesSound: Bool { true }

    func take(
        _ sound: MonoSound?, speech: Range<Int>?, of request: SaveRequest
    ) -> SaveOutcome? {
        recordings.keep(sound, named: request.fileName, of: listener)
    }

    func stop() { send("shutDown") }

    func ended(_ run: EngineRun?, _ engine: (any EngineUnderTest)?, reason: String) {
        closeCallbacks()
        calls.ended(reason: reason)
        shared?.ended(self)
    }
}
