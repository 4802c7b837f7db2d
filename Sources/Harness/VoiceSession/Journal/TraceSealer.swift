internal import VoiceFiles
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Writes `inputs.jsonl` and `trace.jsonl` of a session from its journal, and gathers its prompts.
struct TraceSealer: ~Copyable {
    private let survey: JournalSurvey
    private let storyPath: String
    private var inputs: DiskFileWriter
    private var trace: DiskFileWriter
    private var closing = TraceClosing()
    private var holes: ArraySlice<Range<Frame>>
    private var lastFrame: Frame = 0
    /// Whether the last input written is the session's end: a record that holds it may be lost.
    private var isEnded = false
    /// Number of inputs that were written.
    private(set) var inputCount = 0
    /// Numbers of inputs and events that stood behind the end and were left out.
    private(set) var leftOut: (inputs: Int, events: Int) = (0, 0)
    /// The names in the events that were written.
    private(set) var names = TraceNames()
    /// Outcomes of the prompts.
    private(set) var prompts = PromptIndex()
    /// Sequence number behind the last event.
    private var nextEvent = 0
    /// Number of events that were written.
    var eventCount: Int64 { closing.count }

    init(folder: JournalFolder, survey: JournalSurvey) throws(DiskError) {
        let session = SessionFolder(path: folder.path)
        let mode = SessionFolder.privateMode
        let inputs = try DiskFileWriter(path: session.inputsPath, mode: mode)
        let trace = try DiskFileWriter(path: session.tracePath, mode: mode)
        self.inputs = inputs
        self.trace = trace
        self.survey = survey
        storyPath = folder.storyPath
        holes = survey.holes[...]
    }

    /// Goes through the journal; what stands behind the common end is left out.
    mutating func run() throws(SessionError) {
        var reader = try SessionError.disk { () throws(DiskError) in
            try JournalReader(path: storyPath)
        }
        var expected: UInt64 = 0
        while true {
            let finding = try SessionError.disk { () throws(DiskError) in try reader.next() }
            guard let finding else { break }
            guard case .record(let record) = finding, record.sequence >= expected else { continue }
            expected = record.sequence + 1
            do throws(TraceError) {
                try append(record, isKept: survey.lastRecord.map { record.sequence < $0 } ?? true)
            } catch { throw .trace(error) }
        }
        if !isEnded {
            do throws(TraceError) {
                try fillHoles(before: survey.end)
                try write(
                    InputEvent(
                        sequence: inputCount, frame: survey.end, after: nextEvent,
                        input: .end(reason: SessionSealer.recoveredReason)))
            } catch { throw .trace(error) }
        }
    }

    private mutating func append(_ record: JournalRecord, isKept: Bool) throws(TraceError) {
        switch JournalRecord.Kind(rawValue: record.kind) {
        case .inputs?:
            try JournalLine.eachInput(in: record.payload, path: storyPath) {
                (input) throws(TraceError) in
                guard isKept, input.frame <= survey.end else {
                    leftOut.inputs += 1
                    return
                }
                try fillHoles(before: input.frame)
                var input = input
                // After a loss numbers go on where they were; frames never go back.
                input.sequence = inputCount
                input.frame = max(lastFrame, input.frame)
                try write(input)
            }
        case .events?:
            try JournalLine.eachEvent(in: record.payload, path: storyPath) {
                (event) throws(TraceError) in
                guard isKept, event.frame <= survey.end else {
                    leftOut.events += 1
                    return
                }
                nextEvent = event.sequence + 1
                closing.add(event)
                names.add(event)
                try append(JournalLine.of(event))
            }
        case .prompts?:
            let fresh = try PromptIndex(bytes: record.payload, path: storyPath)
            for digest in fresh.digests { prompts[digest] = fresh[digest] }
        case .sound?, .settled?, .end?, nil: break
        }
    }

    /// Sound that was lost stands among the inputs, as for a device that lost it.
    private mutating func fillHoles(before frame: Frame) throws(TraceError) {
        while let hole = holes.first, hole.lowerBound <= frame {
            holes.removeFirst()
            try write(
                InputEvent(
                    sequence: inputCount, frame: max(lastFrame, hole.lowerBound),
                    after: nextEvent, input: .gap(frames: Frame(hole.count))))
        }
    }

    private mutating func write(_ input: InputEvent) throws(TraceError) {
        do { try inputs.append(JournalLine.of(input)) } catch { throw .disk(error) }
        inputCount += 1
        lastFrame = input.frame
        isEnded = false
        if case .end = input.input { isEnded = input.frame == survey.end }
    }

    private mutating func append(_ line: [UInt8]) throws(TraceError) {
        do { try trace.append(line) } catch { throw .disk(error) }
    }

    /// Completes both files; returns the entry of the inputs' file.
    consuming func finish() throws(DiskError) -> FileEntry {
        try trace.append(closing.line())
        _ = try trace.finish()
        return try inputs.finish()
    }
}
