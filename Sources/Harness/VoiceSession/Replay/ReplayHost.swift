internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// Surroundings of the loop while a session is replayed: the recorded app, the recorded prompts,
/// and the listener with the recorded delays.
struct ReplayHost: SessionHost {
    private let prompts: PromptIndex
    /// The session's clock.
    private let rate: SampleRate
    private let vocabulary: EventVocabulary
    private var listener: SessionRecognizer
    private var delays: ArraySlice<Frame>
    private var delaysSoFar: ArraySlice<Frame>
    /// Delay of an answer whose delay was not recorded: never, where a live recorder died before it
    /// came.
    private let missingDelay: Frame
    private var outcomes: ArraySlice<SaveOutcome>
    private var answers: [AnswerPlace: [Int: RecordedAnswer]] = [:]
    /// Events that were answered, by what they are and which of their kind.
    private var answered: [String: Set<Int>] = [:]
    private var answeredKinds: Set<String> = []
    /// Number of events of each such identity so far.
    private var counts: [String: Int] = [:]
    /// The events of this replay that are to be answered, by their sequence numbers.
    private var places: [Int: (identity: String, number: Int)] = [:]
    private(set) var unknownPrompts: [String] = []
    /// The app itself, where one is under test; otherwise its recorded answers are given.
    private(set) var app: (any AppUnderTest)?
    /// Calls that are the recorded ones, also where the app is under test.
    private var surroundings = SurroundingCalls()
    /// Calls outside of callbacks, which the app under test makes at once.
    private var late = LateCalls()
    private(set) var differences: [AnswerDifference] = []

    /// Realises prompts that the session does not hold; nil where the session is all there is.
    private(set) var studio: PromptStudio?
    /// Stands in for prompts while a session is redacted.
    private var redacted: HiddenTexts?
    /// Whether recorded prompts are read again, though the session holds them.
    private var readsMedia = false
    /// Outcome of every request of this replay.
    private(set) var used = PromptIndex()

    init(
        inputs: [InputEvent], golden: [TraceEvent], vocabulary: EventVocabulary,
        prompts: PromptIndex, listener: SessionRecognizer, rate: SampleRate,
        sources: ChangedSources? = nil
    ) {
        self.prompts = prompts
        self.rate = rate
        self.vocabulary = vocabulary
        studio = sources?.studio
        readsMedia = sources?.readsMedia ?? false
        self.listener = listener
        delays =
            inputs.compactMap { input in
                if case .recognizerDelay(let frames) = input.input { frames } else { nil }
            }[...]
        delaysSoFar =
            inputs.compactMap { input in
                if case .partialDelay(let frames) = input.input { frames } else { nil }
            }[...]
        missingDelay = inputs.diedLive ? (inputs.last?.frame ?? 0) + 1 : 0
        outcomes =
            inputs.compactMap { input in
                if case .device(let news, _) = input.input { news.saved } else { nil }
            }[...]
        for input in inputs {
            if case .caller(let line) = input.input { self.listener.expect(line) }
        }
        index(inputs.filter { $0.during != nil }, golden: golden)
    }

    /// Files calls and returns under the event they were made during: by what the event is and
    /// which of its kind, so that an event more or less before it does not shift them.
    private mutating func index(_ inputs: [InputEvent], golden: [TraceEvent]) {
        guard !inputs.isEmpty else { return }
        var numbers: [Int: Int] = [:]
        var counts: [String: Int] = [:]
        let wanted = Set(inputs.compactMap { $0.during?.event })
        for event in golden {
            let identity = vocabulary.identity(of: event)
            let number = counts[identity, default: 0]
            counts[identity] = number + 1
            if wanted.contains(event.sequence) { numbers[event.sequence] = number }
        }
        let named = golden.lazy.filter { wanted.contains($0.sequence) }
        let bySequence = Dictionary(named.map { ($0.sequence, $0) }) { first, _ in first }
        for input in inputs {
            guard let during = input.during, let event = bySequence[during.event],
                let number = numbers[during.event]
            else {
                orphans.append(input)
                continue
            }
            let place = AnswerPlace(identity: vocabulary.identity(of: event), by: during.by)
            var answer = answers[place, default: [:]][number] ?? RecordedAnswer()
            let delay = max(0, input.frame - event.frame)
            switch input.input {
            case .call(let call): answer.reply.calls.append((delay, call))
            case .returned: answer.reply.returnDelay = delay
            default: break
            }
            answer.inputs.append(input)
            answers[place, default: [:]][number] = answer
            answered[place.identity, default: []].insert(number)
            answeredKinds.insert(event.kind)
        }
    }

