internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

/// Calls that an app made outside of callbacks and answers, as a live app does whose tasks go on
/// after what they waited for: the session repeats each at its recorded frame.
///
/// The app of a replay takes no time and makes such a call at once. It is the recorded one where
/// name and arguments are the same; its answer is then given under the app's own id.
struct LateCalls {
    private var recorded: [(frame: Frame, call: EngineCall)] = []
    /// The app's ids by those of the recorded calls, as far as they differ.
    private var ids: [Int: Int] = [:]

    /// The calls among `inputs` that were made outside, in their order.
    init(_ inputs: [InputEvent] = []) {
        recorded = inputs.compactMap { input in
            guard input.during == nil, case .call(let call) = input.input else { return nil }
            return (input.frame, call)
        }
    }

    /// `calls` without those after the first `count` that the session repeats at `frame` or later;
    /// each repeats one call.
    mutating func remaining(
        of calls: [EngineCall], after count: Int, from frame: Frame
    ) -> [EngineCall] {
        guard calls.count > count, !recorded.isEmpty else { return calls }
        return calls.prefix(count)
            + calls.dropFirst(count).filter { call in
                let place = recorded.firstIndex { late in
                    late.frame >= frame && late.call.isLike(call)
                }
                guard let place else { return true }
                record(call, as: recorded.remove(at: place).call)
                return false
            }
    }

    /// Whether `calls` are the recorded ones, ids aside; if so, answers find them.
    mutating func are(_ calls: [EngineCall], _ recorded: [EngineCall]) -> Bool {
        guard calls.count == recorded.count,
            zip(calls, recorded).allSatisfy({ $0.isLike($1) })
        else { return false }
        for (call, recorded) in zip(calls, recorded) { record(call, as: recorded) }
        return true
    }

    private mutating func record(_ call: EngineCall, as recorded: EngineCall) {
        guard let id = recorded.id, let own = call.id, id != own else { return }
        ids[id] = own
    }

    /// Whether a task that the host started made `call`: a call of something else has an odd id,
    /// as `AppCalls` of VoiceRun gives them. Nil without an id.
    private static func isOfTask(_ call: EngineCall) -> Bool? {
        call.id.map { $0.isMultiple(of: 2) }
    }

    /// Calls of the app's tasks that it has not made.
    var unmade: [EngineCall] {
        recorded.map(\.call).filter { Self.isOfTask($0) == true }
    }

    /// Returns advice where `calls` of the app's tasks are not the recorded ones because a task
    /// made those that `perform` of the host did not start; nil where none did.
    func hint(for calls: [EngineCall]) -> String? {
        let others = recorded.lazy.map(\.call).filter { Self.isOfTask($0) == false }
        let isOther = calls.contains { call in
            call.id != nil && others.contains { $0.name == call.name }
        }
        return isOther
            ? "When the session was recorded, a task made this call that the host did not start."
                + " Start the app with host.perform { … } and record the session again" : nil
    }

    /// An answer under the id by which the app knows its call.
    mutating func own(_ answer: CallAnswer) -> CallAnswer {
        guard let id = ids.removeValue(forKey: answer.call) else { return answer }
        return CallAnswer(call: id, result: answer.result)
    }
}

extension EngineCall {
    /// Whether name and arguments are those of `other`, and both are answered or neither.
    func isLike(_ other: EngineCall) -> Bool {
        facade == other.facade && name == other.name && arguments == other.arguments
            && (id == nil) == (other.id == nil)
    }
}
