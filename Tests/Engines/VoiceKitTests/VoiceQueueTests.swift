import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

@Suite("A queue of speech, clips and pauses")
@MainActor
struct VoiceQueueTests {
    private let ding = URL(fileURLWithPath: "/tmp/ding.wav")

    @Test("the unlabelled factories make the same items", .fact("voicekit-2.8-1"))
    func factories() {
        #expect(VoiceQueue.Item.speak("A", voiceID: "v") == .speak(text: "A", voiceID: "v"))
        #expect(VoiceQueue.Item.sfx(ding, gainDB: 3) == .sfx(url: ding, gainDB: 3))
        #expect(VoiceQueue.Item.pause(1) == .pause(seconds: 1))
        #expect(VoiceQueue.Item.speak("A") == .speak(text: "A"))
    }

    @Test(
        "a clip after speech is prepared before the speech and started after it",
        .fact("voicekit-2.8-6"))
    func preparedClip() async {
        let io = GuideEngine()
        let queue = VoiceQueue(primary: io)
        queue.enqueueSpeak("A", voiceID: nil).enqueueSFX(ding, gainDB: 3).enqueueSpeak("B")
        await queue.play()
        #expect(io.notes == ["prepare ding.wav 3.0", "speak A", "start", "speak B"])
    }

    @Test("a clip that follows no speech is played", .fact("voicekit-2.8-6"))
    func playedClip() async {
        let io = GuideEngine()
        let queue = VoiceQueue(primary: io)
        queue.enqueueSFX(ding).enqueueSpeak("A").enqueuePause(0).enqueueSFX(ding)
        await queue.play()
        #expect(io.notes == ["play ding.wav 0.0", "speak A", "play ding.wav 0.0"])
    }

    @Test("pauses pass on the engine's clock", .fact("voicekit-2.8-7"))
    func pauses() async {
        let io = ScriptedVoiceIO(script: [])
        let queue = VoiceQueue(primary: io)
        queue.enqueuePause(2).enqueuePause(-1).enqueueSpeak("A")
        await queue.play()
        #expect(
            io.calls == [.pause(seconds: 2), .pause(seconds: 0), .speak(text: "A", voiceID: nil)])
        #expect(abs(io.clock.now - 2.3) < 0.000_1)
    }

    @Test("an engine with voices speaks with the item's voice", .fact("voicekit-2.8-8"))
    func voices() async {
        let io = VoicedEngine()
        let queue = VoiceQueue(primary: io)
        queue.enqueueSpeak("A", voiceID: "v").enqueueSpeak("B")
        await queue.play()
        #expect(io.notes == ["speak A using v", "speak B using default"])
    }

    @Test("the factory makes the engine of another channel once", .fact("voicekit-2.8-2"))
    func factory() async {
        let (first, second) = (GuideEngine(), GuideEngine())
        var count = 0
        let queue = VoiceQueue(primary: first) {
            count += 1
            return second
        }
        queue.enqueueSpeak("A").enqueueSpeak("B", on: 1).enqueueSpeak("C", on: 1)
        await queue.play()
        #expect(count == 1)
        #expect(first.notes == ["speak A"] && second.notes == ["speak B", "speak C"])
    }

    @Test("without a factory another channel shares the engine", .fact("voicekit-2.8-3"))
    func shared() async {
        let io = GuideEngine()
        let queue = VoiceQueue(primary: io)
        queue.enqueueSpeak("A").enqueueSpeak("B", on: 1)
        await queue.play()
        #expect(Set(io.notes) == ["speak A", "speak B"])
    }

    @Test(
        "an engine that makes siblings gives one to another channel; both play at once",
        .fact("voicekit-2.8-3", "voicekit-2.8-4"))
    func siblings() async {
        let io = ScriptedVoiceIO(script: [])
        let queue = VoiceQueue(primary: io)
        queue.enqueueSpeak("A").enqueueSpeak("B", on: 1)
        await queue.play()
        #expect(io.calls == [.speak(text: "A", voiceID: nil)])
        #expect(io.siblings.map { $0.calls } == [[.speak(text: "B", voiceID: nil)]])
        #expect(abs(io.clock.now - 0.3) < 0.000_1)
    }

    @Test("a second play while one is under way returns at once", .fact("voicekit-2.8-5"))
    func secondPlay() async {
        let io = ScriptedVoiceIO(script: [])
        let queue = VoiceQueue(primary: io)
        queue.enqueueSpeak("A")
        let first = Task { await queue.play() }
        while !queue.isRunning { await Task.yield() }
        await queue.play()
        #expect(queue.isRunning)
        await first.value
        #expect(!queue.isRunning)
        #expect(io.calls.count == 1)
    }

    @Test("items that are added while the queue plays are played", .fact("voicekit-2.8-11"))
    func addedLater() async {
        let io = GuideEngine()
        let queue = VoiceQueue(primary: io)
        io.onSpeak = { text in
            guard text == "A" else { return }
            queue.enqueueSpeak("B")
            queue.enqueueSpeak("C", on: 7)
        }
        queue.enqueueSpeak("A")
        await queue.play()
        #expect(Set(io.notes) == ["speak A", "speak B", "speak C"])
        io.onSpeak = nil
        await queue.play()
        #expect(io.notes.count == 3)
    }

    @Test("items beyond the limit of a channel are left out and reported")
    func full() {
        let queue = VoiceQueue(primary: GuideEngine())
        var problems: [VoiceQueue.Problem] = []
        queue.onProblem = { problems.append($0) }
        for _ in 0..<VoiceQueue.itemLimit { queue.enqueuePause(0) }
        #expect(problems.isEmpty)
        queue.enqueuePause(0)
        #expect(problems == [.channelFull(channel: 0)])
    }

    @Test("cancelAll stops every engine and drops the rest", .fact("voicekit-2.8-10"))
    func cancelled() async {
        let io = ScriptedVoiceIO(script: [])
        let queue = VoiceQueue(primary: io)
        queue.enqueueSpeak("A").enqueueSpeak("B").enqueueSpeak("C", on: 1).enqueueSpeak("D", on: 1)
        let play = Task { await queue.play() }
        while io.siblings.first?.calls.isEmpty != false { await Task.yield() }
        queue.cancelAll()
        queue.cancelAll()
        await play.value
        #expect(!queue.isRunning)
        #expect(io.calls == [.speak(text: "A", voiceID: nil), .stopAll, .stopAll])
        queue.enqueueSpeak("E")
        await queue.play()
        #expect(io.calls.last == .speak(text: "E", voiceID: nil))
    }

    @Test("cancelling the task that plays cancels the queue")
    func cancelledTask() async {
        let io = ScriptedVoiceIO(script: [])
        let queue = VoiceQueue(primary: io)
        queue.enqueuePause(3_600).enqueueSpeak("A")
        let play = Task { await queue.play() }
        while io.calls.isEmpty { await Task.yield() }
        play.cancel()
        await play.value
        #expect(!io.calls.contains(.speak(text: "A", voiceID: nil)))
        let never = Task { await queue.play() }
        never.cancel()
        await never.value
    }

    @Test("clips that do not play are reported and the queue goes on", .fact("voicekit-2.8-9"))
    func badClips() async {
        let io = GuideEngine()
        io.badClips = ["ding.wav"]
        let queue = VoiceQueue(primary: io)
        var problems: [VoiceQueue.Problem] = []
        queue.onProblem = { problems.append($0) }
        queue.enqueueSpeak("A").enqueueSFX(ding).enqueueSFX(ding).enqueueSpeak("B")
        await queue.play()
        #expect(io.notes == ["prepare ding.wav 0.0", "speak A", "play ding.wav 0.0", "speak B"])
        let problem = VoiceQueue.Problem.clipFailed(url: ding, reason: "no sound")
        #expect(problems == [problem, problem])
    }
}

