import Foundation
import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceKit

/// One app that does random things at random times, and what its run must hold.
@MainActor
private final class RandomProgram {
    private let world: KitWorld
    private let engines: [RealVoiceIO]
    private let queue: VoiceQueue
    private let chorus: VoiceChorus
    private let clip: URL
    private var chance: ChanceStream
    private var tasks: [Task<Void, any Error>] = []
    private var finished = 0
    private var recorded = 0
    /// What is wrong, in sentences.
    private(set) var faults: [String] = []

    init(seed: UInt64, clip: URL) {
        chance = SeededChance(seed: seed).stream("programs")
        let suppress = chance.below(2) == 0 ? 0 : 0.25
        world = KitWorld(config: VoiceIOConfig(ttsSuppressAfterFinish: suppress))
        let other = world.io.sibling()
        world.listen(to: other, "other ")
        engines = [world.io, other]
        queue = VoiceQueue(primary: other)
        chorus = VoiceChorus(engine: other)
        self.clip = clip
    }

    func run() async {
        for _ in 0..<(4 + chance.below(12)) {
            act()
            world.host.advance(milliseconds: Int64(chance.below(900)))
            if world.host.run != nil, chance.below(3) == 0 {
                let words = ["stop", "seven", "hello there"][chance.below(3)]
                world.host.say(words, inMilliseconds: Int64(chance.below(500)), lasting: 300)
            }
        }
        // A queue goes on after the end of a run, in the next one.
        for _ in 0..<50 where finished < tasks.count || world.host.run?.isOver == false {
            world.io.shutDown()
            world.host.go()
            await Task.yield()
        }
        check()
    }

    private func act() {
        let io = engines[chance.below(2)]
        let clip = clip
        switch chance.below(20) {
        case 0, 1: start { await io.speak("some words to say") }
        case 2, 3: listen(io, timeout: Double(chance.below(40)) / 10, record: true)
        case 4: listen(io, timeout: 2, record: false)
        case 5: start { try await io.prepareClip(url: clip, gainDB: 6) }
        case 6: start { try await io.startPreparedClip() }
        case 7: start { try await io.playClip(url: clip, gainDB: 0) }
        case 8: start { try await io.pause(seconds: 0.7) }
        case 9: io.stopAll()
        case 10: chance.below(3) == 0 ? io.hardReset() : io.stopClip()
        case 11, 12: if !tasks.isEmpty { tasks[chance.below(tasks.count)].cancel() }
        case 13: start { _ = await io.speakAndMeasure("measured", using: "en-gb") }
        case 14: io.extendListening(by: 0.5)
        case 15: play(clip)
        case 16: sing()
        case 17: io.setRecognitionContext(context())
        case 18: interrupt()
        default: if chance.below(6) == 0 { io.shutDown() }
        }
    }

    /// A queue of two channels, which may be cancelled or grow while it plays.
    private func play(_ clip: URL) {
        let queue = queue
        guard chance.below(4) > 0 else { return queue.cancelAll() }
        queue.enqueueSpeak("first").enqueueSFX(clip, gainDB: 3).enqueuePause(0.1)
        queue.enqueueSpeak("beside", on: 1)
        start { await queue.play() }
    }

    private func sing() {
        let chorus = chorus
        guard chance.below(3) > 0 else { return chorus.stop() }
        let voices = ["en-us", "en-gb"].map { TTSVoiceProfile(id: $0, volume: 0.5) }
        start { await chorus.speak("all of us", withVoiceProfiles: voices) }
    }

    private func context() -> RecognitionContext {
        let all: [RecognitionContext.Expectation] = [
            .freeform, .number, .name(allowed: ["Hello There", "Ann"]),
        ]
        return RecognitionContext(expectation: all[chance.below(3)])
    }

    private func interrupt() {
        guard world.host.run != nil else { return }
        world.host.interrupt(chance.below(2) == 0)
    }

    private func listen(_ io: RealVoiceIO, timeout: Double, record: Bool) {
        start {
            let result = try await io.listen(timeout: timeout, inactivity: 0.4, record: record)
            if result.recordingURL != nil { self.recorded += 1 }
        }
    }

    private func start(_ work: @escaping @MainActor @Sendable () async throws -> Void) {
        tasks.append(
            world.host.perform {
                defer { self.finished += 1 }
                try await work()
            })
    }

    private func check() {
        if finished != tasks.count { faults.append("\(finished) of \(tasks.count) came back") }
        if let failure = world.host.run?.failure { faults.append("\(failure)") }
        for name in ["listening", "speaking", "other listening", "other speaking"] {
            let told = world.told(name).map { $0.hasSuffix("true") }
            let wanted = told.indices.map { $0 % 2 == 0 }
            if told != wanted || told.last == true { faults.append("\(name): \(told)") }
        }
        if world.recordings.count != recorded {
            faults.append("\(world.recordings.count) recordings of \(recorded)")
        }
        checkSilence()
    }

    /// What sounds when its channel, or everything, is stopped ends at that frame.
    private func checkSilence() {
        var sounding: [String: JSONValue] = [:]
        var stopped: [(frame: Frame, sounds: Set<String>)] = []
        for event in world.events {
            for (frame, sounds) in stopped where event.frame > frame {
                let left = sounds.intersection(sounding.keys)
                if !left.isEmpty { faults.append("\(left.sorted()) sound after \(frame)") }
            }
            stopped.removeAll { event.frame > $0.frame }
            let fields = event.fields
            let item = fields["speech"]?.string ?? fields["clip"]?.string ?? ""
            switch event.kind {
            case "speaking", "clip": sounding[item] = fields["channel"] ?? .null
            case "spoken", "clipEnded": sounding[item] = nil
            case "stopped":
                let channel = fields["channel"]
                let sounds = sounding.filter { channel == 0 || $0.value == channel }
                stopped.append((event.frame, Set(sounds.keys)))
            default: break
            }
        }
        if !sounding.isEmpty { faults.append("\(sounding.keys.sorted()) never ended") }
    }
}

@MainActor
@Suite("Programs in any order")
struct RandomProgramTests {
    @Test(
        "calls come back once, callbacks pair up, stops silence, cancelled calls record nothing",
        .fact("voicekit-2.5.3-11"))
    func programs() async throws {
        // `scripts/tests/test-random-voices` runs more.
        let environment = ProcessInfo.processInfo.environment
        let count = environment["VOICETEST_RANDOM_VOICES"].flatMap { Int($0) } ?? 40
        let first = environment["VOICETEST_RANDOM_SEED"].flatMap { UInt64($0) } ?? 1
        let files = KitWorld()
        let clip = try files.clip(milliseconds: 300)
        for seed in first..<(first + UInt64(count)) {
            let program = RandomProgram(seed: seed, clip: clip)
            await program.run()
            #expect(program.faults == [], "seed \(seed)")
            if !program.faults.isEmpty { return }
        }
    }
}
