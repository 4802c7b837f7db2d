/// A world whose microphone is sound that an app brings: files, streams.
@MainActor
public protocol SoundTakingHost: RunHost {
    /// Hears what `next` gives, mono samples at the rate of ``RunHost/conditions``, until it gives
    /// nil; then `whenOver` is called. Sources are heard one after the other.
    func hear(
        _ next: @escaping @MainActor () async -> [Int16]?,
        whenOver: @escaping @MainActor () -> Void
    )

    /// Forgets the source that is heard and those that wait, without a callback.
    func hush()
}
