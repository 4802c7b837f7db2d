import VoiceAudio
import VoiceFiles
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// A recording whose recorder died: its folder as it stood then.
struct InterruptedRecording {
    let stage: Stage
    let session: RecordedSession
    let path: String

    /// A second and a half of a flow in which an app calls, with everything but the sealing.
    init(_ name: String = "cut") throws {
        var stage = Stage()
        stage.scenario = """
            { "app": [ { "atMs": 200, "setField": { "name": "Next", "value": "A" } } ],
              "limits": { "seconds": 1 } }
            """
        self.stage = stage
        session = try stage.record()
        path = stage.folder.path("\(name).vsession.partial")
        try write()
    }

    var target: String { String(path.dropLast(".partial".count)) }
    var storyPath: String { "\(path)/journal/story" }
    var soundPath: String { "\(path)/journal/sound-00000000" }

    /// Hop by hop, as a recorder does; the journal then is dropped as it is.
    private func write() throws {
        try Self.write(session, to: target)
    }

    /// Leaves the journal of `session` as a recorder does that died at its end.
    static func write(_ session: RecordedSession, to target: String) throws {
        try DiskFile.remove(target + ".partial")
        try DiskFile.remove(target)
        var journal = try SessionJournal(
            at: SessionWriter(path: target, isReplacing: false), draft: session.manifest,
            files: session.files)
        try journal.append(session.prompts) { session.promptSounds[$0] }
        let (inputs, events) = (session.inputs.dropLast(), session.events)
        var placed: Frame = -1
        for end in stride(from: Frame(160), through: session.manifest.frames, by: 160) {
            try journal.append(
                inputs: inputs.filter { $0.frame > placed && $0.frame <= end },
                events: events.filter { $0.frame > placed && $0.frame <= end })
            let samples = Array(session.microphone.samples[Int(end - 160)..<Int(end)])
            try samples.withUnsafeBufferPointer { try journal.append($0) }
            placed = end
        }
    }

    /// The records of a journal, each with where it begins.
    static func records(_ path: String) throws -> [(start: Int, record: JournalRecord)] {
        var reader = try JournalReader(path: path)
        var found: [(start: Int, record: JournalRecord)] = []
        var start = 0
        while let finding = try reader.next() {
            guard case .record(let record) = finding else { continue }
            found.append((start, record))
            start += record.bytes.count
        }
        return found
    }

    /// Recovers the recording with its story or sound changed; everything is as before afterwards.
    func recovering<Value>(
        _ file: String, as bytes: some Sequence<UInt8>,
        _ body: (Result<SessionRecovery, SessionError>) throws -> Value
    ) throws -> Value {
        let before = try DiskFile.read(file, limit: 1 << 24)
        let other = file == storyPath ? soundPath : storyPath
        let beside = try DiskFile.read(other, limit: 1 << 24)
        try DiskFile.write(Array(bytes), to: file)
        let result = Result { () throws(SessionError) in try SessionRecovery(path) }
        defer {
            try? write()
            try? DiskFile.write(before, to: file)
            try? DiskFile.write(beside, to: other)
        }
        return try body(result)
    }
}
