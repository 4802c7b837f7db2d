public import Foundation
public import VoiceAudio
internal import VoiceJSON

/// Quality of the sound of a response for recognition.
///
/// Levels are taken of frames of 25 ms, one every 10 ms: the root mean square in dBFS, where full
/// scale is 0 and -100 stands for digital silence and everything below. (The original sums squares
/// where this takes their mean, so its figures are greater by a constant.) Means are means of
/// decibels, in whole thousandths, so that every machine gives the same figures.
public struct KIOSAudioQualityResult: Sendable, Equatable {
    /// Levels of all frames, in thousandths of a decibel.
    let frameLevels: [Int]
    /// Number of samples at one of the two ends of the 16-bit range.
    public let clippedSampleCount: UInt
    let meanSpeech: Int?
    let meanNonSpeech: Int?
    let peakSpeech: Int?
    let signalToNoise: Int?
    /// Whether the sound begins loud: the first 300 ms have a mean within 10 dB of the mean of
    /// speech. The app's own sound is heard, the speaker began before listening did, or the place
    /// is noisy.
    public let initialSegmentRmsWarning: Bool

    /// The level of digital silence, in thousandths of a decibel.
    static let silence = -100_000
    /// Least number of frames of speech, and of its surroundings, for a ratio of the two: 100 ms.
    static let fewestFrames = 10
    /// Number of frames that lie wholly in the first 300 ms; ``initialMargin`` is how near speech
    /// their mean may come.
    private static let initialFrames = 28
    private static let initialMargin = 10_000
    /// Thousandths of the speech frames that do not exceed the peak level.
    private static let peakPermille = 980

    /// Measures `samples`, one channel at `sampleRate` hertz, in which people speak in `speech`
    /// (ranges of samples, in any order). A frame is speech where its centre is.
    public init(
        samples: UnsafeBufferPointer<Int16>, sampleRate: Int, speech: [Range<Int>]
    ) {
        precondition(sampleRate > 0, "sound has a rate")
        let size = max(1, sampleRate * 25 / 1_000)
        let shift = max(1, sampleRate / 100)
        let ranges = speech.sorted { $0.lowerBound < $1.lowerBound }
        var levels: [Int] = []
        levels.reserveCapacity(samples.count / shift)
        var spoken: [Int] = []
        var silent = Sum()
        var initial = Sum()
        var next = 0
        for start in stride(from: 0, through: samples.count - size, by: shift) {
            let piece = UnsafeBufferPointer(rebasing: samples[start..<start + size])
            let level = Self.level(piece)
            let centre = start + size / 2
            while next < ranges.count, ranges[next].upperBound <= centre { next += 1 }
            if next < ranges.count, ranges[next].lowerBound <= centre {
                spoken.append(level)
            } else {
                silent.add(level)
            }
            if levels.count < Self.initialFrames { initial.add(level) }
            levels.append(level)
        }
        frameLevels = levels
        clippedSampleCount = UInt(samples.count { $0 == .max || $0 == .min })
        meanNonSpeech = silent.mean
        let mean = spoken.reduce(into: Sum()) { $0.add($1) }.mean
        meanSpeech = mean
        peakSpeech = Self.peak(spoken)
        let hasEnough = min(spoken.count, silent.count) >= Self.fewestFrames
        signalToNoise = hasEnough ? mean.flatMap { mean in silent.mean.map { mean - $0 } } : nil
        initialSegmentRmsWarning =
            mean.flatMap { mean in initial.mean.map { $0 >= mean - Self.initialMargin } } ?? false
    }

    /// Looks at a sound; see ``init(samples:sampleRate:speech:)``.
    public init(_ sound: MonoSound, speech: [Range<Int>]) {
        self = sound.samples.withUnsafeBufferPointer {
            KIOSAudioQualityResult(samples: $0, sampleRate: sound.sampleRate, speech: speech)
        }
    }

    private static func level(_ samples: UnsafeBufferPointer<Int16>) -> Int {
        let level = Level.rms(samples)
        return level > -100 ? Int((level * 1_000).rounded()) : silence
    }

    /// The level at the nearest rank of ``peakPermille``.
    private static func peak(_ levels: [Int]) -> Int? {
        guard !levels.isEmpty else { return nil }
        let rank = (levels.count * peakPermille + 999) / 1_000
        return levels.sorted()[max(1, rank) - 1]
    }

    private struct Sum {
        private(set) var count = 0
        private var sum = 0

        mutating func add(_ level: Int) {
            sum += level
            count += 1
        }

        /// Rounded to the nearest, halves towards silence; levels are never above 0.
        var mean: Int? { count == 0 ? nil : (2 * sum - count) / (2 * count) }
    }
}

extension KIOSAudioQualityResult: CustomStringConvertible {
    private static func decibels(_ thousandths: Int) -> NSNumber {
        NSNumber(value: Double(thousandths) / 1_000)
    }

    /// Levels of all frames, in dBFS.
    public var frameRmsValues: [NSNumber] { frameLevels.map(Self.decibels) }
    /// ``meanSpeechRmsValue`` less ``meanNonSpeechRmsValue``, in decibels; nil where either has
    /// fewer than ten frames.
    public var snrValue: NSNumber? { signalToNoise.map(Self.decibels) }
    /// The mean level of speech in dBFS; nil without speech.
    public var meanSpeechRmsValue: NSNumber? { meanSpeech.map(Self.decibels) }
    /// Mean level of everything else in dBFS; -100 where there is nothing else.
    public var meanNonSpeechRmsValue: NSNumber { Self.decibels(meanNonSpeech ?? Self.silence) }
    /// The level in dBFS that 98 of 100 frames of speech do not exceed; nil without speech.
    public var peakSpeechRmsValue: NSNumber? { peakSpeech.map(Self.decibels) }

    /// Text with the level of speech, its height above the rest, and the clipped samples.
    public var description: String {
        func decibels(_ level: Int?) -> String {
            level.map { "\(Double($0) / 1_000) dB" } ?? "unknown"
        }
        return "speech \(decibels(meanSpeech)), above the rest by \(decibels(signalToNoise)),"
            + " \(clippedSampleCount) samples clipped"
    }

    /// All of it as JSON, each figure by the name of its property.
    public func toJson() -> String { JSONWriter.text(.object(value)) }

    var value: JSONObject {
        var object: JSONObject = [
            "frameRmsValues": .array(frameLevels.map { ResultJSON.thousandths($0) }),
            "clippedSampleCount": .integer(Int64(clippedSampleCount)),
            "meanNonSpeechRmsValue": ResultJSON.thousandths(meanNonSpeech ?? Self.silence),
            "initialSegmentRmsWarning": .bool(initialSegmentRmsWarning),
        ]
        object["snrValue"] = signalToNoise.map { ResultJSON.thousandths($0) }
        object["meanSpeechRmsValue"] = meanSpeech.map { ResultJSON.thousandths($0) }
        object["peakSpeechRmsValue"] = peakSpeech.map { ResultJSON.thousandths($0) }
        return object
    }
}
