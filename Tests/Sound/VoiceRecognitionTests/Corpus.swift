import Foundation
import VoiceAudio
import VoiceRecognition

/// The parts of a test machine that may be absent, and the sound files of its corpus.
enum Corpus {
    static let isModelInstalled = SpeechModel().isInstalled
    static let folder = ProcessInfo.processInfo.environment["VOICETEST_SPEECH_CORPUS"]
    static var isUsable: Bool { isModelInstalled && folder != nil }

    static let digits = """
        #JSGF V1.0;
        grammar digits;
        public <digit> = zero | one | two | three | four | five | six | seven | eight | nine;
        """

    /// A digit of `digits/` and the word that it holds.
    struct Digit: Sendable {
        var path: String
        var word: String
    }

    static func digits(in name: String) -> [Digit] {
        let words = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
        ]
        guard let folder,
            let files = try? FileManager.default.contentsOfDirectory(
                atPath: "\(folder)/digits/\(name)")
        else { return [] }
        return files.sorted().filter { $0.hasSuffix(".wav") }.map { file in
            let key = String(file.prefix { $0 != "_" })
            return Digit(
                path: "\(folder)/digits/\(name)/\(file)", word: Int(key).map { words[$0] } ?? key)
        }
    }

    /// Every labelled island of speech of the recordings in `folder` whose name has `prefix`.
    static func islands(in name: String, prefix: String = "") throws -> [Utterance] {
        guard let folder else { return [] }
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")
        var found: [Utterance] = []
        for file in files.sorted() where file.hasSuffix(".labels.json") && file.hasPrefix(prefix) {
            if file.contains("digits") { continue }
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)/\(file)"))
            let labels = try JSONDecoder().decode(Labels.self, from: data)
            let sound = try SoundFile.readMono(
                path: "\(folder)/\(name)/\(labels.file)", sampleRate: 16_000)
            let ratio = Double(sound.sampleRate) / Double(labels.sampleRate)
            for island in labels.islands {
                let lower = Int(Double(island[0]) * ratio)
                let upper = Int(Double(island[1]) * ratio)
                let wide = max(0, lower - 2_880)..<min(sound.samples.count, upper + 2_880)
                let part = MonoSound(
                    sampleRate: sound.sampleRate, samples: Array(sound.samples[wide]))
                if let utterance = trimmed(part) { found.append(utterance) }
            }
        }
        return found
    }

    struct Labels: Decodable {
        var file: String
        var sampleRate: Int
        var islands: [[Int]]
    }

    static func utterance(_ path: String) throws -> Utterance? { trimmed(try wave(path)) }

    /// A plain energy rule, 180 ms of edge, and room tone of −60 dBFS where the file ends.
    static func trimmed(_ sound: MonoSound) -> Utterance? {
        let hop = sound.sampleRate / 100
        let levels = (0..<sound.samples.count / hop).map { index in
            let sum = sound.samples[index * hop..<(index + 1) * hop]
                .reduce(0.0) { $0 + Double($1) * Double($1) }
            return 10 * log10(sum / Double(hop) + 1)
        }
        guard let peak = levels.max() else { return nil }
        let floor = levels.sorted()[levels.count / 10]
        let threshold = max(peak - 30, min(floor + 9, peak - 12))
        guard let first = levels.firstIndex(where: { $0 > threshold }),
            let last = levels.lastIndex(where: { $0 > threshold })
        else { return nil }
        let edge = sound.sampleRate * 18 / 100
        let lower = first * hop - edge
        let upper = (last + 1) * hop + edge
        var chance = UInt64(1)
        let samples = (lower..<upper).map { index in
            if sound.samples.indices.contains(index) { return sound.samples[index] }
            chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(Int(chance >> 33) % 113 - 56)
        }
        let start = Int64(10_000 + lower)
        return Utterance(
            sound: MonoSound(sampleRate: sound.sampleRate, samples: samples), start: start,
            spoken: start + Int64(edge)..<start + Int64(samples.count - edge))
    }

    /// A 16-bit mono WAV file, read without the code under test.
    static func wave(_ path: String) throws -> MonoSound {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var offset = 12
        var rate = 0
        while offset + 8 <= bytes.count {
            let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
            if bytes[offset..<offset + 4].elementsEqual("fmt ".utf8) {
                rate = (0..<4).reduce(0) { $0 | Int(bytes[offset + 12 + $1]) << (8 * $1) }
            }
            if bytes[offset..<offset + 4].elementsEqual("data".utf8) {
                let end = min(bytes.count, offset + 8 + size)
                let samples = stride(from: offset + 8, to: end - 1, by: 2).map { at in
                    Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8)
                }
                return MonoSound(sampleRate: rate, samples: samples)
            }
            offset += 8 + size + size % 2
        }
        throw CocoaError(.fileReadCorruptFile)
    }
}
