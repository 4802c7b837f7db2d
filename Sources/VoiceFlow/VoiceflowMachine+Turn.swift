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

    /// The next news; while a recording is written only what became of it, because words may have
    /// come during a callback that took long.
    mutating func nextSignal() -> MediaSignal? {
        guard recording?.saving != nil else {
            return inbox.isEmpty ? nil : inbox.removeFirst()
        }
        return inbox.firstIndex(where: \.isSaved).map { inbox.remove(at: $0) }
    }

    /// Stops whatever the module plays or hears; what is left to tell the app about it.
    mutating func endTurn() -> [Work] {
        let told = stopListening() + stopPlayback(why: [:])
        inbox = []
        forgetTurn()
        return told
    }

    mutating func forgetTurn() {
        // Most modules have none of these, and they are large to write over.
        if playback != nil { playback = nil }
        if ear != nil { ear = nil }
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

extension MediaSignal {
    /// Whether this is news of a recording that was written.
    var isSaved: Bool { if case .saved = self { true } else { false } }
}
