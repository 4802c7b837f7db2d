import Testing
import VoiceAudio
import VoiceTime

@testable import VoiceSession

@Suite struct ScenarioCallerTests {
    /// A line at 1000 ms, of so many samples, in a session that ends after `milliseconds`.
    private func unreached(samples: Int, after milliseconds: Int64) -> [Int] {
        let rate = SampleRate.standard
        let sound = MonoSound(
            sampleRate: rate.hertz, samples: [Int16](repeating: 0, count: samples))
        let line = PreparedLine(trigger: .at(milliseconds: 1_000), sound: sound, active: 0..<0)
        var caller = ScenarioCaller(lines: [line], bed: .digitalSilence, rate: rate)
        _ = caller.start()
        _ = caller.render(Int(rate.frames(milliseconds: milliseconds)))
        return caller.unreached
    }

    @Test func aLineOfSoundIsReachedWithItsFirstFrame() {
        #expect(unreached(samples: 160, after: 1_000) == [0])
        #expect(unreached(samples: 160, after: 1_001) == [])
    }

    @Test func aLineWithoutSoundIsReachedWhereItBegins() {
        #expect(unreached(samples: 0, after: 999) == [0])
        #expect(unreached(samples: 0, after: 1_000) == [])
    }
}
