import Foundation
import Testing
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
        world.io.shutDown()
        world.host.go()
        for task in tasks { _ = await task.result }
        check()
    }

    private func act() {
        let io = engines[chance.below(2)]
        let clip = clip
        switch chance.below(13) {
        case 0, 1: start { await io.speak("some words to say") }
        case 2, 3: listen(io, timeout: Double(chance.below(40)) / 10, record: true)
        case 4: listen(io, timeout: 2, record: false)
        case 5: start { try await io.prepareClip(url: clip, gainDB: 6) }
        case 6: start { try await io.startPreparedClip() }
        case 7: start { try await io.playClip(url: clip, gainDB: 0) }
        case 8: start { try await io.pause(seconds: 0.7) }
        case 9: io.stopAll()
        case 10: chance.below(3) == 0 ? io.hardReset() : io.stopClip()
        case 11 where !tasks.isEmpty: tasks[chance.below(tasks.count)].cancel()
        default: if chance.below(6) == 0 { io.shutDown() }
        }
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

    /// What sounds when everything is stopped ends at that frame.
    private func checkSilence() {
        var sounding: Set<String> = []
        var stoppedAt: Frame?
        for event in world.events {
            if let frame = stoppedAt, event.frame > frame {
                if !sounding.isEmpty { faults.append("\(sounding) sound after \(frame)") }
                stoppedAt = nil
            }
            let fields = event.fields
            switch event.kind {
            case "speaking": sounding.insert(fields["speech"]?.string ?? "")
            case "spoken": sounding.remove(fields["speech"]?.string ?? "")
            case "clip": sounding.insert(fields["clip"]?.string ?? "")
            case "clipEnded": sounding.remove(fields["clip"]?.string ?? "")
            case "stopped" where fields["channel"] == 0: stoppedAt = event.frame
            default: break
            }
            // What begins after the stop, at its frame, may sound on.
            if ["speaking", "clip"].contains(event.kind), event.frame == stoppedAt {
                stoppedAt = nil
            }
        }
        if !sounding.isEmpty { faults.append("\(sounding) never ended") }
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