    /// Returns the recorded answer to `event` for `receiver`, once.
    private mutating func recordedAnswer(
        about event: TraceEvent, by receiver: DuringCallback.Receiver, at frame: Frame
    ) -> CallbackReply {
        guard let (identity, number) = places[event.sequence] else { return CallbackReply() }
        let place = AnswerPlace(identity: identity, by: receiver)
        return answers[place]?.removeValue(forKey: number)?.reply(afterEvent: frame - event.frame)
            ?? CallbackReply()
    }

    /// Attaches what realises sounds of a program that the session does not hold.
    mutating func attach(studio options: ReplayOptions, for factory: any EngineFactory) {
        redacted = options.redacted
        guard options.sources == nil, factory is any ProgramFactory else { return }
        studio = options.programStudio?(rate)
    }

    /// Puts an app, if there is one, in the place of its recorded answers.
    mutating func attach(
        _ app: (any AppUnderTest)?, of engine: EngineDeclaration, inputs: [InputEvent]
    ) {
        guard let app else { return }
        self.app = app
        surroundings = SurroundingCalls(engine.calls)
        let first = inputs.firstIndex { $0.during == nil && $0.input == .run } ?? 0
        late = LateCalls(Array(inputs[first...]))
    }

    /// Returns the calls of the app now, but for those that the session repeats later.
    private mutating func own(
        _ made: [EngineCall], with recorded: CallbackReply, at frame: Frame
    ) -> [EngineCall] {
        late.remaining(
            of: surroundings.merged(made, with: recorded.calls.map(\.call)),
            after: recorded.calls.count, from: frame)
    }

    /// The app's own calls in the place of the recorded ones.
    private mutating func compare(
        _ calls: [EngineCall], with recorded: CallbackReply, about event: TraceEvent,
        of callback: String
    ) -> CallbackReply {
        let expected = recorded.calls.map(\.call)
        if late.are(calls, expected) { return recorded }
        note(calls, instead: expected, about: event, of: callback)
        // How long a callback took is the session's; what it called is the app's.
        var reply = recorded
        reply.calls = calls.enumerated().map { index, call in
            (index < recorded.calls.count ? recorded.calls[index].delay : 0, call)
        }
        return reply
    }

    /// Notes what the app called otherwise than it was recorded.
    private mutating func note(
        _ calls: [EngineCall], instead recorded: [EngineCall], about event: TraceEvent?,
        of callback: String
    ) {
        var difference = AnswerDifference(
            event: event, identity: event.map { vocabulary.identity(of: $0) },
            callback: callback, recorded: recorded, actual: calls)
        difference.hint = late.hint(for: calls)
        differences.append(difference)
    }

    private var orphans: [InputEvent] = []

    /// Inputs whose event never came, in recorded order.
    var unplaced: [InputEvent] {
        let left = answers.values.flatMap { $0.values.flatMap(\.inputs) } + orphans
        return left.sorted { $0.sequence < $1.sequence }
    }

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply {
        // Nothing was answered when the session was recorded, and nothing answers now.
        guard app != nil || !answers.isEmpty else { return CallbackReply() }
        let recorded = recordedAnswer(about: event, by: callback.receiver, at: frame)
        guard let made = app?.receive(callback) else { return recorded }
        let calls = own(made, with: recorded, at: frame)
        return compare(calls, with: recorded, about: event, of: callback.name)
    }

