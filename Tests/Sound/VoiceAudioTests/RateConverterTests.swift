import Testing
import VoiceAudio

@Suite struct RateConverterTests {
    @Test(
        "keeps the duration, rounded up to a frame",
        arguments: [
            (48_000, 16_000, 48_001, 16_001), (8_000, 16_000, 777, 1_554),
            (44_100, 16_000, 44_100, 16_000), (192_000, 8_000, 1, 1), (16_000, 44_100, 0, 0),
        ])
    func duration(from: Int, to: Int, framesIn: Int, framesOut: Int) throws {
        let samples = [Float](repeating: 0.25, count: framesIn)
        #expect(try RateConverter.convert(samples, from: from, to: to).count == framesOut)
    }

    @Test("keeps a tone's level and place")
    func tone() throws {
        let wide = Tone.sine(hertz: 440, sampleRate: 48_000, frames: 48_000)
        let narrow = Tone.sine(hertz: 440, sampleRate: 16_000, frames: 16_000)
        let converted = try RateConverter.convert(wide, from: 48_000, to: 16_000)
        let differences = (1_000..<15_000).map { abs(converted[$0] - narrow[$0]) }
        #expect(try #require(differences.max()) < 0.001)
    }

    @Test("removes what the lower rate cannot hold")
    func alias() throws {
        let high = Tone.sine(hertz: 9_500, sampleRate: 48_000, frames: 48_000)
        let converted = try RateConverter.convert(high, from: 48_000, to: 16_000)
        #expect(Level.peak(converted[1_000..<15_000].map(PCM16.sample)) < -80)
    }

    @Test("gives the same samples however the input is cut", arguments: [1, 77, 160, 5_000])
    func slicing(block: Int) throws {
        let input = Tone.sine(hertz: 333, sampleRate: 44_100, frames: 12_000)
        let whole = try RateConverter.convert(input, from: 44_100, to: 16_000)
        var converter = try RateConverter(from: 44_100, to: 16_000)
        var output: [Float] = []
        for start in stride(from: 0, to: input.count, by: block) {
            let end = min(start + block, input.count)
            Array(input[start..<end]).withUnsafeBufferPointer {
                converter.append($0, isLast: end == input.count, to: &output)
            }
        }
        #expect(output == whole)
    }

    @Test("refuses a rate and names the range", arguments: [-1, 0, 3_999, 768_001])
    func refuses(rate: Int) {
        let error = #expect(throws: AudioError.self) {
            _ = try RateConverter(from: 16_000, to: rate)
        }
        #expect(error?.description.contains("4000 to 768000 Hz") == true)
    }
}
