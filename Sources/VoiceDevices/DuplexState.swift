/// Everything the callbacks touch, allocated before the streams start.
struct DuplexState: ~Copyable {
    /// Sounds that can play at once.
    static let voiceCount = 8
    /// Frames that are worked on at once: larger blocks are cut.
    static let scratchFrames = 4_096

    var capture: DeviceSide
    var playback: DeviceSide
    let voices: UnsafeMutablePointer<PlayerVoice>
    /// The mono sum of what plays.
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
