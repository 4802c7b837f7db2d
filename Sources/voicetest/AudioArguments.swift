public import ArgumentParser
public import VoiceAudio

extension RateQuality: ExpressibleByArgument {}

extension SoundContainer: ExpressibleByArgument {}

extension SoundEncoding: ExpressibleByArgument {
    /// An encoding by its name; `pcm8` stands for the 8 bits that the container has.
    public init?(argument: String) {
        self.init(rawValue: argument == "pcm8" ? Self.pcmu8.rawValue : argument)
    }
}
