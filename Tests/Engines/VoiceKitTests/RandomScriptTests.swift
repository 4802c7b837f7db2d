import Foundation
import Testing
import VoiceTestSupport
import VoiceTime

@testable import VoiceKit

/// One app that does random things with a scripted engine, and what must hold.
@MainActor
private final class RandomScript {
    private let io: ScriptedVoiceIO
    private let script: [String]
    private var chance: ChanceStream
    private var tasks: [Task<Void, any Error>] = []
    private var finished = 0
    private var heard: [String] = []
    private var isListening: Bool?
    private var isSpeaking: Bool?
    private(set) var faults: [String] = []

    init(seed: UInt64) {
        chance = SeededChance(seed: seed).stream("scripts")
        script = (0..<(1 + chance.below(6))).map { "line \($0)" }
        io = ScriptedVoiceIO(script: script)
        io.onListeningChanged = { [weak self] in self?.isListening = $0 }
        io.onTTSSpeakingChanged = { [weak self] in self?.isSpeaking = $0 }
    }

    func run() async {
        for _ in 0..<(3 + chance.below(12)) {
            act()
            if chance.below(2) == 0 { try? await io.clock.wait(seconds: wait()) }
        }
        for task in tasks { _ = await task.result }
        check()
    }

    private func wait() -> Double { Double(chance.below(20)) / 100 }

    private func act() {
        let (io, seconds) = (io, wait())
        switch chance.below(12) {
        case 0, 1: start { await io.speak("some words") }
        case 2, 3, 4:
            start {
                let result = try await io.listen(timeout: 1, inactivity: 1, record: false)
                if !result.transcript.isEmpty { self.heard.append(result.transcript) }
            }
        case 5: start { try await io.pause(seconds: seconds) }
        case 6: start { _ = await io.speakAndMeasure("measured", using: "en-gb") }
        case 7: io.stopAll()
        case 8: io.hardReset()
        case 9, 10: if !tasks.isEmpty { tasks[chance.below(tasks.count)].cancel() }
        default:
            start { await VoiceChorus(engine: io).speak("all", withVoiceProfiles: Self.voices) }
        }
    }

    private static let voices = ["a", "b"].map { TTSVoiceProfile(id: $0) }

    private func start(_ work: @escaping @MainActor @Sendable () async throws -> Void) {
        tasks.append(
            Task {
                defer { self.finished += 1 }
                try await work()
            })
    }

    private func check() {
        if finished != tasks.count { faults.append("\(finished) of \(tasks.count) came back") }
        if isListening == true { faults.append("listening is never over") }
        if isSpeaking == true { faults.append("speaking is never over") }
        // Lines are heard in their order, and none twice; a cancelled listen may lose its own.
        let places = heard.compactMap { script.firstIndex(of: $0) }
        if places != places.sorted() || Set(places).count != heard.count {
            faults.append("heard \(heard)")
        }
        if io.script.count > script.count - heard.count {
            faults.append("\(io.script.count) lines are left after \(heard.count) were heard")
        }
    }
}

@MainActor
@Suite("Programs in any order with a script")
struct RandomScriptTests {
    @Test("calls come back once, callbacks end with false, lines are heard in order")
    func programs() async throws {
        // `scripts/tests/test-random-voices` runs more.
        let environment = ProcessInfo.processInfo.environment
        let count = environment["VOICETEST_RANDOM_VOICES"].flatMap { Int($0) } ?? 40
        let first = environment["VOICETEST_RANDOM_SEED"].flatMap { UInt64($0) } ?? 1
        for seed in first..<(first + UInt64(count)) {
            let program = RandomScript(seed: seed)
            await program.run()
            #expect(program.faults == [], "seed \(seed)")
            if !program.faults.isEmpty { return }
        }
    }
}
