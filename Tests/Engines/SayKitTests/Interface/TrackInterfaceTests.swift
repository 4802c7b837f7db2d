import Foundation
import SayKit
import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTrace

/// An event of an app's own.
private struct Greeting: SAYAudioEvent {
    var operations: [SAYAudioOperation] {
        [.speak(SAYSpeechUtterance("Hello.")), .wait(0.5), .speak(SAYSpeechUtterance("Bye."))]
    }
}

/// Sounds of an app on tracks.
@MainActor
@Suite("Tracks of an app")
struct TrackInterfaceTests {
    private let world = ConversationWorld()

    private var coordinator: SAYAudioTrackCoordinator { world.conversation.trackCoordinator }

    private func main() throws -> SAYAudioTrack {
        try #require(coordinator.track(withIdentifier: SAYAudioTrackMainIdentifier))
    }

    /// Times of a kind's events in milliseconds.
    private func times(_ kind: String) -> [Int64] { frames(kind).map { $0 / 16 } }

    private func frames(_ kind: String) -> [Int64] {
        world.events.filter { $0.kind == kind }.map(\.frame)
    }

    @Test(
        "events supply their operations in order",
        .fact("saykit-interface-4.6-1", "saykit-interface-4.6-2"))
    func operations() {
        let url = URL(fileURLWithPath: "/tmp/a.wav")
        let speech = SAYSpeechEvent(utteranceString: "Hello.")
        #expect(speech.operations == [.speak(SAYSpeechUtterance("Hello."))])
        #expect(SAYToneEvent(toneURL: url).operations == [.playTone(url)])
        #expect(SAYToneEvent(toneURL: URL(string: "https://a.org/a.wav")!).operations == [])
        #expect(SAYSilenceEvent(interval: 2).operations == [.wait(2)])
        #expect(SAYSilenceEvent(interval: 0).operations == [])
        let all = SAYCompositeEvent(events: [speech, SAYSilenceEvent(interval: 1), Greeting()])
        #expect(all.operations == speech.operations + [.wait(1)] + Greeting().operations)
    }

    @Test("sequences keep completions and take other sequences", .fact("saykit-interface-4.6-3"))
    func sequences() throws {
        var sequence = SAYAudioEventSequence(events: [SAYSpeechEvent(utteranceString: "One.")])
        var other = SAYAudioEventSequence()
        other.addEvent(SAYSpeechEvent(utteranceString: "Two.")) { world.show("two") }
        other.addEvents([SAYSpeechEvent(utteranceString: "Three.")])
        sequence.appendSequence(other)
        #expect(sequence.items.count == 3)
        try main().addSequence(sequence)
        world.host.go()
        #expect(world.spoken == ["One.", "Two.", "Three."])
        #expect(world.screen.lines == ["two"])
    }

    @Test(
        "a track plays one event after the other, and is live meanwhile",
        .fact("saykit-interface-4.6-4"))
    func serial() throws {
        let track = try main()
        #expect(!track.isLive && !track.hasFocus && track.priority == 10)
        track.addEvent(Greeting()) { world.show("greeted \(track.isLive)") }
        track.addEvents([SAYSpeechEvent(utteranceString: "More.")]) {
            world.show("over \(track.isLive)")
        }
        world.host.advance(milliseconds: 100)
        #expect(track.isLive && track.hasFocus)
        coordinator.suspendTracks()
        world.host.advance(milliseconds: 100)
        #expect(track.isLive && !track.hasFocus)
        coordinator.resumeTracks()
        world.host.go()
        #expect(world.screen.lines == ["greeted true", "over false"])
        #expect(world.spoken == ["Hello.", "Bye.", "More."])
        // 6 letters of 60 ms, and 500 ms of silence between the two texts.
        let begins = times("sound")
        #expect(begins[1] - begins[0] == 6 * 60 + 500 + 100)
    }

