package import VoiceTime

/// A stretch of sound as one line of blocks, for a terminal.
package struct WaveformStrip: Sendable, Equatable {
    private static let blocks = Array(" ▁▂▃▄▅▆▇█")
    /// The level that fills no block, in thousandths of full scale: about -54 dBFS.
    private static let quietest = 2

    /// The blocks, one a column, and below them the times and a mark.
    package let lines: [String]

    /// Draws `samples`, the first of which is frame `start`, with a mark at frame `mark`.
    ///
    /// Shape: `columns` characters, the greatest sample of each stretch on a scale of 6 dB a block.
    package init(
        _ samples: [Int16], from start: Frame, mark: Frame, rate: SampleRate, columns: Int = 72
    ) {
        precondition(columns > 0, "a strip has columns")
        var strip = ""
        for column in 0..<columns {
            let first = samples.count * column / columns
            let last = max(first + 1, samples.count * (column + 1) / columns)
            let part = samples.isEmpty ? [] : samples[first..<min(last, samples.count)]
            strip.append(Self.block(part.map { Int($0.magnitude) }.max() ?? 0))
        }
        let end = start + Frame(samples.count)
        let length = max(1, end - start)
        let place = Int(Frame(columns - 1) * min(max(0, mark - start), length) / length)
        let time = rate.text(mark)
        let pointer =
            place + 2 + time.count > columns && place > time.count
            ? String(repeating: " ", count: place - time.count - 1) + time + " ^"
            : String(repeating: " ", count: place) + "^ \(time)"
        lines = [strip, pointer, "\(rate.text(start)) to \(rate.text(end)), microphone"]
    }

    /// Every block is twice the level of the one below it.
    private static func block(_ peak: Int) -> Character {
        var level = quietest * 32_768 / 1_000
        var index = 0
        while index < blocks.count - 1, peak > level {
            level *= 2
            index += 1
        }
        return blocks[index]
    }
}

/// The outline of a sound: its largest sample in every stretch of so many frames.
enum Waveform {
    /// Stretches at most.
    static let binLimit = 12_000
    /// The shortest stretch, in thousandths of a second.
    static let shortestMilliseconds = 5

    /// Frames a stretch for a picture of `frames` frames.
    static func binFrames(frames: Int, sampleRate: Int) -> Int {
        max(sampleRate * shortestMilliseconds / 1_000, (frames + binLimit - 1) / binLimit, 1)
    }

    /// The height of a stretch, 255 at full scale, by the square root so that quiet sound is seen.
    static func height(peak: UInt16) -> UInt8 {
        // 255 * sqrt(peak / 32768), rounded down; a Double holds these roots exactly enough.
        UInt8(min(255, (Double(UInt32(peak) * 65_025 / 32_768)).squareRoot()))
    }
}
