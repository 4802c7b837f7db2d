import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

@testable import VoiceKit

/// A machine in a test's hands: prompts play and jobs listen as the loop would let them, on a clock
/// that the test moves. Times are in milliseconds.
struct VoiceKitBench {
    struct Reply: Equatable {
        let call: Int
        let at: Int64
        let result: CallResult
    }

    private struct Playing {
        var end: Frame?
        var rest: Frame?
    }

    private struct Job {
        var text: String?
        var words: [RecognizedWord] = []
        var failure: String?
        var isRejected = false
    }

    private var machine: any EngineUnderTest
    private(set) var now: Frame = 0
    /// Events that are due, in the order in which they were asked for.
    private var due: [(frame: Frame, order: Int, event: EngineEvent)] = []
    private var order = 0
    private var timers: [Int: Int] = [:]
    private var playing: [Int: Playing] = [:]
    private var jobs: [Int: Job] = [:]
    private var callCount = 0
    /// How long prompts play, by their text or file, in milliseconds; 1,000 for all others.
    var lengths: [String: Int64] = [:]
    /// Files and texts that cannot be played.
    var broken: Set<String> = []
    /// Whether prompts never end.
    var isStuck = false
    /// Whether no recording can be kept.
    var keepsNothing = false
    /// How long the recognizer takes for its answer.
    var recognizerMilliseconds: Int64 = 0

    private(set) var replies: [Reply] = []
    private(set) var callbacks: [(at: Int64, callback: EngineCallback)] = []
    private(set) var events: [(at: Int64, kind: String, fields: JSONObject)] = []
    private(set) var requests: [PromptRequest] = []
    private(set) var listens: [Int: ListenRequest] = [:]
    private(set) var saves: [Int: String] = [:]
    private(set) var endReason: String?

    init(app: String? = nil, seed: UInt64 = 1, run: Bool = true) throws {
        var files: [String: [UInt8]] = [:]
        files[VoiceKitFactory.appFile] = app.map { Array($0.utf8) }
        machine = try VoiceKitFactory().make(
            EngineSetup(
                files: files, settings: [:], language: "en-US", seed: seed, sampleRate: .standard))
        if run { step(.run) }
    }

    mutating func run() { step(.run) }

    // MARK: What the app does

    @discardableResult
    mutating func call(_ name: String, _ arguments: JSONObject = [:]) -> Int {
        callCount += 1
        step(
            .call(
                EngineCall(
                    facade: "voicekit", name: name, arguments: arguments, id: callCount)))
        return callCount
    }

    @discardableResult
    mutating func speak(
        _ text: String, _ speech: Int64, voice: JSONValue = .null, channel: Int64 = 0
    ) -> Int {
        call(
            "speak",
            [
                "text": .string(text), "voice": voice, "channel": .integer(channel),
                "speech": .integer(speech),
            ])
    }

    @discardableResult
    mutating func listen(
        timeout: Int64 = 0, inactivity: Int64 = 0, record: Bool = false,
        context: JSONValue = .null
    ) -> Int {
        call(
            "listen",
            [
                "timeoutMs": .integer(timeout), "inactivityMs": .integer(inactivity),
                "record": .bool(record), "context": context,
            ])
    }

    @discardableResult
    mutating func clip(_ name: String, file: String = "ding.wav", gain: Int64 = 0) -> Int {
        call(name, ["file": .string(file), "gainMilliDB": .integer(gain), "channel": 0])
    }

    @discardableResult
    mutating func on(_ channel: Int64, _ name: String) -> Int {
        call(name, ["channel": .integer(channel)])
    }

    /// Listening beside speech: without it a listen waits for its end.
    mutating func allowBargeIn() { call("configure", ["config": ["ttsSuppressMs": 0]]) }

    // MARK: What the caller does

    /// Lets every job that listens understand `text` so far.
    mutating func say(_ text: String, words: [RecognizedWord] = []) {
        for job in jobs.keys.sorted() {
            if jobs[job]?.text == nil { step(.media(.speechBegan(job: job, spoken: now))) }
            jobs[job]?.text = text
            jobs[job]?.words = words
            let heard = Hypothesis(text: text, confidence: 800, words: words)
            step(.media(.heardSoFar(job: job, heard, silence: nil, event: 0)))
        }
    }

    /// Lets every job that listens hear speech and a pause after it; `text` is what it understands
    /// when it is over, and nothing before.
    mutating func mumble(_ text: String) {
        for job in jobs.keys.sorted() {
            jobs[job]?.text = text
            step(.media(.speechBegan(job: job, spoken: now)))
            step(.media(.speechPaused(job: job, spoken: now)))
        }
    }

    /// Lets every job that listens measure a level in decibels of full scale.
    mutating func level(_ decibels: Int) {
        for job in jobs.keys.sorted() {
            step(.media(.level(job: job, milliDecibels: decibels * 1_000)))
        }
    }

    /// Lets the recognizer fail for every job that listens.
    mutating func failRecognition() {
        for job in jobs.keys.sorted() {
            jobs[job]?.failure = "broken"
            let text = jobs[job]?.text ?? ""
            jobs[job]?.text = text
        }
    }

