public import Foundation

/// Engine that hears the lines of a script: for tests and previews without devices.
///
///     let io = ScriptedVoiceIO(script: ["hello", "world"])
///     let first = try await io.listen(timeout: 1, inactivity: 0.3, record: false)
///     first.transcript    // "hello"
///
/// Waits pass on the clock that is given: a ``VirtualVoiceClock`` takes no real time. Every call is
/// kept in ``calls``.
@MainActor
public final class ScriptedVoiceIO: VoiceIO {
    /// Most calls that are kept; the oldest go first.
    public static let callLimit = 10_000
    /// Largest script in base64, in characters.
    public static let scriptLimit = 1 << 20

    /// Told when listening begins and ends.
    public var onListeningChanged: ((Bool) -> Void)?
    /// Told the words so far.
    public var onTranscriptChanged: ((String) -> Void)?
    /// Told 0.2 when a listen begins and 0 when it ends.
    public var onLevelChanged: ((CGFloat) -> Void)?
    /// Told when speech begins and ends.
    public var onTTSSpeakingChanged: ((Bool) -> Void)?
    /// Told a value from 0 to 1 while speech sounds.
    public var onTTSPulse: ((CGFloat) -> Void)?
    /// Told nil by `hardReset`.
    public var onStatusMessageChanged: ((String?) -> Void)?

    /// The engine's time.
    public let clock: any VoiceClock
    /// Inputs of later listens.
    public private(set) var script: [ScriptedListen]
    /// The calls, oldest first.
    public private(set) var calls: [ScriptedCall] = []
    /// Engines that ``makeSibling()`` made, oldest first.
    public internal(set) var siblings: [ScriptedVoiceIO] = []

    var profiles: [String: TTSVoiceProfile] = [:]
    var defaultProfile: TTSVoiceProfile?
    var tuning = Tuning()
    /// Counts what stopped waits of earlier calls.
    var epoch = 0
    private var context = RecognitionContext()

    /// An engine whose listens hear the texts one after the other, and then nothing.
    public convenience init(script: [String]) {
        self.init(items: script.map { ScriptedListen($0) })
    }

    /// Creates an engine with a script of listens, on a clock: a virtual one of its own unless
    /// given.
    public init(items: [ScriptedListen], clock: (any VoiceClock)? = nil) {
        script = items
        self.clock = clock ?? VirtualVoiceClock()
    }

    /// The engine of a script that is a JSON array of strings in base64; nil for anything else.
    public convenience init?(fromBase64 text: String) {
        guard text.utf8.count <= Self.scriptLimit, let data = Data(base64Encoded: text),
            let script = try? JSONDecoder().decode([String].self, from: data)
        else { return nil }
        self.init(script: script)
    }

    /// Adds a listen at the end of the script.
    public func append(_ listen: ScriptedListen) { script.append(listen) }

    func log(_ call: ScriptedCall) {
        if calls.count == Self.callLimit { calls.removeFirst() }
        calls.append(call)
    }

    // MARK: Permissions and clips do nothing

    /// Does nothing.
    public func ensurePermissions() async throws { log(.ensurePermissions) }

    /// Does nothing.
    public func configureSessionIfNeeded() async throws { log(.configureSession) }

    /// Does nothing.
    public func prepareClip(url: URL, gainDB: Float) async throws {
        log(.prepareClip(url: url, gainDB: gainDB))
    }

    /// Does nothing.
    public func startPreparedClip() async throws { log(.startPreparedClip) }

    /// Does nothing.
    public func playClip(url: URL, gainDB: Float) async throws {
        log(.playClip(url: url, gainDB: gainDB))
    }

    // MARK: Listening

    /// Keeps the context for later listens; a number context turns their words into figures.
    public func setRecognitionContext(_ context: RecognitionContext) { self.context = context }

    /// Does nothing: a scripted listen ends when its words came.
    public func extendListening(by seconds: TimeInterval) {
        log(.extendListening(seconds: seconds))
    }

    /// Hears the next listen of the script, or nothing after the last. The times are ignored.
    ///
    /// A `stopAll` or `hardReset` before the words came returns an empty transcript and keeps the
    /// listen for later; so does cancelling the task, which throws `CancellationError`.
    public func listen(
        timeout: TimeInterval, inactivity: TimeInterval, record: Bool
    ) async throws -> VoiceResult {
        log(
            .listen(timeout: timeout, inactivity: inactivity, record: record, context: context))
        let (start, isNumber) = (epoch, context.expectNumber)
        onListeningChanged?(true)
        onLevelChanged?(0.2)
        defer {
            onLevelChanged?(0)
            onListeningChanged?(false)
        }
        guard try await hears(script.first, since: start) else {
            return VoiceResult(transcript: "", recordingURL: nil)
        }
        guard !script.isEmpty else {
            onTranscriptChanged?("")
            try await clock.wait(seconds: 0.04)
            return VoiceResult(transcript: "", recordingURL: nil, endReason: .timeout)
        }
        let listen = script.removeFirst()
        if let error = listen.error { throw error }
        let text = isNumber ? NumericText.normalized(listen.transcript) : listen.transcript
        onTranscriptChanged?(text)
        try await clock.wait(seconds: 0.04)
        return VoiceResult(
            transcript: text, recordingURL: record ? listen.recordingURL : nil,
            spokenText: listen.transcript, endReason: listen.endReason)
    }

    /// Waits for the words and tells partial ones; false where the engine was stopped meanwhile.
    private func hears(_ listen: ScriptedListen?, since start: Int) async throws -> Bool {
        let delay = listen?.delay ?? 0.12
        let partials = listen?.partials ?? []
        for partial in partials {
            try await clock.wait(seconds: delay / Double(partials.count + 1))
            guard epoch == start else { return false }
            onTranscriptChanged?(partial)
        }
        try await clock.wait(seconds: delay / Double(partials.count + 1))
        return epoch == start
    }

    // MARK: Pauses and stopping

    /// Waits on the engine's clock.
    ///
    /// - Throws: `CancellationError`; ``VoiceIOError/cancelled`` where it was stopped meanwhile.
    public func pause(seconds: TimeInterval) async throws {
        log(.pause(seconds: seconds))
        let start = epoch
        try await clock.wait(seconds: seconds)
        guard epoch == start else { throw VoiceIOError.cancelled }
    }

    /// Ends the running work when its next wait is over.
    public func stopAll() {
        log(.stopAll)
        epoch += 1
        onListeningChanged?(false)
    }

    /// Ends the running work and clears what callbacks show; the script continues at its place.
    public func hardReset() {
        log(.hardReset)
        epoch += 1
        onListeningChanged?(false)
        onTranscriptChanged?("")
        onLevelChanged?(0)
        onTTSPulse?(0)
        onTTSSpeakingChanged?(false)
        onStatusMessageChanged?(nil)
    }
}
