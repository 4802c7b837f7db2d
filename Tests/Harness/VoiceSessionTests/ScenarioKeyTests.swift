import Testing
import VoiceAudio
import VoiceEngine
import VoiceFlow
import VoiceSessionSupport
import VoiceTime
import VoiceTrace

@testable import VoiceSession

/// Keys that a scripted caller presses, under an engine that hears the microphone.
@Suite("Keys of a scenario")
struct ScenarioKeyTests {
    private static func pressed(_ inputs: [InputEvent]) -> [(frame: Frame, key: Character)] {
        inputs.compactMap { input in
            if case .key(let key) = input.input { (input.frame, key) } else { nil }
        }
    }

    private func stage(_ line: String, _ rest: String = "") -> Stage {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ \(line) ], "app": [ { "atMs": 3000, "stop": true } ]\(rest) }
            """
        return stage
    }

    @Test("are inputs, and tones in the microphone at their frames", arguments: [0, -12])
    func tones(gain: Int) throws {
        let session = try stage(#"{ "atMs": 500, "keys": "17#", "gainDB": \#(gain) }"#).record()
        let pressed = Self.pressed(session.inputs)
        #expect(pressed.map(\.key) == ["1", "7", "#"])
        #expect(pressed.map(\.frame) == [8_000, 11_200, 14_400])
        let heard = KeyDecoder.keys(in: session.microphone)
        #expect(heard.map(\.key) == ["1", "7", "#"])
        for (key, frame) in zip(heard, [8_000, 11_200, 14_400] as [Frame]) {
            #expect(abs(key.frames.lowerBound - frame) <= 80)
            #expect(abs(key.frames.upperBound - frame - 1_600) <= 80)
        }
    }

    @Test("are silent where the engine is told of them")
    func silence() throws {
        let scenario = try ScenarioReader(
            bytes: Array(#"{"caller": [{"atMs": 0, "keys": "12"}]}"#.utf8), file: "scenario.json",
            engine: Stage().factory.declaration
        ).scenario
        let studio = ScenarioStudio(
            folders: [], synthesizer: Stage().synthesizer, rate: .standard)
        var caller = try studio.caller(of: scenario, seed: 1, tellsKeys: true)
        let started = caller.start()
        #expect(started.map(\.frame) == [0, 3_200])
        let track = MonoSound(sampleRate: 16_000, samples: caller.render(16_000))
        #expect(KeyDecoder.keys(in: track).isEmpty)
        #expect(caller.unreached.isEmpty)
    }

    @Test("keep their level under noise, and are heard over a room of clips")
    func noise() throws {
        let stage = stage(
            #"{ "atMs": 500, "keys": "5" }, { "atMs": 1500, "play": "clip.wav", "words": "yes" }"#,
            #", "noise": { "play": "yes.wav", "snrDB": 20 }"#)
        let noisy = try stage.record().microphone
        #expect(KeyDecoder.keys(in: noisy).map(\.key) == ["5"])
        var room = stage
        room.scenario = stage.scenario.replacing(#", "snrDB": 20"#, with: "")
        let heard = try room.record().microphone
        #expect(KeyDecoder.keys(in: heard).map(\.key) == ["5"])
        #expect(heard.samples[8_000] == heard.samples[7_999])
    }

    @Test("are replayed as they were recorded")
    func replay() throws {
        let stage = stage(#"{ "atMs": 500, "keys": "2*" }"#)
        let result = try stage.replay(try stage.seal())
        #expect(result.golden.digest == RecordedTrace(events: result.events).digest)
        #expect(Self.pressed(result.recordedInputs).map(\.key) == ["2", "*"])
    }

    @Test("that no telephone has are refused in a replay, with their line")
    func damaged() throws {
        let stage = stage(#"{ "atMs": 500, "keys": "2" }"#)
        let folder = try stage.seal()
        var parts = try SessionParts(folder: folder)
        for index in parts.inputs.indices {
            if case .key = parts.inputs[index].input { parts.inputs[index].input = .key("x") }
        }
        let declaration = stage.factory.declaration
        #expect {
            try parts.checkInputs(of: declaration)
        } throws: {
            "\($0)".contains(#""x" is no key of a telephone"#)
        }
    }

    @Test("that were not pressed are told")
    func unplayed() throws {
        let session = try stage(#"{ "after": { "kind": "intent" }, "keys": "12" }"#).record()
        #expect(
            session.unreachedLines
                == ["Caller line 1 (keys 12) never played: no event intent came."])
    }
}
