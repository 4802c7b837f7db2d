import Testing
import VoiceAudio
import VoiceJSON
import VoiceRedaction
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTrace

@Suite("Redaction of a very quiet speaker")
struct QuietSpeakerTests {
    private static let spoken = [16_000..<44_800, 60_800..<83_200]
    private static let nobodyListens = """
        [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Wait" } },
          { "id": "Wait", "type": "recordAudio",
            "recordAudioParams": { "stopRecordParams": { "maxAudioLengthMs": 6500 } },
            "goTo": { "DEFAULT": "VF_END" } },
          { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } }, ]
        """

    /// Speech that peaks at -52 dBFS over a room of `noise` dBFS.
    private func session(_ stage: Stage, noise: Float) throws -> RecordedSession {
        var session = try stage.record()
        var samples = SpeechLikeSound.noise(
            frames: session.microphone.frames, decibels: noise
        ).samples
        for range in Self.spoken {
            let speech = SpeechLikeSound.syllables(frames: range.count)
            let peak = Double(speech.map { abs(Int($0)) }.max() ?? 1)
            for (offset, sample) in speech.enumerated() {
                samples[range.lowerBound + offset] += Int16(Double(sample) * 82.3 / peak)
            }
        }
        session.microphone = MonoSound(sampleRate: 16_000, samples: samples)
        return session
    }

    @Test("no sample of speech that peaks at -52 dBFS stays", arguments: [Float(-90), -80, -72])
    func replacesQuietSpeech(noise: Float) throws {
        var stage = Stage()
        stage.flow = Self.nobodyListens
        stage.scenario = #"{ "caller": [], "silence": "digital" }"#
        let session = try session(stage, noise: noise)
        let path = stage.folder.path("quiet.vsession")
        try SessionWriter(path: path, isReplacing: false).write(session, timing: [:])
        let place = try SessionWriter(path: stage.folder.path("out.vsession"), isReplacing: false)
        var replayer = SessionReplayer(factories: [stage.factory])
        let redaction = try SessionRedaction(
            SessionFolder(path: path), hiding: .allSpeech, rules: [], replayer: &replayer,
            to: place)
        #expect(redaction.outcome == .sealed)
        let now = try SoundFile.readMono(path: "\(place.path)/audio/mic.flac", sampleRate: 16_000)
        for range in Self.spoken {
            // Noise is as large as what it replaces by chance now and then.
            let audible = range.filter { abs(session.microphone.samples[$0]) > 12 }
            let same = audible.filter { now.samples[$0] == session.microphone.samples[$0] }
            #expect(audible.count > 4_000)
            #expect(same.count * 50 < audible.count, "\(same.count) of \(audible.count) stay")
            let isCovered = redaction.spans.contains {
                $0.lowerBound <= range.lowerBound && $0.upperBound >= range.upperBound - 1_000
            }
            #expect(isCovered, "\(redaction.spans)")
        }
    }
}
