public import VoiceAudio
public import VoiceEngine
internal import VoiceMedia
public import VoiceRecognition
public import VoiceSynthesis
public import VoiceTime
public import VoiceTrace

/// A world for tests: a caller who says what the test says, and a clock that the test moves.
///
/// There is no sound: what the caller says crosses the speech and words taps as a detector and a
/// recognizer would have it. Prompts last as long as their letters, unless a studio realises them.
/// With `conditions.tap` of `speech` the engine asks for the words when it wants them, of speech
/// under way too: they are those that were said by then.
@MainActor
public final class SimulatedHost: InterruptibleHost {
    /// The app's tasks, which time waits for.
    public let appTasks: AppTasks? = AppTasks()
    /// What runs go by.
    public var conditions: RunConditions
    /// How long a prompt is, in milliseconds a letter of its text; nil realises it as it is.
    public var millisecondsPerLetter: Int64? = 60
    /// Texts and files that cannot be played.
    public var unplayable: Set<String> = []
    /// Whether what the app plays can be taken out of the microphone.
    public var offersEchoCancellation = false
    /// Answers to requests for permissions; what is not named is granted.
    public var answers: [String: String] = [:]
    /// How many milliseconds an app on the main actor takes for a callback of that name: what
    /// happens meanwhile it is told afterwards.
    public var callbackMilliseconds: ((String) -> Int64)?
    /// How many milliseconds the recognizer takes where the engine asks it for words.
    public var recognizerMilliseconds: Int64 = 0
    /// Sees every event between two moments of the run: the place to let the caller react.
    public var onEvent: ((TraceEvent) -> Void)?
    /// The run that is under way, or was last.
    public private(set) var run: EngineRun?
    /// The audio session and the speaker that the app wanted last, once it has
    /// begun a run.
    public private(set) var audioSession: JSONObject?
    /// What recordings were asked for.
    public private(set) var recordings: [SaveRequest] = []

    private var studio: RunStudio
    /// What the caller says, where the engine asks for it.
    private var lines: [ScriptedLine] = []
    private var plans: [RunPlan] = []
    private var posted: [@MainActor () -> Void] = []
    private var seen = 0

    /// A world at rest.
    public init(
        synthesizer: SpeechSynthesizer = SpeechSynthesizer(
            cacheFolder: SpeechSynthesizer.usualCacheFolder)
    ) {
        studio = RunStudio(synthesizer: synthesizer)
        conditions = RunConditions()
        conditions.tap = .words
        conditions.keepsTrace = true
    }

    // MARK: The test's hands

    /// Moves on until the run ends, nothing is left to happen, or `seconds` have passed. What the
    /// app does because of it is done when this returns.
    public func go(seconds: Int64 = 600) {
        let limit =
            (run?.now ?? 0) + conditions.sampleRate.frames(milliseconds: seconds * 1_000)
        repeat { while step(upTo: limit) {} } while run?.holdForApp() ?? false
    }

    /// As ``go(seconds:)``, and waits at every callback for an app that is an actor with an
    /// executor of its own, while others use the main actor.
    public func goWithApp(seconds: Int64 = 600) async {
        let limit =
            (run?.now ?? 0) + conditions.sampleRate.frames(milliseconds: seconds * 1_000)
        repeat {
            repeat { await run?.appReturned() } while step(upTo: limit)
            await run?.appReturned()
        } while await run?.waitForApp() ?? false
    }

    /// Moves on for so many milliseconds and no further.
    public func advance(milliseconds: Int64) {
        settle()
        guard let start = run?.now else { return }
        let end = start + conditions.sampleRate.frames(milliseconds: milliseconds)
        while step(upTo: end) {}
        run?.advance(to: end)
        look()
    }

    /// As ``advance(milliseconds:)``, for an app that is an actor.
    public func advanceWithApp(milliseconds: Int64) async {
        settle()
        guard let start = run?.now else { return }
        let end = start + conditions.sampleRate.frames(milliseconds: milliseconds)
        repeat { await run?.appReturned() } while step(upTo: end)
        run?.advance(to: end)
        await run?.appReturned()
        look()
    }

    /// Moves on to the next thing that is due; false if there is none by `limit`, or an actor is
    /// to be waited for.
    private func step(upTo limit: Frame) -> Bool {
        settle()
        guard let run, !run.isOver, !run.isAwaitingApp, let next = run.nextFrame, next <= limit
        else { return false }
        run.advance(to: next)
        look()
        return true
    }

    /// The caller says `words` in so many milliseconds, for as long as given; an utterance ends
    /// after the silence given. Words that are nil are speech that is not understood.
    public func say(
        _ words: String?, inMilliseconds delay: Int64 = 0, lasting length: Int64 = 400,
        silence: Int64 = 500
    ) {
        settle()
        guard let run else { return }
        let rate = conditions.sampleRate
        let start = run.now + rate.frames(milliseconds: delay)
        let end = start + rate.frames(milliseconds: length)
        func event(_ kind: String, _ frame: Frame, _ tap: Tap, _ fields: JSONObject) {
            run.inject(TraceEvent(frame: frame, tap: tap, kind: kind, fields: fields))
        }
        event("speechStart", start + 1, .speech, ["spoken": .integer(start)])
        let decided = end + rate.frames(milliseconds: silence)
        event("speechEnd", decided, .speech, ["spoken": .integer(end)])
        if conditions.tap == .speech {
            if let words { lines.append(ScriptedLine(range: start..<end, words: words)) }
        } else if let words {
            event("final", decided, .words, ["text": .string(words), "confidence": 1_000])
        } else {
            event("rejected", decided, .words, [:])
        }
    }

