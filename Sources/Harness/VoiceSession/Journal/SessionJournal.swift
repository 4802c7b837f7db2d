package import VoiceAudio
internal import VoiceEngine
internal import VoiceFiles
package import VoiceJSON
package import VoiceMedia
package import VoiceTime
package import VoiceTrace

/// A session on disk while it happens: whatever becomes of the process, what was recorded is there.
///
/// Inputs, events and sound go in as they come; every 50 ms of sound they are given to the system,
/// every second written to the disk itself. One thread at a time; never the audio callback.
package struct SessionJournal: ~Copyable {
    private let place: SessionWriter
    var draft: SessionManifest
    let folder: JournalFolder
    private let claim: FolderClaim
    private var story: JournalWriter
    private var sound: SoundJournal
    private var sequence: UInt64 = 0
    private var inputLines: [UInt8] = []
    private var eventLines: [UInt8] = []
    private var inputCount = 0
    private var eventCount = 0
    private var promptCount = 0
    private var pendingPrompts = PromptIndex()
    private var pendingPromptBytes = 0
    private var realized: Set<String> = []
    private let syncFrames: Frame
    private var synced: Frame = 0

    /// Begins a journal: manifest draft, `files` of the `flow` folder and settings are on disk when
    /// this returns. Frames, counts and files of `draft` are filled in at the end.
    ///
    /// - Throws: ``SessionError/stillRecording(path:)`` or ``SessionError/interrupted(path:)`` when
    ///   another recording stands there; ``SessionError/disk(_:)`` when something cannot be
    ///   written, and then nothing is left.
    package init(
        at place: SessionWriter, draft: SessionManifest, files: [String: [UInt8]],
        options: JournalOptions = JournalOptions()
    ) throws(SessionError) {
        var draft = draft
        let folder = JournalFolder(path: place.partialPath)
        let keepLastSeconds = options.keepLastSeconds
        if let keepLastSeconds {
            draft[other: JournalFolder.keepLastKey] = .integer(Int64(keepLastSeconds))
        }
        let claim = try place.claim()
        try Self.beginning(folder) { () throws(DiskError) in
            try Self.begin(&draft, files, in: folder)
        }
        let rate = draft.sampleRate
        let story = try Self.beginning(folder) { () throws(DiskError) in
            try JournalWriter(path: folder.storyPath)
        }
        let sound = try Self.beginning(folder) { () throws(DiskError) in
            let sound = try SoundJournal(
                folder: folder, rate: rate, keepLastSeconds: keepLastSeconds)
            for path in [folder.folder, folder.path] { try DiskFile.synchronize(path) }
            return sound
        }
        self.claim = claim
        self.story = story
        self.sound = sound
        self.place = place
        self.draft = draft
        self.folder = folder
        syncFrames = rate.frames(milliseconds: options.durability.rawValue)
    }

    /// Takes a step of the beginning. Where it fails nothing was recorded: what is half begun would
    /// only be in the next recorder's way.
    private static func beginning<Value: ~Copyable>(
        _ folder: JournalFolder, _ step: () throws(DiskError) -> Value
    ) throws(SessionError) -> Value {
        do {
            return try step()
        } catch {
            try? DiskFile.remove(folder.path)
            throw .disk(error)
        }
    }

    /// Frames of the microphone that were taken so far.
    package var frames: Frame { sound.frames }

    /// Takes inputs and events, in order.
    ///
    /// - Throws: ``SessionError/lineTooLong(file:line:bytes:)`` or
    ///   ``SessionError/unreadable(what:)`` for what could not be read again;
    ///   ``SessionError/disk(_:)``.
    package mutating func append(
        inputs: [InputEvent], events: [TraceEvent]
    ) throws(SessionError) {
        for input in inputs {
            let line = JournalLine.of(input)
            inputCount += 1
            try Self.check(line, of: SessionFolder.Part.inputs, number: inputCount)
            if inputLines.count + line.count > JournalRecord.payloadLimit / 2 { try putText() }
            inputLines += line
        }
        for event in events {
            let line = JournalLine.of(event)
            eventCount += 1
            try Self.check(line, of: "trace.jsonl", number: eventCount)
            if eventLines.count + line.count > JournalRecord.payloadLimit / 2 { try putText() }
            eventLines += line
        }
    }

    /// A line that no reader would take is refused before it is written.
    private static func check(
        _ line: [UInt8], of file: String, number: Int
    ) throws(SessionError) {
        guard line.count <= TraceText.lineLimit else {
            throw .lineTooLong(file: file, line: number, bytes: line.count - 1)
        }
        do throws(TraceError) {
            if file == SessionFolder.Part.inputs {
                try JournalLine.eachInput(in: line, path: file) { (_) throws(TraceError) in }
            } else {
                try JournalLine.eachEvent(in: line, path: file) { (_) throws(TraceError) in }
            }
        } catch { throw .unreadable(what: error.description) }
    }

    /// Keeps what `studio` realised since the last call.
    ///
    /// - Throws: ``SessionError``.
    package mutating func append(_ studio: PromptStudio) throws(SessionError) {
        guard studio.order.count > promptCount else { return }
        var fresh = PromptIndex()
        for digest in studio.order[promptCount...] { fresh[digest] = studio.index[digest] }
        promptCount = studio.order.count
        try append(fresh) { studio.sounds[$0] }
    }

    /// Keeps prompts; `sound` gives the audio of a digest.
    ///
    /// - Throws: ``SessionError``.
    package mutating func append(
        _ prompts: PromptIndex, sound: (String) -> MonoSound?
    ) throws(SessionError) {
        for digest in prompts.digests {
            guard let entry = prompts[digest] else { continue }
            try put(entry, of: digest)
            guard case .realized(let prompt) = entry.outcome,
                realized.insert(prompt.digest).inserted,
                let sound = sound(prompt.digest), sound.frames > 0
            else { continue }
            let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(prompt.digest))"
            let path = "\(folder.path)/\(name)"
            do {
                let bytes = try SoundFile.encodeFLAC(sound)
                try DiskFile.write(bytes, to: path)
                try DiskFile.synchronize(path)
            } catch let error as DiskError {
                throw .disk(error)
            } catch {
                throw .disk(.writeFailed(path: path, reason: "\(error)"))
            }
        }
    }

    /// Takes sound of the microphone, after the inputs and events that it brought about.
    ///
    /// - Throws: ``SessionError/disk(_:)``.
    package mutating func append(_ samples: UnsafeBufferPointer<Int16>) throws(SessionError) {
        do throws(DiskError) {
            guard try sound.append(samples) else { return }
            try commit()
        } catch { throw .disk(error) }
    }

    /// Gives everything to the system now: for a device that brings no sound for a while.
    ///
    /// - Throws: ``SessionError/disk(_:)``.
    package mutating func flush() throws(SessionError) {
        do throws(DiskError) {
            sound.close()
            try commit()
        } catch { throw .disk(error) }
    }

    /// Has everything written to the disk itself, as happens by itself once a second of sound.
    ///
    /// - Throws: ``SessionError/disk(_:)``.
    package mutating func synchronize() throws(SessionError) {
        try flush()
        do throws(DiskError) {
            try story.synchronize()
            try sound.synchronize()
        } catch { throw .disk(error) }
    }

    private mutating func putText() throws(SessionError) {
        putStory()
        do { try story.commit() } catch { throw .disk(error) }
    }

    /// Keeps an entry of the index for the next record of prompts, as many as one holds.
    private mutating func put(
        _ entry: PromptIndex.Entry, of digest: String
    ) throws(SessionError) {
        var alone = PromptIndex()
        alone[digest] = entry
        let bytes = alone.fileBytes().count
        guard bytes <= TraceText.lineLimit else {
            throw .lineTooLong(
                file: SessionFolder.Part.promptIndex, line: promptCount, bytes: bytes)
        }
        if pendingPromptBytes + bytes > JournalRecord.payloadLimit / 2 { try putText() }
        pendingPrompts[digest] = entry
        pendingPromptBytes += bytes
    }

    /// Prompts before the events that use them, inputs and events before the sound's end.
    private mutating func putStory() {
        if !pendingPrompts.digests.isEmpty {
            put(.prompts, pendingPrompts.fileBytes())
            pendingPrompts = PromptIndex()
            pendingPromptBytes = 0
        }
        if !inputLines.isEmpty { put(.inputs, inputLines) }
        if !eventLines.isEmpty { put(.events, eventLines) }
        inputLines.removeAll(keepingCapacity: true)
        eventLines.removeAll(keepingCapacity: true)
    }

    private mutating func put(_ kind: JournalRecord.Kind, _ payload: [UInt8]) {
        story.append(kind, sequence: sequence, payload: payload)
        sequence += 1
    }

    private mutating func commit() throws(DiskError) {
        putStory()
        put(.settled, JournalRecord.place(sound.closedFrames))
        try story.commit()
        try sound.commit()
        guard sound.frames - synced >= syncFrames else { return }
        synced = sound.frames
        try story.synchronize()
        try sound.synchronize()
    }

    /// Whether the session in a folder is to be kept.
    package typealias Judgement = (SessionFolder) throws(SessionError) -> Bool

    /// Ends the recording and seals it: the journals become the session's files, the folder gets
    /// its name as the last act. Where that fails the journals stay, for `voicetest recover`.
    ///
    /// - Parameters:
    ///   - timing: wall-clock figures of the recording.
    ///   - unmet: what the scenario asked for and did not get, in sentences.
    ///   - choice: what becomes of it; the turn-taking of what is kept is judged by its own files.
    ///   - isFit: judges the session before it has its name; where it says no, it is removed.
    /// - Returns: the manifest of the sealed session; nil where it was removed.
    /// - Throws: ``SessionError``.
    package consuming func seal(
        timing: JSONObject, unmet: [String] = [], _ choice: SealChoice = .keeps,
        where isFit: Judgement = { _ in true }
    ) throws(SessionError) -> SessionManifest? {
        guard choice != .drops else {
            try discard()
            return nil
        }
        try record(unmet)
        return try seal(timing: timing, choice: choice, where: isFit)
    }

    /// Seals what was judged before, or is to be judged by no expectation.
    package consuming func sealUnjudged(timing: JSONObject) throws(SessionError) {
        _ = try seal(timing: timing, choice: nil)
    }

    private consuming func seal(
        timing: JSONObject, choice: SealChoice?, where isFit: Judgement = { _ in true }
    ) throws(SessionError) -> SessionManifest? {
        try flush()
        put(.end, JournalRecord.place(sound.frames))
        do { try story.commit() } catch { throw .disk(error) }
        try synchronize()
        let sealer = SessionSealer(place: place)
        let survey = try JournalSurvey(
            folder, rate: draft.sampleRate,
            isFlightRecorder: draft[other: JournalFolder.keepLastKey] != nil)
        return try sealer.seal(draft, survey, timing: timing, choice, where: isFit)
    }

    /// Ends the recording and removes it.
    ///
    /// - Throws: ``SessionError/disk(_:)``.
    package consuming func discard() throws(SessionError) {
        do { try DiskFile.remove(folder.path) } catch { throw .disk(error) }
    }
}
