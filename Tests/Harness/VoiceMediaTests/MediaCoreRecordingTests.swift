import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTime

@testable import VoiceMedia

@Suite("Listening that only records")
struct MediaCoreRecordingTests {
    private func recording(_ change: (inout ListenRequest) -> Void) -> MediaCoreScript {
        var request = MediaCoreScript.request(recognizes: false)
        change(&request)
        var script = MediaCoreScript()
        script.at(100, .listen(job: 1, request))
        return script
    }

    @Test("speech that does not count begins and ends nothing")
    func deaf() {
        var script = recording {
            $0.detectsSpeech = false
            $0.preSpeechFrames = 200
            $0.maxRecordFrames = 5_000
        }
        #expect(script.start(500).signals == [])
        #expect(script.end(2_000, spoken: 1_000).signals == [])
        #expect(
            script.at(5_100).signals == [
                .listenEnded(
                    job: 1, reason: .maxAudioExceeded, heardSpeech: false, why: ["limit": 5_000])
            ])
    }

    @Test("without a limit for the silence after speech it waits for more")
    func goesOn() {
        var script = recording { $0.endsAfterSpeech = false }
        #expect(script.start(500).signals == [.speechBegan(job: 1, spoken: 500)])
        #expect(script.end(2_000, spoken: 1_000).signals == [])
        #expect(script.start(3_000).signals == [.speechBegan(job: 1, spoken: 3_000)])
    }

    @Test(
        "a recording without the silence before speech is as long as the speech",
        .fact("voiceflow-8-8"))
    func fromSpeech() {
        var script = recording {
            $0.recordsFromSpeech = true
            $0.endsAfterSpeech = false
            $0.maxRecordFrames = 1_000
        }
        #expect(script.at(2_000).signals == [])
        _ = script.start(2_100, spoken: 2_050)
        #expect(script.at(3_049).signals == [])
        #expect(
            script.at(3_050).signals == [
                .listenEnded(
                    job: 1, reason: .maxAudioExceeded, heardSpeech: true,
                    why: ["duration": 1_000, "limit": 1_000])
            ])
    }

    @Test("tells how long it has run, again and again until it is closed", .fact("voiceflow-8-6"))
    func positions() {
        var script = recording { $0.positionFrames = 300 }
        #expect(
            script.at(700).signals == [
                .position(job: 1, frames: 300), .position(job: 1, frames: 600),
            ])
        _ = script.at(800, .stopListening(job: 1))
        #expect(script.at(5_000).signals == [])
    }

    @Test("asks for what is understood so far only while somebody speaks")
    func partial() {
        var request = MediaCoreScript.request()
        request.partialFrames = 400
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, request))
        _ = script.start(1_000, spoken: 900)
        #expect(
            script.at(1_900) == [
                .arm(.partial(job: 1), at: 1_800),
                .recognizeSoFar(job: 1, spoken: 900..<1_400),
                .arm(.partial(job: 1), at: 2_200),
                .recognizeSoFar(job: 1, spoken: 900..<1_800),
            ])
        let soFar = Hypothesis(text: "go", confidence: 5, words: [])
        let words = MediaCore.Event.partialWords(job: 1, soFar, silence: nil, event: 3)
        #expect(
            script.at(1_900, words).signals
                == [.heardSoFar(job: 1, soFar, silence: nil, event: 3)])
        _ = script.end(2_100, spoken: 1_500)
        #expect(script.at(4_000, words) == [.unconsumed(event: 3)])
    }
}
