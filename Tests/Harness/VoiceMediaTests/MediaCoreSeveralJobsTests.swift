import Testing
import VoiceJSON
import VoiceTime

@testable import VoiceEngine
@testable import VoiceMedia

/// Several jobs that listen at once, and limits that change while they do.
@Suite struct MediaCoreSeveralJobsTests {
    private static func request(
        speech: Frame = 80, silence: Frame, preSpeech: Frame = 0, maxSpeech: Frame = 0
    ) -> ListenRequest {
        ListenRequest(
            recognizes: true, minSpeechFrames: speech, endSilenceFrames: silence,
            preSpeechFrames: preSpeech, maxSpeechFrames: maxSpeech, maxAudioFrames: 0,
            awaitsSpeechAtOnce: true)
    }

    private func twoEars(patientSpeech: Frame = 80) -> MediaCoreScript {
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, Self.request(silence: 800)))
        script.at(0, .listen(job: 2, Self.request(speech: patientSpeech, silence: 2_000)))
        return script
    }

    private func ends(_ actions: [MediaCore.Action]) -> [Int] {
        actions.signals.compactMap { signal in
            if case .listenEnded(let job, _, _, _) = signal { job } else { nil }
        }
    }

    @Test("goes by the least limits of the open jobs, and by those left when one closes")
    func tuning() {
        var script = MediaCoreScript()
        let patient = Self.request(speech: 40, silence: 2_000)
        let quick = Self.request(speech: 160, silence: 800)
        #expect(
            script.at(0, .listen(job: 1, patient)).last
                == .tune(minSpeechFrames: 40, endSilenceFrames: 2_000))
        #expect(
            script.at(0, .listen(job: 2, quick)).last
                == .tune(minSpeechFrames: 40, endSilenceFrames: 800))
        #expect(
            script.at(9, .stopListening(job: 1)).contains(
                .tune(minSpeechFrames: 160, endSilenceFrames: 800)))
        #expect(script.at(9, .stopListening(job: 2)).contains(.untune))
    }

    @Test("ends each job after its own silence")
    func silences() {
        var script = twoEars()
        #expect(
            script.start(500, spoken: 420).signals == [
                .speechBegan(job: 1, spoken: 420), .speechBegan(job: 2, spoken: 420),
            ])
        let first = script.end(1_800, spoken: 1_000)
        #expect(ends(first) == [1])
        #expect(first.recognized == [420..<1_000])
        #expect(ends(script.at(2_999)) == [])
        let second = script.at(3_000)
        #expect(
            second.signals == [
                .listenEnded(
                    job: 2, reason: .maxPostSpeechSilenceExceeded, heardSpeech: true,
                    why: ["silence": 2_000, "limit": 2_000])
            ])
        #expect(second.recognized == [420..<1_000])
    }

    @Test("goes on with speech that pauses for less than a job's silence")
    func pause() {
        var script = twoEars()
        _ = script.start(500, spoken: 420)
        _ = script.end(1_800, spoken: 1_000)
        #expect(script.start(2_500, spoken: 2_400).signals == [])
        #expect(script.timers[.silentEnough(job: 2)] == nil)
        let end = script.end(5_000, spoken: 4_000)
        #expect(ends(end) == [])
        #expect(script.at(6_200).recognized == [420..<4_000])
    }

    @Test("begins a job whose speech must be longer when it is, and not for less")
    func longerSpeech() {
        var script = twoEars(patientSpeech: 300)
        #expect(script.start(500, spoken: 420).signals == [.speechBegan(job: 1, spoken: 420)])
        #expect(script.at(720).signals == [.speechBegan(job: 2, spoken: 420)])
        var short = twoEars(patientSpeech: 300)
        _ = short.start(500, spoken: 420)
        #expect(ends(short.end(600, spoken: 590)) == [1])
        #expect(short.at(3_000).signals == [])
    }

    @Test("gives recorded words without a job to the one that waited first")
    func firstTaker() {
        var script = twoEars()
        _ = script.start(500)
        _ = script.end(1_800, spoken: 1_000)
        _ = script.at(3_000)
        #expect(
            script.at(3_100, .words(job: nil, .rejected, event: 4)).signals
                == [.heard(job: 1, .rejected, event: 4)])
        #expect(
            script.at(3_200, .words(job: nil, .rejected, event: 5)).signals
                == [.heard(job: 2, .rejected, event: 5)])
    }

    @Test("takes shorter limits while it listens, counted from where their time began")
    func retuned() {
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, Self.request(silence: 2_000, preSpeech: 5_000)))
        let limits = ListenLimits(
            minSpeechFrames: 80, endSilenceFrames: 500, preSpeechFrames: 1_000,
            maxSpeechFrames: 700)
        #expect(
            script.at(400, .retune(job: 1, limits)).contains(
                .tune(minSpeechFrames: 80, endSilenceFrames: 500)))
        #expect(script.timers[.preSpeech(job: 1)] == 1_000)
        _ = script.start(600)
        #expect(script.timers[.maxSpeech(job: 1)] == 1_300)
        var longer = limits
        longer.maxSpeechFrames = 0
        _ = script.at(700, .retune(job: 1, longer))
        #expect(script.timers.isEmpty)
    }

    @Test("ends at once what has been silent for a limit that became shorter")
    func retunedInSilence() {
        var script = twoEars()
        _ = script.start(500)
        _ = script.end(1_800, spoken: 1_000)
        let limits = ListenLimits(minSpeechFrames: 80, endSilenceFrames: 900)
        _ = script.at(2_500, .retune(job: 2, limits))
        #expect(ends(script.at(2_500)) == [2])
    }

    @Test("ends an utterance when it is told to, and wants its words")
    func finished() {
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, Self.request(silence: 2_000)))
        _ = script.start(500)
        let end = script.at(900, .finishListening(job: 1))
        #expect(end.recognized == [500..<900])
        #expect(
            end.signals == [
                .listenEnded(
                    job: 1, reason: .stopRequest, heardSpeech: true, why: ["duration": 400])
            ])
        #expect(script.at(950, .finishListening(job: 1)) == [])
    }

    @Test("ends a job in which nobody has spoken without words")
    func finishedInSilence() {
        var script = MediaCoreScript()
        script.at(0, .listen(job: 1, Self.request(silence: 2_000)))
        let end = script.at(900, .finishListening(job: 1))
        #expect(end.recognized == [])
        #expect(
            end.signals == [
                .listenEnded(job: 1, reason: .stopRequest, heardSpeech: false, why: [:])
            ])
    }

    @Test("holds a prompt and plays the rest of it later")
    func heldPrompt() {
        var script = MediaCoreScript()
        script.at(0, .play(job: 1, prompt: MediaCoreScript.prompt(1_000), frames: 1_000))
        #expect(script.at(400, .suspendPlaying(job: 1)).signals == [.playSuspended(job: 1)])
        #expect(script.at(400, .suspendPlaying(job: 1)) == [])
        #expect(script.at(5_000).signals == [])
        #expect(script.at(5_000, .resumePlaying(job: 1)).signals == [.playResumed(job: 1)])
        #expect(script.at(5_599).signals == [])
        #expect(script.at(5_600).signals == [.playEnded(job: 1)])
    }
}
