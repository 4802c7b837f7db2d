internal import VoiceAudio
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Finds out whether the sound files of a session are what manifest and prompt index say.
///
/// A prompt is decoded whole, since its digest is that of its samples; one that many sessions share
/// only once. Of the microphone the header is read, and the last frame: a replay from the audio
/// decodes the rest.
struct SoundProofs {
    /// Files that were decoded, by their digests, and what they then were.
    private var known: [String: Facts] = [:]
    private static let knownLimit = 4_096
    private static let blockFrames = 1 << 14

    private struct Facts: Equatable {
        let hertz: Int
        let frames: Int64
        /// As an index names the audio.
        let digest: String
    }

    /// Checks every prompt of `index` that has sound.
    ///
    /// - Throws: ``SessionError/trace(_:)`` for a file that is missing, no sound, or another.
    mutating func check(
        _ index: PromptIndex, of manifest: SessionManifest, in folder: SessionFolder,
        mayMiss: Bool
    ) throws(SessionError) {
        let entries = Dictionary(manifest.files.map { ($0.path, $0.entry) }) { first, _ in first }
        var seen: Set<String> = []
        for digest in index.digests {
            guard case .realized(let prompt)? = index[digest]?.outcome, prompt.frames > 0,
                !index.unheld.contains(prompt.digest)
            else { continue }
            let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(prompt.digest))"
            let expected = Facts(
                hertz: manifest.sampleRate.hertz, frames: prompt.frames, digest: prompt.digest)
            // Two entries may share a file, and then must say the same of it.
            guard seen.insert("\(name) \(prompt.frames) \(prompt.digest)").inserted else {
                continue
            }
            guard let entry = entries[name] else {
                if mayMiss { continue }
                throw .trace(
                    .disagrees(path: folder.path, file: name, what: "the file is not listed"))
            }
            try check(name, entry, is: expected, in: folder)
        }
    }

    /// Whether a prompt's file holds what the index says of it.
    mutating func holds(
        _ prompt: RealizedPrompt, _ name: String, _ entry: SessionManifest.FileEntry,
        at rate: SampleRate, in folder: SessionFolder
    ) -> Bool {
        let expected = Facts(hertz: rate.hertz, frames: prompt.frames, digest: prompt.digest)
        return (try? check(name, entry, is: expected, in: folder)) != nil
    }

    private mutating func check(
        _ name: String, _ entry: SessionManifest.FileEntry, is expected: Facts,
        in folder: SessionFolder
    ) throws(SessionError) {
        if known[entry.sha256] == expected { return }
        func disagree(_ what: String) -> SessionError {
            .trace(.disagrees(path: folder.path, file: name, what: what))
        }
        let file: OpenFile
        do { file = try folder.file(name) } catch { throw .trace(error) }
        let found = try Self.header(of: file)
        guard found.hertz == expected.hertz, found.frames == expected.frames else {
            throw disagree(
                "the prompt is \(expected.frames) frames long at \(expected.hertz) Hz, the file"
                    + " \(found.frames) at \(found.hertz) Hz")
        }
        guard try Self.digest(of: file, hertz: found.hertz) == expected.digest else {
            throw disagree("the file holds another sound than the index says")
        }
        if known.count >= Self.knownLimit { known.removeAll() }
        known[entry.sha256] = expected
    }

    /// Checks rate, length and last frame of the microphone.
    ///
    /// - Throws: ``SessionError/trace(_:)`` and ``SessionError/audio(_:)``.
    static func checkMicrophone(
        _ track: borrowing OpenFile, of manifest: SessionManifest, in folder: SessionFolder
    ) throws(SessionError) {
        func disagree(_ what: String) -> SessionError {
            .trace(
                .disagrees(path: folder.path, file: SessionFolder.Part.microphone, what: what))
        }
        let found = try header(of: track)
        guard found.hertz == manifest.sampleRate.hertz else {
            throw disagree(
                "the clock runs at \(manifest.sampleRate.hertz) Hz, the track at"
                    + " \(found.hertz) Hz")
        }
        guard found.frames == manifest.frames else {
            throw disagree(
                "the session is \(manifest.frames) frames long, the track \(found.frames)")
        }
        let descriptor = try SessionError.disk { () throws(DiskError) in
            try track.duplicateDescriptor()
        }
        do throws(AudioError) {
            var reader = try SoundFileReader(descriptor: descriptor, name: track.path)
            guard found.frames > 0 else { throw .empty(path: track.path) }
            try reader.seek(to: found.frames - 1)
            let sample = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 1)
            defer { sample.deallocate() }
            guard try reader.read(samples: sample) == 1 else {
                throw .damaged(
                    path: track.path, frame: found.frames - 1, reason: "the last frame is not there"
                )
            }
        } catch { throw .audio(error) }
    }

    /// What a FLAC file's header says.
    private static func header(
        of file: borrowing OpenFile
    ) throws(SessionError) -> (hertz: Int, frames: Int64) {
        let descriptor = try SessionError.disk { () throws(DiskError) in
            try file.duplicateDescriptor()
        }
        do throws(AudioError) {
            let reader = try SoundFileReader(descriptor: descriptor, name: file.path)
            guard reader.coding?.container == .flac, reader.areShort, reader.format.channels == 1
            else {
                throw .notSound(path: file.path, reason: "it is no FLAC of one 16-bit channel")
            }
            return (reader.format.sampleRate, reader.format.frames)
        } catch { throw .audio(error) }
    }

    /// The digest of a file's samples.
    private static func digest(
        of file: borrowing OpenFile, hertz: Int
    ) throws(SessionError) -> String {
        let descriptor = try SessionError.disk { () throws(DiskError) in
            try file.duplicateDescriptor()
        }
        var digest = SoundDigest(hertz: hertz)
        do throws(AudioError) {
            _ = try SoundFile.decode(
                descriptor: descriptor, name: file.path, blockFrames: blockFrames
            ) { digest.update($0) }
        } catch { throw .audio(error) }
        return digest.hex()
    }
}
