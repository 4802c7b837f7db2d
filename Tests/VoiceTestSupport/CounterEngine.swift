package import VoiceEngine
package import VoiceJSON
internal import VoiceRecognition
package import VoiceTime
package import VoiceTrace

/// An engine that no source knows: it counts beats, plays a prompt, listens with two ears at once,
/// answers a call when it has counted far enough, and tells two receivers of its own.
package struct CounterEngine: EngineUnderTest {
    static let beatFrames: Frame = 8_000
    private static let promptJob = 1
    /// Hears short words; the patient one hears a whole sentence.
    private static let ears = [(job: 2, silence: Frame(3_200)), (job: 3, silence: 14_400)]
    private static let beatTimer = 7

    private var beats: Int64 = 0
    private var heard: Int64 = 0
    private let most: Int64
    private let levelFrames: Frame
    private let wantsPhones: Bool
    /// Calls that are answered at a count, by their ids.
    private var waiting: [(id: Int, count: Int64)] = []
    private var isHeld = false
    /// What is spoken for calls, by job, and calls that wait for words.
    private var speaking: [Int: Int] = [:]
    private var speakJob = 100
    private var listeners: [Int] = []

    /// A counter up to `most`, whose ears tell how loud it is every `levelFrames`, and phones.
    package init(most: Int64, levelFrames: Frame, wantsPhones: Bool = false) {
        self.wantsPhones = wantsPhones
        self.most = most
        self.levelFrames = levelFrames
    }

    /// Takes one event.
    package mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        switch event {
        case .run: return start()
        case .call(let call): return take(call)
        case .timer: return beat()
        case .media(let signal): return take(signal)
        case .callbackReturned, .world, .speech, .sound: return []
        }
    }

    private func start() -> [EngineAction] {
        var prompt = PromptRequest(language: "en-US")
        prompt.audioFile = "ask.wav"
        let opened = EngineAction.emit(kind: "counting", fields: ["most": .integer(most)], why: [:])
        return [opened, .setTimer(id: Self.beatTimer, frames: Self.beatFrames)]
            + [.play(job: Self.promptJob, prompt)]
            + Self.ears.map { .listen(job: $0.job, request(silence: $0.silence)) }
    }

    private func request(silence: Frame) -> ListenRequest {
        var request = ListenRequest(
            recognizes: true, minSpeechFrames: 1_280, endSilenceFrames: silence,
            preSpeechFrames: 0, maxSpeechFrames: 0, maxAudioFrames: 0, awaitsSpeechAtOnce: true)
        request.partialFrames = 3_200
        request.wantsWords = true
        request.wantsPhones = wantsPhones
        request.levelFrames = levelFrames
        return request
    }

    private mutating func beat() -> [EngineAction] {
        beats += 1
        let due = waiting.filter { $0.count <= beats }
        waiting.removeAll { $0.count <= beats }
        let told: EngineAction = .emit(kind: "beat", fields: ["count": .integer(beats)], why: [:])
        let beaten = EngineCallback(
            name: "Beaten", arguments: ["count": .integer(beats)], receiver: .tally)
        let replies = due.map { EngineAction.reply(call: $0.id, .value(.integer(beats))) }
        guard beats < most else {
            return [told] + replies + [.callback(beaten), .ended(reason: "counted")]
        }
        return [told] + replies
            + [.callback(beaten), .setTimer(id: Self.beatTimer, frames: Self.beatFrames)]
    }

    private mutating func take(_ call: EngineCall) -> [EngineAction] {
        let name = EngineAction.emit(
            kind: "asked", fields: ["call": .string(call.name)], why: [:])
        switch call.name {
        case "countTo":
            let count = Int64(call.arguments["count"]?.string ?? "") ?? 0
            guard let id = call.id else { return [name] }
            guard count > beats else {
                return [name, .reply(call: id, .failure(reason: "counted already"))]
            }
            waiting.append((id, count))
            return [name]
        case "hold":
            isHeld.toggle()
            let job = Self.promptJob
            return [name, isHeld ? .suspendPlaying(job: job) : .resumePlaying(job: job)]
        case "shout":
            let astray = EngineCallback(
                name: "Beaten", arguments: [:], receiver: DuringCallback.Receiver(rawValue: "crowd")
            )
            return [name, .callback(astray)]
        case "speak", "recite":
            speakJob += 1
            speaking[speakJob] = call.id
            var prompt = PromptRequest(language: "en-US")
            prompt.text = call.arguments["text"]?.string
            prompt.wantsMarks = call.name == "recite"
            return [name, .play(job: speakJob, prompt)]
        case "listen":
            if let id = call.id { listeners.append(id) }
            return [name]
        case "quiet":
            defer { speaking = [:] }
            return [name]
                + speaking.keys.sorted().map { .stopPlaying(job: $0) }
                + speaking.values.sorted().map { .reply(call: $0, .failure(reason: "quiet")) }
        case "finish": return [name] + Self.ears.map { .finishListening(job: $0.job) }
        case "hush": return [name, .cancelTimer(id: Self.beatTimer)]
        default: return [name, .ended(reason: "stopped")]
        }
    }

    private mutating func take(_ signal: MediaSignal) -> [EngineAction] {
        func notify(_ kind: String, _ fields: JSONObject = [:]) -> EngineAction {
            var all = fields
            all["job"] = .integer(Int64(signal.job))
            return .emit(kind: kind, fields: all, why: [:])
        }
        switch signal {
        case .playStarted: return [notify("playing")]
        case .playEnded(let job):
            let call = speaking.removeValue(forKey: job)
            return [notify("played")] + (call.map { [.reply(call: $0, .value(.null))] } ?? [])
        case .level(_, let level): return [notify("loud", ["level": .integer(Int64(level))])]
        case .word(_, let mark):
            let (start, end) = (mark.characters.lowerBound, mark.characters.upperBound)
            let fields: JSONObject = [
                "word": .integer(Int64(mark.index)), "start": .integer(Int64(start)),
                "end": .integer(Int64(end)),
            ]
            return [notify("said", fields)]
        case .playSuspended: return [notify("held")]
        case .playResumed: return [notify("released")]
        case .heardSoFar(_, let soFar, let silence, _):
            let fields: JSONObject = [
                "words": .integer(Int64(soFar.words.count)), "silence": .integer(silence ?? -1),
            ]
            return [notify("understanding", fields)]
        case .heard(let job, .final(let hypothesis), let event):
            heard += 1
            let callback = EngineCallback(
                name: "Understood", arguments: ["text": .string(hypothesis.text)],
                cause: .event(event), receiver: .ear)
            let silence = Self.ears.first { $0.job == job }?.silence ?? 0
            let words = hypothesis.words.map { JSONValue.integer($0.range.lowerBound) }
            let answer = CallResult.value(.string(hypothesis.text))
            let answers = listeners.map { EngineAction.reply(call: $0, answer) }
            listeners = []
            var fields: JSONObject = ["text": .string(hypothesis.text), "starts": .array(words)]
            let phones = hypothesis.words.flatMap(\.phones).map(\.range.lowerBound)
            if !phones.isEmpty { fields["phones"] = .array(phones.map { .integer($0) }) }
            return [notify("understood", fields)] + answers + [
                .callback(callback), .listen(job: job, request(silence: silence)),
            ]
        case .heard(let job, _, _):
            let silence = Self.ears.first { $0.job == job }?.silence ?? 0
            return [notify("misunderstood"), .listen(job: job, request(silence: silence))]
        default: return []
        }
    }
}

