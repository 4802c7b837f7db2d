import Foundation
import Testing
import VoiceMedia
import VoiceRun
import VoiceTime
import VoiceTrace

@testable import KeenASR

/// Tests of the one recognizer: one after the other.
@Suite("KIOSRecognizer", .serialized)
enum RecognizerSuite {}

/// A recognizer in a test's hands, with a delegate that notes what it is told.
@MainActor
final class KeenWorld: KIOSRecognizerDelegate {
    static let colors = ["red", "blue", "red car", "go to the store"]

    let fixtures: KeenFixtures
    let host: SimulatedHost
    let recognizer: KIOSRecognizer
    /// What the delegate was told, in order.
    var told: [String] = []
    var finals: [KIOSResponse] = []
    var partials: [KIOSResult] = []
    /// What the delegate does when it is told of something.
    var acts: [String: @MainActor () -> Void] = [:]

    init(_ prepare: (SimulatedHost) -> Void = { _ in }) throws {
        fixtures = try KeenFixtures()
        host = SimulatedHost()
        prepare(host)
        KIOSRecognizer.standardLocations = fixtures.locations
        recognizer = try KIOSRecognizer.initialize(
            bundleAtPath: fixtures.bundle(), host: host)
        recognizer.delegate = self
    }

    /// With a graph of phrases that is prepared, and the run begun.
    convenience init(
        phrases: [String], trigger: String? = nil, noise: Float = 0.5,
        _ prepare: (SimulatedHost) -> Void = { _ in }
    ) throws {
        try self.init(prepare)
        try create(phrases, trigger: trigger, noise: noise)
        try recognizer.prepare(graphNamed: "graph")
        host.advance(milliseconds: 10)
    }

    func create(
        _ phrases: [String], trigger: String? = nil, noise: Float = 0.5,
        named name: String = "graph"
    ) throws {
        let plan = KIOSGraphPlan(
            phrases: phrases, trigger: trigger, spokenNoiseProbability: noise)
        try KIOSDecodingGraph.create(plan, named: name, for: recognizer)
    }

    /// Lets go of the recognizer, whatever it does.
    func close() {
        recognizer.stopListening()
        KIOSRecognizer.teardown()
    }

    var events: [TraceEvent] { host.run?.events ?? [] }

    /// The frames of the events of a kind, in milliseconds.
    func times(_ kind: String) -> [Int64] {
        events.filter { $0.kind == kind }.map { $0.frame / 16 }
    }

    /// How many milliseconds the last listening took.
    var lasted: Int64 { (times("listened").last ?? -1) - (times("listening").last ?? 0) }

    private func note(_ what: String) {
        told.append(what)
        acts[what]?()
    }

    func unwindAppAudioBeforeAudioInterrupt() { note("unwind") }

    func triggerPhraseDetected(_ recognizer: KIOSRecognizer) { note("trigger") }

    func recognizerPartialResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {
        partials.append(result)
        note("partial")
    }

    func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer) {
        finals.append(response)
        note("final")
    }

    func recognizerReadyToListen(afterInterrupt recognizer: KIOSRecognizer) { note("ready") }
}

/// Does `body` with a world that is closed afterwards.
@MainActor
func withWorld(
    _ phrases: [String] = KeenWorld.colors, trigger: String? = nil, noise: Float = 0.5,
    with prepare: (SimulatedHost) -> Void = { _ in },
    _ body: @MainActor (KeenWorld) throws -> Void
) throws {
    let world = try KeenWorld(phrases: phrases, trigger: trigger, noise: noise, prepare)
    defer { world.close() }
    try body(world)
}
