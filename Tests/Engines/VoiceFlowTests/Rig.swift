import Testing
import VoiceAudio
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

@testable import VoiceFlow
@testable import VoiceMedia

/// Runs one flow on the frame loop, one column of a diagram per 100 ms.
///
/// A prompt plays as many columns as its id has letters. The caller's lane says what crosses the
/// taps: `..yes..` is the word in columns 2 to 4, `_` a blank in it, `###` noise that fits nothing,
/// `!!!` a recognizer that fails, `___` an utterance without words. An utterance ends with its last
/// column, whatever silence a flow asks for.
struct Rig {
    static let column: Frame = 1_600

    /// What the system says, column by column.
    private(set) var system = ""
    /// What was asked, told and done.
    let notes = RigNotes()
    /// Why the flow ended, nil while it runs.
    var end: String? { drive.loop.endReason }
    private let drive: RigDrive
    /// What is understood of speech under way, by frame.
    private var partials: [Frame: String] = [:]
    /// News that no job of the loop has, by frame.
    private var strays: [(frame: Frame, signal: MediaSignal)] = []

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
        let machine = try #require(
            try VoiceflowFactory().make(setup) as? VoiceflowMachine)
        drive = try RigDrive(machine, notes)
        for utterance in Self.utterances(in: caller) { say(utterance) }
    }

    // MARK: Time

    /// The app calls at the beginning of `column`.
    mutating func call(_ call: EngineCall, at column: Frame) {
        drive.loop.schedule(.call(call), at: column * Self.column)
    }

    /// The world brings news at the beginning of `column`.
    mutating func bring(_ news: SessionInput, at column: Frame) {
        drive.loop.schedule(news, at: column * Self.column)
    }

    /// News arrives at the beginning of `column`, from whatever job it names.
    mutating func bring(_ signal: MediaSignal, at column: Frame) {
        strays.append((column * Self.column, signal))
    }

    /// Starts the flow and lets `columns` columns pass.
    mutating func run(_ columns: Int = 100) {
        drive.loop.schedule(.run, at: 0)
        var now: Frame = 0
        for _ in 0..<columns where end == nil {
            for (frame, signal) in strays where frame == now {
                drive.loop.advance(to: frame)
                drive.loop.engineEvents.append(.media(signal))
                drive.loop.runEngine()
            }
            understand(at: now)
            drive.loop.settle(before: now + Self.column)
            guard end == nil else { break }
            system.append(drive.loop.host.letter(at: now))
            now += Self.column
        }
        while system.hasSuffix(".") { system.removeLast() }
        if end != nil, !notes.openPairs.isEmpty { Issue.record("left open: \(notes.openPairs)") }
    }

    /// The crossings of one utterance.
    private mutating func say(_ utterance: (start: Frame, end: Frame, text: String)) {
        let (start, end, text) = utterance
        inject(.speechStart, at: start, [CoreKey.spoken: .integer(start)])
        // Word by word, at the blank after each.
        for (index, letter) in text.enumerated() where letter == "_" {
            let heard = String(text.prefix(index).map { $0 == "_" ? " " : $0 })
            partials[start + Frame(index) * Self.column] = heard
        }
        inject(.speechEnd, at: end, [CoreKey.spoken: .integer(end)])
        switch text.first {
        case "#": inject(.rejected, at: end, [:])
        case "!": inject(.recognitionError, at: end, [CoreKey.reason: "broken"])
        default:
            let words = String(text.map { $0 == "_" ? " " : $0 }).trimmed
            inject(.final, at: end, [CoreKey.text: .string(words), CoreKey.confidence: 900])
        }
    }

    /// A recognizer tells what it understands so far where it is asked to.
    private mutating func understand(at frame: Frame) {
        guard let heard = partials[frame], notes.requests.last?.partialFrames ?? 0 > 0
        else { return }
        inject(.partial, at: frame, [CoreKey.text: .string(heard), CoreKey.confidence: 500])
    }

    private mutating func inject(_ kind: CoreKind, at frame: Frame, _ fields: JSONObject) {
        let tap: Tap = kind == .speechStart || kind == .speechEnd ? .speech : .words
        drive.loop.inject(TraceEvent(frame: frame, tap: tap, kind: kind.rawValue, fields: fields))
    }

    static func utterances(
        in lane: String
    ) -> [(start: Frame, end: Frame, text: String)] {
        var found: [(Frame, Frame, String)] = []
        var column: Frame = 0
        for run in lane.split(separator: ".", omittingEmptySubsequences: false) {
            let length = Frame(run.count)
            if length > 0 {
                found.append((column * Self.column, (column + length) * Self.column, String(run)))
            }
            column += length + 1
        }
        return found
    }
}

