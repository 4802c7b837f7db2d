import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime

@testable import VoiceFlow

@Suite("Loading flows, prompts and maps")
struct LoadingTests {
    private static let emptyEnds = [
        Files.module("VF_START", "node"), Files.module("VF_END", "node", to: ""),
    ]

    /// Every finding about these files, one line each.
    private func findings(
        flow: String? = nil, prompts: String = "[]", map: String? = nil
    ) throws -> [String] {
        var files = [
            "voiceflow.json": flow.map { Array($0.utf8) } ?? Files.list(Self.emptyEnds),
            "prompts.json": Array(prompts.utf8),
        ]
        files["audio-text-map.json"] = map.map { Array($0.utf8) }
        return try VoiceflowFactory().findings(in: files, named: { $0 }).map(\.description)
    }

    /// Findings about one module between the two ends, which stands in line 3.
    private func findings(
        module: String, prompts: String = #"[{"id": "P", "style": "single", "textString": "t"}]"#
    ) throws -> [String] {
        let flow = String(decoding: Files.flow([module], from: "VF_END"), as: UTF8.self)
        return try findings(flow: flow, prompts: prompts)
    }

    @Test(
        "trailing commas, byte-order mark and ignored keys load without a word",
        .fact("voiceflow-4-6"))
    func dialect() throws {
        let found = try findings(
            flow: SampleFiles.flow, prompts: SampleFiles.prompts, map: SampleFiles.map)
        #expect(found == [])
    }

