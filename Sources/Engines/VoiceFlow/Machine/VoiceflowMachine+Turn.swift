internal import VoiceEngine
internal import VoiceJSON

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

    /// Takes news of a job. News that was held back while the turn of its job ended comes too late.
    mutating func receive(_ signal: MediaSignal) {
        if case .saved(let job, let outcome) = signal, media.cutSaved(job, outcome) { return }
        guard place.isUnderWay, media.counts(signal.job) else { return }
        if case .saved = signal {
            handle(signal)
        } else if suspension.isOn || media.cut != nil {
            // Every job that may still tell something was stopped.
        } else if case .heard(let job, _, _) = signal, job == media.openJob?.job,
            media.record({ $0.hold(signal) }) == true
        {
            // What became of the recording is told first.
        } else {
            handle(signal)
        }
    }

    /// Ends the open recording for a reason from outside, after all news that is there already.
    mutating func askToEnd(_ open: ListeningJob, _ reason: StopReason) {
        if media.end(open.job, reason) { output.add(.setTimer(id: 0, frames: 0)) }
    }

    mutating func takeAskedEnd() {
        guard let (job, reason) = media.takeEnding() else { return }
        receive(.listenEnded(job: job, reason: reason, heardSpeech: false, why: [:]))
    }

    /// Stops whatever the module plays or hears; returns the work to tell the app of it.
    mutating func endTurn() -> [Work] {
        let told = stopListening() + stopPlayback(why: [:])
        media.endJobs()
        media.forgetTurn()
        return told
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
