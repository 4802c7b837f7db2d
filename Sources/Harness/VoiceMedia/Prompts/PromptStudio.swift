package import VoiceAudio
package import VoiceEngine
package import VoiceFiles
package import VoiceSynthesis
package import VoiceTime

/// Realises prompts: reads recordings, renders text, and remembers the outcome of every request.
package struct PromptStudio: Sendable {
    /// Outcome of every request.
    package private(set) var index = PromptIndex()
    /// Digests of the requests in the order in which they first were realised.
    package private(set) var order: [String] = []
    /// Realised audio by its digest, at the session's rate.
    package private(set) var sounds: [String: MonoSound] = [:]
    /// Faults on the way that were got round, in order.
    package private(set) var warnings: [String] = []

    /// Folders in which files are looked for.
    package var folders: MediaFolders
    /// Words that are spoken otherwise than they are written.
    package var lexicon: [SpokenForm] = []
    /// Words and their pronunciations in IPA.
    package var phonemes: [SpokenForm] = []

    private let synthesizer: SpeechSynthesizer
    private let rate: SampleRate
    /// Largest text file that is read, in bytes.
    private static let textLimit: Int64 = 1 << 20

    /// A studio that finds files in `folders`.
    package init(folders: MediaFolders, synthesizer: SpeechSynthesizer, rate: SampleRate) {
        self.folders = folders
        self.synthesizer = synthesizer
        self.rate = rate
    }

    /// Turns a request into audio; the same request always becomes the same.
    package mutating func realize(_ request: PromptRequest) -> PromptOutcome {
        let digest = request.digest
        if let known = index[digest] { return known.outcome }
        let outcome =
            request.sound.map { sound in
                keep(MonoSound(sampleRate: rate.hertz, samples: sound), .audioFile, nil, [])
            } ?? firstOutcome(of: request)
        index[digest] = .init(request: request.object, outcome: outcome)
        order.append(digest)
        return outcome
    }

    private mutating func firstOutcome(of request: PromptRequest) -> PromptOutcome {
        var reasons: [String] = []
        for (source, realize) in possibilities(of: request) {
            do {
                let (sound, fault, marks) = try realize(self)
                if let fault { warn(fault) }
                let told = fault.map { withoutPath($0, source, request) }
                let outcome = keep(sound, source, told, marks)
                if source != .audioFile { checkVoice(of: request) }
                return outcome
            } catch {
                // Warnings are for this machine; what the request became is for every one.
                let reason = error.description
                reasons.append(withoutPath(reason, source, request))
                warn(reason)
            }
        }
        return .failed(reason: reasons.isEmpty ? "nothing to play" : reasons.joined(separator: " "))
    }

    /// Returns the sentence of an outcome on a file without its path: sessions name it as the
    /// request does, warnings by its path.
    private func withoutPath(
        _ sentence: String, _ source: RealizedPrompt.Source, _ request: PromptRequest
    ) -> String {
        let file: (name: String?, category: MediaFolders.Category) =
            switch source {
            case .audioFile: (request.audioFile, .playAudio)
            case .textFile: (request.textFile, .playText)
            default: (nil, .playText)
            }
        guard let name = file.name else { return sentence }
        return folders.withoutPath(
            sentence, of: name, category: file.category, language: request.language)
    }

    private mutating func checkVoice(of request: PromptRequest) {
        let choice = choice(for: request)
        if !choice.isAsked {
            let asked = ([request.voice] + request.otherVoices).map { "\"\($0)\"" }
            warn(
                "the voice \(asked.joined(separator: " or ")) is not installed:"
                    + " \(choice.name) speaks in its place.")
        }
        if !choice.isSpoken {
            warn("no voice speaks \"\(request.language)\": \(choice.name) speaks in its place.")
        }
    }

    private mutating func warn(_ reason: String) {
        if !warnings.contains(reason) { warnings.append(reason) }
    }

    private typealias Realizing = (PromptStudio) throws(MediaError) -> (
        MonoSound, fault: String?, marks: [WordMark]
    )

    private func possibilities(
        of request: PromptRequest
    ) -> [(source: RealizedPrompt.Source, realize: Realizing)] {
        var found: [(RealizedPrompt.Source, Realizing)] = []
        if let name = request.audioFile {
            found.append(
                (
                    .audioFile,
                    { (studio) throws(MediaError) in
                        let (sound, fault) = try studio.read(name, request)
                        return (sound, fault, [])
                    }
                ))
        }
        func offer(
            _ source: RealizedPrompt.Source,
            _ text: @escaping (PromptStudio) throws(MediaError) -> String
        ) {
            found.append(
                (
                    source,
                    { (studio) throws(MediaError) in
                        try studio.speak(try text(studio), request)
                    }
                ))
        }
        if let text = request.text { offer(.textString) { _ in text } }
        if let name = request.textFile {
            offer(.textFile) { (studio) throws(MediaError) in try studio.text(name, request) }
        }
        if let text = request.substituteText { offer(.textString) { _ in text } }
        return found
    }

    private mutating func keep(
        _ sound: MonoSound, _ source: RealizedPrompt.Source, _ fault: String?,
        _ marks: [WordMark]
    ) -> PromptOutcome {
        let digest = Self.digest(of: sound)
        sounds[digest] = sound
        return .realized(
            RealizedPrompt(
                source: source, digest: digest, frames: Int64(sound.samples.count), fault: fault,
                marks: marks))
    }

    /// Returns the outcome for samples that an engine made itself.
    package static func outcome(of samples: [Int16], rate: SampleRate) -> PromptOutcome {
        let sound = MonoSound(sampleRate: rate.hertz, samples: samples)
        return .realized(
            RealizedPrompt(
                source: .audioFile, digest: digest(of: sound), frames: Int64(samples.count)))
    }

    static func digest(of sound: MonoSound) -> String {
        var digest = SoundDigest(hertz: sound.sampleRate)
        sound.samples.withUnsafeBufferPointer { digest.update($0) }
        return digest.hex()
    }

    private func path(
        of name: String, _ category: MediaFolders.Category, _ request: PromptRequest
    ) throws(MediaError) -> String {
        do {
            return try folders.path(of: name, category: category, language: request.language)
        } catch { throw .folder(error) }
    }

    private func read(
        _ name: String, _ request: PromptRequest
    ) throws(MediaError) -> (MonoSound, fault: String?) {
        let path = try path(of: name, .playAudio, request)
        if let hertz = request.audioFormat.flatMap(PCMFormat.sampleRate) {
            return (try HeaderlessSound.read(path, at: hertz, sampleRate: rate.hertz), nil)
        }
        do throws(AudioError) {
            return try SoundFile.readDecodable(path: path, sampleRate: rate.hertz)
        } catch {
            // A file that decodes to nothing plays, for no time.
            if case .empty = error { return (MonoSound(sampleRate: rate.hertz, samples: []), nil) }
            throw .audio(error)
        }
    }

    private func text(
        _ name: String, _ request: PromptRequest
    ) throws(MediaError) -> String {
        let path = try path(of: name, .playText, request)
        let bytes: [UInt8]
        do {
            bytes = try DiskFile.read(path, limit: Self.textLimit)
        } catch { throw .disk(error) }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .notText(path: path)
        }
        return String(textFile: bytes)
    }

    private func speak(
        _ text: String, _ request: PromptRequest
    ) throws(MediaError) -> (MonoSound, fault: String?, marks: [WordMark]) {
        let speech = SpeechRequest(
            text: text, voice: choice(for: request).name,
            wordsPerMinute: request.wordsPerMinute, pitch: request.pitch,
            isSSML: request.isSSML, lexicon: lexicon, phonemes: phonemes)
        do {
            let sound = try synthesizer.render(speech, at: rate.hertz)
            guard request.wantsMarks else { return (sound, nil, []) }
            let marks = try synthesizer.marks(of: speech).enumerated().map { index, mark in
                WordMark(
                    index: index, characters: mark.characters,
                    frame: min(
                        rate.frames(milliseconds: mark.milliseconds), Frame(sound.samples.count)))
            }
            return (sound, nil, marks)
        } catch { throw .synthesis(error) }
    }

    private func choice(for request: PromptRequest) -> VoiceChoice {
        VoiceChoice.voice(
            for: [request.voice] + request.otherVoices, language: request.language
        ) {
            (try? synthesizer.voices()) ?? []
        }
    }
}

