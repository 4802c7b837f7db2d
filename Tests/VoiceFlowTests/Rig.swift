import Testing
import VoiceMedia
import VoiceRecognition
import VoiceTime
import VoiceTrace

@testable import VoiceFlow

/// Drives one machine by hand, one column of a diagram per 100 ms.
///
/// A prompt plays as many columns as its id has letters. The caller's lane says what is heard:
/// `..yes..` is the word in columns 2 to 4, `_` a blank in it, `###` noise that fits nothing, `!!!`
/// a recognizer that fails, `___` an utterance without words. An utterance ends with its last
/// column, whatever silence a flow asks for; the limits of listening are kept to the frame.
struct Rig {
    static let column: Frame = 1_600

    /// A moment of the rig's own clock.
    enum Due {
        case media(MediaSignal)
        case call(EngineCall)
        case returned
        case preSpeech(job: Int)
        case length(job: Int, StopReason)
        case soFar(job: Int, String)
        case world(SessionInput)
    }

    /// What was emitted or called, in order, as short lines with their kind.
    private(set) var log: [(kind: String, text: String)] = []
    /// What the engine asked to hear, in order.
    private(set) var requests: [ListenRequest] = []
    /// What the engine asked to play, in order.
    private(set) var played: [PromptRequest] = []
    /// Text and audio file that segment events told, in order.
    private(set) var segments: [(text: String, file: String)] = []
    /// Why the flow ended, nil while it runs.
    private(set) var end: String?
    /// What the system says, column by column.
    private(set) var system = ""

    /// Reasons and places that callbacks about media told, in order.
    private(set) var reasons: [String] = []
    private(set) var places: [Int64] = []
    /// Files that media events told, in order.
    private(set) var files: [String] = []
    /// Recordings the engine asked to save, in order.
    private(set) var saves: [SaveRequest] = []
    /// Jobs the engine no longer listens with, in order.
    private(set) var closed: [Int] = []
    /// What becomes of the recordings, the next one first; then they are saved.
    var outcomes: [SaveOutcome] = []

    /// Calls the app makes from a callback, by its short line.
    var replies: [String: [EngineCall]] = [:]
    /// Callbacks that take time, in columns.
    var delays: [String: Frame] = [:]
    /// Texts that cannot be spoken.
    var unspeakable: Set<String> = []
    /// Where the audio of texts breaks off.
    var faults: [String: String] = [:]

    private var machine: VoiceflowMachine
    private let utterances: [(start: Frame, end: Frame, text: String)]
    private var queue = FrameQueue<Due>()
    private var now: Frame = 0
    var isInCallback = false
    var inbox: [EngineEvent] = []
    var openPairs: [String] = []
    private var voice: (job: Int, start: Frame, letters: [Character])?
    private var ear: (job: Int, request: ListenRequest, isSpeaking: Bool)?

    /// A rig around the flow of `modules`, entered at `first`, with `prompts` and a caller's lane.
    init(
        _ modules: [String], from first: String, prompts: [String] = [], caller: String = "",
        seed: UInt64 = 1, map: [String]? = nil
    ) throws {
        var files = [
            "voiceflow.json": Files.flow(modules, from: first), "prompts.json": Files.list(prompts),
        ]
        files["audio-text-map.json"] = map.map(Files.list)
        let setup = EngineSetup(
            files: files, settings: [:], language: "en-US", seed: seed, sampleRate: .standard)
        let engine = try VoiceflowFactory().make(setup)
        machine = try #require(engine as? VoiceflowMachine)
        utterances = Self.utterances(in: caller)
    }

    // MARK: Time

    /// The app calls at the beginning of `column`.
    mutating func call(_ call: EngineCall, at column: Frame) {
        queue.schedule(.call(call), at: column * Self.column, rank: 0)
    }

    /// The world brings news at the beginning of `column`.
    mutating func bring(_ news: SessionInput, at column: Frame) {
        queue.schedule(.world(news), at: column * Self.column, rank: 0)
    }

