package import VoiceTime

/// Outcome of one latency. Every one is exactly one of these.
package enum LatencyOutcome: Sendable, Hashable {
    /// It took so many frames.
    case measured(Frame)
    /// It took at least so many frames: nothing had come by then.
    case censored(Frame, LatencyReason)
    /// The app took its turn before the caller had ended; so many frames after the end, which is
    /// negative where it began before.
    case talkedOver(Frame)
    /// It does not count.
    case excluded(LatencyReason)

    /// The frames, exact or at least; nil for what does not count.
    package var frames: Frame? {
        switch self {
        case .measured(let frames), .censored(let frames, _), .talkedOver(let frames): frames
        case .excluded: nil
        }
    }

    /// The frames if it was measured.
    package var measured: Frame? { if case .measured(let frames) = self { frames } else { nil } }

    /// Reason why it was not simply measured; nil where it was, or was talked over.
    package var reason: LatencyReason? {
        switch self {
        case .measured, .talkedOver: nil
        case .censored(_, let reason), .excluded(let reason): reason
        }
    }

    /// Name of the outcome for machines.
    package var name: String {
        switch self {
        case .measured: "measured"
        case .censored: "censored"
        case .talkedOver: "talkedOver"
        case .excluded: "excluded"
        }
    }
}

/// Reason why a latency is not simply measured.
package enum LatencyReason: String, Sendable, Hashable, CaseIterable {
    /// The caller made a sound, such as a cough, that has no words.
    case noWords = "a sound without words"
    /// The app did not listen while the caller spoke.
    case nobodyListened = "nothing was listening"
    /// The session ended before the latency was complete.
    case sessionEnded = "the session ended first"
    /// The session ended before the caller's speech did.
    case stillSpeaking = "the session ended while the caller spoke"
    /// The run ended by itself, so no prompt answered the caller.
    case runEnded = "the flow ended without another prompt"
    /// The caller spoke again before the app answered.
    case callerWentOn = "the caller spoke again first"
    /// The utterance was as long as the module allows.
    case cutByLimit = "a limit of the module cut the utterance"
    /// The detector never decided that the speech was over.
    case noSpeechEnd = "no speechEnd came"
    /// Only the sound of the call was recorded.
    case notRecorded = "the recording does not tell when the app decided"
    /// The turn has no `speechEnd` from which to measure.
    case noEndpoint = "without an endpoint"
    /// The module records only and asks the recognizer for nothing.
    case notRecognized = "nothing was to be recognised"
    /// The recognizer neither returned words nor rejected the utterance.
    case noAnswer = "the recognizer gave no answer"
    /// The caller spoke during silence, so no barge-in was possible.
    case noPromptPlayed = "no prompt was playing"
    /// Nothing that the caller said during the prompt could have stopped it.
    case notInterruptible = "nothing was listening while the prompt played"
    /// The caller spoke during the prompt, and the prompt did not stop.
    case playedOn = "the prompt played to its end"
    /// The prompt stopped only when the caller's turn was over.
    case stoppedLate = "the prompt was stopped only with the end of the turn"
    /// The trace holds neither a stop nor an end of the prompt.
    case neverStopped = "the prompt neither stopped nor ended"
    /// The earlier prompt was stopped, so there is no gap after its end.
    case promptStopped = "the prompt was stopped"
    /// The app listened between the two prompts.
    case listenedBetween = "the app listened in between"
    /// The caller spoke between the two prompts.
    case spokenBetween = "the caller spoke in between"
    /// The prompt is the last one of the session.
    case lastPrompt = "no prompt followed"
    /// A clip followed, and the silence before a clip is known exactly.
    case clipFollowed = "a clip followed, which clipGap measures"
    /// No speech came before the clip.
    case noSpeechBefore = "no speech came before"
    /// The engine tells its app nothing but prompts.
    case notTold = "the engine does not tell answers"
    /// A prompt came in the place of an answer.
    case promptCame = "a prompt came and no answer"
    /// Both sides share a channel in which no pause is heard, and labels tell none.
    case noPause = "no pause is heard between the sides, and the labels tell none"
    /// A noise gate, or voices and music of the room, hide the end of the caller's speech.
    case hiddenEnd = "where the caller ended is hidden"
    /// The recording is unfit to be measured.
    case unfitCall = "the call is unfit to be measured"

    /// Name of the reason for machines.
    package var name: String {
        // The first engine's name for the end of a run: the JSON keeps it for every engine.
        self == .runEnded ? "flowEnded" : String(describing: self)
    }
}
