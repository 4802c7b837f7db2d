internal import VoiceFiles
internal import VoiceTime
internal import VoiceTrace

/// Contents of a session's journals, found out before anything is made of them.
struct JournalSurvey: Equatable {
    /// Frames of sound that are missing between intact records.
    private(set) var holes: [Range<Frame>] = []
    /// Frame at which the sound that is there begins: 0, but for a flight recorder.
    private(set) var soundStart: Frame = 0
    /// One past the last frame of intact sound.
    private(set) var soundEnd: Frame = 0
    /// Records of inputs, events or prompts that are missing between intact ones.
    private(set) var missingRecords: UInt64 = 0
    /// Bytes of the journals that are no intact record.
    private(set) var damagedBytes: Int64 = 0
    /// The frame up to which inputs, events and sound all are there.
    private(set) var end: Frame = 0
    /// The number of the story's record behind which nothing is taken; nil takes all.
    private(set) var lastRecord: UInt64?
    /// Whether the recorder itself had ended, so that only sealing was left to do.
    private(set) var wasEnded = false

    private let isFlightRecorder: Bool
    private var expected: UInt64 = 0
    private var hasSound = false

    /// Reads the journals from end to end.
    ///
    /// - Throws: ``SessionError/nothingRecorded(path:)`` when there is no sound, or none of the
    ///   story reaches it; ``SessionError/nothingUsable(path:what:)`` when a journal is missing.
    init(
        _ folder: JournalFolder, rate: SampleRate, isFlightRecorder: Bool = false
    ) throws(SessionError) {
        self.isFlightRecorder = isFlightRecorder
        do throws(DiskError) {
            for path in try folder.soundPaths() { try surveySound(path, rate) }
            try surveyStory(folder.storyPath)
        } catch {
            if case .missing(let path) = error {
                throw .nothingUsable(path: folder.path, what: "\(path) is missing.")
            }
            throw .disk(error)
        }
        guard end > soundStart || (wasEnded && end > 0) else {
            throw .nothingRecorded(path: folder.path)
        }
        holes = holes.map { $0.clamped(to: 0..<end) }.filter { !$0.isEmpty }
    }

    private mutating func surveySound(_ path: String, _ rate: SampleRate) throws(DiskError) {
        let limit = SessionManifest.secondsLimit * Frame(rate.hertz)
        // Two bytes per frame, and room for the records' own bytes and for damage.
        var reader = try JournalReader(path: path, limit: 3 * limit)
        while let finding = try reader.next() {
            switch finding {
            case .damage(let bytes): damagedBytes += Int64(bytes.count)
            case .record(let record):
                guard let range = record.soundRange, range.lowerBound >= soundEnd,
                    range.upperBound <= limit
                else { continue }
                if !hasSound, isFlightRecorder {
                    soundStart = range.lowerBound
                } else if range.lowerBound > soundEnd {
                    holes.append(soundEnd..<range.lowerBound)
                }
                hasSound = true
                soundEnd = range.upperBound
            }
        }
    }

    private mutating func surveyStory(_ path: String) throws(DiskError) {
        var reader = try JournalReader(path: path)
        var missing: UInt64 = 0
        while let finding = try reader.next() {
            guard case .record(let record) = finding else {
                if case .damage(let bytes) = finding { damagedBytes += Int64(bytes.count) }
                continue
            }
            guard record.sequence >= expected else { continue }
            missing += record.sequence - expected
            expected = record.sequence + 1
            guard let frame = record.frame else { continue }
            if record.kind == JournalRecord.Kind.end.rawValue, frame == soundEnd {
                (end, lastRecord, missingRecords, wasEnded) = (frame, nil, missing, true)
            } else if record.kind == JournalRecord.Kind.settled.rawValue, frame <= soundEnd,
                frame >= end
            {
                (end, lastRecord, missingRecords) = (frame, record.sequence, missing)
            }
        }
    }
}

extension JournalRecord {
    /// The frames a record of sound holds; nil for any other.
    var soundRange: Range<Frame>? {
        guard kind == Kind.sound.rawValue, let frame, frame >= 0, payload.count > 8 else {
            return nil
        }
        let (end, overflow) = frame.addingReportingOverflow(Frame((payload.count - 8) / 2))
        return overflow ? nil : frame..<end
    }
}
