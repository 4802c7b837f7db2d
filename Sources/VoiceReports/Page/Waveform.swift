#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

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
        // 255 * sqrt(peak / 32768), in whole numbers.
        UInt8(min(255, root(UInt32(peak) * 65_025 / 32_768)))
    }

    private static func root(_ square: UInt32) -> UInt32 {
        var root: UInt32 = 0
        while (root + 1) * (root + 1) <= square { root += 1 }
        return root
    }
}

/// Bytes as text that a data URI holds.
enum Base64 {
    static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