    /// News arrives at the beginning of `column`, from whatever job it names.
    mutating func bring(_ signal: MediaSignal, at column: Frame) {
        queue.schedule(.media(signal), at: column * Self.column, rank: 0)
    }

    /// Starts the flow and lets `columns` columns pass.
    mutating func run(_ columns: Int = 100) {
        step(.run)
        for _ in 0..<columns where end == nil {
            workOff(before: now + Self.column)
            guard end == nil else { break }
            draw()
            now += Self.column - now % Self.column
        }
        while system.hasSuffix(".") { system.removeLast() }
        if end != nil, !openPairs.isEmpty { Issue.record("left open: \(openPairs)") }
    }

    private mutating func workOff(before limit: Frame) {
        let start = now
        hearCaller(from: start, to: limit)
        while end == nil, let (frame, due) = queue.next(upTo: limit, inclusive: false) {
            now = max(now, frame)
            take(due)
        }
        now = start
    }

    private mutating func draw() {
        guard let voice else {
            system.append(".")
            return
        }
        let index = Int((now - voice.start) / Self.column)
        system.append(voice.letters.indices.contains(index) ? voice.letters[index] : ".")
    }

    /// The caller's beginnings and ends within one column come before anything else of it.
    private mutating func hearCaller(from start: Frame, to limit: Frame) {
        for (begin, finish, text) in utterances {
            if (start..<limit).contains(begin), let job = ear?.job, ear?.isSpeaking == false {
                ear?.isSpeaking = true
                now = begin
                step(.media(.speechBegan(job: job, spoken: begin)))
                hearSoFar(text, from: begin)
            }
            guard (start..<limit).contains(finish), let job = ear?.job, ear?.isSpeaking == true
            else { continue }
            now = finish
            guard ear?.request.endsAfterSpeech == true else {
                ear?.isSpeaking = false
                continue
            }
            let recognizes = ear?.request.recognizes == true
            ear = nil
            step(
                .media(
                    .listenEnded(
                        job: job, reason: .maxPostSpeechSilenceExceeded, heardSpeech: true, why: [:]
                    )))
            if recognizes { step(.media(.heard(job: job, words(text), event: 7))) }
        }
    }

    /// Word by word, at the blank after each.
    private mutating func hearSoFar(_ text: String, from begin: Frame) {
        guard let open = ear, open.request.partialFrames > 0 else { return }
        for (index, letter) in text.enumerated() where letter == "_" {
            let heard = String(text.prefix(index).map { $0 == "_" ? " " : $0 })
            queue.schedule(
                .soFar(job: open.job, heard), at: begin + Frame(index) * Self.column, rank: 0)
        }
    }

    private mutating func take(_ due: Due) {
        switch due {
        case .media(let signal):
            if case .playEnded(let job) = signal, voice?.job == job { voice = nil }
            step(.media(signal))
        case .call(let call): step(.call(call))
        case .returned:
            step(.callbackReturned)
        case .preSpeech(let job): giveUp(job, .maxPreSpeechSilenceExceeded)
        case .length(let job, let reason): giveUp(job, reason)
        case .soFar(let job, let text):
            guard ear?.job == job else { return }
            let soFar = Hypothesis(text: text, confidence: 500, words: [])
            step(.media(.heardSoFar(job: job, soFar, silence: nil, event: 7)))
        case .world(let news): step(.world(news))
        }
    }

    private mutating func giveUp(_ job: Int, _ reason: StopReason) {
        guard let open = ear, open.job == job,
            !open.isSpeaking || reason != .maxPreSpeechSilenceExceeded
        else { return }
        ear = nil
        step(.media(.listenEnded(job: job, reason: reason, heardSpeech: false, why: [:])))
    }

    // MARK: Actions

    private mutating func step(_ event: EngineEvent) {
        var events = [event]
        while end == nil, let event = nextEvent(&events) {
            if event == .callbackReturned { isInCallback = false }
            for action in machine.step(event, at: now) {
                if end != nil { Issue.record("after the end of the flow: \(action)") }
                perform(action, &events)
            }
        }
    }

