import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime

@testable import VoiceMedia

@Suite struct MediaCoreListeningTests {
    private func ended(
        _ reason: StopReason, heard: Bool, _ why: JSONObject
    ) -> MediaSignal {
        .listenEnded(job: 1, reason: reason, heardSpeech: heard, why: why)
    }

    private func listening(_ request: ListenRequest) -> MediaCoreScript {
        var script = MediaCoreScript()
        script.at(100, .listen(job: 1, request))
        return script
    }

    @Test("goes from waiting over speaking and recognizing to the words")
    func utterance() {
        var script = listening(MediaCoreScript.request())
        #expect(script.start(500, spoken: 420).signals == [.speechBegan(job: 1, spoken: 420)])
        let end = script.end(1_800, spoken: 1_000)
        #expect(
            end.signals == [
                ended(.maxPostSpeechSilenceExceeded, heard: true, ["silence": 800, "limit": 800])
            ])
        #expect(end.recognized == [420..<1_000])
        let words = HeardWords.final(text: "yes", confidence: 900)
        #expect(
            script.at(1_900, .words(job: 1, words, event: 7)).signals
                == [.heard(job: 1, words, event: 7)])
    }

    @Test("tunes the detector while it listens and gives it back")
    func tuning() {
        var script = MediaCoreScript()
        #expect(
            script.at(0, .listen(job: 1, MediaCoreScript.request()))
                == [.tune(minSpeechFrames: 80, endSilenceFrames: 800)])
        #expect(script.at(10, .stopListening(job: 1)).contains(.untune))
    }

    @Test("wants no words where only the extent matters")
    func extentOnly() {
        var script = listening(MediaCoreScript.request(recognizes: false))
        _ = script.start(500)
        let end = script.end(1_800, spoken: 1_000)
        #expect(end.recognized == [])
        #expect(end.contains(.untune))
        #expect(script.at(1_800, .words(job: nil, .rejected, event: 3)) == [.unconsumed(event: 3)])
    }

    @Test("gives up when nobody speaks")
    func preSpeech() {
        var script = listening(MediaCoreScript.request(preSpeech: 300))
        #expect(script.at(399).signals == [])
        #expect(
            script.at(400).signals
                == [ended(.maxPreSpeechSilenceExceeded, heard: false, ["limit": 300])])
    }

    @Test("stops counting the silence when somebody speaks")
    func speechInTime() {
        var script = listening(MediaCoreScript.request(preSpeech: 300))
        _ = script.start(399)
        #expect(script.at(1_000).signals == [])
    }

    @Test("counts the silence before speech from when it is told to")
    func awaitSpeech() {
        var script = listening(MediaCoreScript.request(preSpeech: 300, awaitsAtOnce: false))
        #expect(script.timers.isEmpty)
        #expect(script.at(1_000, .awaitSpeech(job: 1)) == [.arm(.preSpeech(job: 1), at: 1_300)])
    }

    @Test("counts no silence for a job that hears speech, is another or has no limit")
    func awaitNothing() {
        var script = listening(MediaCoreScript.request(preSpeech: 300, awaitsAtOnce: false))
        #expect(script.at(200, .awaitSpeech(job: 2)) == [])
        _ = script.start(300)
        #expect(script.at(400, .awaitSpeech(job: 1)) == [])
        var other = listening(MediaCoreScript.request())
        #expect(other.at(400, .awaitSpeech(job: 1)) == [])
    }

    @Test("cuts speech that is too long, measured from where it began", .fact("voiceflow-8-4"))
    func maxSpeech() {
        var script = listening(MediaCoreScript.request(maxSpeech: 600))
        _ = script.start(500, spoken: 420)
        #expect(script.at(1_019).signals == [])
        let cut = script.at(1_020)
        #expect(
            cut.signals
                == [ended(.maxSpeechLengthExceeded, heard: true, ["duration": 600, "limit": 600])])
        #expect(cut.recognized == [420..<1_020])
    }

    @Test("cuts at once where a beginning took longer to decide than speech may last")
    func maxSpeechPassed() {
        var script = listening(MediaCoreScript.request(maxSpeech: 50))
        _ = script.start(500, spoken: 420)
        #expect(script.timers[.maxSpeech(job: 1)] == 500)
    }

    @Test("ends listening that lasts too long while it waits")
    func maxAudioWaiting() {
        var script = listening(MediaCoreScript.request(maxAudio: 900))
        #expect(
            script.at(1_000).signals
                == [ended(.maxAudioLengthExceeded, heard: false, ["limit": 900])])
    }

    @Test("ends listening that lasts too long while somebody speaks")
    func maxAudioSpeaking() {
        var script = listening(MediaCoreScript.request(maxAudio: 900))
        _ = script.start(500)
        let cut = script.at(1_000)
        #expect(
            cut.signals
                == [ended(.maxAudioLengthExceeded, heard: true, ["duration": 500, "limit": 900])])
        #expect(cut.recognized == [500..<1_000])
    }

    @Test("has no limit left while the words are on their way")
    func recognizing() {
        var script = listening(
            MediaCoreScript.request(preSpeech: 300, maxSpeech: 2_000, maxAudio: 2_000))
        _ = script.start(300)
        _ = script.end(1_800, spoken: 1_000)
        #expect(script.timers.isEmpty)
        #expect(script.at(1_900, .timer(.maxAudio(job: 1))) == [])
    }

    @Test("takes speech under way when listening opens for speech that starts there")
    func underWay() {
        var script = MediaCoreScript()
        #expect(script.start(100) == [])
        let open = script.at(700, .listen(job: 1, MediaCoreScript.request(preSpeech: 300)))
        #expect(open.signals == [.speechBegan(job: 1, spoken: 700)])
        #expect(script.timers.isEmpty)
        #expect(script.end(1_800, spoken: 1_000).recognized == [700..<1_000])
    }

    @Test(
        "counts speech that began before it listened from where listening opened",
        arguments: [Frame(80), 200])
    func begunBefore(minSpeech: Frame) {
        var script = MediaCoreScript()
        var request = MediaCoreScript.request()
        request.minSpeechFrames = minSpeech
        script.at(100, .listen(job: 2, MediaCoreScript.request()))
        script.at(700, .listen(job: 1, request))
        let begun = script.start(720, spoken: 640).signals + script.at(900).signals
        #expect(begun.contains(.speechBegan(job: 1, spoken: 700)))
        #expect(begun.contains(.speechBegan(job: 2, spoken: 640)))
        #expect(
            script.end(1_800, spoken: 1_000).recognized.sorted { $0.lowerBound < $1.lowerBound }
                == [640..<1_000, 700..<1_000])
    }

    @Test("hears nothing of speech that had ended in truth before listening opened")
    func endedBefore() {
        var script = MediaCoreScript()
        _ = script.start(100)
        script.at(1_200, .listen(job: 1, MediaCoreScript.request()))
        #expect(script.end(1_800, spoken: 1_000).recognized == [1_200..<1_200])
    }

    @Test("takes no speech for its own that ended before it listened")
    func speechBefore() {
        var script = MediaCoreScript()
        _ = script.start(100)
        _ = script.end(1_000, spoken: 200)
        #expect(script.at(1_100, .listen(job: 1, MediaCoreScript.request())).signals == [])
    }

    @Test("cancels the words when listening is stopped")
    func stopListening() {
        var script = listening(MediaCoreScript.request())
        _ = script.start(300)
        _ = script.end(1_800, spoken: 1_000)
        #expect(script.at(1_850, .stopListening(job: 1)).last == .cancelWords(job: 1))
        #expect(
            script.at(1_900, .words(job: 1, .rejected, event: 9)) == [.unconsumed(event: 9)])
    }

    @Test("replaces a job that is opened again, and cancels its words")
    func reopen() {
        var script = listening(MediaCoreScript.request(preSpeech: 300))
        let actions = script.at(200, .listen(job: 1, MediaCoreScript.request()))
        #expect(actions.contains(.cancelWords(job: 1)))
        #expect(actions.last == .tune(minSpeechFrames: 80, endSilenceFrames: 800))
        #expect(script.timers.isEmpty)
    }

    @Test("leaves words alone that come while nobody spoke or for another job")
    func unconsumed() {
        var script = listening(MediaCoreScript.request())
        #expect(script.at(200, .words(job: nil, .rejected, event: 1)) == [.unconsumed(event: 1)])
        _ = script.start(300)
        #expect(script.at(400, .words(job: nil, .rejected, event: 2)) == [.unconsumed(event: 2)])
        _ = script.end(1_800, spoken: 1_000)
        #expect(script.at(1_900, .words(job: 2, .rejected, event: 3)) == [.unconsumed(event: 3)])
    }

    @Test("takes recorded words that know no job")
    func recordedWords() {
        var script = listening(MediaCoreScript.request())
        _ = script.start(300)
        _ = script.end(1_800, spoken: 1_000)
        #expect(
            script.at(1_900, .words(job: nil, .failed(reason: "r"), event: 4)).signals
                == [.heard(job: 1, .failed(reason: "r"), event: 4)])
    }

    @Test("stops no job but its own")
    func stopOther() {
        var script = listening(MediaCoreScript.request(preSpeech: 300))
        #expect(script.at(200, .stopListening(job: 2)) == [])
        #expect(script.timers.count == 1)
    }
}
