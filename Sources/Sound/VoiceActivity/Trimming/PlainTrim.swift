/// The bounds of energy of the plain rule of VoiceKit, found in one pass and little memory.
///
/// A chunk counts when it is above -35 dBFS and 10 dB above the quietest. Which is quietest is
/// known only at the end, so the chunks that are louder than all before them, and those louder
/// than all after them, are remembered: the bounds are among them whatever the threshold is.
/// Levels are told in hundredths of a decibel, which bounds how many there can be.
/// Source: VoiceKit's `trimAudioSmart`.
package struct PlainTrim: Sendable, Equatable {
    private struct Chunk: Sendable, Equatable {
        var level: Int
        var frames: Range<Int64>
    }

    /// The lowest threshold, in hundredths of a decibel relative to full scale.
    package static let lowestThresholdCentiDB = -3_500
    /// Least height of the threshold above the quietest chunk.
    package static let aboveQuietestCentiDB = 1_000
    private static let quietest = -20_000
    private static let loudest = 10_000
    private var quietestLevel: Int?
    private var rising: [Chunk] = []
    private var falling: [Chunk] = []

    /// A machine at the beginning of a sound.
    package init() {}

    /// Takes the level of the next chunk, in dBFS.
    package mutating func step(decibels: Double, chunk: Range<Int64>) {
        let bounded = min(max(decibels * 100, Double(Self.quietest)), Double(Self.loudest))
        let level = bounded.isNaN ? Self.quietest : Int(bounded.rounded(.down))
        quietestLevel = min(quietestLevel ?? level, level)
        let added = Chunk(level: level, frames: chunk)
        if level > rising.last?.level ?? .min { rising.append(added) }
        while let last = falling.last, last.level <= level { falling.removeLast() }
        falling.append(added)
    }

    /// Threshold that a chunk had to pass, in hundredths of a decibel; nil before any chunk.
    package var thresholdCentiDB: Int? {
        quietestLevel.map { max(Self.lowestThresholdCentiDB, $0 + Self.aboveQuietestCentiDB) }
    }

    /// Returns the range from the first chunk above the threshold through the last, and at least a
    /// tenth of a second; nil when no chunk is above it.
    package func bounds(sampleRate: Int) -> Range<Int64>? {
        guard let threshold = thresholdCentiDB,
            let first = rising.first(where: { $0.level > threshold }),
            let last = falling.last(where: { $0.level > threshold })
        else { return nil }
        let start = first.frames.lowerBound
        return start..<max(last.frames.upperBound, start + Int64(sampleRate / 10))
    }
}