/// The loop of a rig, which is not to be copied.
private final class RigDrive {
    var loop: FrameLoop<RigHost>

    init(_ machine: VoiceflowMachine, _ notes: RigNotes) throws {
        loop = try FrameLoop(
            engine: NotingEngine(machine: machine, notes: notes), host: RigHost(notes: notes),
            rate: .standard, settings: MediaSettings(), tap: .words)
    }
}

/// The engine under test, with notes of what it asks for.
struct NotingEngine: EngineUnderTest {
    var machine: VoiceflowMachine
    let notes: RigNotes

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        if event == .callbackReturned { notes.isInCallback = false }
        let actions = machine.step(event, at: frame)
        for action in actions {
            if notes.isOver { Issue.record("after the end of the flow: \(action)") }
            note(action)
        }
        return actions
    }

    private func note(_ action: EngineAction) {
        switch action {
        case .callback(let callback):
            if notes.isInCallback { Issue.record("two callbacks at once: \(callback.name)") }
            notes.isInCallback = true
        case .play(_, let request):
            notes.played.append(request)
            notes.leaf = machine.media.playback?.leaf ?? ""
        case .listen(_, let request): notes.requests.append(request)
        case .stopListening(let job): notes.closed.append(job)
        case .save(_, let request): notes.saves.append(request)
        case .ended: notes.isOver = true
        default: break
        }
    }
}

/// App and prompts of a rig.
struct RigHost: SessionHost {
    let notes: RigNotes
    private var voice: (job: Int, start: Frame, letters: [Character])?
    private var now: Frame = 0

    init(notes: RigNotes) { self.notes = notes }

    /// What is heard in the column that begins at `frame`.
    func letter(at frame: Frame) -> Character {
        guard let voice, frame >= voice.start else { return "." }
        let index = Int((frame - voice.start) / Rig.column)
        return voice.letters.indices.contains(index) ? voice.letters[index] : "."
    }

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply {
        let line = EventText.line(callback)
        if let reason = callback.arguments["reason"]?.string { notes.reasons.append(reason) }
        if let place = callback.arguments["positionMs"]?.integer { notes.places.append(place) }
        notes.log.append(("callback", line))
        return CallbackReply(
            calls: (notes.replies[line] ?? []).map { (0, $0) },
            returnDelay: (notes.delays[line] ?? 0) * Rig.column)
    }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) {
        Issue.record("a loop that is fed words recognises")
        return (.rejected(nil), 0)
    }

    mutating func realize(_ request: PromptRequest) -> PromptOutcome {
        let text = request.text ?? request.substituteText
        guard text.map({ !notes.unspeakable.contains($0) }) ?? true else {
            return .failed(reason: "it cannot be spoken")
        }
        let source: RealizedPrompt.Source =
            text != nil ? .textString : request.textFile != nil ? .textFile : .audioFile
        let columns = request.isHeard ? notes.leaf.count : request.text?.count ?? 0
        return .realized(
            RealizedPrompt(
                source: source, digest: "d", frames: Frame(columns) * Rig.column,
                fault: notes.faults[text ?? ""]))
    }

    mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {
        var letters = Array(notes.leaf)
        if !request.isHeard { letters = Array(repeating: "~", count: request.text?.count ?? 0) }
        letters.removeFirst(min(letters.count, Int(request.startMilliseconds / 100)))
        voice = (job, now, letters)
    }

    mutating func stopPlaying(job: Int) { if voice?.job == job { voice = nil } }

    mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome { notes.outcomes.isEmpty ? .saved : notes.outcomes.removeFirst() }

    mutating func observe(_ event: TraceEvent) {
        now = event.frame
        guard event.tap == .actions else { return }
        notes.log.append((event.kind, EventText.line(event.kind, event.fields)))
        if event.kind == "media" { notes.keepPairs(event.fields) }
        if let file = event.fields["recordedFile"]?.string { notes.files.append(file) }
        if event.kind == "segment" {
            notes.segments.append(
                (
                    event.fields["text"]?.string ?? "null",
                    event.fields["audioFile"]?.string ?? "null"
                ))
        }
    }
}