/// Reason why the media core refuses something.
package enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A setting has a `value` outside of `range`.
    case setting(name: String, value: Int, range: ClosedRange<Int>)
    /// A text file that is not UTF-8.
    case notText(path: String)
    /// A name leads to no file of a media folder.
    case folder(FolderError)
    /// A file cannot be read.
    case disk(DiskError)
    /// A sound file cannot be read or converted.
    case audio(AudioError)
    /// A text cannot be spoken.
    case synthesis(SynthesisError)

    /// The fault, its place, its reason and the next step.
    package var description: String {
        switch self {
        case .setting(let name, let value, let range):
            "setting \(name) cannot be \(value). Pick \(range.lowerBound) to \(range.upperBound)."
        case .notText(let path):
            "\(path): is not UTF-8 text. Convert it, for example with iconv."
        case .folder(let error): error.description
        case .disk(let error): error.description
        case .audio(let error): error.description
        case .synthesis(let error): error.description
        }
    }
}

/// Files of bare samples: 16-bit, little-endian, one channel.
enum HeaderlessSound {
    /// Largest file that is read: 46 minutes of 48 kHz sound.
    private static let sizeLimit: Int64 = 256 << 20

    /// The sound of the file at `path`, recorded at `hertz`, as sound at `sampleRate`.
    static func read(
        _ path: String, at hertz: Int, sampleRate: Int
    ) throws(MediaError) -> MonoSound {
        let bytes: [UInt8]
        do {
            bytes = try DiskFile.read(path, limit: sizeLimit)
        } catch { throw .disk(error) }
        let samples = (0..<(bytes.count / 2)).map { index in
            Int16(bitPattern: UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8)
        }
        do throws(AudioError) {
            // No samples are a sound of no length, as a file with a header may hold.
            guard !samples.isEmpty else { return MonoSound(sampleRate: sampleRate, samples: []) }
            return try RateConverter.convert(
                MonoSound(sampleRate: hertz, samples: samples), to: sampleRate)
        } catch { throw .audio(error) }
    }
}
