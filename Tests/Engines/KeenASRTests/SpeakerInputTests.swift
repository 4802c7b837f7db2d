import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

@testable import KeenASR

/// What is learnt of a speaker is an input of the machine, and goes to the recognizer.
struct SpeakerInputTests {
    private static let profile: JSONValue = [
        "frames": 500, "mean": .array((0..<13).map { .integer(Int64($0) * 1_500 - 9_000) }),
    ]

    private var machine: KeenMachine

    init() {
        let graph = KeenGraph(
            contexts: [RecognitionGraph(phrases: ["red"])], isContextual: false, unknownWords: [])
        machine = KeenMachine(
            setup: EngineSetup(
                files: [:], settings: [:], language: "en-US", seed: 1, sampleRate: .standard),
            graphs: ["plain": graph])
        _ = machine.step(.run, at: 0)
        call("prepareForListening", ["graph": "plain", "context": .null, "computeGoP": false])
    }

    @discardableResult
    private mutating func call(_ name: String, _ arguments: JSONObject = [:]) -> [EngineAction] {
        let call = EngineCall(facade: "keenasr", name: name, arguments: arguments)
        return machine.step(.call(call), at: 100)
    }

    private mutating func use(_ profile: JSONValue) {
        call("useSpeakerProfile", ["speaker": "anna", "route": "builtin", "profile": profile])
    }

    /// What a start of listening tells the recognizer of the speaker.
    private mutating func startedWith() throws -> SpeakerMean? {
        let requests = call("startListening").compactMap { action in
            if case .listen(_, let request) = action { request } else { nil }
        }
        return try #require(requests.first).speaker
    }

    @Test("3.10 a profile counts from the next start of listening on")
    mutating func counts() throws {
        #expect(try startedWith() == nil)
        use(Self.profile)
        #expect(machine.listening?.speaker == nil)
        call("stopListening")
        let mean = try #require(try startedWith())
        #expect(mean.cepstra == (0..<13).map { Float($0) * 1.5 - 9 })
    }

    @Test("3.10 without a profile, and after a reset without one, nothing is known")
    mutating func forgets() throws {
        use(Self.profile)
        use(.null)
        #expect(try startedWith() == nil)
        call("stopListening")
        use(Self.profile)
        call("resetSpeakerAdaptation", ["profile": .null])
        #expect(try startedWith() == nil)
    }

    @Test(
        "a profile that is none is passed over",
        arguments: [
            #""text""#, #"{"mean": 1}"#, #"{"mean": [1, 2]}"#, #"{"mean": ["a"]}"#,
            #"{"mean": [9e9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}"#,
            #"{"mean": [9000000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}"#,
        ])
    mutating func passesOver(profile: String) throws {
        use(try JSONReader.value(of: Array(profile.utf8)))
        #expect(try startedWith() == nil)
    }
}
