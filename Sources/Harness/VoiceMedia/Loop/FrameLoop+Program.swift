internal import VoiceActivity
internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

/// Why a run proves nothing: it agrees with no golden and cannot become one.
package struct RunObjection: Sendable, Equatable {
    /// What is wrong, in a sentence.
    package let what: String
    /// Where in the app, as in `bot.py:12`; nil where that is not known.
    package let place: String?
    /// Names that connect it with events.
    package let names: [String]

    /// What is wrong, with the place.
    package var sentence: String { (place.map { "\($0): " } ?? "") + what }
}

/// The microphone on its way to an engine that hears it.
struct SoundBlock {
    let frames: Int
    var samples: [Int16] = []

    /// Takes a whole block away; nil where it is not whole.
    mutating func takeWhole() -> [Int16]? {
        guard samples.count >= frames else { return nil }
        defer { samples.removeAll(keepingCapacity: true) }
        return samples
    }
}

/// What only an engine asks for that hears all sound or all speech, or that may break down.
extension FrameLoop {
    /// Objections that are kept.
    private static var objectionRoom: Int { 64 }

    mutating func performOwn(_ action: EngineAction) {
        switch action {
        case .hearSpeech: tellsSpeech = true
        case .hearSound(let frames):
            let hop = rate.hopFrames
            // What of this hop is heard already belongs to the first block.
            soundBlock = SoundBlock(
                frames: max(1, (frames + hop - 1) / hop) * hop,
                samples: frontEnd.remembered(from: now))
        case .object(let what, let place, let names):
            let objection = RunObjection(what: what, place: place, names: names)
            guard objections.count < Self.objectionRoom, !objections.contains(objection) else {
                return
            }
            objections.append(objection)
        case .breakDown(let reason):
            breakdown = breakdown ?? reason
            fail(reason)
        default: break
        }
    }

    mutating func tell(_ decision: SpeechDecision) {
        guard tellsSpeech else { return }
        switch decision {
        case .start(let boundary):
            engineEvents.append(.speech(began: true, spoken: boundary.spoken))
        case .end(let boundary):
            engineEvents.append(.speech(began: false, spoken: boundary.spoken))
        }
    }

    /// What the engine adds to the files of its session.
    package var keptFiles: [String: [UInt8]] {
        (engine as? any FileKeepingEngine)?.keptFiles ?? [:]
    }
}
