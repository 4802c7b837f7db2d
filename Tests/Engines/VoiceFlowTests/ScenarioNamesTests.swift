import Testing
import VoiceFiles
import VoiceJSON
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

    @Test("the article about scenarios names every argument of every callback")
    func article() throws {
        let path = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let bytes = try DiskFile.read(
            "/\(path)/Sources/Programs/voicetest/voicetest.docc/Scenarios.md", limit: 1 << 20)
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("|") }
        for (callback, arguments) in PatternVocabulary.callbacks.fields {
            let row = try #require(rows.first { $0.contains("`\(callback)`") }, "\(callback)")
            let missing = arguments.filter { !row.contains("`\($0)`") }
            #expect(missing.isEmpty, "\(callback)")
        }
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
        "a resume that is always refused is an error",
        arguments: [
            (#""on": {"callback": "PreModuleStart", "module": "W"}"#, "has come back. Add"),
            (
                #""on": {"callback": "MediaEvent", "item": "P", "event": "ended"}"#,
                #"Add "delayMs", as in "delayMs": 500."#
            ),
            (
                #""on": {"callback": "PreModuleStart"}, "delayMs": 40, "returnAfterMs": 40"#,
                #"Add "delayMs" of more than "returnAfterMs"."#
            ),
            (#""on": {"callback": "PreModuleStart", "module": "W"}, "delayMs": 1"#, nil),
            (#""on": {"callback": "PermissionEvent"}"#, nil),
            (#""on": {"callback": "MediaEvent", "function": "audioSession"}"#, nil),
            (#""on": {"callback": "MediaEvent", "item": "W"}"#, nil), (#""atMs": 5"#, nil),
        ])
    func refusedResume(rule: String, complaint: String?) throws {
        let waiting = Files.flow(
            [#"{"id": "W", "type": "pauseResume", "goTo": {"DEFAULT": "VF_END"}}"#], from: "W")
        let scenario = #"""
            {"app": [{\#(rule), "resume": true},
                     {"atMs": 1, "permission": {"what": "microphone", "answer": "granted"}}]}
            """#
        let found = try findings(scenario, flow: waiting)
        #expect(found.count == (complaint == nil ? 0 : 1), "\(found)")
        if let complaint {
            #expect(found[0].contains(#"The call "resume" is always refused here (ST_VOICEFLOW_"#))
            #expect(found[0].contains(complaint))
        }
        #expect(
            try findings(scenario).contains { $0.contains("no module of the flow has the type") })
    }

    @Test("rules of the app that another file has count as well")
    func otherRules() throws {
        let scenario = #"{"app": [{"on": {"callback": "PermissionEvent"}, "stop": true}]}"#
        let answer: JSONObject = ["what": "microphone", "answer": "denied"]
        let rule: JSONObject = ["permission": .object(answer)]
        let others: [JSONObject] = [["app": .array([.object(rule)])]]
        let files = [
            VoiceflowFactory.FileName.flow: Self.flow,
            VoiceflowFactory.FileName.prompts: Self.prompts,
        ]
        func count(_ others: [JSONObject]) throws -> Int {
            try VoiceflowFactory.findings(
                inScenario: Array(scenario.utf8), file: "s.json", of: files, beside: others
            ).count
        }
        #expect(try [count([]), count(others)] == [1, 0])
    }

    @Test(
        "a rule that never acts is an error", .fact("voiceflow-4-19"),
        arguments: [
            (
                #"{"on": {"callback": "PreModuleStart", "module": "C"}, "stop": true}"#,
                "on.module No module is named \"C\", so this rule never acts."
            ),
            (
                #"{"on": {"callback": "PreModuleStart", "modul": "A"}, "stop": true}"#,
                "on.modul PreModuleStart has no \"modul\", so this rule never acts. Did you mean"
            ),
            (
                #"{"on": {"callback": "SRHypothesis", "module": "B"}, "stop": true}"#,
                "on.module Modules of type process never make this callback, so this rule"
            ),
            (
                #"{"on": {"callback": "SRHypothesis", "type": "whole"}, "stop": true}"#,
                #"on.type The type of SRHypothesis is never "whole". Use one of: partial, final"#
            ),
            (
                #"{"on": {"callback": "PreModuleEnd", "matches": "x"}, "stop": true}"#,
                "on.matches PreModuleEnd has no \"matches\""
            ),
            (
                #"{"on": {"callback": "MediaEvent", "event": "paused"}, "stop": true}"#,
                "on.event Only segments have the event \"paused\". Add"
            ),
            (
                #"{"on": {"callback": "MediaEvent", "function": "playAudio", "#
                    + #""event": "position"}, "stop": true}"#,
                #"on.event The function "playAudio" has no event "position". Use one of: rec"#
            ),
            (
                #"{"on": {"callback": "MediaEvent", "event": "begun"}, "stop": true}"#,
                #"on.event The event of MediaEvent is never "begun"."#
            ),
            (
                #"{"on": {"callback": "PermissionEvent"}, "stop": true}"#,
                "on No rule answers the request for a permission, so this rule never acts."
            ),
            (
                #"{"atMs": 5, "times": 0, "stop": true}"#,
                "times \"times\" is 0, so this rule never acts."
            ),
            (
                #"{"atMs": 120000, "stop": true}"#,
                "atMs The session ends after 120 s at the latest, so this rule never acts."
            ),
            (
                #"{"atMs": 5, "setIntent": "Stay"}"#,
                "setIntent No module lists the intent \"Stay\", so setting it changes nothing. "
                    + "Use one of: Go."
            ),
            (
                #"{"atMs": 5, "setField": {"name": "intent", "value": "Stay"}}"#,
                "setField No module lists the intent \"Stay\""
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
        #expect(none.first?.hasSuffix("setting it changes nothing.") == true)
    }

    @Test(
        "an expectation of what never happens is an error", .fact("voiceflow-4-19"),
        arguments: [
            (#"{"kind": "medai"}"#, #"kind Unknown kind of event "medai". Did you mean "media"?"#),
            (
                #"{"kind": "flowStart", "module": "A"}"#,
                "module flowStart has no \"module\", so this event never comes. Remove it."
            ),
            (
                #"{"kind": "moduleStart", "type": "audiodialog"}"#,
                #"type The type of moduleStart is never "audiodialog". Did you mean "audioDialog""#
            ),
            (
                #"{"kind": "media", "stopReason": 7}"#,
                "stopReason The stopReason of media is never 7"
            ),
            (
                #"{"kind": "flowEnd", "reason": "ended"}"#,
                #"reason The reason of flowEnd is never "ended". Did you mean "end"?"#
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
            "fault $.caller[0].words \"words\" has no effect beside \"say\"",
            "warning $.caller[1].voice \"voice\" has no effect beside \"play\"",
            "warning $.caller[1].rate \"rate\" has no effect beside \"play\"",
            "fault $.caller[1].play The clip \"gone.wav\" is missing",
            "fault $.caller[2].atMs The session ends after 120 s",
            "fault $.noise.play The clip \"hum.wav\" is missing",
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
                #"warning $.app[0].setField.value the field "Start" holds "soon", which "#
                    + "startPosMsRuntime does not accept. Set the field to a whole number"
            ])
    }
}