    private mutating func perform(_ action: EngineAction, _ events: inout [EngineEvent]) {
        switch action {
        case .emit(let kind, let fields, _):
            let text = EventText.line(kind, fields)
            log.append((kind, text))
            if kind == "media" { keepPairs(fields) }
            if let file = fields["recordedFile"]?.string { files.append(file) }
            if kind == "segment" {
                segments.append(
                    (fields["text"]?.string ?? "null", fields["audioFile"]?.string ?? "null"))
            }
        case .callback(let callback): answer(callback, &events)
        case .setTimer(let id, _): inbox.append(.timer(id: id))
        case .cancelTimer, .suspendPlaying, .resumePlaying, .retune, .finishListening, .reply:
            Issue.record("an action that this rig does not know: \(action)")
        case .play(let job, let request): play(job, request, &events)
        case .stopPlaying(let job): if voice?.job == job { voice = nil }
        case .listen(let job, let request):
            ear = (job, request, false)
            requests.append(request)
            if request.awaitsSpeechAtOnce { awaitSpeech(job) }
            for (frames, reason) in [
                (request.maxAudioFrames, StopReason.maxAudioLengthExceeded),
                (request.maxRecordFrames, .maxAudioExceeded),
            ] where frames > 0 {
                queue.schedule(.length(job: job, reason), at: now + frames, rank: 0)
            }
        case .awaitSpeech(let job): awaitSpeech(job)
        case .stopListening(let job):
            closed.append(job)
            if ear?.job == job { ear = nil }
        case .save(let job, let request):
            saves.append(request)
            let outcome = outcomes.isEmpty ? .saved : outcomes.removeFirst()
            events.append(.media(.saved(job: job, outcome)))
        case .ended(let reason): end = reason
        }
    }

    private mutating func awaitSpeech(_ job: Int) {
        guard let open = ear, open.job == job, open.request.preSpeechFrames > 0,
            open.request.detectsSpeech
        else { return }
        queue.schedule(.preSpeech(job: job), at: now + open.request.preSpeechFrames, rank: 0)
    }

    private mutating func play(
        _ job: Int, _ request: PromptRequest, _ events: inout [EngineEvent]
    ) {
        played.append(request)
        let text = request.text ?? request.substituteText
        let isSpoken = text.map { !unspeakable.contains($0) } ?? true
        guard isSpoken else {
            events.append(.media(.playFailed(job: job, reason: "it cannot be spoken")))
            return
        }
        let source: RealizedPrompt.Source =
            text != nil ? .textString : request.textFile != nil ? .textFile : .audioFile
        let whole = Frame(machine.playback?.leaf?.count ?? 1) * Self.column
        let prompt = RealizedPrompt(
            source: source, digest: "d", frames: whole, fault: faults[text ?? ""])
        events.append(.media(.playStarted(job: job, prompt: prompt)))
        var letters = Array(machine.playback?.leaf ?? "")
        if !request.isHeard { letters = Array(repeating: "~", count: request.text?.count ?? 0) }
        letters.removeFirst(min(letters.count, Int(request.startMilliseconds / 100)))
        voice = (job, now, letters)
        if request.plays != nil {
            queue.schedule(
                .media(.playEnded(job: job)), at: now + Frame(letters.count) * Self.column, rank: 1)
        }
    }

    private mutating func answer(_ callback: EngineCallback, _ events: inout [EngineEvent]) {
        if isInCallback { Issue.record("two callbacks at once: \(callback.name)") }
        isInCallback = true
        let line = EventText.line(callback)
        if let reason = callback.arguments["reason"]?.string { reasons.append(reason) }
        if let place = callback.arguments["positionMs"]?.integer { places.append(place) }
        log.append(("callback", line))
        events += (replies[line] ?? []).map { .call($0) }
        if let delay = delays[line] {
            queue.schedule(.returned, at: now + delay * Self.column, rank: 0)
        } else {
            events.append(.callbackReturned)
        }
    }
}
