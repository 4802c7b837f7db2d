/// Names of formats of bare samples, as flow files spell them: 16-bit, little-endian, one channel.
public enum PCMFormat {
    /// The rate that a format such as `pcm_48khz` names, in hertz; nil for every other format.
    public static func sampleRate(_ format: String) -> Int? {
        let name = format.lowercased()
        guard name.hasPrefix("pcm_"), name.hasSuffix("khz"),
            let kilohertz = Int(name.dropFirst(4).dropLast(3)), (8...192).contains(kilohertz)
        else { return nil }
        return kilohertz * 1_000
    }
}
