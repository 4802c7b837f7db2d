internal import Synchronization

/// Everything the callbacks touch, allocated before the streams start.
package struct DuplexState: ~Copyable {
    /// Sounds that can play at once.
    static let voiceCount = 8
    /// Frames that are worked on at once: larger blocks are cut.
    static let scratchFrames = 4_096

    var capture: DeviceSide
    var playback: DeviceSide
    let voices: UnsafeMutablePointer<PlayerVoice>
    /// Mono sum of the playing voices.
    let scratch: UnsafeMutablePointer<Float>
    let inputChannels: Int
    let outputChannels: Int

    init(rate: Int, inputChannels: Int, outputChannels: Int, ringFrames: Int) {
        capture = DeviceSide(rate: rate, ringFrames: ringFrames)
        playback = DeviceSide(rate: rate, ringFrames: ringFrames)
        voices = .allocate(capacity: Self.voiceCount)
        for index in 0..<Self.voiceCount { (voices + index).initialize(to: PlayerVoice()) }
        scratch = .allocate(capacity: Self.scratchFrames)
        scratch.initialize(repeating: 0, count: Self.scratchFrames)
        self.inputChannels = inputChannels
        self.outputChannels = outputChannels
    }

    deinit {
        voices.deinitialize(count: Self.voiceCount)
        voices.deallocate()
        scratch.deallocate()
    }
}

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
    /// The gain that the core wants, in thousandths.
    let gainPermille = Atomic<Int>(1_000)
    /// The gain of the last frame that was played.
    var gain: Float = 1
    var samples: UnsafeMutablePointer<Float>?
    var count = 0
    /// Frames of silence that are still to come first.
    var lead = 0
    /// The next frame of `samples`.
    var position = 0
    /// Number of times that the whole of it plays after this.
    var rounds = 0

    init() {}

    deinit { samples?.deallocate() }
}