@Suite("Sounds inside a text")
@MainActor
struct InlineSoundTests {
    private func notes(_ text: String) async -> (notes: [String], problems: [VoiceQueue.Problem]) {
        let io = VoicedEngine()
        let queue = VoiceQueue(primary: io)
        var problems: [VoiceQueue.Problem] = []
        queue.onProblem = { problems.append($0) }
        queue.enqueueParsingSFX(
            text: text,
            resolver: { $0 == "none" ? nil : URL(fileURLWithPath: "/tmp/\($0).wav") },
            defaultVoiceID: "v", on: 0)
        await queue.play()
        return (io.notes, problems)
    }

    @Test(
        "text around a sound keeps its blanks", .fact("voicekit-2.8-12", "voicekit-2.8-14"),
        arguments: ["Hello [sfx:ding] world.", "Hello <sfx:ding> world."])
    func around(text: String) async {
        let found = await notes(text)
        #expect(
            found.notes == [
                "prepare ding.wav 0.0", "speak Hello  using v", "start", "speak  world. using v",
            ])
    }

    @Test(
        "blanks around a name do not count", .fact("voicekit-2.8-12"),
        arguments: ["[sfx:  ding ]", "<sfx:ding >"])
    func blanks(text: String) async {
        #expect(await notes(text).notes == ["play ding.wav 0.0"])
    }

    @Test("blanks between sounds are no speech")
    func between() async {
        #expect(await notes("[sfx:a] <sfx:b>").notes == ["play a.wav 0.0", "play b.wav 0.0"])
    }

    @Test("a name without a file is left out and reported", .fact("voicekit-2.8-13"))
    func unresolved() async {
        let found = await notes("A [sfx:none] B")
        #expect(found.notes == ["speak A  using v", "speak  B using v"])
        #expect(found.problems == [.unresolvedSound(name: "none")])
    }

    @Test(
        "a mark without a name or with a wrong number is left out and reported",
        arguments: [
            "[sfx:]", "[sfx: ]", "<silence:>", "<silence:x>", "<silence:-1>", "<silence:nan>",
            "<silence:1e9>",
        ])
    func unreadable(mark: String) async {
        let found = await notes("A\(mark)")
        #expect(found.notes == ["speak A using v"])
        #expect(found.problems == [.unreadableMark(mark)])
    }

    @Test("a silence is a pause", .fact("voicekit-2.8-14"))
    func silence() async {
        let io = ScriptedVoiceIO(script: [])
        let queue = VoiceQueue(primary: io)
        queue.enqueueParsingSFX(text: "A<silence: 0.5 >B", resolver: { _ in nil })
        await queue.play()
        #expect(
            io.calls == [
                .speak(text: "A", voiceID: nil), .pause(seconds: 0.5),
                .speak(text: "B", voiceID: nil),
            ])
    }

    @Test(
        "what is no mark is text",
        arguments: ["[sfx:ding", "sfx:ding]", "<sfx ding>", "[x] < 3", "<silence"])
    func noMark(text: String) async {
        #expect(await notes(text).notes == ["speak \(text) using v"])
    }
}
