import Foundation
import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@MainActor
@Suite("Names of RealVoiceIO that apps use")
struct PublishedFormTests {
    @Test("it is a VoiceIO, a TTSConfigurable and a VoiceEngine", .fact("voicekit-2.5-4"))
    func conforms() {
        let engine: VoiceEngine = RealVoiceIO()
        let voices: any TTSConfigurable = engine
        voices.setTuning(Tuning(volume: 0.5))
        #expect(engine.getTuning().volume == 0.5)
    }

    @Test("a context that is set counts for later listens", .fact("voicekit-2.5-6"))
    func setsContext() async throws {
        let world = KitWorld()
        world.io.setRecognitionContext(RecognitionContext(expectation: .number))
        let task = world.host.perform {
            try await world.io.listen(timeout: 5, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 10)
        world.host.say("forty two", inMilliseconds: 100)
        world.host.go()
        #expect(try await task.value.transcript == "42")
    }

    @Test("finishRecognition leaves a listen as it is", .fact("voicekit-2.5-7"))
    func finishesNothing() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            try await world.io.listen(timeout: 2, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 500)
        world.io.finishRecognition()
        world.host.go()
        #expect(try await task.value.endReason == .timeout)
        #expect(world.times("listened") == [2_000])
    }

    @Test("prepareBoosted prepares a clip with its gain", .fact("voicekit-2.5-8"))
    func prepareBoosted() async throws {
        let world = KitWorld()
        let ding = try world.clip()
        let task = world.host.perform {
            try await world.io.prepareBoosted(url: ding, gainDB: 12)
            try await world.io.startPreparedClip()
        }
        world.host.go()
        try await task.value
        #expect(world.events.first { $0.kind == "clipPrepared" }?.fields["gain"] == 12_000)
        #expect(world.times("clip").count == 1)
    }

    @Test("normalizeNumeric has a labelled and an unlabelled form", .fact("voicekit-2.5-9"))
    func normalizes() {
        #expect(RealVoiceIO.normalizeNumeric(from: " Nineteen ") == "19")
        #expect(RealVoiceIO.normalizeNumeric("two hundred and six") == "206")
    }
}
