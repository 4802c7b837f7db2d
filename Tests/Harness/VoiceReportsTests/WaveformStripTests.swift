import Testing
import VoiceReports
import VoiceTime

@Suite("Waveform strip")
struct WaveformStripTests {
    @Test("draws silence as nothing, full scale as a full block, and points at the frame")
    func levels() {
        let samples =
            [Int16](repeating: 0, count: 1_600) + [Int16](repeating: .min, count: 1_600)
        let strip = WaveformStrip(samples, from: 16_000, mark: 17_600, rate: .standard, columns: 4)
        #expect(strip.lines == ["  ██", " ^ 1100 ms", "1000 ms to 1200 ms, microphone"])
    }

    @Test("says the time before the mark where there is no room behind it")
    func mark() {
        let samples = [Int16](repeating: 0, count: 1_600)
        let strip = WaveformStrip(samples, from: 0, mark: 1_600, rate: .standard, columns: 12)
        #expect(strip.lines[1] == "    100 ms ^")
    }

    @Test("is louder by a block every 6 dB")
    func scale() {
        let samples: [Int16] = [0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800]
        let strip = WaveformStrip(samples, from: 0, mark: 0, rate: .standard, columns: 9)
        #expect(strip.lines[0] == "  ▁▂▃▄▅▆▇█".dropFirst())
    }

    @Test("copes with less sound than columns, and none", arguments: [0, 1, 5])
    func short(count: Int) {
        let strip = WaveformStrip(
            [Int16](repeating: 9_000, count: count), from: 0, mark: 99, rate: .standard)
        #expect(strip.lines[0].count == 72)
    }
}