extension DuringCallback.Receiver {
    /// Hears of every beat.
    package static let tally = Self(rawValue: "tally")
    /// Hears of words.
    package static let ear = Self(rawValue: "ear")
}

/// Makes counters. A file `count.json` may say how far they count: `{"most": 3}`.
package struct CounterFactory: EngineFactory {
    /// The name of the file.
    package static let fileName = "count.json"

    /// A factory.
    package init() {}

    /// What counters are.
    package var declaration: EngineDeclaration {
        EngineDeclaration(
            kind: "counter", version: "1",
            calls: [
                .init("countTo", [.init("count")], isAnswered: true), .init("hold"),
                .init("speak", [.init("text")], isAnswered: true),
                .init("recite", [.init("text")], isAnswered: true), .init("shout"),
                .init("listen", isAnswered: true), .init("quiet"),
                .init("finish"), .init("hush"), .init("stop"),
            ], callbacks: ["Beaten", "Understood"], receivers: [.tally, .ear],
            settings: [
                .init("counter.most", standard: 8, range: 1...100),
                .init("counter.levelFrames", standard: 16_000, range: 0...16_000),
                .init("counter.phones", standard: 0, range: 0...1),
            ],
            vocabulary: Self.vocabulary)
    }

    /// What the counter's events mean.
    package static let vocabulary: EventVocabulary = {
        let job = EventField("job", .item, isIdentity: true)
        let count = EventField("count", isIdentity: true)
        return EventVocabulary(
            scopeWord: "count",
            kinds: [
                EventKind("counting", fields: [EventField("most")]),
                EventKind("beat", fields: [count], sentence: "beat {count}"),
                EventKind("asked", fields: [EventField("call", .name, isIdentity: true)]),
                EventKind("playing", .playBegin, fields: [job], lane: .prompts),
                EventKind("played", .playEnd, fields: [job], lane: .prompts),
                EventKind(
                    "said", .progress,
                    fields: [job, EventField("word"), EventField("start"), EventField("end")]),
                EventKind("held", .progress, fields: [job]),
                EventKind("released", .progress, fields: [job]),
                EventKind("loud", .progress, fields: [job, EventField("level")]),
                EventKind(
                    "understanding", .progress,
                    fields: [job, EventField("words"), EventField("silence")]),
                EventKind(
                    "understood", .listenEnd,
                    fields: [
                        job, EventField("text"), EventField("starts"), EventField("phones"),
                    ], lane: .listening),
                EventKind("misunderstood", .listenEnd, fields: [job], lane: .listening),
            ])
    }()

    /// The file.
    package var fileNames: [String] { [Self.fileName] }

    /// Always.
    package func recognizes(_ setup: EngineSetup) throws -> Bool { true }

    /// A counter that counts as far as its file says, or the setting.
    package func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        let file = try setup.files[Self.fileName].map { try JSONReader.value(of: $0) }
        return CounterEngine(
            most: file?.object?["most"]?.integer ?? Int64(setup.settings["counter.most"] ?? 8),
            levelFrames: Frame(setup.settings["counter.levelFrames"] ?? 16_000),
            wantsPhones: setup.settings["counter.phones"] == 1)
    }

    /// Says where a file has no `most`.
    package func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding] {
        guard let bytes = files[Self.fileName] else { return [] }
        var survey = try DocumentSurvey(bytes: bytes, file: file(Self.fileName))
        if survey.document.root.object?["most"]?.integer == nil {
            survey.report(.error, .root, "\"most\" is missing")
        }
        return survey.findings
    }
}
