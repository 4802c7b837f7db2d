public import Foundation

/// Speaks, listens and plays clips: the voice of an app.
///
/// All calls and callbacks are on the main actor. What later versions of the guide add has a
/// default, so that an engine of an app's own needs the members of the guide only.
@MainActor
public protocol VoiceIO: AnyObject {
    /// Told when listening begins and ends.
    var onListeningChanged: ((Bool) -> Void)? { get set }
    /// Told the words so far; empty when a listen begins.
    var onTranscriptChanged: ((String) -> Void)? { get set }
    /// Told the microphone's level for each input buffer, 0 to 1.
    var onLevelChanged: ((CGFloat) -> Void)? { get set }
    /// Told when speech begins and ends.
    var onTTSSpeakingChanged: ((Bool) -> Void)? { get set }
    /// Told a value from 0 to 1 for each spoken word, for a picture that moves with speech.
    var onTTSPulse: ((CGFloat) -> Void)? { get set }
    /// Told a short line about what happens; nil when idle.
    var onStatusMessageChanged: ((String?) -> Void)? { get set }

    /// Asks for microphone and recognizer; a second call changes nothing.
    func ensurePermissions() async throws
    /// Prepares the audio session; a second call changes nothing.
    func configureSessionIfNeeded() async throws

    /// Speaks `text` and returns when it is over or was stopped.
    func speak(_ text: String) async
    /// Listens for `timeout` seconds at most, and ends after `inactivity` seconds of silence once
    /// there are words.
    func listen(
        timeout: TimeInterval, inactivity: TimeInterval, record: Bool
    ) async throws -> VoiceResult

    /// Makes a clip ready to start without a gap. `gainDB` may be above 0.
    func prepareClip(url: URL, gainDB: Float) async throws
    /// Starts the prepared clip and returns at its end; returns at once when nothing is prepared.
    func startPreparedClip() async throws
    /// Plays a clip and returns at its end.
    func playClip(url: URL, gainDB: Float) async throws

    /// Stops speech, clips and pauses at once.
    func stopAll()
    /// Stops everything, cancels a listen and clears all state.
    func hardReset()

    /// Says what listens expect from now on. The default does nothing.
    func setRecognitionContext(_ context: RecognitionContext)
    /// Listens with a context, which stays for later listens. The default sets the context first.
    func listen(
        timeout: TimeInterval, inactivity: TimeInterval, record: Bool, context: RecognitionContext
    ) async throws -> VoiceResult
    /// Moves the end of the listen under way. The default does nothing.
    func extendListening(by seconds: TimeInterval)
    /// Waits on the engine's clock. The default waits in real time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, ``VoiceIOError/cancelled`` after
    ///   `stopAll`.
    func pause(seconds: TimeInterval) async throws
}

extension VoiceIO {
    /// Does nothing: an engine without contexts hears any words.
    public func setRecognitionContext(_ context: RecognitionContext) {}

    /// Sets the context, which is freeform unless given, and listens.
    public func listen(
        timeout: TimeInterval, inactivity: TimeInterval, record: Bool,
        context: RecognitionContext = RecognitionContext()
    ) async throws -> VoiceResult {
        setRecognitionContext(context)
        return try await listen(timeout: timeout, inactivity: inactivity, record: record)
    }

    /// Does nothing.
    public func extendListening(by seconds: TimeInterval) {}

    /// Waits in real time.
    public func pause(seconds: TimeInterval) async throws {
        try await OutsideWorld.wait(seconds: seconds)
    }

    /// Prepares a clip as loud as its file.
    public func prepareClip(url: URL) async throws { try await prepareClip(url: url, gainDB: 0) }

    /// Plays a clip as loud as its file.
    public func playClip(url: URL) async throws { try await playClip(url: url, gainDB: 0) }

    /// Another name of ``prepareClip(url:gainDB:)``.
    public func queueSFX(url: URL, gainDB: Float = 0) async throws {
        try await prepareClip(url: url, gainDB: gainDB)
    }
}
