internal import VoiceFiles
internal import VoiceTime
internal import VoiceTrace

/// The microphone's journal: one file, or, for a flight recorder, a row of them whose oldest go.
struct SoundJournal: ~Copyable {
    private struct Part {
        let number: Int
        var end: Frame
    }

    private let folder: JournalFolder
    private var writer: JournalWriter
    private let recordFrames: Int
    /// Length that a flight recorder keeps, in frames; nil keeps everything.
    private let keptFrames: Frame?
    private let partFrames: Frame
    private var parts: [Part]
    private var partStart: Frame = 0
    private var pending: [Int16] = []
    private var sequence: UInt64 = 0
    /// Frames taken so far.
    private(set) var frames: Frame = 0
    /// Frames that stand in records so far.
    var closedFrames: Frame { frames - Frame(pending.count) }

    init(
        folder: JournalFolder, rate: SampleRate, keepLastSeconds: Int?
    ) throws(DiskError) {
        writer = try JournalWriter(path: folder.soundPath(0))
        self.folder = folder
        recordFrames = Int(rate.frames(milliseconds: Int64(JournalRecord.soundMilliseconds)))
        keptFrames = keepLastSeconds.map { rate.frames(milliseconds: Int64($0) * 1_000) }
        // Ten parts and one that grows: a tenth more than asked for is kept at most.
        partFrames = max(Frame(rate.hertz), (keptFrames ?? 0) / 10)
        parts = [Part(number: 0, end: 0)]
    }

    /// Takes sound; whether there is enough for a commit.
    mutating func append(_ samples: UnsafeBufferPointer<Int16>) throws(DiskError) -> Bool {
        var rest = samples[...]
        while !rest.isEmpty {
            let count = min(rest.count, recordFrames - pending.count)
            pending.append(contentsOf: rest.prefix(count))
            frames += Frame(count)
            rest = rest.dropFirst(count)
            if pending.count == recordFrames { close() }
        }
        return writer.waiting > 0
    }

    /// Makes a record of what is there.
    mutating func close() {
        guard !pending.isEmpty else { return }
        let start = closedFrames
        let payload = pending.withUnsafeBufferPointer { JournalRecord.sound($0, from: start) }
        writer.append(.sound, sequence: sequence, payload: payload)
        sequence += 1
        pending.removeAll(keepingCapacity: true)
    }

    mutating func commit() throws(DiskError) {
        try writer.commit()
        parts[parts.count - 1].end = closedFrames
        guard let keptFrames, closedFrames - partStart >= partFrames else { return }
        let number = parts[parts.count - 1].number + 1
        writer = try JournalWriter(path: folder.soundPath(number))
        parts.append(Part(number: number, end: closedFrames))
        partStart = closedFrames
        while let oldest = parts.first, oldest.end <= closedFrames - keptFrames {
            try DiskFile.remove(folder.soundPath(oldest.number))
            parts.removeFirst()
        }
    }

    func synchronize() throws(DiskError) { try writer.synchronize() }
}
