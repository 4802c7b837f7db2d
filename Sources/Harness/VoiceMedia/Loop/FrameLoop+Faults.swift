internal import VoiceEngine
internal import VoiceTrace

/// Faults that an engine may not have. A fault of the engine under test is a finding, not a crash.
extension FrameLoop {
    /// Reason for the end of an engine that did what none may do.
    static var failure: String { "failure" }
    /// Faults that are kept: an engine may have one at every frame.
    private static var faultRoom: Int { 16 }
    /// Timers that an engine may have at once.
    static var timerRoom: Int { 4_096 }

    /// Whether the run has ended for a fault of the engine.
    var hasFailed: Bool { !engineFaults.isEmpty && endReason == Self.failure }

    mutating func report(_ fault: String) {
        guard engineFaults.count < Self.faultRoom, !engineFaults.contains(fault) else { return }
        engineFaults.append(fault)
    }

    /// Ends the run for a fault of the engine.
    mutating func fail(_ fault: String) {
        report(fault)
        endReason = endReason ?? Self.failure
    }

    /// Whether the app can be called back now: about an event, and to a receiver that is declared.
    mutating func mayCall(_ callback: EngineCallback) -> Bool {
        guard eventCount > 0 else {
            fail(
                "The engine called \(callback.name) before its first event. Emit the event first.")
            return false
        }
        let name = callback.receiver.rawValue
        if let receivers, !receivers.contains(callback.receiver) {
            report(
                "The engine called the receiver \"\(name)\", which it does not declare. Add it to"
                    + " the engine's declaration.")
        }
        return true
    }

    /// Whether the call can be answered now: what the app does because of it is recorded as made
    /// during the answer, which needs an event to stand at.
    mutating func mayReply(to call: Int) -> Bool {
        guard eventCount > 0 else {
            fail(
                "The engine answered the call \(call) before its first event. Emit the event"
                    + " first.")
            return false
        }
        return true
    }

    /// Whether there is room for one more timer.
    mutating func maySetTimer() -> Bool {
        guard engineTimers.count < Self.timerRoom else {
            fail(
                "The engine has more than \(Self.timerRoom) timers. Cancel those that are not"
                    + " needed.")
            return false
        }
        return true
    }

    /// Whether there is room for `job` among those that listen.
    mutating func mayListen(_ job: Int) -> Bool {
        guard core.jobs.count < MediaCore.listenerLimit || core.listener(job) != nil else {
            fail(
                "The engine listens with more than \(MediaCore.listenerLimit) jobs. Stop those"
                    + " that are not needed.")
            return false
        }
        return true
    }
}