    @Test(
        "cancelling a track ends its events without their completions",
        .fact("saykit-interface-4.6-5"))
    func cancel() async throws {
        let track = try main()
        var sequence = SAYAudioEventSequence()
        sequence.addEvent(SAYSpeechEvent(utteranceString: "One.")) { world.show("one") }
        sequence.addEvent(SAYSpeechEvent(utteranceString: "A long text.")) { world.show("two") }
        track.addSequence(sequence)
        track.addSequence(
            SAYAudioEventSequence(items: [
                .init(SAYSilenceEvent(interval: 1), outcome: { world.show("\($0)") })
            ]))
        world.host.advance(milliseconds: 500)
        track.cancelAll()
        world.host.go()
        #expect(world.screen.lines == ["one", "cancelled"])
        #expect(!track.isLive)
    }

    @Test("an async caller waits for a sound, and hears of one that cannot be played")
    func asyncPlay() async throws {
        let track = try main()
        let missing = URL(fileURLWithPath: "/nowhere/missing.wav")
        let outcomes = world.host.perform {
            let first = await track.play(SAYSpeechEvent(utteranceString: "One."))
            return [first, await track.play(SAYToneEvent(toneURL: missing))]
        }
        world.host.go()
        let values = try await outcomes.value
        #expect(values.first == .finished)
        guard case .skipped(let reason)? = values.last else {
            Issue.record("\(values)")
            return
        }
        #expect(reason.contains("missing.wav"))
    }

    @Test(
        "a ducked track is heard on during a request, by a lower gain",
        .fact("saykit-interface-4.6-12"))
    func ducking() throws {
        let track = try main()
        track.duckingGain = 0.25
        track.addEvent(SAYSpeechEvent(utteranceString: String(repeating: "long ", count: 30)))
        world.host.advance(milliseconds: 300)
        world.answers = ["yes"]
        world.ask(SAYConfirmationRequest(promptText: "Sure?") { _ in })
        #expect(world.texts("track", "event") == ["ducks"])
        let gains = world.events.filter { $0.kind == "soundDucked" }.map { $0.fields["gain"] }
        #expect(gains == [250])
        #expect(times("soundRestored") == times("result"))
        #expect(times("soundHeld").isEmpty)
        track.duckingGain = nil
        world.host.go()
        #expect(world.texts("track", "event") == ["ducks", "suspends"])
    }

    @Test(
        "the live track of highest priority is heard, the others go on where they were",
        .fact("saykit-interface-4.6-6", "saykit-interface-4.6-7"))
    func priorities() throws {
        let news = try #require(coordinator.registerTrack(withIdentifier: "news", priority: 50))
        let request = coordinator.track(withIdentifier: SAYAudioTrackVoiceRequestIdentifier)
        #expect(request?.priority == 999)
        try main().addEvent(SAYSpeechEvent(utteranceString: "A text that is long."))
        world.host.advance(milliseconds: 300)
        news.addEvent(SAYSpeechEvent(utteranceString: "News."))
        world.host.advance(milliseconds: 100)
        #expect(try main().isLive && !main().hasFocus && news.hasFocus)
        world.answers = ["yes"]
        world.ask(SAYConfirmationRequest(promptText: "Sure?") { _ in })
        #expect(world.spoken == ["A text that is long.", "News.", "Sure?"])
        #expect(world.texts("soundHeld", "sound") == ["A text that is long.", "News."])
        #expect(world.texts("soundResumed", "sound") == ["News.", "A text that is long."])
        let (held, resumed) = (frames("soundHeld"), frames("soundResumed"))
        let ended = frames("soundEnded").last ?? 0
        // What was heard before and after is the whole text of 20 letters.
        #expect((held[0] - frames("sound")[0]) + (ended - resumed[1]) == 20 * 60 * 16)
    }

