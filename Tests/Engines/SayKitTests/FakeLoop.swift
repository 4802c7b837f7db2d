import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime

@testable import SayKit

/// Does what actions ask on a clock of its own, as the frame loop does: a second is 1,000 frames
/// times 16, a spoken character lasts 10 ms, a tone 100 ms.
struct FakeLoop {
    /// A job that plays, and what is left of it.
    struct Playing: Equatable {
        var text: String
        /// When it ends; nil while it is held.
        var end: Frame?
        /// How much of it is left while it is held.
        var rest: Frame
        /// Its gain in thousandths.
        var gain = 1_000
    }

    private struct Due {
        var frame: Frame
        var order: Int
        var event: EngineEvent
    }

    static let character: Frame = 160
    static let tone: Frame = 1_600

    private(set) var now: Frame = 0
    private(set) var playing: [Int: Playing] = [:]
    /// Jobs that listen, by their numbers.
    private(set) var listening: [Int: ListenRequest] = [:]
    private(set) var timers: [Int: Frame] = [:]
    private(set) var replies: [Int: CallResult] = [:]
    private(set) var replyCounts: [Int: Int] = [:]
    private(set) var events: [(frame: Frame, kind: String, fields: JSONObject)] = []
    /// What was asked to be played, in order.
    private(set) var prompts: [PromptRequest] = []
    private(set) var callbacks: [(name: String, arguments: JSONObject)] = []
    private(set) var hasEnded = false
    /// Tones that cannot be played.
    var missing: Set<String> = []
    private var due: [Due] = []
    private var order = 0

    private mutating func schedule(_ event: EngineEvent, at frame: Frame) {
        order += 1
        due.append(Due(frame: frame, order: order, event: event))
    }

    private mutating func drop(_ isDropped: (EngineEvent) -> Bool) {
        due.removeAll { isDropped($0.event) }
    }

    private mutating func dropEnd(of job: Int) {
        drop { if case .media(.playEnded(job: job)) = $0 { true } else { false } }
    }

    private mutating func dropNews(of job: Int) {
        drop { if case .media(let signal) = $0 { signal.job == job } else { false } }
    }

    /// News from outside, such as what a listening job heard.
    mutating func bring(_ signal: MediaSignal, after frames: Frame = 0) {
        schedule(.media(signal), at: now + frames)
    }

    mutating func perform(_ action: EngineAction) {
        switch action {
        case .play(let job, let prompt): play(job, prompt)
        case .stopPlaying(let job):
            playing[job] = nil
            dropEnd(of: job)
        case .suspendPlaying(let job):
            guard let end = playing[job]?.end else { return }
            playing[job]?.rest = end - now
            playing[job]?.end = nil
            dropEnd(of: job)
        case .resumePlaying(let job):
            guard let held = playing[job], held.end == nil else { return }
            playing[job]?.end = now + held.rest
            schedule(.media(.playEnded(job: job)), at: now + held.rest)
        case .setGain(let job, let permille): playing[job]?.gain = permille
        case .setTimer(let id, let frames):
            drop { $0 == .timer(id: id) }
            timers[id] = now + frames
            schedule(.timer(id: id), at: now + frames)
        case .cancelTimer(let id):
            timers[id] = nil
            drop { $0 == .timer(id: id) }
        case .listen(let job, let request): listening[job] = request
        case .stopListening(let job):
            listening[job] = nil
            dropNews(of: job)
        case .finishListening(let job):
            guard listening.removeValue(forKey: job) != nil else { return }
            dropNews(of: job)
            schedule(
                .media(
                    .listenEnded(
                        job: job, reason: .stopRequest, heardSpeech: false, why: [:])), at: now)
        case .emit(let kind, let fields, _): events.append((now, kind, fields))
        case .callback(let callback): callbacks.append((callback.name, callback.arguments))
        case .reply(let call, let result):
            replies[call] = result
            replyCounts[call, default: 0] += 1
        case .ended: hasEnded = true
        default: break
        }
    }

