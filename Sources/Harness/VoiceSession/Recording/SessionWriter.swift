internal import VoiceAudio
internal import VoiceFiles
package import VoiceJSON
internal import VoiceTrace

/// The place where a session's folder will stand: checked before anything is recorded, given its
/// name as the last act of sealing.
package struct SessionWriter: Sendable {
    /// The folder of the session.
    package let path: String
    private let isReplacing: Bool

    /// A writer of the folder at `path`, in the place of a session there if `isReplacing`.
    ///
    /// - Throws: ``SessionError/disk(_:)`` when it exists and is not to be replaced;
    ///   ``SessionError/notReplaceable(path:)`` for what is no session,
    ///   ``SessionError/interrupted(path:)`` for an interrupted one.
    package init(path: String, isReplacing: Bool) throws(SessionError) {
        try self.init(path: path, isReplacing: isReplacing, isPartialExpected: false)
    }

    init(
        path: String, isReplacing: Bool, isPartialExpected: Bool
    ) throws(SessionError) {
        self.path = SessionFolder(path: path).path
        self.isReplacing = isReplacing
        let isFree = !DiskFile.exists(partialPath) || JournalFolder(path: partialPath).isOfCall
        guard isPartialExpected || isFree else { throw occupied }
        guard DiskFile.exists(self.path) else { return }
        guard isReplacing else { throw .disk(.exists(path: self.path)) }
        guard DiskFile.exists(SessionFolder(path: self.path).manifestPath) else {
            throw .notReplaceable(path: self.path)
        }
    }

    /// Path of the folder while it is recorded.
    package var partialPath: String { path + ".partial" }

    /// Writes `session`; `timing` are wall-clock figures of the recording.
    ///
    /// - Throws: ``SessionError`` when something cannot be written; what was there before stays.
    package func write(_ session: RecordedSession, timing: JSONObject) throws(SessionError) {
        // A run whose words were injected had no microphone.
        guard !session.microphone.samples.isEmpty else {
            try writeWithoutSound(session, timing: timing)
            return
        }
        var journal = try SessionJournal(at: self, draft: session.manifest, files: session.files)
        do throws(SessionError) {
            try journal.append(session.prompts) { session.promptSounds[$0] }
            try journal.append(inputs: session.inputs, events: session.events)
            try session.microphone.samples.withUnsafeBufferPointer {
                (samples) throws(SessionError) in try journal.append(samples)
            }
            try journal.sealUnjudged(timing: timing)
        } catch {
            // A half-written folder is of no use to anyone: the session is still in memory.
            try? DiskFile.remove(partialPath)
            throw error
        }
    }

    /// Reason why the folder that would be recorded into cannot be had.
    private var occupied: SessionError {
        // An interrupted recording may be all there is of a conversation: it is never removed.
        do {
            return try FolderClaim(existing: partialPath) == nil
                ? .stillRecording(path: partialPath) : .interrupted(path: partialPath)
        } catch {
            // Another program had it and gave it its name by now.
            guard case .missing = error else { return .disk(error) }
            return DiskFile.exists(path)
                ? .disk(.exists(path: path)) : .stillRecording(path: partialPath)
        }
    }

    /// Removes what the import or redaction of a call left that was cut off, unless one is under
    /// way: its recording or its session is still there.
    private func removeCutCall() {
        guard JournalFolder(path: partialPath).isOfCall else { return }
        do {
            guard let left = try FolderClaim(existing: partialPath) else { return }
            try DiskFile.remove(left.path)
        } catch {
            // Whatever wants the place tells of a call that still stands there.
        }
    }

    /// Makes the folder that is recorded into: of two programs one succeeds.
    ///
    /// - Throws: ``SessionError/stillRecording(path:)`` or ``SessionError/interrupted(path:)``,
    ///   where it is there; ``SessionError/disk(_:)``.
    func claim() throws(SessionError) -> FolderClaim {
        let claim: FolderClaim
        do {
            if DiskFile.exists(partialPath) { removeCutCall() }
            claim = try FolderClaim(creating: partialPath)
        } catch {
            guard case .exists = error else { throw .disk(error) }
            throw occupied
        }
        // Another recording may have been sealed here since this one began.
        guard isReplacing || !DiskFile.exists(path) else {
            try? DiskFile.remove(partialPath)
            throw .disk(.exists(path: path))
        }
        return claim
    }

    /// Gives the folder its name; an acceptance in the session that goes is waited for.
    func putInPlace() throws(DiskError) {
        guard isReplacing, DiskFile.exists(path) else {
            try DiskFile.move(partialPath, to: path)
            return
        }
        guard DiskFile.exists(SessionFolder(path: path).manifestPath) else {
            throw .cannotCreate(
                path: path, reason: "what stands there since the recording began is not a session")
        }
        do {
            try FolderLocks.held(on: path) { try replace() }
        } catch let error as DiskError {
            throw error
        } catch {
            throw .cannotCreate(path: path, reason: "\(error)")
        }
    }

    private func replace() throws(DiskError) {
        // The manifest's digest makes a name that nothing else has.
        let bytes = try DiskFile.read(SessionFolder(path: path).manifestPath, limit: 16 << 20)
        let old = "\(path).\(Digest.hex(of: bytes).prefix(16))"
        try DiskFile.move(path, to: old)
        do {
            try DiskFile.move(partialPath, to: path)
        } catch {
            try DiskFile.move(old, to: path)
            throw error
        }
        try DiskFile.remove(old)
    }
}
