import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

/// Section 2.12: what each trigger leads to from each state.
@Suite("The states of one engine")
struct StateTableTests {
    /// A row of the table: what is done, and the state afterwards.
    struct Row: Sendable, CustomTestStringConvertible {
        let from: [String]
        let trigger: String
        let to: String
        var testDescription: String { "\(from.joined(separator: " ")) \(trigger) → \(to)" }
    }

    static let rows = [
        Row(from: [], trigger: "speak", to: "speaking"),
        Row(from: [], trigger: "listen", to: "listening"),
        Row(from: [], trigger: "playClip", to: "clip"),
        Row(from: ["prepareClip"], trigger: "startPreparedClip", to: "clip"),
        Row(from: ["deny"], trigger: "listen", to: "idle"),
        Row(from: ["listen"], trigger: "words", to: "listening"),
        Row(from: ["listen", "words"], trigger: "inactivity", to: "idle"),
        Row(from: ["listen"], trigger: "timeout", to: "idle"),
        Row(from: ["listen"], trigger: "recognizer is done", to: "idle"),
        Row(from: ["listen", "words"], trigger: "recognizer fails", to: "idle"),
        Row(from: ["listen"], trigger: "format fails", to: "idle"),
        Row(from: ["slow recognizer", "listen", "words"], trigger: "timeout", to: "finishing"),
        Row(
            from: ["slow recognizer", "listen", "words"], trigger: "recognizer is done",
            to: "finishing"),
        Row(
            from: ["slow recognizer", "listen", "words", "timeout"], trigger: "answer", to: "idle"),
        Row(
            from: ["slow recognizer", "listen", "words", "timeout"], trigger: "hardReset",
            to: "idle"),
        Row(from: ["listen"], trigger: "hardReset", to: "idle"),
        Row(from: ["listen"], trigger: "cancelListening", to: "idle"),
        Row(from: ["speak"], trigger: "end", to: "idle"),
        Row(from: ["speak"], trigger: "stopAll", to: "idle"),
        Row(from: ["playClip"], trigger: "end", to: "idle"),
        Row(from: ["playClip"], trigger: "stopAll", to: "idle"),
        Row(from: ["speak"], trigger: "listen", to: "speaking listening"),
        Row(from: ["listen"], trigger: "stopAll", to: "listening"),
    ]

    @Test(
        "2.12: every row of the table", .fact("voicekit-2.12-1", "voicekit-2.12-2"), arguments: rows
    )
    func table(row: Row) throws {
        var bench = try VoiceKitBench()
        bench.allowBargeIn()
        for trigger in row.from { pull(trigger, &bench) }
        pull(row.trigger, &bench)
        #expect(state(of: bench) == row.to)
    }

    private func pull(_ trigger: String, _ bench: inout VoiceKitBench) {
        switch trigger {
        case "speak": bench.speak("one", 1)
        case "listen": bench.listen(timeout: 5_000, inactivity: 800)
        case "playClip", "prepareClip": bench.clip(trigger)
        case "startPreparedClip", "stopAll": bench.on(0, trigger)
        case "deny":
            bench.send(.world(.permission(.microphone, .denied)))
        case "words": bench.say("hello")
        case "inactivity", "end": bench.advance(by: 1_001)
        case "timeout": bench.advance(by: 5_001)
        case "slow recognizer": bench.recognizerMilliseconds = 9_000
        case "answer": bench.advance(by: 9_001)
        case "recognizer is done": end(.maxAudioExceeded, &bench)
        case "format fails": end(.audioFormatError, &bench)
        case "recognizer fails":
            for job in bench.openJobs {
                bench.send(.media(.heard(job: job, .failed(reason: "broken"), event: 0)))
            }
        default: bench.call(trigger)
        }
    }

    /// The job that listens ends by itself, and its words follow as the recognizer gives them.
    private func end(_ reason: StopReason, _ bench: inout VoiceKitBench) {
        for job in bench.openJobs {
            let hears = bench.recognizerMilliseconds > 0
            bench.send(
                .media(.listenEnded(job: job, reason: reason, heardSpeech: hears, why: [:])))
        }
    }

    /// What goes on, by what the app was told and answered.
    private func state(of bench: VoiceKitBench) -> String {
        var states: [String] = []
        if bench.told(.ttsSpeakingChanged, "speaking").last == true { states.append("speaking") }
        if bench.events("clip").count > bench.events("clipEnded").count { states.append("clip") }
        if bench.told(.listeningChanged, "listening").last == true {
            // Listening that is over waits for its words.
            let isOver = bench.events("listened").count == bench.events("listening").count
            states.append(isOver ? "finishing" : "listening")
        }
        return states.isEmpty ? "idle" : states.joined(separator: " ")
    }
}