    @Test(
        "a track that exists stays as it is; unregistering cancels its events",
        .fact("saykit-interface-4.6-8"))
    func registration() throws {
        let track = try #require(coordinator.registerTrack(withIdentifier: "a", priority: 3))
        #expect(coordinator.registerTrack(withIdentifier: "a", priority: 9) === track)
        #expect(coordinator.registerTrack(withIdentifier: "", priority: 9) == nil)
        #expect(track.priority == 3)
        track.addSequence(
            SAYAudioEventSequence(items: [
                .init(SAYSilenceEvent(interval: 9), outcome: { world.show("\($0)") })
            ]))
        world.host.advance(milliseconds: 100)
        coordinator.unregisterTrack(withIdentifier: "a")
        coordinator.unregisterTrack(withIdentifier: SAYAudioTrackMainIdentifier)
        world.host.go()
        #expect(world.screen.lines == ["cancelled"])
        #expect(coordinator.track(withIdentifier: "a") == nil)
        #expect(coordinator.tracks.count == 2)
        track.addEvent(SAYSilenceEvent(interval: 1)) { world.show("not reached") }
        world.host.go()
        #expect(world.texts("refused", "reason").last?.contains("no track \"a\"") == true)
        #expect(world.screen.lines == ["cancelled"])
    }

    @Test("all tracks are held, and go on", .fact("saykit-interface-4.6-9"))
    func suspendAll() throws {
        try main().addEvent(SAYSpeechEvent(utteranceString: "Hello there."))
        world.host.advance(milliseconds: 200)
        coordinator.suspendTracks()
        world.host.advance(milliseconds: 5_000)
        #expect(times("soundEnded").isEmpty)
        coordinator.resumeTracks()
        world.host.go()
        #expect(times("soundEnded").count == 1)
    }

    @Test(
        "sources are heard on their tracks, and not without one", .fact("saykit-interface-4.6-10"))
    func sources() {
        let topic = SAYConversationTopic()
        topic.post(SAYAudioEventSequence(events: [SAYSpeechEvent(utteranceString: "Nobody.")]))
        world.conversation.addAudioSource(topic, forTrack: SAYAudioTrackMainIdentifier)
        topic.post(SAYAudioEventSequence(events: [SAYSpeechEvent(utteranceString: "Main.")]))
        world.conversation.addAudioSource(topic, forTrack: "unknown")
        topic.post(SAYAudioEventSequence(events: [SAYSpeechEvent(utteranceString: "Unknown.")]))
        world.conversation.removeAudioSource(topic)
        topic.post(SAYAudioEventSequence(events: [SAYSpeechEvent(utteranceString: "Removed.")]))
        world.host.go()
        #expect(world.spoken == ["Main."])
    }

    @Test("a sound board speaks and plays, and calls back", .fact("saykit-interface-4.6-11"))
    func soundBoard() {
        let board = SAYVoiceRequestSoundBoard()
        world.conversation.addAudioSource(board, forTrack: SAYAudioTrackMainIdentifier)
        board.playMicrophoneStartTone()
        board.speakText("Hello.") { world.show("spoken") }
        board.playMicrophoneStopTone()
        board.playUnrecognizedCommandTone()
        world.host.go()
        #expect(world.screen.lines == ["spoken"])
        #expect(
            world.texts("soundEnded", "sound") == [
                "microphone-start.wav", "Hello.", "microphone-stop.wav",
                "unrecognized-command.wav",
            ])
    }

    @Test("speech sounds as the settings say, unless the utterance does")
    func voiceSettings() {
        world.conversation.voiceSettings.wordsPerMinute = 120
        world.conversation.voiceSettings.volume = 0.5
        var fast = SAYSpeechUtterance("Fast.")
        fast.wordsPerMinute = 1_000
        try? main().addEvents([
            SAYSpeechEvent(utterance: fast), SAYSpeechEvent(utteranceString: "Slow."),
        ])
        world.host.go()
        #expect(world.texts("refused", "reason").isEmpty)
        let calls = (world.host.run?.inputs ?? []).compactMap { input -> String? in
            guard case .call(let call) = input.input, call.name == "addEvents" else { return nil }
            let speech = call.arguments["events"]?.array?.first?.object?["speech"]?.object
            return "\(speech?["wordsPerMinute"]?.integer ?? 0)"
                + " \(speech?["volumePermille"]?.integer ?? 0)"
        }
        #expect(calls == ["450 500", "120 500"])
    }
}
