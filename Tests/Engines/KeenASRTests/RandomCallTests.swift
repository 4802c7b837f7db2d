import Foundation
import Testing
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

/// An app that calls whatever its seed says, also inside callbacks, and notes what comes of it.
@MainActor
final class RandomCaller: KIOSRecognizerDelegate {
    /// A fault that is put between the recognizer and the rules, to see that they find it.
    enum Planted: CaseIterable, Sendable {
        case callbackAfterTeardown, secondResponse, responseAfterStop, takenStart, takenTeardown
        case partialWhileReady
    }

    static let graphs = ["plain", "trigger", "unknown"]
    private let host = SimulatedHost()
    private let recognizer: KIOSRecognizer
    private let planted: Planted?
    private(set) var rules: CallRules
    private(set) var toldCount = 0
    private var chance: ChanceStream
    private var isCalled = false
    private var isTornDown = false
    private var isInterrupted = false
    private var id = ""

    init(seed: UInt64, _ fixtures: KeenFixtures, bundle: String, planted: Planted?) throws {
        chance = SeededChance(seed: seed).stream("calls")
        self.planted = planted
        let mayRecord = chance.below(10) > 0
        rules = CallRules(mayRecord: mayRecord)
        host.answers[.microphone] = mayRecord ? .granted : .denied
        host.recognizerMilliseconds = chance.below(2) == 0 ? 0 : 200
        KIOSRecognizer.standardLocations = fixtures.locations
        recognizer = try KIOSRecognizer.initialize(bundleAtPath: bundle, host: host)
        recognizer.delegate = self
    }

    /// Does so many things, and a few more with a recognizer that is torn down.
    func walk(_ count: Int) {
        if chance.below(4) > 0 { prepare("plain") }
        for _ in 0..<count where !isTornDown { act() }
        recognizer.stopListening()
        if !isTornDown { tearDown() }
        for _ in 0..<8 { act() }
    }

    private func act() {
        switch chance.below(12) {
        case 0...4: call()
        case 5...6 where !isTornDown:
            let words = ["red", "red car", "hello", "hello red", "car"]
            host.say(
                chance.below(5) == 0 ? nil : words[chance.below(words.count)],
                inMilliseconds: Int64(chance.below(3)) * 100,
                lasting: Int64(1 + chance.below(8)) * 100)
        case 7:
            isInterrupted.toggle()
            host.interrupt(isInterrupted)
            // An interrupt that is over in the frame in which it began ends no start of that frame.
            host.advance(milliseconds: 10)
        // Limits are multiples of 100 ms too: calls come at the very frame of a rule.
        default: host.advance(milliseconds: Int64(1 + chance.below(12)) * 100)
        }
    }

    private func call() {
        switch chance.below(16) {
        case 0...4: start()
        case 5, 6: prepare(Self.graphs[chance.below(3)])
        case 7: stop()
        case 8:
            let parameter = KIOSVadParameter.allCases[chance.below(4)]
            recognizer.setVADParameter(parameter, toValue: Float(chance.below(20)) / 10)
        case 9: recognizer.setVadGating(chance.below(2) == 0)
        case 10: recognizer.handleNotifications = chance.below(2) == 0
        case 11: note(.deactivateAudioStack) { recognizer.deactivateAudioStack() }
        case 12: note(.activateAudioStack) { recognizer.activateAudioStack() }
        case 13: note(.performEchoCancellation) { recognizer.performEchoCancellation(false) }
        case 14:
            note(.performEchoCancellation, isValid: false) {
                recognizer.performEchoCancellation(true)
            }
        default: if chance.below(4) == 0 { tearDown() }
        }
    }

    // MARK: Calls

    private func note(_ call: GuardedCall, isValid: Bool = true, _ body: () -> Bool) {
        let from = recognizer.recognizerState
        var isTaken = body()
        switch (call, planted) {
        case (.startListening, .takenStart), (.teardown, .takenTeardown): isTaken = true
        default: break
        }
        rules.called(
            CallRules.Call(
                call: call, isTaken: isTaken, from: from, to: recognizer.recognizerState,
                isValid: isValid, id: id))
    }

    private func start() {
        note(.startListening) {
            var given: NSString?
            let isTaken = recognizer.startListening(&given)
            id = given.map { "\($0)" } ?? ""
            return isTaken
        }
    }

    private func prepare(_ graph: String) {
        note(.prepareForListening, isValid: graph != "unknown") {
            recognizer.prepareForListeningWithDecodingGraph(
                withName: graph, withGoPComputation: false)
        }
    }

