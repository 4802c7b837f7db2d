public import ArgumentParser
public import VoiceActivity
public import VoiceAudio

extension ActivityScan.Rule: ExpressibleByArgument {}

extension RateQuality: ExpressibleByArgument {}

extension SoundContainer: ExpressibleByArgument {}

extension SoundEncoding: ExpressibleByArgument {
    /// An encoding by its name; `pcm8` stands for the 8 bits that the container has.
    public init?(argument: String) {
        self.init(rawValue: argument == "pcm8" ? Self.pcmu8.rawValue : argument)
    }
}
