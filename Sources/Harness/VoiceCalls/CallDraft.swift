internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTrace

/// A session of a call that is to be written.
struct CallDraft {
    /// Manifest of the session; frames, counts and files are filled in when it is written.
    var manifest: SessionManifest
    /// The caller's side.
    let track: CallTrack
    /// Masker that changes the caller's side on its way; nil leaves it as it is.
    var masker: NoiseMasker?

    /// Seals it at `place`; `telling` writes the prompts and gives the events, `isFit` judges the
    /// session before it has its name.
    ///
    /// - Returns: its manifest; nil where it is not fit.
    /// - Throws: ``SessionError``; then nothing is left.
    func write(
        to place: SessionWriter, where isFit: SessionJournal.Judgement = { _ in true },
        telling: (inout SessionJournal) throws(SessionError) -> [TraceEvent]
    ) throws(SessionError) -> SessionManifest? {
        var journal = try SessionJournal(at: place, draft: manifest, files: [:])
        do throws(SessionError) {
            let events = try telling(&journal)
            let inputs = [
                InputEvent(sequence: 0, frame: 0, after: 0, input: .run),
                InputEvent(
                    sequence: 1, frame: track.frames, after: events.count,
                    input: .end(reason: SessionManifest.callKind)),
            ]
            try journal.append(inputs: inputs, events: events)
            var position = 0
            var masker = masker
            try track.show { (block) throws(SessionError) in
                guard masker != nil else { return try journal.append(block) }
                var samples = Array(block)
                masker?.mask(&samples, at: position)
                position += samples.count
                try samples.withUnsafeBufferPointer { (all) throws(SessionError) in
                    try journal.append(all)
                }
            }
        } catch {
            // A half-written folder is of no use to anyone: the recording is still there.
            try? DiskFile.remove(place.partialPath)
            throw error
        }
        return try journal.seal(timing: [:], .keeps, where: isFit)
    }
}