    private func stop() {
        let wasBusy =
            !isTornDown && [.listening, .finalProcessing].contains(recognizer.recognizerState)
        note(.stopListening) {
            recognizer.stopListening()
            return wasBusy
        }
        if wasBusy, planted == .responseAfterStop {
            rules.told(.final(id: id), in: .readyToListen)
        }
    }

    private func tearDown() {
        // Without a recognizer there is nothing to refuse.
        guard !isTornDown else { return }
        note(.teardown) {
            isTornDown = KIOSRecognizer.teardown()
            return isTornDown
        }
        if isTornDown, planted == .callbackAfterTeardown {
            rules.told(.ready, in: recognizer.recognizerState)
        }
    }

    // MARK: What it is told

    private func told(_ told: CallRules.Told) {
        toldCount += 1
        rules.told(told, in: recognizer.recognizerState)
        guard !isCalled, chance.below(2) == 0 else { return }
        isCalled = true
        call()
        isCalled = false
    }

    func unwindAppAudioBeforeAudioInterrupt() {
        toldCount += 1
        rules.told(.unwind, in: recognizer.recognizerState)
    }

    func triggerPhraseDetected(_ recognizer: KIOSRecognizer) { told(.trigger) }

    func recognizerPartialResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {
        if planted == .partialWhileReady { rules.told(.partial, in: .readyToListen) }
        told(.partial)
    }

    func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer) {
        if planted == .secondResponse {
            rules.told(.final(id: response.responseId), in: recognizer.recognizerState)
        }
        told(.final(id: response.responseId))
    }

    func recognizerReadyToListen(afterInterrupt recognizer: KIOSRecognizer) { told(.ready) }
}

extension RecognizerSuite {
    @MainActor
    @Suite("An app that calls in any order")
    struct RandomCallTests {
        private let fixtures: KeenFixtures
        private let bundle: String

        init() throws {
            fixtures = try KeenFixtures()
            bundle = try fixtures.bundle()
            let recognizer = TestRecognizer(
                asrBundlePath: bundle, locations: fixtures.locations)
            for (name, trigger) in [("plain", nil), ("trigger", "hello")] {
                try KIOSDecodingGraph.create(
                    KIOSGraphPlan(phrases: ["red", "red car"], trigger: trigger), named: name,
                    for: recognizer)
            }
        }

        private func caller(
            _ seed: UInt64, _ planted: RandomCaller.Planted? = nil
        ) throws -> RandomCaller {
            let caller = try RandomCaller(
                seed: seed, fixtures, bundle: bundle, planted: planted)
            caller.walk(40)
            return caller
        }

        @Test(
            "3.4 in any order, calls and callbacks keep to the table; none comes after teardown",
            .fact("keenasr-3.4-14", "keenasr-3.4-15"))
        func orders() throws {
            var told = 0
            let orders = RandomOrders.standard
            for seed in orders.seeds {
                let caller = try caller(seed)
                told += caller.toldCount
                guard !caller.rules.faults.isEmpty else { continue }
                Issue.record(
                    "seed \(seed): \(caller.rules.faults.prefix(5)). \(orders.repeating(seed))")
                return
            }
            // Apps that are told nothing prove nothing.
            #expect(told > orders.seeds.count || orders.seeds.count < 50)
        }

        @Test(
            "3.4 a planted fault of a call or a callback is found", .fact("keenasr-3.4-14"),
            arguments: RandomCaller.Planted.allCases)
        func findsPlanted(planted: RandomCaller.Planted) throws {
            for seed in 1...60 {
                if try !caller(UInt64(seed), planted).rules.faults.isEmpty { return }
            }
            Issue.record("\(planted) is not found by 60 apps")
        }
    }
}

/// How many orders of calls are tried, and the seed of the first: `scripts/tests/test-random-calls`
/// sets both.
struct RandomOrders {
    let seeds: Range<UInt64>

    static let standard: RandomOrders = {
        func number(_ name: String) -> UInt64? {
            ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
        }
        let first = min(number("VOICETEST_RANDOM_SEED") ?? 1, 1 << 40)
        let count = min(number("VOICETEST_RANDOM_ORDERS") ?? 100, 1 << 30)
        return RandomOrders(seeds: first..<first + count)
    }()

    /// As many orders at least.
    func with(atLeast count: UInt64) -> RandomOrders {
        let end = max(seeds.upperBound, seeds.lowerBound + count)
        // A seed that is repeated alone stays alone.
        return seeds.count == 1 ? self : RandomOrders(seeds: seeds.lowerBound..<end)
    }

    /// How a seed is tried alone.
    func repeating(_ seed: UInt64) -> String {
        "Repeat it with VOICETEST_RANDOM_SEED=\(seed) VOICETEST_RANDOM_ORDERS=1."
    }
}