    private mutating func play(_ job: Int, _ prompt: PromptRequest) {
        prompts.append(prompt)
        if let file = prompt.audioFile, missing.contains(file) {
            schedule(.media(.playFailed(job: job, reason: "no file \(file)")), at: now)
            return
        }
        let text = prompt.audioFile ?? prompt.text ?? ""
        let frames = prompt.audioFile == nil ? Frame(text.count) * Self.character : Self.tone
        playing[job] = Playing(text: text, end: now + frames, rest: frames)
        let realized = RealizedPrompt(source: .textString, digest: "", frames: frames)
        schedule(.media(.playStarted(job: job, prompt: realized)), at: now)
        schedule(.media(.playEnded(job: job)), at: now + frames)
    }

    /// The next event, at its frame; nil where nothing is due until `limit`.
    mutating func next(until limit: Frame = .max) -> EngineEvent? {
        let next = due.indices.min {
            (due[$0].frame, due[$0].order) < (due[$1].frame, due[$1].order)
        }
        guard let next, due[next].frame <= limit else {
            if limit < .max { now = max(now, limit) }
            return nil
        }
        let taken = due.remove(at: next)
        now = taken.frame
        if case .timer(let id) = taken.event { timers[id] = nil }
        if case .media(.playEnded(let job)) = taken.event { playing[job] = nil }
        if case .media(.listenEnded(let job, _, _, _)) = taken.event { listening[job] = nil }
        return taken.event
    }

    /// What is heard now.
    var heard: [String] { playing.values.filter { $0.end != nil }.map(\.text).sorted() }

    /// Gains of what is heard now, in thousandths.
    var gains: [String: Int] {
        let sounding = playing.values.filter { $0.end != nil }.map { ($0.text, $0.gain) }
        return Dictionary(sounding) { first, _ in first }
    }
}

/// An audio production on a fake loop.
struct SoundWorld {
    var production = AudioProduction(rate: .standard, language: "en-US", wordsPerMinute: 175)
    var loop = FakeLoop()
    /// Events that are over, in order.
    var over: [(item: Int, outcome: SAYAudioOutcome, frame: Frame)] = []
    /// Parts as they sounded: what happened, what was heard and when.
    var log: [String] = []

    mutating func flush() {
        while let change = production.takeChange() {
            switch change {
            case .action(let action): loop.perform(action)
            case .over(let item, _, let outcome): over.append((item, outcome, loop.now))
            case .began(let part, _): log.append("\(loop.now) began \(part.operation.label)")
            case .silent: break
            case .held(let part): log.append("\(loop.now) held \(part.operation.label)")
            case .resumed(let part): log.append("\(loop.now) resumed \(part.operation.label)")
            case .ducked(let part, let permille):
                log.append("\(loop.now) ducked \(part.operation.label) \(permille)")
            case .restored(let part): log.append("\(loop.now) restored \(part.operation.label)")
            case .ended(let part): log.append("\(loop.now) ended \(part.operation.label)")
            case .stopped(let part): log.append("\(loop.now) stopped \(part.operation.label)")
            case .failed(let part, let reason):
                log.append("\(loop.now) failed \(part.label): \(reason)")
            case .focus: break
            }
        }
    }

    @discardableResult
    mutating func add(_ event: AudioEvent, to track: String = "main") -> Int {
        let item = production.add(event, to: track, at: loop.now) ?? 0
        flush()
        return item
    }

    /// Speaks so many hundredths of a second.
    @discardableResult
    mutating func say(_ text: String, on track: String = "main") -> Int {
        add(.speech(SAYSpeechUtterance(text)), to: track)
    }

    mutating func change(_ body: (inout AudioProduction, Frame) -> Void) {
        body(&production, loop.now)
        flush()
    }

    /// Lets time pass until `limit`, or until nothing is due.
    mutating func run(until limit: Frame = .max) {
        var steps = 0
        while steps < 100_000, let event = loop.next(until: limit) {
            steps += 1
            switch event {
            case .media(let signal): _ = production.handle(signal, at: loop.now)
            case .timer(let id): _ = production.timerRanOut(id, at: loop.now)
            default: break
            }
            flush()
        }
    }
}
