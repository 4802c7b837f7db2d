internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

extension FrameLoop {
    /// News that waits for a callback: past this many, news that comes again and again is dropped.
    private static var inboxRoom: Int { 4_096 }

    /// Lets the engine take its events until it has none left: a loop, not a recursion, because a
    /// flow may pass through thousands of modules within one frame.
    mutating func runEngine() {
        var next = 0
        while endReason == nil {
            let event: EngineEvent
            if !isInCallback, !inbox.isEmpty {
                switch inbox.removeFirst() {
                case .event(let held): event = held
                case .callback(let callback, let index):
                    deliver(callback, about: index)
                    continue
                }
            } else if next < engineEvents.count {
                event = engineEvents[next]
                next += 1
                // A flow may pass through thousands of modules here: what is done is let go.
                if next >= 64 {
                    engineEvents.removeFirst(next)
                    next = 0
                }
                if isInCallback, event.waitsForCallback {
                    hold(event)
                    continue
                }
            } else {
                break
            }
            if case .callbackReturned = event { isInCallback = false }
            for action in engine.step(event, at: now) {
                perform(action)
                if hasFailed { break }
            }
        }
        engineEvents.removeAll(keepingCapacity: true)
    }

    private mutating func hold(_ event: EngineEvent) {
        guard inbox.count < Self.inboxRoom || !event.isPeriodic else { return }
        inbox.append(.event(event))
    }

    /// Delivers a callback now, or after the one that is under way.
    mutating func ask(for callback: EngineCallback) {
        guard mayCall(callback) else { return }
        let index =
            switch callback.cause {
            case .latest: eventCount - 1
            case .event(let sequence): sequence
            }
        if isInCallback {
            inbox.append(.callback(callback, event: index))
        } else {
            deliver(callback, about: index)
        }
    }

    private mutating func deliver(_ callback: EngineCallback, about index: Int) {
        let during = DuringCallback(event: index, by: callback.receiver)
        isInCallback = true
        let reply = host.deliver(callback, of: event(index), at: now)
        for (delay, call) in reply.calls { consume(call, after: delay, during: during) }
        for (delay, input) in reply.news { schedule(input, at: now + max(1, delay)) }
        guard let delay = reply.returnDelay else {
            openCallback = OpenCallback(during: during, frame: now)
            return
        }
        if delay > 0 {
            queue.schedule(
                .callbackReturned(during: during), at: now + delay, rank: Rank.answer.rawValue)
        } else {
            engineEvents.append(.callbackReturned)
        }
    }

    private mutating func consume(
        _ call: EngineCall, after delay: Frame, during: DuringCallback
    ) {
        guard delay <= 0 else {
            schedule(.call(call), at: now + delay, during: during)
            return
        }
        record(.call(call), during: during)
        receive(call)
    }

    mutating func receive(_ call: EngineCall) {
        if let id = call.id { openCalls.insert(id) }
        engineEvents.append(.call(call))
    }

    mutating func reply(to call: Int, _ result: CallResult) {
        guard openCalls.remove(call) != nil, mayReply(to: call) else { return }
        let during = DuringCallback(event: eventCount - 1, by: .reply)
        let answer = CallAnswer(call: call, result: result)
        for (delay, call) in host.replied(answer, of: event(eventCount - 1), at: now) {
            consume(call, after: delay, during: during)
        }
    }

    // MARK: Timers

    mutating func setTimer(_ id: Int, frames: Frame) {
        cancelTimer(id)
        guard frames > 0 else {
            inbox.append(.event(.timer(id: id)))
            return
        }
        guard maySetTimer() else { return }
        let longest = rate.frames(milliseconds: SessionManifest.secondsLimit * 1_000)
        engineTimers[id] = queue.schedule(
            .engineTimer(id: id), at: now + min(frames, longest), rank: Rank.engineTimer.rawValue)
    }

    mutating func cancelTimer(_ id: Int) {
        if let ticket = engineTimers.removeValue(forKey: id) { queue.cancel(ticket) }
        guard !inbox.isEmpty else { return }
        inbox.removeAll { held in
            if case .event(.timer(id: id)) = held { true } else { false }
        }
    }
}

extension EngineEvent {
    /// Whether the next news of the kind says all that this one does.
    fileprivate var isPeriodic: Bool {
        switch self {
        case .media(.position), .media(.heardSoFar), .media(.level): true
        default: false
        }
    }
}
