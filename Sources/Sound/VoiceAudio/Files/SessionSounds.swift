internal import Synchronization

/// The sound of a session, as far as it is at hand.
package struct SessionSounds: Sendable {
    /// A sound that is shown from beginning to end, piece by piece.
    package enum Track: Sendable {
        /// One in memory.
        case sound(MonoSound)
        /// One in a file, which is decoded when it is shown: a track of hours is never held.
        case file(path: String)
    }

    /// Sound that the microphone heard; nil when it is not at hand.
    package var microphone: Track?
    /// Function that gives the realised prompt of a digest that `segment` events name; nil where it
    /// is not at hand. It is called again when the prompt is played again.
    package var prompt: @Sendable (_ digest: String) -> MonoSound?

    /// The sound given; none by default, as for a bare trace.
    package init(microphone: MonoSound? = nil, prompts: [String: MonoSound] = [:]) {
        self.init(microphone: microphone.map(Track.sound)) { prompts[$0] }
    }

    /// The sound given: a track, and prompts that are fetched when they are needed.
    package init(
        microphone: Track?, prompt: @escaping @Sendable (_ digest: String) -> MonoSound?
    ) {
        self.microphone = microphone
        self.prompt = prompt
    }

    /// Returns the same sounds, with each prompt fetched only once as long as they fit into memory.
    package func remembering() -> SessionSounds {
        let memory = PromptMemory()
        let prompt = prompt
        return SessionSounds(microphone: microphone) { digest in
            memory.sound(digest, prompt)
        }
    }
}

extension SessionSounds.Track {
    /// Shows the sound to `body` in pieces and gives its rate in hertz.
    ///
    /// - Throws: every ``AudioError`` about input; pieces before the fault were shown by then.
    package func show(to body: (UnsafeBufferPointer<Int16>) -> Void) throws(AudioError) -> Int {
        switch self {
        case .sound(let sound):
            sound.samples.withUnsafeBufferPointer(body)
            return sound.sampleRate
        case .file(let path): return try SoundFile.decode(path: path, showing: body)
        }
    }

    /// The frames of `range`, as far as the sound has them.
    ///
    /// - Throws: every ``AudioError`` about input.
    package func part(_ range: Range<Int64>) throws(AudioError) -> MonoSound {
        switch self {
        case .sound(let sound):
            let range = range.clamped(to: 0..<Int64(sound.frames))
            return MonoSound(
                sampleRate: sound.sampleRate,
                samples: Array(sound.samples[Int(range.lowerBound)..<Int(range.upperBound)]))
        case .file(let path):
            let range = range.clamped(to: 0..<(try SoundFileReader.frames(of: path)))
            guard !range.isEmpty else {
                return MonoSound(
                    sampleRate: try SoundFileReader(path: path).format.sampleRate, samples: [])
            }
            return try SoundFile.readMono(path: path, range: range, sampleRate: nil)
        }
    }
}

/// Prompts that were fetched, by their digests.
private final class PromptMemory: Sendable {
    /// Samples that are kept at most.
    private static let limit = 16 << 20
    private let kept = Mutex<(sounds: [String: MonoSound?], samples: Int)>(([:], 0))

    func sound(_ digest: String, _ fetch: (String) -> MonoSound?) -> MonoSound? {
        if let known = kept.withLock({ $0.sounds[digest] }) { return known }
        let found = fetch(digest)
        let count = found?.frames ?? 0
        kept.withLock { kept in
            if kept.samples + count > Self.limit { kept = ([:], 0) }
            kept.sounds[digest] = .some(found)
            kept.samples += count
        }
        return found
    }
}