    mutating func replied(
        _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
    ) -> [(delay: Frame, call: EngineCall)] {
        guard app != nil || !answers.isEmpty else { return [] }
        var recorded = recordedAnswer(about: event, by: .reply, at: frame)
        if openReply?.event.sequence == event.sequence {
            recorded.calls = openReply?.rest ?? []
        } else {
            closeReply()
        }
        openReply = nil
        guard let made = app?.receive(late.own(answer)) else { return recorded.calls }
        let calls = own(made, with: recorded, at: frame)
        // Several calls may be answered after one event: what is left is for the next answer.
        let rest = Array(recorded.calls.dropFirst(calls.count))
        if !rest.isEmpty, late.are(calls, recorded.calls.prefix(calls.count).map(\.call)) {
            openReply = (event, rest)
            recorded.calls.removeLast(rest.count)
        }
        return compare(calls, with: recorded, about: event, of: "reply").calls
    }

    /// Recorded reply to answers after one event, of which no answer has brought the rest yet.
    private var openReply: (event: TraceEvent, rest: [(delay: Frame, call: EngineCall)])?

    /// The app made fewer calls because of answers than when the session was recorded.
    private mutating func closeReply() {
        guard let (event, rest) = openReply else { return }
        openReply = nil
        _ = compare([], with: CallbackReply(calls: rest), about: event, of: "reply")
    }

    mutating func end(reason: String?) {
        closeReply()
        app?.end(reason: reason)
        if let failure = app?.failure { differences.append(AnswerDifference(failure: failure)) }
        guard app != nil, !late.unmade.isEmpty else { return }
        note([], instead: late.unmade, about: nil, of: "reply")
    }

    /// The calls the app under test made before the run, in place of the recorded ones.
    mutating func begin(recorded: [EngineCall], at rate: SampleRate) -> [EngineCall] {
        guard let made = app?.begin(at: rate) else { return recorded }
        let calls = late.remaining(
            of: surroundings.merged(made, with: recorded), after: recorded.count, from: 0)
        if late.are(calls, recorded) { return recorded }
        note(calls, instead: recorded, about: nil, of: "run")
        return calls
    }

    mutating func observe(_ event: TraceEvent) {
        closeReply()
        app?.observe(event)
        guard answeredKinds.contains(event.kind) else { return }
        let identity = vocabulary.identity(of: event)
        guard let wanted = answered[identity] else { return }
        let number = counts[identity, default: 0]
        counts[identity] = number + 1
        if wanted.contains(number) { places[event.sequence] = (identity, number) }
    }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) {
        (listener.recognize(utterance), delays.popFirst() ?? missingDelay)
    }

    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        listener.recognizeSoFar(utterance)
    }

    mutating func takeDelaySoFar() -> Frame { delaysSoFar.popFirst() ?? missingDelay }

    /// Nothing is written: what became of the recording is an input of the session.
    mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome { outcomes.popFirst() ?? .saved }

    mutating func realize(_ request: PromptRequest) -> PromptOutcome {
        let outcome = outcome(of: request)
        used[request.digest] = .init(request: request.object, outcome: outcome)
        return outcome
    }

    private mutating func outcome(of request: PromptRequest) -> PromptOutcome {
        let recorded = prompts[request.digest] ?? prompts[request.withOneVoice.digest]
        if let outcome = recorded?.outcome, studio == nil || !readsMedia || !request.isOfFile {
            app?.observe(request, outcome)
            return outcome
        }
        if studio == nil, let sound = request.sound {
            return PromptStudio.outcome(of: sound, rate: rate)
        }
        if let outcome = redacted?.outcome(like: request.object) ?? studio?.realize(request) {
            app?.observe(request, outcome)
            return outcome
        }
        unknownPrompts.append(JSONWriter.text(.object(request.object)))
        return .failed(reason: "the session holds no prompt for \(unknownPrompts.last ?? "")")
    }
}
