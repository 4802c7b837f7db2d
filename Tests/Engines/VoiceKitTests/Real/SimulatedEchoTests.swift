import Foundation
import Testing
import VoiceMedia
import VoiceTestSupport

@testable import VoiceKit
@testable import VoiceRun

@MainActor
@Suite("The app's own voice in a simulated microphone")
struct SimulatedEchoTests {
    /// The words that a listen hears while the app says "say forty two now", which takes 1,020 ms.
    private func heard(
        _ echo: SimulatedHost.Echo?, stoppingAfter stop: Int64? = nil
    ) async throws -> String {
        let world = KitWorld { $0.echo = echo }
        let task = world.host.perform {
            async let said: Void = world.io.speak("say forty two now")
            let result = try await world.io.listen(timeout: 4, inactivity: 1, record: false)
            await said
            return result.transcript
        }
        if let stop {
            world.host.advance(milliseconds: stop)
            world.io.stopAll()
        }
        world.host.go()
        return try await task.value
    }

    @Test("is speech with the words of the prompt, where it is loud enough")
    func isHeard() async throws {
        #expect(try await heard(.init(decibels: -30)) == "say forty two now")
        #expect(try await heard(.init(decibels: -30, milliseconds: 400)) == "say forty two now")
        #expect(try await heard(.init(decibels: -61)) == "")
        #expect(try await heard(nil) == "")
    }

    @Test("ends where the prompt is stopped: the words that were said by then are heard")
    func ends() async throws {
        // "two" is said from 650 to 870 ms.
        #expect(try await heard(.init(decibels: -30), stoppingAfter: 650) == "say forty")
    }

    @Test("goes on where a prompt that was held goes on, with the rest of its words")
    func goesOn() {
        var echoed = EchoedPrompt(
            words: "one two", whole: 100..<900, range: 100..<900, milliDecibels: -30_000, number: 1)
        echoed.cut(at: 500)
        #expect(echoed.part.sound.range == 100..<500)
        #expect(echoed.part.whole == 100..<900)
        echoed.resume(at: 700, number: 2)
        #expect(echoed.part.sound.range == 700..<1_100)
        #expect(echoed.part.whole == 300..<1_100)
        #expect(echoed.part.sound.echo == 2)
    }
}
