import Foundation
import Testing

@testable import VoiceAudio

/// Limits of ITU-T Q.24, on both sides of each.
@Suite("Keys in sound")
struct KeyDecoderTests {
    static let rates = [8_000, 11_025, 16_000, 44_100, 48_000]

    /// A part of a made sound.
    enum Part {
        case silence(Int)
        /// A key: its length in milliseconds.
        case key(Character, Int)
    }

    /// How the tones of a made sound differ from those of Q.23.
    struct Change {
        var rate = 16_000
        /// The level of the low tone, in dBFS.
        var level: Float = -13
        /// How much louder the high tone is, in decibels.
        var twist: Float = 0
        /// What the frequencies are multiplied with.
        var lowFactor = 1.0
        var highFactor = 1.0
        /// The level of white noise over everything, in dBFS; nil for none.
        var noise: Float?
    }

    static func sound(_ parts: [Part], _ change: Change = Change()) -> MonoSound {
        var samples: [Float] = []
        func frames(_ milliseconds: Int) -> Int { change.rate * milliseconds / 1_000 }
        for part in parts {
            switch part {
            case .silence(let length): samples += [Float](repeating: 0, count: frames(length))
            case .key(let key, let length):
                let place = KeyPad.keys.firstIndex(of: key) ?? 0
                let low = KeyPad.tone(
                    KeyPad.tones[place / 4] * change.lowFactor, change.rate, frames(length),
                    change.level)
                let high = KeyPad.tone(
                    KeyPad.tones[4 + place % 4] * change.highFactor, change.rate, frames(length),
                    change.level + change.twist)
                samples += zip(low, high).map { $0 + $1 }
            }
        }
        if let noise = change.noise {
            // The room is white, at about -60 dBFS.
            let room = RoomTone(seed: 3)
            let factor = Level.factor(decibels: noise + 60)
            for index in samples.indices {
                samples[index] += factor * PCM16.float(room.sample(at: Int64(index)))
            }
        }
        return MonoSound(sampleRate: change.rate, samples: samples.map(PCM16.sample))
    }

    static func heard(_ parts: [Part], _ change: Change = Change()) -> String {
        String(KeyDecoder.keys(in: sound(parts, change)).map(\.key))
    }

    /// Every key once, 50 ms each, with pauses of 50 ms.
    static let all = KeyPad.keys.flatMap { [Part.silence(50), .key($0, 50)] } + [.silence(50)]
    static let allKeys = String(KeyPad.keys)

    @Test("the generator's sound decodes to its keys, to within 5 ms", arguments: rates)
    func decodesGeneratedKeys(_ rate: Int) {
        let sound = KeyPad.sound(
            of: Self.allKeys, sampleRate: rate, toneFrames: rate / 10, pauseFrames: rate / 10)
        let keys = KeyDecoder.keys(in: sound)
        #expect(String(keys.map(\.key)) == Self.allKeys)
        let tolerance = Int64(rate / 200)
        for (index, key) in keys.enumerated() {
            let start = Int64(index * 2 * (rate / 10))
            #expect(abs(key.frames.lowerBound - start) <= tolerance)
            #expect(abs(key.frames.upperBound - start - Int64(rate / 10)) <= tolerance)
        }
    }

    @Test("the generator plays each tone at -13 dBFS")
    func generatesLevel() {
        let sound = KeyPad.sound(of: "5", sampleRate: 16_000, toneFrames: 1_600, pauseFrames: 0)
        #expect(abs(Level.rms(sound.samples) + 10) < 0.2)
    }

