import Testing
import VoiceEngine
import VoiceTestSupport
import VoiceTime

@testable import SayKit

@Suite("4.6 Tracks and their coordinator")
struct AudioProductionTests {
    @Test(
        "4.5 there are a main track of priority 10 and a track of voice requests of 999",
        .fact("saykit-4.5-7"))
    func standardTracks() {
        let world = SoundWorld()
        #expect(world.production.track("main")?.priority == 10)
        #expect(world.production.track("voiceRequest")?.priority == 999)
        #expect(world.production.tracks.count == 2)
    }

    @Test(
        "a track plays its events one after the other, and each is over once", .fact("saykit-4.6-3")
    )
    func serial() {
        var world = SoundWorld()
        let first = world.say("0123456789")
        let second = world.say("01234")
        world.run()
        #expect(world.over.map(\.item) == [first, second])
        #expect(world.over.map(\.frame) == [1_600, 2_400])
        #expect(world.over.allSatisfy { $0.outcome == .finished })
        #expect(world.production.track("main")?.isLive == false)
    }

    @Test(
        "a track of higher priority holds a lower one, which goes on at the frame where it was",
        .fact("saykit-4.6-4"))
    func holds() {
        var world = SoundWorld()
        let low = world.say("0123456789")
        world.run(until: 500)
        let high = world.say("01234", on: "voiceRequest")
        #expect(world.loop.heard == ["01234"])
        #expect(world.production.track("main")?.isLive == true)
        world.run()
        #expect(world.over.map(\.item) == [high, low])
        #expect(world.over.map(\.frame) == [1_300, 2_400])
        #expect(
            world.log == [
                "0 began 0123456789", "500 held 0123456789", "500 began 01234", "1300 ended 01234",
                "1300 resumed 0123456789", "2400 ended 0123456789",
            ])
    }

    @Test("a track of lower priority waits, and cuts nothing", .fact("saykit-4.6-4"))
    func lowerWaits() {
        var world = SoundWorld()
        world.say("0123456789", on: "voiceRequest")
        world.run(until: 500)
        world.say("01234")
        #expect(world.loop.heard == ["0123456789"])
        world.run()
        #expect(world.over.map(\.frame) == [1_600, 2_400])
    }

    @Test("silence that is held counts what remains of it", .fact("saykit-4.6-10"))
    func silence() {
        var world = SoundWorld()
        let silence = world.add(.silence(milliseconds: 100))
        world.run(until: 400)
        world.say("0123456789", on: "voiceRequest")
        #expect(world.loop.timers.isEmpty)
        world.run()
        #expect(world.over.last?.item == silence)
        #expect(world.over.last?.frame == 3_200)
    }

    @Test(
        "a track is not held for another of its priority; the first registered goes first",
        .fact("saykit-4.6-7"))
    func equalPriorities() {
        var world = SoundWorld()
        _ = world.production.register("b", priority: 50)
        _ = world.production.register("a", priority: 50)
        let later = world.say("0123456789", on: "a")
        world.run(until: 100)
        let earlier = world.say("01", on: "b")
        world.run()
        #expect(world.over.map(\.item) == [later, earlier])
        world.change { production, now in production.suspendTracks(at: now) }
        let second = world.say("01", on: "a")
        let first = world.say("01", on: "b")
        world.change { production, now in production.resumeTracks(at: now) }
        world.run()
        #expect(world.over.suffix(2).map(\.item) == [first, second])
    }

    @Test("registering a track that exists leaves it as it is", .fact("saykit-4.6-8"))
    func registersOnce() {
        var world = SoundWorld()
        let item = world.say("0123456789")
        _ = world.production.register("main", priority: 5_000)
        #expect(world.production.track("main")?.priority == 10)
        #expect(world.production.track("main")?.items.map(\.number) == [item])
    }

    @Test("unregistering a track cancels its events, and lets others go on", .fact("saykit-4.6-9"))
    func unregisters() {
        var world = SoundWorld()
        _ = world.production.register("notice", priority: 100)
        let low = world.say("0123456789")
        world.run(until: 100)
        let notices = [world.say("01", on: "notice"), world.say("01", on: "notice")]
        world.change { production, now in _ = production.unregister("notice", at: now) }
        #expect(world.over.map(\.item) == notices)
        #expect(world.over.allSatisfy { $0.outcome == .cancelled })
        #expect(world.loop.heard == ["0123456789"])
        world.run()
        #expect(world.over.last?.item == low)
        #expect(world.production.track("notice") == nil)
    }

    @Test(
        "cancelling reports every event as cancelled, in order, and none as finished",
        .fact("saykit-4.6-11"))
    func cancelAll() {
        var world = SoundWorld()
        let items = [world.say("0123456789"), world.add(.silence(milliseconds: 5)), world.say("a")]
        world.run(until: 100)
        world.change { production, now in _ = production.cancelAll("main", at: now) }
        #expect(world.over.map(\.item) == items)
        #expect(world.over.map(\.outcome) == [.cancelled, .cancelled, .cancelled])
        #expect(world.loop.playing.isEmpty)
        world.run()
        #expect(world.over.count == 3)
    }

    @Test(
        "a sound that cannot be played is skipped and reported, and the track goes on",
        .fact("saykit-4.6-12"))
    func skips() {
        var world = SoundWorld()
        world.loop.missing = ["none.wav"]
        let tone = world.add(.tone(file: "none.wav"))
        let speech = world.say("01")
        world.run()
        #expect(world.over.map(\.item) == [tone, speech])
        #expect(world.over[0].outcome == .skipped(reason: "no file none.wav"))
        #expect(world.over[1].outcome == .finished)
    }

    @Test(
        "a tone without a file name and a text without words are over at once",
        .fact("saykit-4.6-2"))
    func nothingToHear() {
        var world = SoundWorld()
        let items = [
            world.add(.tone(file: "")), world.say(" … "), world.add(.silence(milliseconds: 0)),
            world.add(.composite([])),
        ]
        #expect(world.over.map(\.item) == items)
        #expect(world.loop.now == 0)
    }

    @Test(
        "the parts of a composite event sound in order, and count as one event",
        .fact("saykit-4.6-5"))
    func composite() {
        var world = SoundWorld()
        let parts: [AudioEvent] = [
            .speech(SAYSpeechUtterance("0123456789")), .silence(milliseconds: 10),
            .composite([.tone(file: "t.wav")]),
        ]
        let item = world.add(.composite(parts))
        world.run()
        #expect(world.over.map(\.item) == [item])
        #expect(world.over[0].frame == 1_600 + 160 + FakeLoop.tone)
    }

    @Test(
        "suspending holds every track, and resuming goes by priority again", .fact("saykit-4.6-6"))
    func suspendAll() {
        var world = SoundWorld()
        world.say("0123456789")
        world.run(until: 600)
        world.change { production, now in production.suspendTracks(at: now) }
        #expect(world.loop.heard.isEmpty)
        let high = world.say("01", on: "voiceRequest")
        world.run(until: 5_000)
        #expect(world.over.isEmpty)
        world.change { production, now in production.resumeTracks(at: now) }
        #expect(world.loop.heard == ["01"])
        world.run()
        #expect(world.over.map(\.item).first == high)
        #expect(world.over.map(\.frame) == [5_320, 6_320])
    }

    @Test("a reserved track has focus while it is silent, and lower ones wait")
    func reserved() {
        var world = SoundWorld()
        world.say("0123456789")
        world.run(until: 600)
        world.change { production, now in production.reserve("voiceRequest", true, at: now) }
        #expect(world.loop.heard.isEmpty)
        world.run(until: 2_000)
        world.change { production, now in production.reserve("voiceRequest", false, at: now) }
        world.run()
        #expect(world.over.map(\.frame) == [3_000])
    }

    @Test("an end that was on its way when the track was held counts")
    func lateEnd() {
        var world = SoundWorld()
        let item = world.say("0123456789")
        world.run(until: 1_599)
        let job = world.loop.playing.keys.first ?? 0
        world.change { production, now in
            production.suspendTracks(at: now)
            let isTaken = production.handle(.playEnded(job: job), at: now)
            let isTakenAgain = production.handle(.playEnded(job: job), at: now)
            #expect(isTaken && !isTakenAgain)
        }
        #expect(world.over.map(\.item) == [item])
    }
}
