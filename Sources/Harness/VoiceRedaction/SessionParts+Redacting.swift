package import VoiceAudio
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
package import VoiceSession
internal import VoiceTime
internal import VoiceTrace

extension SessionParts {
    /// The realised prompt of a digest; nil where its sound is not there.
    package func promptSound(_ digest: String) throws(SessionError) -> MonoSound? {
        let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(digest))"
        guard let entry = manifest.files.first(where: { $0.path == name })?.entry else {
            return nil
        }
        do {
            let bytes = try folder.bytes(of: name, entry: entry)
            return try SoundFile.decode(bytes: bytes, name: name)
        } catch let error as TraceError {
            throw .trace(error)
        } catch {
            throw .unreadable(what: "\(folder.path)/\(name): \(error)")
        }
    }

    /// Keeps of `prompts` those whose sound the session holds or which are silent now: a program
    /// brings the samples of others with it. Returns the lengths of the silent ones.
    mutating func keep(_ prompts: PromptIndex) -> [String: Int] {
        let held = Set(manifest.files.map(\.path))
        var kept = PromptIndex()
        var silenced: [String: Int] = [:]
        for digest in prompts.digests {
            guard let entry = prompts[digest] else { continue }
            if case .realized(let prompt) = entry.outcome {
                let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(prompt.digest))"
                let silence = SessionText.silenceDigest(
                    frames: prompt.frames, sampleRate: manifest.sampleRate.hertz)
                if prompt.digest == silence {
                    silenced[silence] = Int(clamping: prompt.frames)
                } else if !held.contains(name) {
                    continue
                }
            }
            kept[digest] = entry
        }
        self.prompts = kept
        return silenced
    }

    private static let timingKeys = ["frames", "wallMicroseconds", "blockNanoseconds"]
    private static let timingLimit: Int64 = 16 << 20

    /// The wall-clock figures of the recording as a whole; empty where they cannot be read.
    var timing: JSONObject {
        guard let bytes = try? DiskFile.read(folder.timingPath, limit: Self.timingLimit),
            let read = (try? JSONReader.value(of: bytes))?.object
        else { return [:] }
        var timing = JSONObject()
        for key in Self.timingKeys {
            if let value = read[key], WordMask.texts(value).isEmpty { timing[key] = value }
        }
        return timing
    }
}
