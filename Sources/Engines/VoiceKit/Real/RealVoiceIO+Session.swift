internal import Foundation
internal import VoiceJSON
internal import VoiceRun

/// Permissions, the audio session and the ways to stop.
extension RealVoiceIO {
    /// Begins the run where it has not begun, and checks microphone and recognizer.
    ///
    /// - Throws: ``VoiceIOError/micUnavailable``, ``VoiceIOError/recognizerUnavailable``,
    ///   `CancellationError` when the task is cancelled.
    public func ensurePermissions() async throws { try await check("ensurePermissions") }

    /// Prepares the audio session; a second call changes nothing.
    ///
    /// - Throws: as ``ensurePermissions()``.
    public func configureSessionIfNeeded() async throws {
        try await check("configureSessionIfNeeded")
    }

    private func check(_ call: String) async throws {
        log(.info, call)
        if !isCI { _ = try await ask(call) }
    }

    /// Stops speech, clips and pauses at once; of all siblings where the app made this engine.
    /// Calls that wait return, those of clips and pauses throw ``VoiceIOError/cancelled``. A listen
    /// continues.
    public func stopAll() {
        log(.info, "stopAll")
        shared.facade?.send("stopAll", ofChannel())
    }

    /// Stops everything as ``stopAll()`` does, cancels the listen under way, empties the transcript
    /// and forgets the prepared clip. On a sibling this concerns only its own work.
    public func hardReset() {
        log(.info, "hardReset")
        guard channel == 0 else {
            if shared.facade?.listener != 0, shared.listener === self {
                shared.facade?.send("cancelListening")
            }
            shared.facade?.send("stopAll", ofChannel())
            return
        }
        shared.transcript = ""
        shared.facade?.send("hardReset")
    }

    /// Ends the run and releases the device: calls that wait return or throw. The next call
    /// begins another run. It happens by itself when the last engine is gone.
    public func shutDown() {
        log(.info, "shutDown")
        shared.shutDown()
    }

    /// Lets an interruption of the audio session, such as a device that goes away, do what
    /// ``hardReset()`` does from now on. Not on by itself.
    public func startObservingInterruptions() { shared.stopsAtInterruptions = true }

    /// Interruptions do nothing more than pause the sound.
    public func stopObservingInterruptions() { shared.stopsAtInterruptions = false }

    /// Reports that no run began, or that it failed.
    func isWithoutRun(_ why: String) { tell(why) }

    /// Tells why nothing is heard or spoken: in the log, as a status, and on standard error where
    /// the app takes neither.
    func tell(_ why: String) {
        log(.error, why)
        onStatusMessageChanged?(why)
        guard logger == nil, onStatusMessageChanged == nil else { return }
        StandardErrorNotice.tell("VoiceKit: \(why)")
    }

    // MARK: Calls

    /// Arguments of a call with the channel among them.
    func ofChannel(_ arguments: JSONObject = [:]) -> JSONObject {
        var all = arguments
        all["channel"] = .integer(Int64(channel))
        return all
    }

    /// Makes a call in the present run and waits for its answer. If the task is cancelled
    /// meanwhile, the call `undo` is made for this channel.
    ///
    /// - Throws: `CancellationError` where the task is cancelled, else ``VoiceIOError``.
    func ask(
        _ name: String, _ arguments: JSONObject = [:], ifCancelled undo: String? = nil
    ) async throws -> JSONValue {
        try Task.checkCancellation()
        let facade = shared.current()
        do {
            return try await facade.ask(name, arguments)
        } catch {
            if case .callCancelled = error, let undo { facade.send(undo, ofChannel()) }
            throw Self.error(of: error, facade)
        }
    }

    /// Returns the error that the app is told where a call has no value.
    static func error(of error: RunError, _ facade: VoiceFacade) -> any Error {
        switch error {
        case .callCancelled: CancellationError()
        case .callFailed(_, let reason): VoiceIOError(text: reason)
        case .runOver(_, let reason):
            switch facade.failure {
            case .device: VoiceIOError.micUnavailable
            case .recognizer: VoiceIOError.recognizerUnavailable
            case .engine, .app: VoiceIOError.underlying(facade.lastRefusal ?? reason)
            case nil: VoiceIOError.cancelled
            }
        default: VoiceIOError.underlying(error.description)
        }
    }
}