    /// Lets the recognizer reject what every job that listens heard.
    mutating func rejectWords() {
        for job in jobs.keys { jobs[job]?.isRejected = true }
    }

    /// Lets every job that listens understand `text` when it is over.
    mutating func understandAtLast(_ text: String) {
        for job in jobs.keys { jobs[job]?.text = text }
    }

    /// The jobs that listen.
    var openJobs: [Int] { jobs.keys.sorted() }

    mutating func send(_ event: EngineEvent) { step(event) }

    // MARK: The clock

    /// Moves the clock to a time in milliseconds.
    mutating func advance(to milliseconds: Int64) {
        let target = milliseconds * 16
        while let index = due.indices.filter({ due[$0].frame <= target }).min(by: {
            (due[$0].frame, due[$0].order) < (due[$1].frame, due[$1].order)
        }) {
            let next = due.remove(at: index)
            now = max(now, next.frame)
            if case .timer(let id) = next.event {
                guard timers[id] == next.order else { continue }
                timers[id] = nil
            }
            if case .media(.playEnded(let job)) = next.event {
                guard playing[job]?.end == next.frame else { continue }
                playing[job] = nil
            }
            step(next.event)
        }
        now = max(now, target)
    }

    mutating func advance(by milliseconds: Int64) { advance(to: now / 16 + milliseconds) }

    /// Whether anything can be heard now.
    var isSounding: Bool { playing.values.contains { $0.end != nil } }

    // MARK: The loop's part

    private mutating func schedule(_ event: EngineEvent, at frame: Frame) {
        order += 1
        due.append((frame, order, event))
    }

    private mutating func step(_ event: EngineEvent) {
        var waiting = [event]
        while !waiting.isEmpty, endReason == nil {
            for action in machine.step(waiting.removeFirst(), at: now) {
                waiting += perform(action)
            }
        }
    }

    private mutating func perform(_ action: EngineAction) -> [EngineEvent] {
        let at = now / 16
        switch action {
        case .emit(let kind, let fields, _): events.append((at, kind, fields))
        case .callback(let callback):
            callbacks.append((at, callback))
            return [.callbackReturned]
        case .setTimer(let id, let frames):
            schedule(.timer(id: id), at: now + max(1, frames))
            timers[id] = order
        case .cancelTimer(let id): timers[id] = nil
        case .play(let job, let request): return play(job, request)
        case .stopPlaying(let job): playing[job] = nil
        case .suspendPlaying(let job):
            let end = playing[job]?.end
            playing[job]?.rest = end.map { $0 - now }
            playing[job]?.end = nil
        case .resumePlaying(let job):
            guard let rest = playing[job]?.rest else { break }
            playing[job] = Playing(end: now + rest, rest: nil)
            if !isStuck { schedule(.media(.playEnded(job: job)), at: now + rest) }
        case .listen(let job, let request):
            listens[job] = request
            jobs[job] = Job()
        case .finishListening(let job): return finish(job)
        case .stopListening(let job): jobs[job] = nil
        case .save(let job, let request):
            saves[job] = request.fileName
            return [.media(.saved(job: job, keepsNothing ? .nothing : .saved))]
        case .reply(let call, let result):
            replies.append(Reply(call: call, at: at, result: result))
        case .ended(let reason): endReason = reason
        case .awaitSpeech, .retune, .setGain, .prepare, .hearSpeech, .hearSound, .foreseeSound,
            .object, .unmet, .breakDown:
            break
        }
        return []
    }

    private mutating func play(_ job: Int, _ request: PromptRequest) -> [EngineEvent] {
        requests.append(request)
        let name = request.audioFile ?? request.text ?? ""
        if broken.contains(name) {
            return [.media(.playFailed(job: job, reason: "\(name) is missing."))]
        }
        let frames = (lengths[name] ?? 1_000) * 16
        playing[job] = Playing(end: now + frames, rest: nil)
        if !isStuck { schedule(.media(.playEnded(job: job)), at: now + frames) }
        let source: RealizedPrompt.Source = request.audioFile == nil ? .textString : .audioFile
        let prompt = RealizedPrompt(source: source, digest: name, frames: frames)
        return [.media(.playStarted(job: job, prompt: prompt))]
    }

    private mutating func finish(_ id: Int) -> [EngineEvent] {
        guard let job = jobs.removeValue(forKey: id) else { return [] }
        let ended = EngineEvent.media(
            .listenEnded(job: id, reason: .stopRequest, heardSpeech: job.text != nil, why: [:]))
        guard let text = job.text else { return [ended] }
        let words: HeardWords =
            job.failure.map { .failed(reason: $0) }
            ?? (job.isRejected
                ? .rejected : .final(Hypothesis(text: text, confidence: 900, words: job.words)))
        let heard = EngineEvent.media(.heard(job: id, words, event: 0))
        guard recognizerMilliseconds > 0 else { return [ended, heard] }
        schedule(heard, at: now + recognizerMilliseconds * 16)
        return [ended]
    }
}
