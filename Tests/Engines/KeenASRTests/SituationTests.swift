import Testing
import VoiceTestSupport
import VoiceTime

@testable import KeenASR

@Suite("Which calls a recognizer takes")
struct SituationTests {
    /// One row of the table of refusals: by state, with a prepared graph where it is not missing.
    struct Row: Sendable, CustomTestStringConvertible {
        let call: GuardedCall
        let needsGraph: KIOSRefusal?
        let ready: KIOSRefusal?
        let listening: KIOSRefusal?
        let final: KIOSRefusal?

        var testDescription: String { call.rawValue }

        init(
            _ call: GuardedCall, _ needsGraph: KIOSRefusal?, _ ready: KIOSRefusal?,
            _ listening: KIOSRefusal?, _ final: KIOSRefusal?
        ) {
            self.call = call
            self.needsGraph = needsGraph
            self.ready = ready
            self.listening = listening
            self.final = final
        }
    }

    static let table = [
        Row(.prepareForListening, nil, nil, .listening, .finalProcessing),
        Row(.startListening, .needsDecodingGraph, nil, .listening, .finalProcessing),
        Row(.stopListening, .notListening, .notListening, nil, nil),
        Row(.finishListening, .notListening, .notListening, nil, .finalProcessing),
        Row(
            .stopListeningAndReturnFinalResponse, .notListening, .notListening, nil,
            .finalProcessing),
        Row(.resetSpeakerAdaptation, nil, nil, .listening, nil),
        Row(.performEchoCancellation, nil, nil, .listening, .finalProcessing),
        Row(.deactivateAudioStack, nil, nil, nil, nil),
        Row(.activateAudioStack, nil, nil, nil, nil),
        Row(.reinitAudioStack, nil, nil, nil, nil),
        Row(.teardown, nil, nil, .listening, .finalProcessing),
    ]

    @Test(
        "3.4 the table of states and refusals",
        .fact("keenasr-3.2-37", "keenasr-3.2-46", "keenasr-3.4-8"), arguments: table)
    func refusals(row: Row) {
        func refusal(_ state: KIOSRecognizerState) -> KIOSRefusal? {
            var situation = RecognizerSituation()
            situation.state = state
            situation.hasGraph = state != .needsDecodingGraph
            return situation.refusal(of: row.call)
        }
        #expect(refusal(.needsDecodingGraph) == row.needsGraph)
        #expect(refusal(.readyToListen) == row.ready)
        #expect(refusal(.listening) == row.listening)
        #expect(refusal(.finalProcessing) == row.final)
    }

    @Test("has a row for every call")
    func covers() { #expect(Self.table.map(\.call) == GuardedCall.allCases) }

    @Test(
        "3.2 startListening needs recording permission, an active audio stack and no interrupt",
        .fact("keenasr-3.2-26", "keenasr-3.2-43"))
    func startNeeds() {
        var situation = RecognizerSituation()
        situation.handle(.prepareForListening)
        #expect(situation.refusal(of: .startListening) == nil)
        situation.mayRecord = false
        #expect(situation.refusal(of: .startListening) == .noRecordingPermission)
        situation.isAudioActive = false
        #expect(situation.refusal(of: .startListening) == .audioStackInactive)
        situation.isInterrupted = true
        #expect(situation.refusal(of: .startListening) == .interrupted)
        #expect(situation.refusal(of: .activateAudioStack) == .interrupted)
    }

    @Test("says of every refusal what to do next", arguments: KIOSRefusal.allCases)
    func sentences(refusal: KIOSRefusal) {
        #expect(refusal.description.hasSuffix("."))
        #expect(refusal.description.contains(". "))
    }

    @Test(
        "3.3 states, types, log levels and tasks have the published raw values",
        .fact("keenasr-3.3-1", "keenasr-3.3-2", "keenasr-3.3-3", "keenasr-3.3-4", "keenasr-3.3-5"))
    func rawValues() {
        #expect(KIOSRecognizerState.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(KIOSRecognizerState.needsDecodingGraph.rawValue == 0)
        #expect(KIOSRecognizerState.finalProcessing.rawValue == 3)
        #expect(KIOSRecognizerType.unknown.rawValue == -1)
        #expect(KIOSRecognizerType.nNet3Chain.rawValue == 3)
        #expect(KIOSRecognizerLogLevel.debug.rawValue == 0)
        #expect(KIOSRecognizerLogLevel.warning.rawValue == 2)
        #expect(KIOSVadParameter.timeoutForNoSpeech.rawValue == 0)
        #expect(KIOSVadParameter.timeoutMaxDuration.rawValue == 3)
        #expect(KIOSSpeakingTask.default.rawValue == 0)
    }
}

@Suite("The rules that end listening")
struct EndRuleTests {
    private func rules(
        start: Frame? = 0, knowsNoise: Bool = true, any: Int64 = 2_000
    ) -> EndRules {
        var limits = VadLimits()
        _ = limits.set(.timeoutEndSilenceForAnyMatch, milliseconds: any)
        return EndRules(limits, start: start, knowsNoise: knowsNoise)
    }

