internal import VoiceEngine
internal import VoiceRun
internal import VoiceTrace

/// Ways of Swift's concurrency beside the delegate.
extension KIOSRecognizer {
    /// Stops listening and waits for the final response, which the delegate is not told of.
    ///
    /// - Throws: ``KIOSRecognizerError/refused(call:_:)`` where the recognizer does not listen,
    ///   ``KIOSRecognizerError/failed(call:reason:)`` where listening was abandoned meanwhile.
    public func stopListeningAndReturnFinalResponse()
        async throws(KIOSRecognizerError) -> KIOSResponse
    {
        let call = GuardedCall.stopListeningAndReturnFinalResponse
        try check(call)
        hushSource()
        situation.take(call)
        pending.append(call)
        return response(of: try await ask(call.rawValue, [:]))
    }

    /// Listens, and waits for the final response, which the delegate is told of too.
    ///
    /// - Throws: ``KIOSRecognizerError``.
    public func listen() async throws(KIOSRecognizerError) -> KIOSResponse {
        let last = lastResponseNumber
        try beginListening()
        return try await nextResponse(after: last)
    }

    /// Waits for the next final response: at once where there is a newer one than that of the
    /// number given, the last that was told where none is given.
    ///
    /// - Throws: ``KIOSRecognizerError/refused(call:_:)`` where the recognizer is torn down first.
    public func nextResponse(
        after number: Int? = nil
    ) async throws(KIOSRecognizerError) -> KIOSResponse {
        let fields = try await ask(
            "awaitResponse", ["after": .integer(Int64(number ?? lastResponseNumber))])
        return response(of: fields)
    }

    /// Final responses from now on, until the recognizer is torn down. Of those that come
    /// between two waits the newest is given.
    public var finalResponses: AsyncStream<KIOSResponse> {
        let place = StreamPlace(lastResponseNumber)
        return AsyncStream { [weak self] in
            await self?.following(place, "awaitResponse") { $0.response(of: $1) }
        }
    }

    /// Partial results from now on, until the recognizer is torn down; as ``finalResponses``.
    public var partialResults: AsyncStream<KIOSResult> {
        let place = StreamPlace(lastPartialNumber)
        return AsyncStream { [weak self] in
            await self?.following(place, "awaitPartialResult") { $0.result(soFar: $1) }
        }
    }

    private func following<Element: Sendable>(
        _ place: StreamPlace, _ call: String,
        _ element: @MainActor (KIOSRecognizer, JSONObject) -> Element
    ) async -> Element? {
        do throws(KIOSRecognizerError) {
            let fields = try await ask(call, ["after": .integer(Int64(place.number))])
            place.number = Int(clamping: fields["number"]?.integer ?? 0)
            return element(self, fields)
        } catch { return nil }
    }

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
            default: throw .failed(call: name, reason: error.description)
            }
        }
    }
}

/// How far a stream has come.
@MainActor
private final class StreamPlace {
    var number: Int

    init(_ number: Int) { self.number = number }
}