    @Test("a listener loads without a word")
    func listener() throws {
        let listener = Files.module(
            "L", "audioListener",
            goTo: #"""
                "maxSRErrorCount": "VF_END", "loadPromptFailure": "VF_END",
                "internalFailure": "VF_END", "userIntentCollection": [
                    {"intent": "Sleep", "goTo": "VF_END", },
                ],
                """#,
            #"""
            "recognizeAudioParams": {"srEngine": "apple", "srLocale": "en-US",
                "srSessionParams": {"enablePartialResults": true, }, },
            "audioListenerParams": {"promptID": "P", },
            "recordAudioParams": {"vadParams": {"enableVAD": true, },
                "stopRecordParams": {"maxAudioLengthMs": 0, }, }
            """#)
        let prompt = #"[{"id": "P", "style": "single", "textString": "p"}]"#
        #expect(try findings(module: listener, prompts: prompt) == [])
    }

    @Test(
        "a dialog loads with quoted booleans, numbers as text and the other spellings of its keys",
        .fact("voiceflow-4-8", "voiceflow-8-16"),
        arguments: ["true", "\"true\"", "\"Yes\"", "\"NO\"", "false"])
    func dialogSpellings(flag: String) throws {
        let dialog = Files.module(
            "D", "audioDialog",
            goTo: #""goToForUserInputCollection": [{"input": "x", "goTo": "VF_END"}]"#,
            #"""
            "recordAudioParams": {"vadParams": {"enableVAD": \#(flag)}},
            "audioDialogParams": {"maxRetryCount": {"timeout": "3", "garbage": 2},
                "dialogPrompts": [
                    {"type": "initial", "promptID": "P", "recognizeWhilePlay": \#(flag)}]}
            """#)
        #expect(try findings(module: dialog) == [])
    }

    @Test(
        "what is wrong with a module is told with line, column, path and next step",
        .fact(
            "voiceflow-4-7", "voiceflow-4-10", "voiceflow-5-2", "voiceflow-8-1", "voiceflow-8-19"),
        arguments: ModuleFaults.all)
    func moduleFault(fault: ModuleFaults.Case) throws {
        let found = try findings(module: fault.module)
        #expect(found == fault.findings.map { "voiceflow.json:\($0)" })
    }

    @Test(
        "what is wrong with a prompt is told with line, column and path", .fact("voiceflow-4-10"),
        arguments: PromptFaults.all)
    func promptFault(fault: PromptFaults.Case) throws {
        let found = try findings(prompts: "[\(fault.prompts)]")
        #expect(found == fault.findings.map { "prompts.json:\($0)" })
    }

    @Test("a flow without its ends is refused", .fact("voiceflow-8-1"))
    func missingEnds() throws {
        #expect(
            try findings(flow: "[]") == [
                "voiceflow.json:1:1: error: The flow has no module VF_START. ($)",
                "voiceflow.json:1:1: error: The flow has no module VF_END. ($)",
            ])
    }

    @Test(
        "a file that is not a list is refused", .fact("voiceflow-4-10"),
        arguments: [("{}", "an object"), ("1", "a number")])
    func noList(text: String, kind: String) throws {
        #expect(
            try findings(map: text) == [
                "audio-text-map.json:1:1: error: found \(kind), expected an array of objects ($)"
            ])
    }

    @Test("an element that is not an object is refused", .fact("voiceflow-4-10"))
    func noObject() throws {
        #expect(
            try findings(prompts: "[\n  5]") == [
                "prompts.json:2:3: error: found a number, expected an object ($[0])"
            ])
    }

    @Test("a map entry without its text is refused")
    func mapEntry() throws {
        #expect(
            try findings(map: #"[{"audioFile": "a.wav"}]"#) == [
                "audio-text-map.json:1:2: error: \"textString\" is missing ($[0])"
            ])
    }

    @Test(
        "text that is no JSON is refused with line, column and path", .fact("voiceflow-4-6"),
        arguments: [
            ("[,]", "1:2", "','", "where a value should stand", "$[0]"),
            ("[{}\n,,]", "2:2", "','", "where a value should stand", "$[1]"),
            ("[{\"id\": }]", "1:9", "'}'", "where a value should stand", "$[0].id"),
            ("[", "1:2", "the end of the text", "where a value should stand", "$[0]"),
            ("[] x", "1:4", "text", "after the end of the document", "$"),
        ])
    func notJSON(text: String, place: String, what: String, rest: String, path: String) {
        let error = #expect(throws: FlowError.self) { try findings(flow: text) }
        #expect(
            error?.description
                == "voiceflow.json:\(place): not JSON: found \(what) \(rest) (\(path))."
                + " Correct the text there.")
    }

    @Test("hostile nesting of brackets is refused, not followed", .fact("voiceflow-4-13"))
    func deepBrackets() {
        let text = String(repeating: "[", count: 100_000)
        let error = #expect(throws: FlowError.self) { try findings(flow: text) }
        #expect(error?.description.contains("nesting deeper than 128 levels") == true)
    }

    @Test(
        "an engine without one of its files is refused, and the file named",
        arguments: ["voiceflow.json", "prompts.json"])
    func missingFile(name: String) {
        var files = ["voiceflow.json": Files.list(Self.emptyEnds), "prompts.json": Files.list([])]
        files[name] = nil
        let error = #expect(throws: FlowError.self) {
            try VoiceflowFactory().make(
                EngineSetup(
                    files: files, settings: [:], language: "en-US", seed: 1, sampleRate: .standard))
        }
        #expect(error?.description == "the session holds no flow/\(name). Record it again.")
    }

    @Test(
        "a flow with errors is refused with all of them, faults and warnings left out",
        .fact("voiceflow-9-4"))
    func refused() throws {
        let modules = [
            Files.module("A", "recordAudio", to: "Gone"), Files.play("B", ["Nobody"], to: "Lost"),
        ]
        let error = #expect(throws: FlowError.self) { try Rig(modules, from: "A") }
        #expect(
            error?.description == """
                voiceflow.json:3:68: error: No module is named "Gone". \
                ($[1].goTo.DEFAULT)
                voiceflow.json:4:151: error: No module is named "Lost". \
                ($[2].goTo.DEFAULT)
                The flow is refused. Correct these, or run `voicetest validate` for the whole list.
                """)
    }

    @Test("a prompt nobody knows is a fault: the flow loads", .fact("voiceflow-7-6"))
    func unknownPromptLoads() throws {
        #expect(throws: Never.self) { try Rig([Files.play("B", ["Nobody"])], from: "B") }
    }
}
