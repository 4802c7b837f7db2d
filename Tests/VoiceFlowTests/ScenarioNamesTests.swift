import Testing
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("A scenario beside its flow")
struct ScenarioNamesTests {
    private static let flow = Files.flow(
        [
            Files.dialog(
                [Files.says("initial", "P")], id: "A", to: "B",
                goTo: #""userIntentCollection": [{"intent": "Go", "goTo": "B"}]"#),
            Files.process("B", [("F", "1")]),
        ], from: "A")
    private static let prompts = Files.list([
        #"{"id": "P", "style": "single", "textString": "t", "#
            + #""audioPlaybackParams": {"startPosMsRuntime": "$[Start]"}}"#
    ])

    private func findings(
        _ scenario: String, flow: [UInt8] = Self.flow, hasClip: ((String) -> Bool)? = nil
    ) throws -> [String] {
        try VoiceflowFactory.findings(
            inScenario: Array(scenario.utf8), file: "s.json",
            of: [
                VoiceflowFactory.FileName.flow: flow,
                VoiceflowFactory.FileName.prompts: Self.prompts,
            ], hasClip: hasClip
        ).map { "\($0.severity) \($0.path) \($0.message)" }
    }

    @Test("every event that a pattern may name can be named in a tolerance and a dump")
    func kinds() {
        #expect(Set(EventVocabulary.voiceflow.names) == Set(PatternVocabulary.events.fields.keys))
    }

    @Test("an honest scenario has no finding", .fact("voiceflow-4-19"))
    func honest() throws {
        let found = try findings(
            """
            { "caller": [ { "after": {"kind": "media", "item": "P", "event": "ended"},
                            "say": "go" },
                          { "atMs": 119999, "play": "a.wav", "words": "go" } ],
              "app": [
                { "on": {"callback": "SRHypothesis", "module": "A", "matches": "(?i)go",
                         "type": "final", "_why": "a note"}, "setIntent": "Go", "times": 2 },
                { "on": {"callback": "PermissionEvent", "what": "microphone"}, "stop": true },
                { "on": {"callback": "MediaEvent", "function": "playAudioSegment",
                         "event": "paused"}, "setField": {"name": "Start", "value": 10.0} },
                { "atMs": 5, "permission": {"what": "microphone", "answer": "denied"} } ],
              "expect": [ { "kind": "final", "matches": "go" },
                          { "kind": "flowEnd", "reason": "end" },
                          { "kind": "transition", "from": "A", "to": "B", "by": "DEFAULT" } ] }
            """, hasClip: { $0 == "a.wav" })
        #expect(found == [])
    }

    @Test(
        "a rule that never acts is an error", .fact("voiceflow-4-19"),
        arguments: [
            (
                #"{"on": {"callback": "PreModuleStart", "module": "C"}, "stop": true}"#,
                "on.module there is no module \"C\": this never happens"
            ),
            (
                #"{"on": {"callback": "PreModuleStart", "modul": "A"}, "stop": true}"#,
                "on.modul PreModuleStart has no \"modul\": this never happens. Use module"
            ),
            (
                #"{"on": {"callback": "SRHypothesis", "module": "B"}, "stop": true}"#,
                "on.module \"B\" is of type process, which never calls back so"
            ),
            (
                #"{"on": {"callback": "SRHypothesis", "type": "whole"}, "stop": true}"#,
                #"on.type the type of SRHypothesis is never "whole". Use partial, final"#
            ),
            (
                #"{"on": {"callback": "PreModuleEnd", "matches": "x"}, "stop": true}"#,
                "on.matches PreModuleEnd has no \"matches\""
            ),
            (
                #"{"on": {"callback": "MediaEvent", "event": "paused"}, "stop": true}"#,
                "on.event only segments are paused: this never happens. Name"
            ),
            (
                #"{"on": {"callback": "MediaEvent", "function": "playAudio", "#
                    + #""event": "position"}, "stop": true}"#,
                #"on.event "playAudio" is never position. Use recordAudio, recognizeAudio"#
            ),
            (
                #"{"on": {"callback": "MediaEvent", "event": "begun"}, "stop": true}"#,
                #"on.event the event of MediaEvent is never "begun". Use ended, error"#
            ),
            (
                #"{"on": {"callback": "PermissionEvent"}, "stop": true}"#,
                "on no rule brings an answer about a permission: this never happens"
            ),
            (
                #"{"atMs": 5, "times": 0, "stop": true}"#,
                "times 0 times is never: this rule never acts"
            ),
            (
                #"{"atMs": 120000, "stop": true}"#,
                "atMs the session ends after 120 s at the latest: this never happens"
            ),
            (
                #"{"atMs": 5, "setIntent": "Stay"}"#,
                "setIntent no module lists the intent \"Stay\": setting it changes nothing. "
                    + "Listed are Go"
            ),
            (
                #"{"atMs": 5, "setField": {"name": "intent", "value": "Stay"}}"#,
                "setField no module lists the intent \"Stay\""
            ),
        ])
    func rules(rule: String, message: String) throws {
        let found = try findings(#"{ "app": [ \#(rule) ] }"#)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("fault $.app[0].\(message)") == true, "\(found)")
    }

    @Test("an intent is set in vain only where nothing can take it", .fact("voiceflow-4-19"))
    func intents() throws {
        let scenario = #"{ "app": [ { "atMs": 5, "setIntent": "Stay" } ] }"#
        let dynamic = Files.dialog(
            [], id: "A", goTo: #""userIntentCollection": [{"intent": "$[I]", "goTo": "VF_END"}]"#)
        #expect(try findings(scenario, flow: Files.flow([dynamic], from: "A")) == [])
        let read = Files.module("A", "node", to: "$[intent]")
        #expect(try findings(scenario, flow: Files.flow([read], from: "A")) == [])
        let none = try findings(
            scenario, flow: Files.flow([Files.module("A", "node")], from: "A"))
        #expect(none.first?.hasSuffix("setting it changes nothing") == true)
    }

    @Test(
        "an expectation of what never happens is an error", .fact("voiceflow-4-19"),
        arguments: [
            (#"{"kind": "medai"}"#, #"kind "medai" is not a kind of event: this never happens."#),
            (
                #"{"kind": "flowStart", "module": "A"}"#,
                "module flowStart has no \"module\": this never happens. Leave it out"
            ),
            (
                #"{"kind": "moduleStart", "type": "audiodialog"}"#,
                #"type the type of moduleStart is never "audiodialog". Use node"#
            ),
            (
                #"{"kind": "media", "stopReason": 7}"#,
                "stopReason the stopReason of media is never 7"
            ),
            (
                #"{"kind": "flowEnd", "reason": "ended"}"#,
                #"reason the reason of flowEnd is never "ended". Use end, stopped"#
            ),
        ])
    func expectations(pattern: String, message: String) throws {
        let found = try findings(#"{ "expect": [ \#(pattern) ] }"#)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("fault $.expect[0].\(message)") == true, "\(found)")
    }

    @Test(
        "words beside what is said, keys that a clip does not take, and clips that are missing",
        .fact("voiceflow-4-19"))
    func lines() throws {
        let found = try findings(
            """
            { "caller": [ { "atMs": 1, "say": "yes", "words": "no" },
                          { "atMs": 2, "play": "gone.wav", "voice": "de", "rate": 100 },
                          { "atMs": 130000, "say": "late" } ],
              "noise": { "play": "hum.wav", "snrDB": 3 } }
            """, hasClip: { _ in false })
        let marks = [
            "fault $.caller[0].words \"words\" does nothing beside \"say\"",
            "warning $.caller[1].voice \"voice\" does nothing beside \"play\"",
            "warning $.caller[1].rate \"rate\" does nothing beside \"play\"",
            "fault $.caller[1].play the clip \"gone.wav\" is missing",
            "fault $.caller[2].atMs the session ends after 120 s",
            "fault $.noise.play the clip \"hum.wav\" is missing",
        ]
        #expect(found.count == marks.count, "\(found)")
        for (line, mark) in zip(found, marks) { #expect(line.hasPrefix(mark), "\(line)") }
    }

    @Test("a value that a field does not take is warned of", .fact("voiceflow-5-5"))
    func warnsOfRefusedValue() throws {
        let found = try findings(
            #"{ "app": [ { "atMs": 5, "setField": {"name": "Start", "value": "soon"} } ] }"#)
        #expect(
            found == [
                #"warning $.app[0].setField.value the field "Start" holds "soon", which does not "#
                    + "count for startPosMsRuntime. Set a whole number"
            ])
    }
}
