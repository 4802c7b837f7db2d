internal import VoiceEngine
package import VoiceTime
package import VoiceTrace

/// A callback that is under way, whose return is not scheduled.
package struct OpenCallback: Sendable, Equatable {
    /// The event it tells about, and the object that is told.
    package let during: DuringCallback
    /// Frame at which it was delivered.
    package let frame: Frame
}

/// Progress of the hop that the microphone fills.
enum HopStage: Equatable {
    /// Frames are missing.
    case open
    /// It is full; what is due before its end comes first.
    case complete
    /// The detector has decided about it, and it ends here.
    case decided(end: Frame)
}

extension FrameLoop {
    /// Whether the clock stands still until the app has come back.
    var isHeld: Bool { waitsForCallbacks && openCallback != nil }

    /// Ends the open callback, during which the app made `calls`.
    ///
    /// They count at the callback's own frame where the clock waited for it; otherwise return and
    /// calls are inputs of the next frame, which nothing has happened at yet.
    package mutating func callbackReturned(calls: [EngineCall]) {
        guard let open = openCallback else { return }
        openCallback = nil
        guard endReason == nil else { return }
        guard open.frame == now else {
            for call in calls { schedule(.call(call), at: now + 1, during: open.during) }
            queue.schedule(
                .callbackReturned(during: open.during), at: now + 1, rank: Rank.answer.rawValue)
            return
        }
        for call in calls {
            record(.call(call), during: open.during)
            receive(call)
        }
        host.callbackReturned()
        engineEvents.append(.callbackReturned)
        runEngine()
    }

    /// Works off a hop that is full; false while a callback holds it up.
    mutating func finishHop() -> Bool {
        if hop == .complete {
            let end = frontEnd.frames
            work(upTo: end, inclusive: false)
            guard !isHeld else { return false }
            if let decision = frontEnd.decide() {
                queue.schedule(.speech(decision), at: end, rank: Rank.speech.rawValue)
            }
            if let block = soundBlock?.takeWhole() {
                queue.schedule(.sound(block), at: end, rank: Rank.sound.rawValue)
            }
            frontEnd.startHop(during: core.speechUnderWay)
            hop = .decided(end: end)
        }
        guard case .decided(let end) = hop else { return !isHeld }
        work(upTo: end, inclusive: true)
        guard !isHeld else { return false }
        hop = .open
        return true
    }
}
