import VoiceActivity
import VoiceEngine
import VoiceTime

@testable import VoiceMedia

/// Steps a media core by hand and fires its timers, so that a test can read like a table.
struct MediaCoreScript {
    private(set) var core = MediaCore()
    private(set) var now: Frame = 0
    /// Timers that wait, by what they are for.
    private(set) var timers: [MediaCore.Timer: Frame] = [:]

    /// Every limit off unless a test sets it.
    static func request(
        recognizes: Bool = true, preSpeech: Frame = 0, maxSpeech: Frame = 0, maxAudio: Frame = 0,
        awaitsAtOnce: Bool = true
    ) -> ListenRequest {
        ListenRequest(
            recognizes: recognizes, minSpeechFrames: 80, endSilenceFrames: 800,
            preSpeechFrames: preSpeech, maxSpeechFrames: maxSpeech, maxAudioFrames: maxAudio,
            awaitsSpeechAtOnce: awaitsAtOnce)
    }

    static func prompt(_ frames: Frame = 100) -> RealizedPrompt {
        RealizedPrompt(source: .audioFile, digest: "d", frames: frames)
    }

    /// Fires every timer due by `frame`, in order, and steps `event` there.
    @discardableResult
    mutating func at(_ frame: Frame, _ event: MediaCore.Event? = nil) -> [MediaCore.Action] {
        var actions: [MediaCore.Action] = []
        while let next = timers.filter({ $0.value <= frame }).min(by: { $0.value < $1.value }) {
            timers[next.key] = nil
            now = next.value
            actions += step(.timer(next.key))
        }
        now = frame
        return event.map { actions + step($0) } ?? actions
    }

    mutating func start(_ frame: Frame, spoken: Frame? = nil) -> [MediaCore.Action] {
        at(frame, .speech(.start(Self.boundary(frame, spoken: spoken ?? frame))))
    }

    mutating func end(_ frame: Frame, spoken: Frame) -> [MediaCore.Action] {
        at(frame, .speech(.end(Self.boundary(frame, spoken: spoken))))
    }

    private mutating func step(_ event: MediaCore.Event) -> [MediaCore.Action] {
        let actions = core.step(event, at: now)
        for action in actions {
            if case .arm(let timer, let frame) = action { timers[timer] = frame }
            if case .disarm(let timer) = action { timers[timer] = nil }
        }
        return actions
    }

    private static func boundary(_ frame: Frame, spoken: Frame) -> SpeechBoundary {
        SpeechBoundary(
            frame: frame, spoken: spoken, energy: -30_000, floor: -60_000, margin: 30_000,
            probability: 0, threshold: 6_000, duration: frame - spoken, limit: 800)
    }
}

extension [MediaCore.Action] {
    /// The news for the engine.
    var signals: [MediaSignal] {
        compactMap { if case .signal(let signal) = $0 { signal } else { nil } }
    }

    /// What the recognizer is asked for.
    var recognized: [Range<Frame>] {
        compactMap { if case .recognize(_, let spoken) = $0 { spoken } else { nil } }
    }
}
