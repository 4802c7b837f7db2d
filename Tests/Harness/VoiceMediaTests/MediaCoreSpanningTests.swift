import Testing
import VoiceJSON
import VoiceTime

@testable import VoiceEngine
@testable import VoiceMedia

/// A job whose utterance goes on over silences, until its engine ends it.
@Suite("A listening job that spans silence")
struct MediaCoreSpanningTests {
    private static var request: ListenRequest {
        var request = MediaCoreScript.request()
        request.spansSilence = true
        request.partialFrames = 300
        return request
    }

    private func partials(_ actions: [MediaCore.Action]) -> [Range<Frame>] {
        actions.compactMap { action in
            if case .recognizeSoFar(_, let spoken) = action { spoken } else { nil }
        }
    }

    @Test("tells every pause and every new beginning, and is one utterance in the end")
    func spans() {
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, Self.request))
        #expect(
            script.start(500, spoken: 420).signals == [.speechBegan(job: 1, spoken: 420)])
        #expect(
            script.end(1_800, spoken: 1_000).signals == [.speechPaused(job: 1, spoken: 1_000)])
        #expect(
            script.start(9_000, spoken: 8_900).signals == [.speechBegan(job: 1, spoken: 8_900)])
        #expect(
            script.end(10_000, spoken: 9_500).signals == [.speechPaused(job: 1, spoken: 9_500)])
        let ended = script.at(20_000, .finishListening(job: 1))
        #expect(ended.recognized == [420..<9_500])
        #expect(
            ended.signals == [
                .listenEnded(
                    job: 1, reason: .stopRequest, heardSpeech: true, why: ["duration": 9_080])
            ])
    }

    @Test("asks what is understood while somebody speaks, and not in silence")
    func partials() {
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, Self.request))
        _ = script.start(500, spoken: 420)
        #expect(partials(script.at(1_100)) == [420..<800, 420..<1_100])
        _ = script.end(1_200, spoken: 1_000)
        #expect(partials(script.at(5_000)) == [])
        _ = script.start(5_000, spoken: 4_900)
        #expect(partials(script.at(5_300)) == [420..<5_300])
    }

    @Test("judges what was said at every pause, where its engine asks for that")
    func judges() {
        var request = Self.request
        request.judgesPauses = true
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, request))
        _ = script.start(500, spoken: 420)
        #expect(script.end(1_800, spoken: 1_000).contains(.judgeSoFar(job: 1, spoken: 420..<1_000)))
        #expect(script.core.pausedSpeech(1) == 420..<1_000)
        _ = script.start(9_000, spoken: 8_900)
        #expect(script.core.pausedSpeech(1) == nil)
        #expect(script.end(9_900, spoken: 9_500).contains(.judgeSoFar(job: 1, spoken: 420..<9_500)))
    }

    @Test("other limits do not end it in a silence")
    func retunes() {
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, Self.request))
        _ = script.start(500, spoken: 420)
        _ = script.end(1_800, spoken: 1_000)
        let limits = ListenLimits(minSpeechFrames: 80, endSilenceFrames: 100)
        _ = script.at(2_000, .retune(job: 1, limits))
        #expect(script.at(60_000).signals == [])
    }

    @Test("without it a job ends as it always did")
    func usual() {
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, MediaCoreScript.request()))
        _ = script.start(500, spoken: 420)
        #expect(script.end(1_800, spoken: 1_000).recognized == [420..<1_000])
    }
}