    /// What the caller said in the speech of `utterance`.
    public func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame) {
        (ScriptedRecognizer(lines: lines).recognize(heard(utterance)), recognizerDelay)
    }

    /// What the caller has said by now in the speech of `utterance`.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        ScriptedRecognizer(lines: lines).recognizeSoFar(heard(utterance))
    }

    /// The utterance as long as its speech, in silence: a script needs no sound.
    private func heard(_ utterance: Utterance) -> Utterance {
        let rate = conditions.sampleRate.hertz
        var heard = utterance
        heard.start = utterance.spoken.lowerBound
        let count = min(utterance.spoken.count, rate * Self.longestSpeechSeconds)
        heard.sound = MonoSound(
            sampleRate: rate, samples: [Int16](repeating: 0, count: count))
        return heard
    }

    private static let longestSpeechSeconds = 60

    private var recognizerDelay: Frame {
        conditions.sampleRate.frames(milliseconds: recognizerMilliseconds)
    }

    /// The recognizer understands `words` of speech that is under way, where the engine asks for
    /// what was understood so far.
    public func understand(_ words: String, inMilliseconds delay: Int64 = 0) {
        guard let run else { return }
        let frame = run.now + conditions.sampleRate.frames(milliseconds: delay)
        run.inject(
            TraceEvent(
                frame: frame, tap: .words, kind: "partial",
                fields: ["text": .string(words), "confidence": 500]))
    }

    /// The audio session is interrupted, or comes back.
    public func interrupt(_ began: Bool) {
        run?.take(.audioSession(["event": began ? "began" : "ended"]))
    }

    private func look() {
        guard let run else { return }
        while seen < run.events.count {
            seen += 1
            onEvent?(run.events[seen - 1])
        }
    }

    /// Does what was posted and begins what was asked for.
    private func settle() {
        appTasks?.drain()
        while !posted.isEmpty {
            let work = posted.removeFirst()
            appTasks?.run { work() }
        }
        if !plans.isEmpty, run?.isOver ?? true {
            seen = 0
            run = plans.removeFirst().start()
        }
    }

    // MARK: The app's world

    /// A prompt of a known length.
    public func realize(
        _ request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome {
        let names = [
            request.audioFile, request.text, request.textFile, request.substituteText,
        ].compactMap { $0 }
        if let name = names.first, unplayable.contains(name) {
            return .failed(reason: "\(name) cannot be played")
        }
        guard let pace = millisecondsPerLetter, let text = request.text ?? request.substituteText
        else { return studio.realize(request, with: resources, rate: conditions.sampleRate) }
        let length = conditions.sampleRate.frames(milliseconds: Int64(text.count) * pace)
        return .realized(
            RealizedPrompt(
                source: .textString, digest: request.digest, frames: length,
                marks: request.wantsMarks ? marks(of: text, pace) : []))
    }

    /// Where words begin that are spoken letter by letter.
    private func marks(of text: String, _ pace: Int64) -> [WordMark] {
        var marks: [WordMark] = []
        var isInWord = false
        for (place, letter) in text.enumerated() {
            if letter.isWhitespace {
                isInWord = false
            } else if isInWord {
                let last = marks.count - 1
                marks[last].characters = marks[last].characters.lowerBound..<place + 1
            } else {
                isInWord = true
                marks.append(
                    WordMark(
                        index: marks.count, characters: place..<place + 1,
                        frame: conditions.sampleRate.frames(milliseconds: Int64(place) * pace)))
            }
        }
        return marks
    }

    /// Notes the request; nothing is written.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome {
        recordings.append(request)
        return .saved
    }

    /// The voices of espeak-ng.
    public func voices() -> [SpeechVoice] { studio.voices() }

    /// What ``answers`` says.
    public func answer(permission: String) -> String { answers[permission] ?? "granted" }

    /// Waits for the test to move on.
    public func post(_ work: @escaping @MainActor () -> Void) { posted.append(work) }

    /// Notes what the app wants; there are no devices.
    public func configure(audioSession: JSONObject) { self.audioSession = audioSession }

    /// Waits for the test to move on.
    public func begin(_ plan: RunPlan) { plans.append(plan) }

    /// What ``callbackMilliseconds`` says.
    public func frames(ofCallback name: String) -> Frame {
        conditions.sampleRate.frames(milliseconds: callbackMilliseconds?(name) ?? 0)
    }

    /// The audio of prompts that were realised as they are.
    public func sound(ofPrompt digest: String) -> MonoSound? { studio.sound(digest) }

    /// Waits for the test to move on.
    public func called(_ run: EngineRun) {}
}
