package import VoiceAudio
package import VoiceEngine
internal import VoiceFiles
internal import VoiceTime
package import VoiceTrace

/// Writes recordings where engines ask for them: nothing else of the media core writes sound.
package struct RecordingWriter: Sendable {
    /// The rate of a recording whose flow names no format, in hertz, whatever the session's is.
    package static let usualRate = 16_000

    private let folders: MediaFolders

    /// A writer into the recording folder of `folders`.
    package init(folders: MediaFolders) { self.folders = folders }

    /// Writes `sound` as `request` wants it, over a file of that name that is already there.
    ///
    /// The language folder is made where it is missing. A trimmed recording without speech is not
    /// written.
    package func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome {
        guard let sound, !sound.samples.isEmpty else { return .nothing }
        do {
            let path = try folders.recordingPath(of: request)
            if request.trims {
                if request.keepsUntrimmed {
                    var whole = request
                    whole.fileName = Self.untrimmedName(of: request.fileName)
                    try write(sound, request, path: try folders.recordingPath(of: whole))
                }
                guard let speech, !speech.isEmpty else { return .nothing }
                let part = MonoSound(
                    sampleRate: sound.sampleRate, samples: Array(sound.samples[speech]))
                try write(part, request, path: path)
            } else {
                try write(sound, request, path: path)
            }
            return .saved
        } catch { return .failed(reason: "\(error)") }
    }

    /// Writes what a session recorded: the microphone's `sound`, or as much of a prompt as was
    /// played; `promptSound` gives the audio of a prompt's digest.
    package func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        promptSound: (String) -> MonoSound?
    ) -> SaveOutcome {
        guard let prompt = request.prompt else {
            return save(sound, speech: speech, request)
        }
        return save(Self.sound(of: prompt, promptSound), speech: nil, request)
    }

    /// Returns the sound that would have been heard of a prompt, as long as it was recorded.
    private static func sound(
        of prompt: SaveRequest.Prompt, _ promptSound: (String) -> MonoSound?
    ) -> MonoSound? {
        let sounds = prompt.parts.map { promptSound($0.played.digest) }
        guard let rate = sounds.lazy.compactMap(\.?.sampleRate).first else { return nil }
        let limit = Int(min(prompt.frames, Frame(ListenRequest.keptSecondsLimit * rate)))
        var samples: [Int16] = []
        func beSilent(until frame: Frame) {
            let count = max(0, Int(min(frame, Frame(limit))) - samples.count)
            samples += [Int16](repeating: 0, count: count)
        }
        for (part, sound) in zip(prompt.parts, sounds) {
            // A busy app may keep the next one waiting.
            beSilent(until: part.start)
            samples += part.played.samples(
                of: sound?.samples ?? [], limit: max(0, limit - samples.count))
        }
        beSilent(until: prompt.frames)
        return MonoSound(sampleRate: rate, samples: samples)
    }

    private func write(
        _ sound: MonoSound, _ request: SaveRequest, path: String
    ) throws(AudioError) {
        let rate = request.sampleRate ?? Self.usualRate
        let converted =
            rate == sound.sampleRate ? sound : try RateConverter.convert(sound, to: rate)
        try SoundFile.writeMono(converted, path: path, overwrite: true)
    }

    /// `take.wav` untrimmed is `take-pretrim.wav`.
    static func untrimmedName(of path: String) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
            return path + "-pretrim"
        }
        return path[..<dot] + "-pretrim" + path[dot...]
    }
}

extension MediaFolders {
    /// Returns the path to which a recording goes; its folders are made.
    ///
    /// Names come from flow files. Nothing leaves the folder for recordings. Without such a folder
    /// an absolute path is taken as it stands.
    /// - Throws: ``FolderError/fileName(_:)``, ``FolderError/unprintable(_:)`` for a name with
    ///   control characters, ``FolderError/disk(_:)`` for one that leads out of its folder, or a
    ///   folder that cannot be made.
    func recordingPath(of request: SaveRequest) throws(FolderError) -> String {
        let spelled = try Self.path(of: request.fileName)
        let asked: String? =
            if let folder = request.folder { try Self.path(of: folder) } else { nil }
        for text in [spelled, asked ?? "", request.language] where !Self.isPrintable(text) {
            throw .unprintable(text)
        }
        guard Self.isFolderName(request.language) else { throw .language(request.language) }
        func inside(_ name: String) throws(FolderError) -> String {
            guard let path = Self.normalized(name) else {
                throw .disk(.escapes(path: name, folder: folder(of: .recordAudio) ?? "."))
            }
            return path
        }
        let name = try inside(spelled)
        let given: String? = if let asked { try inside(asked) } else { nil }
        let below = request.language.isEmpty ? name : "\(request.language)/\(name)"
        let path =
            name.hasPrefix("/") ? name : given.map { "\($0)/\(below)" } ?? below
        do {
            if let folder = folder(of: .recordAudio) {
                return try DiskFile.newPath(of: path, inside: folder)
            }
            guard path.hasPrefix("/") else { return try DiskFile.newPath(of: path, inside: ".") }
            let folder = name.hasPrefix("/") ? DiskFile.parent(of: name) : given ?? "/"
            return try DiskFile.newPath(of: path, inside: folder)
        } catch { throw .disk(error) }
    }

    private static func isPrintable(_ text: String) -> Bool {
        !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