    @Test("pieces of any size give the same keys", arguments: [1, 7, 160, 1_000])
    func takesPieces(_ size: Int) {
        let sound = Self.sound(Self.all)
        var decoder = KeyDecoder(sampleRate: sound.sampleRate)
        var keys: [HeardKey] = []
        sound.samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, to: samples.count, by: size) {
                let piece = samples[start..<min(start + size, samples.count)]
                decoder.process(UnsafeBufferPointer(rebasing: piece)) { keys.append($0) }
            }
        }
        decoder.finish { keys.append($0) }
        #expect(keys == KeyDecoder.keys(in: sound))
        #expect(keys.count == 16)
    }

    // MARK: Durations

    @Test("tones of 40 ms with pauses of 40 ms are keys", arguments: rates)
    func acceptsShortKeys(_ rate: Int) {
        let parts = KeyPad.keys.flatMap { [Part.silence(40), .key($0, 40)] } + [.silence(40)]
        #expect(Self.heard(parts, Change(rate: rate)) == Self.allKeys)
    }

    @Test("tones of 23 ms are no keys", arguments: rates)
    func rejectsTooShortKeys(_ rate: Int) {
        let parts = KeyPad.keys.flatMap { [Part.silence(100), .key($0, 23)] }
        #expect(Self.heard(parts, Change(rate: rate)) == "")
    }

    @Test("one key twice needs a pause of 40 ms", arguments: rates)
    func partsOneKeyByAPause(_ rate: Int) {
        for key in KeyPad.keys {
            let parts: [Part] = [.key(key, 45), .silence(40), .key(key, 45)]
            #expect(Self.heard(parts, Change(rate: rate)) == "\(key)\(key)")
        }
    }

    @Test("an interruption of up to 20 ms is in one key", arguments: [5, 10, 20])
    func bridgesInterruptions(_ length: Int) {
        for rate in Self.rates {
            for key in KeyPad.keys {
                let sound = Self.sound(
                    [.silence(100), .key(key, 50), .silence(length), .key(key, 50)],
                    Change(rate: rate))
                let keys = KeyDecoder.keys(in: sound)
                #expect(String(keys.map(\.key)) == String(key))
                let end = Int64(rate * (200 + length) / 1_000)
                #expect(keys.allSatisfy { abs($0.frames.upperBound - end) <= rate / 200 })
            }
        }
    }

    @Test("a key that is held for ten seconds is one key")
    func hearsOneLongKey() {
        #expect(Self.heard([.key("7", 10_000)]) == "7")
    }

    // MARK: Frequencies

    @Test("tones 1.5 % off their frequency are keys", arguments: [0.985, 1.015], [0.985, 1.015])
    func acceptsDeviation(_ low: Double, _ high: Double) {
        for rate in Self.rates {
            let change = Change(rate: rate, lowFactor: low, highFactor: high)
            #expect(Self.heard(Self.all, change) == Self.allKeys)
        }
    }

    @Test("one tone 3.5 % off its frequency is no key", arguments: [0.965, 1.035])
    func rejectsDeviation(_ factor: Double) {
        for rate in Self.rates {
            #expect(Self.heard(Self.all, Change(rate: rate, lowFactor: factor)) == "")
            #expect(Self.heard(Self.all, Change(rate: rate, highFactor: factor)) == "")
        }
    }

    // MARK: Levels

    @Test("the high tone may be 4 dB louder and 8 dB quieter", arguments: [Float(4), -8])
    func acceptsTwist(_ twist: Float) {
        for (low, high) in [(1.0, 1.0), (0.985, 1.015), (1.015, 0.985)] {
            let change = Change(twist: twist, lowFactor: low, highFactor: high)
            #expect(Self.heard(Self.all, change) == Self.allKeys)
        }
    }

    @Test("more twist than that is no key", arguments: [Float(6), -10])
    func rejectsTwist(_ twist: Float) {
        #expect(Self.heard(Self.all, Change(twist: twist)) == "")
    }

    @Test("tones of 0 to -25 dBm0 are keys", arguments: [Float(-6.14), -20, -31.14])
    func acceptsLevels(_ level: Float) {
        #expect(Self.heard(Self.all, Change(level: level)) == Self.allKeys)
    }

    @Test("a tone of -55 dBm0 is no key")
    func rejectsFaintTones() {
        #expect(Self.heard(Self.all, Change(level: -61.14)) == "")
    }

    @Test("keys are heard 15 dB over white noise", arguments: [8_000, 16_000])
    func hearsOverNoise(_ rate: Int) {
        #expect(Self.heard(Self.all, Change(rate: rate, noise: -28)) == Self.allKeys)
    }

    @Test("one tone alone, silence and noise are no keys")
    func rejectsOtherSounds() {
        let alone = KeyPad.tone(770, 16_000, 16_000, -10).map(PCM16.sample)
        #expect(KeyDecoder.keys(in: MonoSound(sampleRate: 16_000, samples: alone)).isEmpty)
        #expect(Self.heard([.silence(1_000)]) == "")
        #expect(Self.heard([.silence(20_000)], Change(noise: -20)) == "")
    }
}

/// What people say is no key.
@Suite(
    "Keys in speech",
    .enabled(
        if: ProcessInfo.processInfo.environment["VOICETEST_SPEECH_CORPUS"] != nil,
        "set VOICETEST_SPEECH_CORPUS to a speech corpus"))
struct SpokenKeyTests {
    @Test("no recording of people or noise has a key")
    func findsNoKeyInSpeech() throws {
        let folder = ProcessInfo.processInfo.environment["VOICETEST_SPEECH_CORPUS"] ?? ""
        let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap {
            $0 as? String
        }.filter { $0.hasSuffix(".wav") || $0.hasSuffix(".flac") }
        #expect(!files.isEmpty)
        // All of them take half a minute.
        let told = ProcessInfo.processInfo.environment["VOICETEST_CORPUS_CLIPS"].flatMap(Int.init)
        let count = min(files.count, max(1, told ?? 8))
        let sorted = files.sorted()
        for file in (0..<count).map({ sorted[$0 * sorted.count / count] }) {
            let sound = try SoundFile.readMono(path: "\(folder)/\(file)", sampleRate: 8_000)
            let keys = KeyDecoder.keys(in: sound)
            #expect(keys.isEmpty, "\(file): \(keys)")
        }
    }
}
