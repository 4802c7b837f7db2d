public import VoiceAudio
internal import VoiceTrace

/// Writes recordings where flows ask for them: the only hands of the media core that write sound.
public struct RecordingShelf: Sendable {
    private let folders: MediaFolders

    /// A shelf in the recording folder of `folders`.
    public init(folders: MediaFolders) { self.folders = folders }

    /// Writes `sound` as `request` wants it, over a file of that name that is already there.
    ///
    /// The language folder is made where it is missing. A trimmed recording without speech is not
    /// written.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome {
        guard let sound, !sound.samples.isEmpty else { return .nothing }
        do {
            let path = try folders.recordingPath(of: request)
            if request.trims {
                if request.keepsUntrimmed {
                    try write(sound, request, path: Self.untrimmedName(of: path))
                }
                guard let speech, !speech.isEmpty else { return .nothing }
                let part = MonoSound(
                    sampleRate: sound.sampleRate, samples: Array(sound.samples[speech]))
                try write(part, request, path: path)
            } else {
                try write(sound, request, path: path)
            }
            return .saved
        } catch { return .failed(reason: error.description) }
    }

    /// Writes what a session recorded: the microphone's `sound`, or as much of a prompt as was
    /// played; `promptSound` gives the audio of a prompt's digest.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        promptSound: (String) -> MonoSound?
    ) -> SaveOutcome {
        guard let prompt = request.prompt else {
            return save(sound, speech: speech, request)
        }
        let played = promptSound(prompt.digest).map { source in
            MonoSound(
                sampleRate: source.sampleRate,
                samples: Array(source.samples.prefix(Int(prompt.frames))))
        }
        return save(played, speech: nil, request)
    }

    private func write(
        _ sound: MonoSound, _ request: SaveRequest, path: String
    ) throws(MediaError) {
        do {
            let rate = request.sampleRate ?? sound.sampleRate
            let converted =
                rate == sound.sampleRate ? sound : try RateConverter.convert(sound, to: rate)
            try SoundFile.writeMono(converted, path: path, overwrite: true)
        } catch { throw .audio(error) }
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
    /// Where a recording goes; its folders are made.
    ///
    /// - Throws: ``MediaError/disk(_:)`` for a name that leads out of its folder, or a folder that
    ///   cannot be made.
    func recordingPath(of request: SaveRequest) throws(MediaError) -> String {
        let name = request.fileName
        guard !name.split(separator: "/").contains(".."), !name.isEmpty else {
            throw .disk(.escapes(path: name, folder: folder(of: .recordAudio) ?? "."))
        }
        let isAbsolute = name.hasPrefix("/")
        var folder = request.folder ?? folder(of: .recordAudio) ?? "."
        if folder.hasPrefix("file://") { folder = String(folder.dropFirst(7)) }
        if !request.language.isEmpty {
            guard Self.isFolderName(request.language) else {
                throw .languageFolder(request.language)
            }
            folder += "/" + request.language
        }
        let path = isAbsolute ? name : "\(folder)/\(name)"
        do {
            try DiskFile.makeFolder(DiskFile.parent(of: path))
        } catch { throw .disk(error) }
        return path
    }
}
