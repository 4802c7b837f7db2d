public import ArgumentParser
internal import VoiceActivity
internal import VoiceAudio
internal import VoiceJSON

extension ActivityScan.Rule: ExpressibleByArgument {}

extension RateQuality: ExpressibleByArgument {}

extension SoundContainer: ExpressibleByArgument {}

extension SoundEncoding {
    /// Names that other programs give an encoding, in lower case and without marks.
    private static let aliases: [String: SoundEncoding] = [
        "mulaw": .ulaw, "pcmmulaw": .ulaw, "g711u": .ulaw, "g711ulaw": .ulaw, "pcmu": .ulaw,
        "ulaw": .ulaw, "g711a": .alaw, "g711alaw": .alaw, "pcma": .alaw, "pcmalaw": .alaw,
        "alaw": .alaw, "s8": .pcms8, "int8": .pcms8, "pcms8": .pcms8, "u8": .pcmu8,
        "uint8": .pcmu8, "pcmu8": .pcmu8, "8": .pcmu8, "s16": .pcm16, "s16le": .pcm16,
        "int16": .pcm16, "pcms16": .pcm16, "pcms16le": .pcm16, "16": .pcm16, "pcm": .pcm16,
        "s24": .pcm24, "s24le": .pcm24, "int24": .pcm24, "pcms24le": .pcm24, "24": .pcm24,
        "s32": .pcm32, "s32le": .pcm32, "int32": .pcm32, "pcms32le": .pcm32, "32": .pcm32,
        "f32": .float, "f32le": .float, "float32": .float, "pcmf32le": .float, "f64": .double,
        "f64le": .double, "float64": .double, "pcmf64le": .double, "ima": .imaADPCM,
        "adpcm": .imaADPCM, "adpcmimawav": .imaADPCM, "adpcmms": .msADPCM, "gsm": .gsm610,
        "gsmms": .gsm610, "alac": .alac16, "libopus": .opus, "libvorbis": .vorbis, "lame": .mp3,
        "libmp3lame": .mp3,
    ]

    /// The encoding that a command line names; `pcm8` stands for the 8 bits that the container has.
    ///
    /// - Throws: `ValidationError` with the names that come nearest.
    static func named(_ name: String) throws -> SoundEncoding {
        if let encoding = SoundEncoding(rawValue: name == "pcm8" ? pcmu8.rawValue : name) {
            return encoding
        }
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        if let meant = aliases[plain] {
            throw ValidationError("Unknown encoding '\(name)'. Did you mean '\(meant.rawValue)'?")
        }
        if let container = SoundContainer(rawValue: plain) {
            throw ValidationError(
                "'\(name)' is a container and no encoding. End OUT in"
                    + " .\(container.extensions[0]), or pass --container \(container.rawValue).")
        }
        throw ValidationError(
            NearMiss.unknown("encoding", name, among: allCases.map(\.rawValue)))
    }
}
