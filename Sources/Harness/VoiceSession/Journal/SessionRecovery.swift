internal import VoiceFiles
package import VoiceTime
package import VoiceTrace

/// Seals the journals that a dead recorder left, and says what is missing.
package struct SessionRecovery: Sendable, Equatable {
    /// The reason that ends the inputs of a recovered session.
    package static let endReason = SessionSealer.recoveredReason

    /// The sealed session.
    package let folder: SessionFolder
    /// Manifest of the sealed session.
    package let manifest: SessionManifest
    /// Whether the recorder had ended by itself, so that the session is all that was recorded.
    package let wasEnded: Bool
    /// Sound that was lost between intact records; silence stands there.
    package let holes: [Range<Frame>]
    /// Intact sound behind the common end that was left out, in frames.
    package let framesLeftOut: Frame
    /// Intact inputs behind the common end that were left out.
    package let inputsLeftOut: Int
    /// Intact events behind the common end that were left out.
    package let eventsLeftOut: Int
    /// Records of inputs, events or prompts that were lost between intact ones.
    package let missingRecords: Int
    /// Bytes that were no intact record: an unfinished one at the end, or damage.
    package let damagedBytes: Int64
    /// Prompts whose audio is not there; replay does without.
    package let missingPrompts: [String]

    /// Whether nothing before the session's end is missing, so that it replays alike.
    package var isWhole: Bool { holes.isEmpty && missingRecords == 0 }

    /// Seals the interrupted recording at `path`, which ends in `.vsession.partial`.
    ///
    /// - Throws: ``SessionError/nothingUsable(path:what:)`` when there is no session in it,
    ///   ``SessionError/cutCall(path:)``, ``SessionError/stillRecording(path:)``,
    ///   ``SessionError/disk(_:)`` when there is one already where it would be put.
    package init(_ path: String) throws(SessionError) {
        let partial = SessionFolder(path: path).path
        let claim = try Self.claim(partial)
        let target = String(claim.path.dropLast(".partial".count))
        let place = try SessionWriter(path: target, isReplacing: false, isPartialExpected: true)
        let sealer = SessionSealer(place: place)
        let journals = JournalFolder(path: partial)
        folder = SessionFolder(path: target)
        do { try SessionFolder(path: partial).refuseLinks() } catch { throw .trace(error) }
        if let manifest = Self.complete(partial) {
            // Only the last steps were missing.
            try SessionError.disk { () throws(DiskError) in try sealer.complete() }
            self.manifest = manifest
            (wasEnded, holes, framesLeftOut, inputsLeftOut) = (true, [], 0, 0)
            (eventsLeftOut, missingRecords, damagedBytes, missingPrompts) = (0, 0, 0, [])
            return
        }
        let draft = try Self.draft(journals)
        guard !draft.isCall else { throw .cutCall(path: partial) }
        let survey = try JournalSurvey(
            journals, rate: draft.sampleRate,
            isFlightRecorder: draft[other: JournalFolder.keepLastKey] != nil)
        let (manifest, leavings) = try sealer.sealRecovered(draft, survey)
        self.manifest = manifest
        wasEnded = survey.wasEnded
        holes = survey.holes
        framesLeftOut = max(0, survey.soundEnd - survey.end)
        inputsLeftOut = leavings.inputs
        eventsLeftOut = leavings.events
        missingRecords = Int(clamping: survey.missingRecords)
        damagedBytes = survey.damagedBytes
        missingPrompts = leavings.missingPrompts
    }

    /// Claims the folder of an interrupted recording.
    private static func claim(_ partial: String) throws(SessionError) -> FolderClaim {
        guard DiskFile.exists(partial) else { throw .disk(.missing(path: partial)) }
        guard SessionFolder.isPartial(partial), FileKind(partial) != .file else {
            throw .notInterrupted(path: partial)
        }
        let claim = try SessionError.disk { () throws(DiskError) in
            try FolderClaim(existing: partial)
        }
        guard let claim else { throw .stillRecording(path: partial) }
        return claim
    }

    /// The manifest of a folder whose sealing had come as far as that.
    private static func complete(_ path: String) -> SessionManifest? {
        let folder = SessionFolder(path: path)
        guard DiskFile.exists(folder.manifestPath) else { return nil }
        return try? SessionParts(folder: folder).manifest
    }

    private static func draft(_ journals: JournalFolder) throws(SessionError) -> SessionManifest {
        let path = journals.path
        let names = try SessionError.disk { () throws(DiskError) in
            DiskFile.exists(journals.folder) ? try DiskFile.names(in: journals.folder) : []
        }
        guard !names.isEmpty else {
            let isOwn = DiskFile.exists(journals.draftPath) || isEmpty(path)
            throw isOwn ? .nothingRecorded(path: path) : .notInterrupted(path: path)
        }
        guard names.contains("story") else {
            throw .nothingUsable(path: path, what: "\(journals.storyPath) is missing.")
        }
        let story = try SessionError.disk { () throws(DiskError) in
            try JournalReader(path: journals.storyPath)
        }
        guard !story.isBeingWritten else { throw .stillRecording(path: path) }
        var grown: [(name: String, bytes: [UInt8])] = []
        let draft: SessionManifest
        do throws(TraceError) {
            let folder = SessionFolder(path: path)
            guard
                let bytes = try folder.read(
                    JournalFolder.draftName, limit: SessionManifest.byteLimit)
            else {
                throw .damaged(path: journals.draftPath, what: "it is missing.")
            }
            draft = try SessionManifest(bytes: bytes, path: journals.draftPath)
            for (name, entry) in draft.files {
                do throws(TraceError) {
                    _ = try folder.bytes(of: name, entry: entry)
                } catch {
                    guard let bytes = beginning(of: name, in: folder, entry) else { throw error }
                    grown.append((name, bytes))
                }
            }
        } catch {
            if case .disk(let disk) = error { throw .disk(disk) }
            throw .nothingUsable(path: path, what: error.description)
        }
        try SessionError.disk { () throws(DiskError) in
            for file in grown { try DiskFile.write(file.bytes, to: "\(path)/\(file.name)") }
        }
        return draft
    }

    /// Returns the bytes that the draft lists of a file that has grown since; nil where the file is
    /// another one.
    ///
    /// A file that grows is written before the draft, and the draft before the events that need it.
    /// What stands behind the listed bytes belongs to events that were never written.
    private static func beginning(
        of name: String, in folder: SessionFolder, _ entry: FileEntry
    ) -> [UInt8]? {
        guard let bytes = try? folder.read(name, limit: SessionManifest.byteLimit),
            (0..<Int64(bytes.count)).contains(entry.size)
        else { return nil }
        let listed = Array(bytes.prefix(Int(entry.size)))
        return Digest.hex(of: listed) == entry.sha256 ? listed : nil
    }

    private static func isEmpty(_ path: String) -> Bool {
        (try? DiskFile.names(in: path))?.isEmpty ?? false
    }
}
