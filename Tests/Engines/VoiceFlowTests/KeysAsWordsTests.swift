import Testing
import VoiceEngine
import VoiceMedia
import VoiceRecognition
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceFlow

@Suite("Keys of a telephone as words of a dialog")
struct KeysAsWordsTests {
    private static let prompts = ["HELLO", "EH"].map { Files.text($0) }

    /// A dialog that waits for 4711, or for what `rule` says; `keys` are pressed at columns.
    private func rig(
        enabled: String = #""enableKeys": true"#, partial: Bool = false,
        rule: String = #"{"input": "4711", "goTo": "Hit"}"#, barge: Bool = true,
        keys: [(Character, Frame)], caller: String = ""
    ) throws -> Rig {
        let says = [
            Files.says("initial", "HELLO", more: #""recognizeWhilePlay": \#(barge)"#),
            Files.says("garbage", "EH"),
        ]
        let session = #""srSessionParams": {"enablePartialResults": \#(partial)}"#
        let goTo = #""userInputCollection": [\#(rule)], "maxGarbageCount": "Loud""#
        let module = Files.module(
            "Ask", "audioDialog", goTo: goTo,
            #""recognizeAudioParams": {\#(enabled), \#(session)}, "#
                + #""audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 0}, "#
                + #""dialogPromptCollection": [\#(says.joined(separator: ", "))]}"#)
        var rig = try Rig(
            [module, Files.module("Hit", "node"), Files.module("Loud", "node")], from: "Ask",
            prompts: Self.prompts, caller: caller)
        for (key, column) in keys { rig.bring(.key(key), at: column) }
        return rig
    }

    private func heard(_ rig: Rig) -> [String] {
        rig.lines("callback").filter { $0.hasPrefix("heard") }
    }

    @Test("#, which is no part of them, ends them at once")
    func endKey() throws {
        var rig = try rig(keys: zip("4711#", Frame(10)...).map { ($0, $1) })
        rig.run(15)
        #expect(heard(rig) == ["heard 4711"])
        #expect(rig.way[1] == "Ask -> Hit (userInputCollection)")
        #expect(rig.lines("media").last == "listening Ask ended")
    }

    @Test("a pause of two seconds behind the last one ends them")
    func pause() throws {
        let keys: [(Character, Frame)] = [("4", 10), ("7", 29), ("1", 30), ("1", 40)]
        var early = try rig(keys: keys)
        early.run(60)
        #expect(heard(early) == [])
        var late = try rig(keys: keys)
        late.run(62)
        #expect(heard(late) == ["heard 4711"])
    }

    @Test("the first one silences the prompt; what is said meanwhile does not count")
    func bargeIn() throws {
        var rig = try rig(
            keys: [("4", 2), ("7", 3), ("1", 4), ("1", 5), ("#", 12)], caller: "....what.....")
        rig.run(20)
        #expect(rig.system == "HE")
        #expect(heard(rig) == ["heard 4711"])
        #expect(rig.way[1] == "Ask -> Hit (userInputCollection)")
    }

    @Test("a rule that takes words under way takes keys under way where partial results are on")
    func underWay() throws {
        let rule = #"{"input": "1", "enablePartialSRHypothsis": true, "goTo": "Hit"}"#
        var rig = try rig(partial: true, rule: rule, keys: [("1", 10)])
        rig.run(12)
        #expect(heard(rig) == ["heard 1"])
        #expect(rig.way[1] == "Ask -> Hit (userInputCollection)")
    }

    @Test("keys that no rule takes are garbage, a lone # too")
    func garbage() throws {
        var rig = try rig(keys: [("#", 10), ("#", 11)])
        rig.run(20)
        #expect(heard(rig) == ["heard #"])
        #expect(rig.way[1] == "Ask -> Loud (maxGarbageCount)")
    }

    @Test("a flow that does not say so hears none, nor a prompt that nobody may interrupt")
    func notTaken() throws {
        let keys = zip("4711#", Frame(10)...).map { ($0, $1) }
        var off = try rig(enabled: #""enableKeys": false"#, keys: keys)
        off.run(20)
        #expect(heard(off) == [])
        var deaf = try rig(barge: false, keys: [("4", 1), ("#", 2)])
        deaf.run(20)
        #expect(heard(deaf) == [])
        #expect(deaf.system == "HELLO")
    }

    @Test("only a flow with such a dialog is told keys; a field may decide")
    func told() throws {
        func takes(_ recognition: String, _ type: String = "audioDialog") throws -> Bool {
            let module = Files.module(
                "Ask", type,
                #""recognizeAudioParams": {\#(recognition)}, "#
                    + #""audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 0}}"#
            )
            let files = [
                "voiceflow.json": Files.flow([module], from: "Ask"), "prompts.json": Files.list([]),
            ]
            return try VoiceflowFactory().takesKeys(
                EngineSetup(
                    files: files, settings: [:], language: "en-US", seed: 1, sampleRate: .standard))
        }
        #expect(try takes(#""enableKeys": true"#))
        #expect(try takes(#""enableKeysRuntime": "$[Keys]""#))
        #expect(try !takes(""))
        #expect(try !takes(#""enableKeys": true"#, "recognizeAudio"))
    }

    @Test("a rule of keys needs no phrase of the recognizer")
    func phrases() throws {
        func findings(_ recognition: String) throws -> Int {
            let module = Files.module(
                "Ask", "audioDialog",
                goTo: #""userInputCollection": [{"input": "4711", "goTo": "VF_END"}]"#,
                #""recognizeAudioParams": {\#(recognition)}, "audioDialogParams": {}"#)
            return try VoiceflowFactory.findings(
                inRulesOf: [VoiceflowFactory.FileName.flow: Files.flow([module], from: "Ask")],
                named: { $0 }, against: .phrases(["yes"]), taskFile: "phrases.txt"
            ).count
        }
        #expect(try findings(#""enableKeys": true"#) == 0)
        #expect(try findings("") == 1)
    }
}
