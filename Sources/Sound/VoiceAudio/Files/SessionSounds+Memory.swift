internal import Synchronization

extension SessionSounds {
    /// Returns the same sounds, with each prompt fetched only once as long as they fit into memory.
    package func remembering() -> SessionSounds {
        let memory = PromptMemory()
        let prompt = prompt
        return SessionSounds(microphone: microphone) { digest in
            memory.sound(digest, prompt)
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
