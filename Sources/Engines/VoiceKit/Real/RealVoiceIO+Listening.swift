public import Foundation
internal import VoiceJSON
internal import VoiceRun

/// Listening.
extension RealVoiceIO {
    /// Listens, as ``listen(timeout:inactivity:record:context:)`` does, with the context that was
    /// set last.
    public func listen(
        timeout: TimeInterval, inactivity: TimeInterval, record: Bool
    ) async throws -> VoiceResult {
        log(
            .info,
            "listen(start) timeout=\(timeout) inactivity=\(inactivity) record=\(record)"
                + " context=\(context.name)")
        if isCI { return listenWithoutEngine() }
        try Task.checkCancellation()
        let facade = shared.current()
        let number = facade.beginListening()
        if number != nil { shared.listener = self }
        defer { facade.endListening(number) }
        let answer: JSONObject
        do {
            answer =
                try await facade.ask(
                    "listen",
                    [
                        "timeoutMs": CallValues.milliseconds(ofLimit: timeout),
                        "inactivityMs": CallValues.milliseconds(ofLimit: inactivity),
                        "record": .bool(record), "context": .object(context.object),
                    ]
                ).object ?? [:]
        } catch {
            if case .callCancelled = error, let number, facade.isListening(number) {
                facade.send("cancelListening")
            }
            throw listeningError(of: error, facade)
        }
        // Cancelled between the answer and now: nothing is kept.
        try Task.checkCancellation()
        return result(of: answer, facade)
    }

    /// Listens for one utterance.
    ///
    /// A later listen without a context keeps this one. One listen is under way at a time, of all
    /// siblings.
    ///
    /// `timeout` is the longest listen in seconds; 0, less, infinity and what is no number are no
    /// limit. `inactivity` is the silence in seconds that ends the listen once there are words; 0
    /// or less is no limit. `record` says whether the result has a recording, a 16-bit WAV file in
    /// the temporary folder, trimmed to the speech. The app removes it.
    ///
    /// - Returns: what was heard; an empty transcript where nothing was.
    /// - Throws: `CancellationError` when the task is cancelled or after ``hardReset()``,
    ///   ``VoiceIOError/busy`` while another listen is under way,
    ///   ``VoiceIOError/micUnavailable``, ``VoiceIOError/recognizerUnavailable``.
    public func listen(
        timeout: TimeInterval, inactivity: TimeInterval, record: Bool,
        context: RecognitionContext = RecognitionContext()
    ) async throws -> VoiceResult {
        setRecognitionContext(context)
        return try await listen(timeout: timeout, inactivity: inactivity, record: record)
    }

    /// Says what this engine's listens expect from the next one on.
    public func setRecognitionContext(_ context: RecognitionContext) { self.context = context }

    /// Moves the end of the listen under way by so many seconds, which are above 0.
    public func extendListening(by seconds: TimeInterval) {
        guard seconds > 0 else { return }
        shared.facade?.send("extendListening", ["ms": CallValues.milliseconds(seconds)])
    }

    /// Does nothing, as in the original: a listen ends by its own rules.
    public func finishRecognition() {}

    /// A number that was spoken, in figures: `forty-two point five` is `42.5`. Text that is no
    /// number is returned as it is, without blanks around it.
    public nonisolated static func normalizeNumeric(from text: String) -> String {
        NumericText.normalized(text)
    }

    /// Does the same as ``normalizeNumeric(from:)``.
    public nonisolated static func normalizeNumeric(_ text: String) -> String {
        normalizeNumeric(from: text)
    }

    private func listeningError(of error: RunError, _ facade: VoiceFacade) -> any Error {
        let told = Self.error(of: error, facade)
        if told as? VoiceIOError == .cancelled { return CancellationError() }
        log(.warn, "listen: \(error)")
        return told
    }

    /// Returns the answer that `VOICEKIT_FORCE_CI` asks for.
    private func listenWithoutEngine() -> VoiceResult {
        onListeningChanged?(true)
        if context.expectNumber {
            latestTranscript = "42"
            onTranscriptChanged?("42")
        }
        onListeningChanged?(false)
        return VoiceResult(transcript: latestTranscript, recordingURL: nil)
    }

    // MARK: Results

    private func result(of answer: JSONObject, _ facade: VoiceFacade) -> VoiceResult {
        let transcript = answer["transcript"]?.string ?? ""
        let words = (answer["words"]?.array ?? []).compactMap { word -> VoiceWord? in
            guard let word = word.object, let text = word["text"]?.string else { return nil }
            return VoiceWord(
                text: text, start: seconds(ofFrames: word["start"]),
                end: seconds(ofFrames: word["end"]), confidence: share(word["confidence"]))
        }
        let reason = answer["reason"]?.string ?? ""
        log(.info, "listen(end) reason=\(reason) transcript=\(transcript)")
        return VoiceResult(
            transcript: transcript, recordingURL: recording(of: answer, facade),
            spokenText: answer["text"]?.string, endReason: ListenEndReason(rawValue: reason),
            confidence: share(answer["confidence"]), words: words,
            alternatives: (answer["alternatives"]?.array ?? []).compactMap(\.string))
    }

    private func share(_ permille: JSONValue?) -> Double? {
        permille?.integer.map { Double($0) / 1_000 }
    }

    /// The file of a listen's recording; nil where it has none.
    private func recording(of answer: JSONObject, _ facade: VoiceFacade) -> URL? {
        guard let name = answer["recording"]?.string else { return nil }
        let folder = shared.recordingFolder
        let parts = (answer["recordings"]?.array ?? []).compactMap(\.string)
        guard let kept = facade.recordings.remove(parts) else {
            // A replay brings no sound: the URL is the recording's name, and no file is there.
            let url = folder.appendingPathComponent("replayed").appendingPathComponent(name)
            return shared.register(recording: url, named: name)
        }
        var speech: Range<Int64>?
        if let start = answer["speechStart"]?.integer, let end = answer["speechEnd"]?.integer,
            0 <= start, start < end
        {
            speech = start..<end
        }
        let written = RecordingFile(folder: folder, config: config).write(kept, speech: speech)
        if let fault = written.fault { log(.error, "trimAudioSmart: \(fault)") }
        log(.info, "trimAudioSmart \(written.url?.lastPathComponent ?? "wrote nothing")")
        return shared.register(recording: written.url, named: name)
    }
}

extension RecognitionContext {
    /// The kind of words, for the log.
    fileprivate var name: String {
        switch expectation {
        case .freeform: "freeform"
        case .name(let allowed): "name(\(allowed.count))"
        case .number: "number"
        }
    }
}
