internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

/// A callback the app answered with calls or a late return.
struct AnswerPlace: Hashable {
    let identity: String
    let by: DuringCallback.Receiver
}

/// Answers to the callbacks about events of one identity, by occurrence; `input` is where an
/// answer stands in the recording.
struct RecordedAnswer {
    var reply = CallbackReply()
    var inputs: [InputEvent] = []

    /// The answer with its distances counted from the callback, which may come later than the
    /// event it is about: an app was busy.
    func reply(afterEvent waited: Frame) -> CallbackReply {
        var reply = reply
        reply.calls = reply.calls.map { (max(0, $0.delay - waited), $0.call) }
        reply.returnDelay = reply.returnDelay.map { max(0, $0 - waited) }
        return reply
    }
}

extension [InputEvent] {
    /// Whether the recorder of a live run died before the run was over.
    var diedLive: Bool {
        last?.input == .end(reason: SessionSealer.recoveredReason)
            && contains { input in
                guard case .device(let news, _) = input.input else { return false }
                return news.saved == nil
            }
    }
}
