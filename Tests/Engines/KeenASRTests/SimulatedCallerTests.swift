import Testing
import VoiceJSON
import VoiceRun
import VoiceTrace

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("A simulated caller of a recognizer")
    struct SimulatedCallerTests {
        @Test("a delegate may let the caller speak in its callback")
        func speaksInCallback() throws {
            try withWorld { world in
                world.acts["final"] = {
                    guard world.finals.count == 1 else { return }
                    world.recognizer.startListening(nil)
                    world.host.say("blue", inMilliseconds: 500)
                }
                world.recognizer.startListening(nil)
                world.host.say("red", inMilliseconds: 500)
                world.host.go()
                #expect(world.finals.map { $0.result?.text } == ["RED", "BLUE"])
            }
        }

        // caller     ..GO......TO......THE.......STORE..........
        // told         |       |       |         |        |final
        @Test("a caller who speaks slowly is heard to the end, word by word as it is said")
        func slowly() throws {
            try withWorld { world in
                world.recognizer.startListening(nil)
                world.host.say("go to the store", inMilliseconds: 500, lasting: 8_000)
                world.host.go()
                #expect(
                    world.partials.map(\.text) == ["GO", "GO TO", "GO TO THE", "GO TO THE STORE"])
                // Letters share out the 8 s, and a partial result comes every 100 ms.
                let ends: [Int64] = [1_843, 3_176, 5_176, 8_510]
                let times = world.times("partialResult")
                #expect(zip(times, ends).allSatisfy { (0...120).contains($0 - $1) })
                #expect(world.finals.map { $0.result?.text } == ["GO TO THE STORE"])
                let spoken = world.events.last { $0.core == .speechEnd }?.fields["spoken"]?.integer
                #expect(world.times("listened") == [(spoken ?? 0) / 16 + 1_000])
            }
        }

        @Test("words that are understood after speech has ended end with it all the same")
        func understoodLate() throws {
            try withWorld { world in
                world.recognizer.startListening(nil)
                world.host.say("red", inMilliseconds: 500, lasting: 800)
                world.host.understand("red car", inMilliseconds: 1_600)
                world.host.go()
                #expect(world.partials.map(\.text) == ["RED", "RED CAR"])
                let spoken = world.events.last { $0.core == .speechEnd }?.fields["spoken"]?.integer
                #expect(world.times("listened") == [(spoken ?? 0) / 16 + 1_000])
            }
        }
    }
}
