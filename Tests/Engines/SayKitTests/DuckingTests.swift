import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime

@testable import SayKit

@Suite("4.6 Ducking a track in place of suspending it")
struct DuckingTests {
    private func world(_ permille: Int? = 250) -> SoundWorld {
        var world = SoundWorld()
        world.change { production, now in
            _ = production.duck("main", permille: permille, at: now)
        }
        return world
    }

    @Test(
        "a ducked track sounds on by its lower gain, and by its own at the frame of the end",
        .fact("saykit-4.6-14"))
    func ducks() {
        var world = world()
        let low = world.say("0123456789")
        world.run(until: 500)
        let high = world.say("01234", on: "voiceRequest")
        #expect(world.loop.gains == ["0123456789": 250, "01234": 1_000])
        world.run(until: 1_400)
        #expect(world.loop.gains == ["0123456789": 1_000])
        world.run()
        #expect(world.over.map(\.item) == [high, low])
        #expect(world.over.map(\.frame) == [1_300, 1_600])
        #expect(
            world.log == [
                "0 began 0123456789", "500 ducked 0123456789 250", "500 began 01234",
                "1300 ended 01234", "1300 restored 0123456789", "1600 ended 0123456789",
            ])
    }

    @Test("a sound that begins below another one begins ducked", .fact("saykit-4.6-14"))
    func beginsDucked() {
        var world = world()
        world.say("0123456789", on: "voiceRequest")
        world.say("ab")
        world.say("cd")
        #expect(world.loop.gains == ["0123456789": 1_000, "ab": 250])
        world.run(until: 400)
        #expect(world.loop.gains == ["0123456789": 1_000, "cd": 250])
        #expect(world.log.contains("0 ducked ab 250") && world.log.contains("320 ducked cd 250"))
    }

    @Test("silence of a ducked track counts on")
    func silence() {
        var world = world()
        let silence = world.add(.silence(milliseconds: 50))
        world.say("0123456789", on: "voiceRequest")
        world.run()
        #expect(world.over.first?.item == silence && world.over.first?.frame == 800)
    }

    @Test("suspending all tracks holds a ducked one; it goes on ducked")
    func suspends() {
        var world = world()
        world.say("0123456789", on: "voiceRequest")
        world.say("abcd")
        world.change { production, now in production.suspendTracks(at: now) }
        #expect(world.loop.heard == [])
        world.change { production, now in production.resumeTracks(at: now) }
        #expect(world.loop.gains == ["0123456789": 1_000, "abcd": 250])
    }

    @Test("a track that is ducked no longer is held, and goes on by its own gain")
    func endsDucking() {
        var world = world()
        world.say("0123456789")
        world.say("01234", on: "voiceRequest")
        world.change { production, now in _ = production.duck("main", permille: nil, at: now) }
        #expect(world.loop.heard == ["01234"])
        world.run(until: 900)
        #expect(world.loop.gains == ["0123456789": 1_000])
    }

    @Test("a track is not ducked below one of its own priority, but waits")
    func equalPriority() {
        var world = SoundWorld()
        for name in ["a", "b"] { _ = world.production.register(name, priority: 5) }
        world.change { production, now in _ = production.duck("b", permille: 250, at: now) }
        world.say("first", on: "a")
        world.say("second", on: "b")
        #expect(world.loop.heard == ["first"])
    }

    @Test("the call says what gain it takes, and for which tracks", arguments: [0, 1_001, -5])
    func refuses(gain: Int64) throws {
        var world = try SayWorld()
        let wrong = world.call("duckTrack", ["track": "main", "gain": .integer(gain)])
        #expect(world.refusal(of: wrong)?.contains("1 to 1000 thousandths, or null") == true)
        for track in ["voiceRequest", "nowhere"] {
            let call = world.call("duckTrack", ["track": .string(track), "gain": 250])
            #expect(world.refusal(of: call)?.contains("no track \"\(track)\"") == true)
        }
    }

    @Test("the session shows that a sound is ducked during a request, and by how much")
    func events() throws {
        var world = try SayWorld([.says("yes")])
        world.call("duckTrack", ["track": "main", "gain": 250])
        let music: JSONValue = .array([
            .object(["speech": .string(String(repeating: "a", count: 200))])
        ])
        world.call("addEvents", ["track": "main", "events": music])
        world.run(until: 1_000)
        _ = world.present("confirmation")
        world.run()
        #expect(world.events("soundDucked").map { $0["gain"] } == [250])
        #expect(world.events("soundRestored").count == 1)
        #expect(world.events("soundHeld").isEmpty)
        let restored = world.loop.events.first { $0.kind == "soundRestored" }
        let result = world.loop.events.first { $0.kind == "result" }
        #expect(restored != nil && restored?.frame == result?.frame)
    }
}
