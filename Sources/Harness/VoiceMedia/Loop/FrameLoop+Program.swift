internal import VoiceActivity
package import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

/// Reason why a run proves nothing: it agrees with no golden and cannot become one.
package struct RunObjection: Sendable, Equatable {
    /// The fault, in a sentence.
    package let what: String
    /// Place in the app, as in `bot.py:12`; nil where that is not known.
    package let place: String?
    /// Names that connect it with events.
    package let names: [String]

    /// The fault, with the place.
    package var sentence: String { (place.map { "\($0): " } ?? "") + what }
}

/// The microphone on its way to an engine that hears it.
struct SoundBlock {
    let frames: Int
    var samples: [Int16] = []
    /// Number of blocks more that the engine wants with the next one, and the timer that it sets
    /// again.
    var wish: (blocks: Int, timer: Int)?

    /// Takes a whole block away; nil where it is not whole.
    mutating func takeWhole() -> [Int16]? {
        guard samples.count >= frames else { return nil }
        defer { samples.removeAll(keepingCapacity: true) }
        return samples
    }
}

/// Requests that only an engine makes that hears all sound or all speech, or that may break down.
extension FrameLoop {
    /// Objections that are kept, and faults of the app.
    private static var objectionRoom: Int { 64 }

    mutating func performOwn(_ action: EngineAction) {
        switch action {
        case .hearSpeech: tellsSpeech = true
        case .hearSound(let frames):
            let hop = rate.hopFrames
            // Samples of this hop that are heard already belong to the first block.
            soundBlock = SoundBlock(
                frames: max(1, (frames + hop - 1) / hop) * hop,
                samples: frontEnd.remembered(from: now))
        case .foreseeSound(let blocks, let timer): soundBlock?.wish = (blocks, timer)
        case .object(let what, let place, let names):
            let objection = RunObjection(what: what, place: place, names: names)
            guard objections.count < Self.objectionRoom, !objections.contains(objection) else {
                return
            }
            objections.append(objection)
        case .unmet(let what):
            guard unmet.count < Self.objectionRoom, !unmet.contains(what) else { return }
            unmet.append(what)
        case .breakDown(let reason):
            breakdown = breakdown ?? reason
            fail(reason)
        default: break
        }
    }

    /// The blocks that follow the one that ends now, before anything else is due: what the engine
    /// asked for of the sound that is known.
    mutating func takeForeseen() -> [[Int16]] {
        guard let block = soundBlock, let wish = block.wish else { return [] }
        soundBlock?.wish = nil
        guard soundIsCertain, let soundToCome else { return [] }
        cancelTimer(wish.timer)
        let size = block.frames
        var count = min(wish.blocks, soundToCome.count / size)
        if let next = queue.nextFrame { count = min(count, Int((next - now - 1) / Frame(size))) }
        guard count > 0 else { return [] }
        return (0..<count).map { index in
            let start = soundToCome.startIndex + index * size
            return Array(soundToCome[start..<start + size])
        }
    }

    mutating func send(_ decision: SpeechDecision) {
        guard tellsSpeech else { return }
        switch decision {
        case .start(let boundary):
            engineEvents.append(.speech(began: true, spoken: boundary.spoken))
        case .end(let boundary):
            engineEvents.append(.speech(began: false, spoken: boundary.spoken))
        }
    }

    /// Grows whenever ``keptFiles`` change; 0 where the engine keeps none.
    package var keptVersion: Int { (engine as? any FileKeepingEngine)?.keptVersion ?? 0 }

    /// The last call that the app made for real; nil where it made none.
    package var lastRealCall: RealCall? { (engine as? any FileKeepingEngine)?.lastRealCall }

    /// Notes why the session proves nothing; `line` is the line of the app, with its function.
    package mutating func object(_ what: String, at line: String?) {
        performOwn(.object(what: what, place: line.map(AppLine.place), names: []))
    }

    /// Files that the engine adds to its session.
    package var keptFiles: [String: [UInt8]] {
        (engine as? any FileKeepingEngine)?.keptFiles ?? [:]
    }
}
