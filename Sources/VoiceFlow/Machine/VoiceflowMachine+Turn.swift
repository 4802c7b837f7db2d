internal import VoiceMedia
internal import VoiceTrace

extension VoiceflowMachine {
    /// Whether the app's change of course is being worked off: an interruption must not lose it,
    /// and takes the module that follows.
    var isDiverting: Bool {
        work.contains { step in
            switch step {
            case .divert, .jump, .enter, .finish: true
            default: false
            }
        }
    }

    /// Takes news of a job. What was held back while the turn of its job ended comes too late.
    mutating func take(_ signal: MediaSignal) {
        if case .saved(let job, let outcome) = signal, job == cut?.job {
            cut?.outcome = outcome
            return
        }
        guard phase == .running || phase == .paused, jobs.counts(signal.job) else { return }
        if case .saved = signal {
            handle(signal)
        } else if suspension.isOn || cut != nil {
            // Every job that may still tell something was stopped.
        } else if case .heard(let job, _, _) = signal, job == openJob?.job,
            recording?.saving != nil
        {
            // What became of the recording is told first.
            recording?.heldWords = signal
        } else {
            handle(signal)
        }
    }

    /// Ends the open recording for a reason from outside, after all news that is there already.
    mutating func askToEnd(_ open: ListeningJob, _ reason: StopReason) {
        if jobs.end(open.job, reason) { actions.append(.setTimer(id: 0, frames: 0)) }
    }

    mutating func takeAskedEnd() {
        guard let (job, reason) = jobs.takeEnding() else { return }
        take(.listenEnded(job: job, reason: reason, heardSpeech: false, why: [:]))
    }

    /// Stops whatever the module plays or hears; what is left to tell the app about it.
    mutating func endTurn() -> [Work] {
        let told = stopListening() + stopPlayback(why: [:])
        jobs.endTurn()
        forgetTurn()
        return told
    }

    mutating func forgetTurn() {
        // Most modules have none of these, and they are large to write over.
        if playback != nil { playback = nil }
        if openJob != nil { openJob = nil }
        if dialog != nil { dialog = nil }
        if recording != nil { recording = nil }
        if listener != nil { listener = nil }
    }

    static func transition(from: String, to: String, by: String) -> JSONObject {
        ["by": .string(by), "from": .string(from), "to": .string(to)]
    }
}

extension VoiceflowMachine.Work {
    /// Whether the step only tells the app something.
    var isAnnouncement: Bool {
        switch self {
        case .announce, .announceCut: true
        default: false
        }
    }
}
