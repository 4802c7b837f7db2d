internal import Synchronization

/// One sound that the callback plays from a buffer that is ready: a slot that core and callback
/// hand to each other.
///
/// The core owns it while it is idle or done, the callback while it is armed; ``phase`` is how it
/// changes hands, and only its owner touches the rest.
struct PlayerVoice: ~Copyable {
    static let idle = 0
    static let armed = 1
    static let done = 2

    let phase = Atomic<Int>(PlayerVoice.idle)
    /// Whether the core wants it to stop.
    let isStopping = Atomic<Bool>(false)
    /// Whether the core holds it where it is.
    let isHeld = Atomic<Bool>(false)
    var samples: UnsafeMutablePointer<Float>?
    var count = 0
    /// Frames of silence that are still to come first.
    var lead = 0
    /// The next frame of `samples`.
    var position = 0
    /// How often the whole of it plays after this.
    var rounds = 0

    init() {}

    deinit { samples?.deallocate() }
}
