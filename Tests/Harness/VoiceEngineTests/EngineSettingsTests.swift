import Testing
import VoiceEngine
import VoiceTime

@Suite("Settings of an engine")
struct EngineSettingsTests {
    private struct Counter: EngineSettings {
        var pauseFrames: Frame = 0
        var blockFrames: Frame = 0
        var most = 0

        static let table: [EngineSetting<Self>] = [
            EngineSetting(\.pauseFrames, "counter.pauseMs", standard: 300, range: 0...2_000),
            EngineSetting(
                \.blockFrames, "counter.blockFrames", standard: 160, range: 0...1_600,
                atLeast: 80),
            EngineSetting(\.most, "counter.most", standard: 8, range: 1...100),
        ]
    }

    @Test("are at their standard where a set-up names none")
    func standards() {
        let settings = Counter([:], rate: .standard)
        #expect(settings.pauseFrames == 4_800)
        #expect(settings.blockFrames == 160)
        #expect(settings.most == 8)
    }

    @Test("hold a time in frames of the session's clock, and frames and numbers as they are")
    func units() throws {
        let named = ["counter.pauseMs": 50, "counter.blockFrames": 320, "counter.most": 3]
        let settings = Counter(named, rate: try #require(SampleRate(hertz: 8_000)))
        #expect(settings.pauseFrames == 400)
        #expect(settings.blockFrames == 320)
        #expect(settings.most == 3)
    }

    @Test("a time that would be too short is the least that the engine can do")
    func least() {
        #expect(Counter(["counter.blockFrames": 0], rate: .standard).blockFrames == 80)
    }

    @Test("names of other engines change nothing")
    func others() {
        #expect(Counter(["flow.most": 2], rate: .standard).most == 8)
    }

    @Test("are declared with name, standard and range, in the order of the table")
    func declared() {
        #expect(
            Counter.declared == [
                .init("counter.pauseMs", standard: 300, range: 0...2_000),
                .init("counter.blockFrames", standard: 160, range: 0...1_600),
                .init("counter.most", standard: 8, range: 1...100),
            ])
    }
}