    private func next(_ rules: EndRules) -> (KIOSVadParameter, Int64)? {
        rules.next(rate: .standard).map { ($0.rule, $0.frame / 16) }
    }

    @Test(
        "3.5 defaults are 10, 1, 2 and 20 seconds",
        .fact("keenasr-3.5-1", "keenasr-3.5-2", "keenasr-3.5-3", "keenasr-3.5-4"))
    func defaults() {
        let limits = VadLimits()
        #expect(KIOSVadParameter.allCases.map { limits[$0] } == [10_000, 1_000, 2_000, 20_000])
    }

    @Test("3.5 rule A: no word and no speech for the no-speech timeout", .fact("keenasr-3.5-5"))
    func ruleA() throws {
        let due = try #require(next(rules()))
        #expect(due == (.timeoutForNoSpeech, 10_000))
    }

    @Test(
        "3.5 rule A: a cough that gives no word does not keep it from ending listening",
        .fact("keenasr-3.5-5"), arguments: [true, false])
    func cough(knowsNoise: Bool) throws {
        var rules = rules(knowsNoise: knowsNoise, any: 60_000)
        rules.speechBegan()
        #expect(try #require(next(rules)) == (.timeoutMaxDuration, 20_000))
        rules.speechEnded(at: 16_000)
        #expect(try #require(next(rules)) == (.timeoutForNoSpeech, 10_000))
        rules.understood(hasWords: true, isWholePhrase: false, end: 15_000)
        #expect(try #require(next(rules)) == (.timeoutMaxDuration, 20_000))
    }

    @Test(
        "3.5 speech without a word is nothing to rule C where the graph knows no spoken noise",
        .fact("keenasr-3.5-11"))
    func noNoise() throws {
        var rules = rules(knowsNoise: false)
        rules.speechBegan()
        rules.speechEnded(at: 16_000)
        #expect(try #require(next(rules)) == (.timeoutForNoSpeech, 10_000))
    }

    @Test("3.5 rule B: silence after a whole phrase", .fact("keenasr-3.5-6", "keenasr-3.5-9"))
    func ruleB() throws {
        var rules = rules()
        rules.speechBegan()
        rules.understood(hasWords: true, isWholePhrase: true, end: 16_000)
        #expect(try #require(next(rules)) == (.timeoutMaxDuration, 20_000))
        rules.speechEnded(at: 16_800)
        #expect(try #require(next(rules)) == (.timeoutEndSilenceForGoodMatch, 2_050))
    }

    @Test("3.5 rule C: silence after anything recognised", .fact("keenasr-3.5-7"))
    func ruleC() throws {
        var rules = rules()
        rules.speechBegan()
        rules.understood(hasWords: true, isWholePhrase: false, end: 16_000)
        rules.speechEnded(at: 16_000)
        #expect(try #require(next(rules)) == (.timeoutEndSilenceForAnyMatch, 3_000))
    }

    @Test("3.5 rule D: the length of listening, whatever is recognised", .fact("keenasr-3.5-8"))
    func ruleD() throws {
        var rules = rules()
        rules.speechBegan()
        #expect(try #require(next(rules)) == (.timeoutMaxDuration, 20_000))
    }

    @Test(
        "3.5 speech without a word counts as spoken noise: for rule C, and as no good match",
        .fact("keenasr-3.5-11"))
    func spokenNoise() throws {
        var rules = rules()
        rules.speechBegan()
        rules.speechEnded(at: 16_000)
        #expect(try #require(next(rules)) == (.timeoutEndSilenceForAnyMatch, 3_000))
    }

    @Test(
        "3.5 no rule counts before voice or trigger, and all count from there",
        .fact("keenasr-3.5-10", "keenasr-3.5-12"))
    func suspended() throws {
        var rules = rules(start: nil)
        #expect(next(rules) == nil)
        rules.speechBegan()
        #expect(next(rules) == nil)
        rules.triggered(at: 32_000)
        rules.speechEnded(at: 33_600)
        #expect(try #require(next(rules)) == (.timeoutForNoSpeech, 12_000))
    }

    @Test(
        "3.2 a limit is taken in seconds; 0, less and no number are none, infinity is never",
        .fact("keenasr-3.2-35"))
    func seconds() {
        #expect(VadLimits.milliseconds(seconds: 0.8) == .some(800))
        #expect(VadLimits.milliseconds(seconds: 0.000_1) == .some(1))
        #expect(VadLimits.milliseconds(seconds: 1e30) == .some(VadLimits.longest))
        #expect(VadLimits.milliseconds(seconds: .infinity) == .some(nil))
        for seconds in [0, -1, -Float.infinity, Float.nan] {
            #expect(VadLimits.milliseconds(seconds: seconds) == nil)
        }
        var limits = VadLimits()
        let takesNothing = limits.set(.timeoutForNoSpeech, milliseconds: 0)
        let takesNever = limits.set(.timeoutForNoSpeech, milliseconds: nil)
        #expect(!takesNothing)
        #expect(takesNever)
        #expect(limits[.timeoutForNoSpeech] == nil)
    }
}
