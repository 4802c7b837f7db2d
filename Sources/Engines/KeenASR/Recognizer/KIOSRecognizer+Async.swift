internal import VoiceJSON
internal import VoiceRun

/// Ways of Swift's concurrency beside the delegate.
extension KIOSRecognizer {
    /// Stops listening and waits for the final response, which the delegate is not told of.
    ///
    /// - Throws: ``KIOSRecognizerError/refused(call:_:)`` where the recognizer does not listen, and
    ///   where listening is stopped or interrupted first,
    ///   ``KIOSRecognizerError/cancelled(call:)``: the response is lost then.
    public func stopListeningAndReturnFinalResponse()
        async throws(KIOSRecognizerError) -> KIOSResponse
    {
        let call = GuardedCall.stopListeningAndReturnFinalResponse
        guard !Task.isCancelled else { throw .cancelled(call: call.rawValue) }
        try check(call)
        hushSource()
        situation.handle(call)
        pending.append(call)
        return taken(try await ask(call.rawValue, [:]))
    }

    /// Listens, and waits for the final response of this listening, which the delegate is told of
    /// too. Cancelling the task stops listening.
    ///
    /// - Throws: ``KIOSRecognizerError/refused(call:_:)`` where listening does not begin, and with
    ///   `stopped` or `interrupted` where it ends without a response,
    ///   ``KIOSRecognizerError/cancelled(call:)``.
    public func listen() async throws(KIOSRecognizerError) -> KIOSResponse {
        guard !Task.isCancelled else { throw .cancelled(call: KeenMachine.listen) }
        _ = try takeStart(of: .microphone)
        return try await response([:])
    }

    /// Listens to a file or a stream, and waits for the final response of this listening, as
    /// ``listen()`` does. Where the source ends first, listening ends with it.
    ///
    /// - Throws: as ``listen()``, and as ``startListening(from:)`` for a source that cannot be
    ///   heard.
    public func listen(
        from source: KIOSAudioSource
    ) async throws(KIOSRecognizerError) -> KIOSResponse {
        guard !Task.isCancelled else { throw .cancelled(call: KeenMachine.listen) }
        let opened = try open(source)
        return try await response(opened.arguments, then: opened.hear)
    }

    /// Sends a start of listening that was taken, and waits for its response.
    private func response(
        _ arguments: JSONObject, then begin: () -> Void = {}
    ) async throws(KIOSRecognizerError) -> KIOSResponse {
        situation.handle(.startListening)
        pending.append(.startListening)
        let start = startCount
        begin()
        do throws(KIOSRecognizerError) {
            return taken(try await ask(KeenMachine.listen, arguments))
        } catch {
            if case .cancelled = error, startCount == start { stopListening() }
            throw error
        }
    }

    /// Waits for a final response that was not given yet: that of the listening which was started
    /// last, at once where it is there already, else the next one. With a number, for one that is
    /// newer than that of the number.
    ///
    /// - Throws: ``KIOSRecognizerError/refused(call:_:)`` where the listening that would have given
    ///   it is stopped or interrupted, and where the recognizer is torn down first,
    ///   ``KIOSRecognizerError/cancelled(call:)``: listening continues then.
    public func nextResponse(
        after number: Int? = nil
    ) async throws(KIOSRecognizerError) -> KIOSResponse {
        let after = number ?? max(responses.takenNumber, lastStartedNumber - 1)
        let fields = try await ask("awaitResponse", ["after": .integer(Int64(after))])
        return taken(fields)
    }

    /// The number of the response of the listening that was started last; 0 before any.
    private var lastStartedNumber: Int {
        begunNumber + pending.count { $0 == .startListening }
    }

    /// Returns the response of `fields`, and notes that a call gave it.
    private func taken(_ fields: JSONObject) -> KIOSResponse {
        responses.takenNumber = max(responses.takenNumber, Self.number(of: fields))
        return response(of: fields)
    }

    /// Every final response from now on that the delegate is told of, until the recognizer is torn
    /// down. A reader that is behind loses the oldest beyond 1,024.
    public var finalResponses: AsyncStream<KIOSResponse> { finalNews.stream() }

    /// Stream of every partial result from now on, until the recognizer is torn down;
    /// ``KIOSResult/responseId`` says to which response it belongs. A reader that is behind loses
    /// the oldest beyond 1,024.
    public var partialResults: AsyncStream<KIOSResult> { partialNews.stream() }

    /// Makes a call that is answered with an object.
    private func ask(
        _ name: String, _ arguments: JSONObject
    ) async throws(KIOSRecognizerError) -> JSONObject {
        guard !isTornDown else { throw .refused(call: name, .tornDown) }
        do throws(RunError) {
            return try await facade.calls.call(Self.call(name, arguments)).object ?? [:]
        } catch {
            switch error {
            case .runOver:
                throw .refused(call: name, situation.isUnavailable ? .unavailable : .tornDown)
            case .callFailed(_, let reason):
                if let refusal = KIOSRefusal(rawValue: reason) {
                    throw .refused(call: name, refusal)
                }
                throw .failed(call: name, reason: reason)
            case .callCancelled: throw .cancelled(call: name)
            default: throw .failed(call: name, reason: error.description)
            }
        }
    }
}
