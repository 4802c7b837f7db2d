internal import VoiceActivity
internal import VoiceAudio
internal import VoiceDiff
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
package import VoiceRedaction
package import VoiceSession
package import VoiceTime
package import VoiceTrace

/// Facts of a redacted session of a call: what is hidden, what is kept, and what the detector hears
/// in its noise.
package struct RedactedCall: Sendable, Equatable {
    /// Stretches of the caller's side that are noise, in frames, ascending and apart.
    package let spans: [Range<Frame>]
    /// Number of answers of a recognizer and texts of a transcript that were left out.
    package let words: Int
    /// Number of events of a log that were left out.
    package let logged: Int
    /// Number of prompts.
    package let prompts: Int
    /// Prompts whose sound is kept, in frames, in order.
    package let sounding: [Range<Frame>]
    /// Number of prompts that have no sound any more.
    package var silenced: Int { prompts - sounding.count }
    /// Number of turns.
    package let turns: Int
    /// Number of turns that the detector finds in the noise.
    package let heardTurns: Int
    /// Frames that the detector takes for speech where the caller said nothing.
    package let heardOthers: Frame

    /// Largest distance of the detector's edges from those of a turn, in milliseconds.
    private static let edgeMilliseconds: Int64 = 250

    /// Listens to the session in `folder`.
    ///
    /// - Throws: ``SessionError/audio(_:)``.
    init(
        _ mask: CallMask, prompts: Int, sounding: [Range<Frame>], words: Int, logged: Int,
        in folder: SessionFolder
    ) throws(SessionError) {
        let turns = mask.turns
        spans = mask.spans.map { Frame($0.lowerBound)..<Frame($0.upperBound) }
        self.words = words
        self.logged = logged
        self.prompts = prompts
        self.sounding = sounding
        self.turns = turns.count
        let found: (segments: [Range<Int64>], sampleRate: Int)
        do throws(AudioError) {
            found = try SpeechActivity.offlineSegments(
                path: "\(folder.path)/\(SessionFolder.Part.microphone)", settings: .fadingEnds)
        } catch { throw .audio(error) }
        let edge = Self.edgeMilliseconds * Frame(found.sampleRate) / 1_000
        heardTurns = turns.count { turn in found.segments.contains { $0.overlaps(turn) } }
        let around = turns.map { max(0, $0.lowerBound - edge)..<($0.upperBound + edge) }
        heardOthers = HeardCall.parts(of: found.segments, without: around).reduce(0) {
            $0 + $1.upperBound - $1.lowerBound
        }
    }

    /// Copies the session of a call in `folder` to `place` without what its caller says: noise is
    /// in the place of its speech, and no word, no event of a log and no prompt that `silencesApp`
    /// or in which the caller may be heard is kept.
    ///
    /// - Throws: ``SessionError`` where the session is damaged or the copy cannot be written; then
    ///   nothing is left of the copy.
    package init(
        _ folder: SessionFolder, hiding hidden: HiddenSpans, silencesApp: Bool,
        to place: SessionWriter
    ) throws(SessionError) {
        let parts = try SessionParts(folder: folder)
        let old = parts.manifest
        guard old.isCall, let path = parts.trackPath else {
            throw .unfitCall(path: folder.path, what: "is no session of a call.")
        }
        let name = DiskFile.name(of: place.path)
        let suffix = SessionFolder.suffix
        var manifest = SessionManifest(
            name: name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name,
            engine: old.engine, sampleRate: old.sampleRate, seed: old.seed, frames: old.frames,
            recognizer: .init(kind: "none", model: "", digest: ""),
            synthesizer: .init(kind: "none", version: ""), settings: [:], counts: [:],
            createdBy: old.createdBy)
        manifest.vocabulary = .call
        manifest.call = old.call
        manifest.call["log"] = nil
        manifest[other: SessionManifest.redactedKey] = true
        let track = CallTrack(
            path: path, choice: .only(channel: 0), rate: old.sampleRate, frames: old.frames)
        let told = ToldCall(parts.golden.events, frames: old.frames)
        let mask = try CallMask(
            track, turns: told.turns.map(\.active), hiding: hidden, seed: old.seed)
        let contents = try CallEvents(parts, told, mask, silencesApp: silencesApp)
        let draft = CallDraft(manifest: manifest, track: track, masker: mask.masker)
        _ = try draft.write(to: place) { (journal) throws(SessionError) in
            let index = Self.kept(parts.prompts, contents.kept)
            var failure: SessionError?
            try journal.append(index) { digest in
                do throws(SessionError) { return try parts.promptSound(digest) } catch {
                    failure = error
                    return nil
                }
            }
            if let failure { throw failure }
            return contents.events
        }
        try self.init(
            mask, prompts: contents.prompts, sounding: contents.sounding, words: contents.words,
            logged: contents.logged,
            in: SessionFolder(path: place.path))
    }

    /// The entries of `index` whose sounds are `kept`.
    private static func kept(_ index: PromptIndex, _ kept: Set<String>) -> PromptIndex {
        var left = PromptIndex()
        for digest in index.digests {
            guard let entry = index[digest], case .realized(let prompt) = entry.outcome,
                kept.contains(prompt.digest)
            else { continue }
            left[digest] = entry
        }
        return left
    }
}
