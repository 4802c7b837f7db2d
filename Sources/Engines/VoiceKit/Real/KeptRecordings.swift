internal import Foundation
internal import VoiceActivity
internal import VoiceAudio
internal import VoiceEngine
internal import VoiceTrace

/// Sound of listens, until it becomes a file.
struct KeptRecordings {
    /// Sound of one recording, or of a part of it: a listen that speech interrupts has several.
    struct Kept {
        var sound: MonoSound
        /// Whether the world has no microphone: the file is then silence.
        var isSilent = false
    }

    private var kept: [String: Kept] = [:]
    /// The number of the listen that each is of.
    private var listens: [String: Int] = [:]

    /// Keeps the sound of one job of a listen, which the engine calls `name`. `listen` is the
    /// number of the listen, 0 for one that was cancelled.
    ///
    /// - Returns: ``SaveOutcome/nothing`` where there is no sound at all, or its listen is over.
    mutating func keep(_ sound: MonoSound?, named name: String, of listen: Int) -> SaveOutcome {
        guard let sound, listen > 0 else { return .nothing }
        listens[name] = listen
        kept[name] = Kept(sound: sound, isSilent: sound.samples.isEmpty)
        return .saved
    }

    /// Gives and forgets the parts of a recording as one sound, an hour at most; nil in a replay,
    /// which brings no sound.
    mutating func remove(_ names: [String]) -> Kept? {
        for name in names { listens[name] = nil }
        let parts = names.compactMap { kept.removeValue(forKey: $0) }
        guard var all = parts.first else { return nil }
        for part in parts.dropFirst() { all.sound.samples += part.sound.samples }
        let limit = ListenRequest.keptSecondsLimit * all.sound.sampleRate
        if all.sound.samples.count > limit {
            all.sound.samples.removeLast(all.sound.samples.count - limit)
        }
        all.isSilent = all.sound.samples.isEmpty
        return all
    }

    /// Forgets the sound of a listen: it was cancelled, or its recording is written.
    mutating func removeAll(of listen: Int) {
        for (name, number) in listens where number == listen {
            listens[name] = nil
            kept[name] = nil
        }
    }
}

/// Writes a recording as a WAV file, trimmed to the speech.
struct RecordingFile {
    /// Longest silence in place of the sound of a world without a microphone, in seconds.
    private static let longestSilence = 60
    let folder: URL
    let config: VoiceIOConfig
    /// The name of the file without its ending.
    var name = "vk-listen-\(OutsideWorld.uniqueName())"

    /// Writes the sound, trims it to the speech and removes the untrimmed file.
    ///
    /// `speech` reaches from the first word through the last, in frames; nil where no word has a
    /// time.
    ///
    /// - Returns: the trimmed file, or the untrimmed one where trimming failed, and the sentence of
    ///   the failure; nil where nothing can be written.
    func write(
        _ recording: KeptRecordings.Kept, speech: Range<Int64>?
    ) -> (url: URL?, fault: String?) {
        var sound = recording.sound
        if recording.isSilent, let speech {
            let longest = Self.longestSilence * sound.sampleRate
            sound.samples = [Int16](
                repeating: 0, count: min(longest, Int(clamping: speech.upperBound)))
        }
        guard sound.frames > 0 else { return (nil, nil) }
        let raw = folder.appendingPathComponent("\(name).wav")
        do {
            try SoundFile.writeMono(sound, path: raw.path)
        } catch { return (nil, "\(error)") }
        do {
            return (try trim(sound, raw: raw, speech), nil)
        } catch { return (raw, "\(error)") }
    }

    private func trim(
        _ sound: MonoSound, raw: URL, _ speech: Range<Int64>?
    ) throws(AudioError) -> URL {
        func frames(_ seconds: Double) -> Int64 {
            Int64((seconds * Double(sound.sampleRate)).rounded())
        }
        let pads = SmartTrim.Pads(
            before: frames(config.trimPrePad), after: frames(config.trimPostPad))
        let range = SmartTrim(voiceKit: sound, words: speech, pads: pads).range
        guard !range.isEmpty else { return raw }
        let trimmed = folder.appendingPathComponent("\(name).trim.wav")
        let part = MonoSound(
            sampleRate: sound.sampleRate,
            samples: Array(sound.samples[Int(range.lowerBound)..<Int(range.upperBound)]))
        try SoundFile.writeMono(part, path: trimmed.path)
        try? FileManager.default.removeItem(at: raw)
        return trimmed
    }
}
