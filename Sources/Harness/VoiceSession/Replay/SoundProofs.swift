internal import VoiceAudio
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Finds out whether the sound files of a session are what manifest and prompt index say.
///
/// A prompt is decoded whole, since its digest is that of its samples; one that many sessions share
/// only once. Of the microphone the header is read, and the last frame: a replay from the audio
/// decodes the rest.
struct SoundProofs {
    /// Facts of files that were decoded, by their digests.
    private var known: [String: Facts] = [:]
    private static let knownLimit = 4_096
    private static let blockFrames = 1 << 14

    private struct Facts: Equatable {
        let hertz: Int
        let frames: Int64
        /// Digest of the samples, as an index names the audio.
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
            guard case .realized(let prompt)? = index[digest]?.outcome,
                !index.unheld.contains(prompt.digest)
            else { continue }
            let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(prompt.digest))"
            guard prompt.frames > 0 || entries[name] != nil else { continue }
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
        _ prompt: RealizedPrompt, _ name: String, _ entry: FileEntry,
        at rate: SampleRate, in folder: SessionFolder
    ) -> Bool {
        let expected = Facts(hertz: rate.hertz, frames: prompt.frames, digest: prompt.digest)
        return (try? check(name, entry, is: expected, in: folder)) != nil
    }

    private mutating func check(
        _ name: String, _ entry: FileEntry, is expected: Facts,
        in folder: SessionFolder
    ) throws(SessionError) {
        if known[entry.sha256] == expected { return }
        func disagree(_ what: String) -> SessionError {
            .trace(.disagrees(path: folder.path, file: name, what: what))
        }
        let file: OpenFile
        do { file = try folder.file(name) } catch { throw .trace(error) }
        let found = try Self.flac(file).format
        guard found.sampleRate == expected.hertz, found.frames == expected.frames else {
            throw disagree(
                "the prompt is \(expected.frames) frames long at \(expected.hertz) Hz, the file"
                    + " \(found.frames) at \(found.sampleRate) Hz")
        }
        guard try Self.digest(of: file, hertz: expected.hertz) == expected.digest else {
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
        var reader = try flac(track)
        let found = reader.format
        guard found.sampleRate == manifest.sampleRate.hertz else {
            throw disagree(
                "the clock runs at \(manifest.sampleRate.hertz) Hz, the track at"
                    + " \(found.sampleRate) Hz")
        }
        guard found.frames == manifest.frames else {
            throw disagree(
                "the session is \(manifest.frames) frames long, the track \(found.frames)")
        }
        do { try checkLastFrame(of: &reader, track.path) } catch { throw .audio(error) }
    }

    /// Decodes the last frame: what a header promises need not be there.
    private static func checkLastFrame(
        of reader: inout SoundFileReader, _ path: String
    ) throws(AudioError) {
        let frames = reader.format.frames
        guard frames > 0 else { throw .empty(path: path) }
        try reader.seek(to: frames - 1)
        let sample = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 1)
        defer { sample.deallocate() }
        guard try reader.read(samples: sample) == 1 else {
            throw .damaged(path: path, frame: frames - 1, reason: "the last frame is not there")
        }
    }

    /// A reader of a FLAC file of one 16-bit channel.
    private static func flac(
        _ file: borrowing OpenFile
    ) throws(SessionError) -> SoundFileReader {
        let descriptor = try SessionError.disk { () throws(DiskError) in
            try file.duplicateDescriptor()
        }
        let path = file.path
        do throws(AudioError) {
            let reader = try SoundFileReader(descriptor: descriptor, name: path)
            guard reader.coding?.container == .flac, reader.areShort, reader.format.channels == 1
            else {
                throw .notSound(path: path, reason: "it is no FLAC of one 16-bit channel")
            }
            return reader
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
