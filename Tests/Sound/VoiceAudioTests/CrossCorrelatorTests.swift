import Testing
import VoiceAudio
import VoiceTestSupport

@Suite struct CrossCorrelatorTests {
    private let sound = SpeechLikeSound.noise(frames: 3_000, decibels: -20).samples.map(PCM16.float)

    @Test("says at every place what the formula says")
    func formula() {
        let correlator = CrossCorrelator(shortCount: 50, longCount: 300)
        let (short, long) = (sound[900..<950], sound[1_000..<1_300])
        let found = correlator.coefficients(of: short, in: long)
        #expect(found.count == 251)
        for (place, coefficient) in found.enumerated() {
            let other = long.dropFirst(place).prefix(50)
            func sum(_ pairs: Zip2Sequence<ArraySlice<Float>, ArraySlice<Float>>) -> Float {
                pairs.reduce(0) { $0 + $1.0 * $1.1 }
            }
            let scale = (sum(zip(short, short)) * sum(zip(other, other))).squareRoot()
            #expect(abs(coefficient - sum(zip(short, other)) / scale) < 1e-4)
        }
    }

    @Test("finds a sound at its place, however loud", arguments: [0, 777, 2_500])
    func finds(place: Int) throws {
        let correlator = CrossCorrelator(shortCount: 500, longCount: 3_000)
        let part = sound[place..<(place + 500)].map { $0 * 0.01 }
        let found = correlator.coefficients(of: part[...], in: sound[...])
        #expect(found.firstIndex { $0 > 0.999 } == place)
        #expect(found.count { $0 > 0.3 } == 1)
    }

    @Test("calls nothing alike where there is silence")
    func silence() {
        let correlator = CrossCorrelator(shortCount: 100, longCount: 400)
        let still = [Float](repeating: 0, count: 400)
        let quiet = still[..<100]
        #expect(correlator.coefficients(of: quiet, in: sound[..<400]).allSatisfy { $0 == 0 })
        #expect(correlator.coefficients(of: sound[..<100], in: still[...]).allSatisfy { $0 == 0 })
    }
}
