import Testing
import VoiceEngine
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTrace

@Suite("Scenario file")
struct ScenarioReaderTests {
    @Test("reads caller, app, noise, delays and limits in the dialect of flow files")
    func whole() throws {
        let scenario = try read(
            """
            { "_COMMENT_": "a caller and an app",
              "$schema": "https://voicetest.dev/schemas/Scenario.schema.json",
              "caller": [
                { "after": {"kind": "media", "item": "P_Ask", "event": "ended"}, "delayMs": 400,
                  "say": "go to sleep", "voice": "en-us", },
                { "atMs": 9000, "play": "cough.wav", "gainDB": -3.5 }, ],
              "app": [
                { "on": {"callback": "SRHypothesis", "matches": "(?i)sleep"}, "times": 2,
                  "setIntent": "Sleep" },
                { "atMs": 20000, "stop": true } ],
              "noise": { "play": "babble.flac", "snrDB": 15, "seed": 7 },
              "recognizerDelayMs": 120, "limits": { "seconds": 30 }, "silence": "digital" }
            """)
        #expect(scenario.lines.count == 2)
        #expect(scenario.lines[1].gainMilliDB == -3_500)
        #expect(scenario.rules.map(\.times) == [2, 1])
        #expect(
            scenario.rules[0].calls == [
                EngineCall(
                    facade: "voiceflow", name: "setIntent", arguments: ["intent": "Sleep"])
            ])
        #expect(scenario.noise?.ratioMilliDB == 15_000)
        #expect(scenario.recognizerDelayMilliseconds == 120)
        #expect(scenario.limitSeconds == 30)
        #expect(scenario.isSilenceDigital)
    }

    @Test(
        "names what is wrong, with line, column and path",
        arguments: [
            (
                #"{"app":[{"on":{"callback":"Nothing"},"stop":true}]}"#,
                #"Unknown callback "Nothing". Use one of: PreModuleStart,"#
            ),
            (
                #"{"app":[{"atMs":1,"explode":true}]}"#,
                #"Unknown call "explode". Use one of: setField,"#
            ),
            (#"{"app":[{"atMs":1,"setField":{"name":"A"}}]}"#, "\"value\" is missing"),
            (#"{"app":[{"atMs":1,"setField":"A"}]}"#, "write an object with name, value"),
            (#"{"app":[{"atMs":1,"stop":"now"}]}"#, "write true"),
            (#"{"app":[{"atMs":1,"setIntent":7}]}"#, "expected a string"),
            (#"{"app":[{"stop":true}]}"#, #"A rule needs "on" or "atMs"."#),
            (#"{"app":[{"atMs":1}]}"#, "The rule does nothing. Add one of: setField,"),
            (#"{"caller":[{"say":"yes"}]}"#, #"A caller line needs "after" or "atMs"."#),
            (#"{"caller":[{"atMs":1,"after":{"kind":"a"},"say":"b"}]}"#, "\"after\" is there too"),
            (#"{"caller":[{"after":{"kind":"a","count":0},"say":"b"}]}"#, "0 is not 1 to 1000000"),
            (
                #"{"caller":[{"after":{"kind":"a","count":"two"},"say":"b"}]}"#,
                "expected a whole number"
            ),
            (#"{"caller":[{"atMs":1,"play":"a.wav","say":"b"}]}"#, "\"say\" is there too"),
            (
                #"{"caller":[{"atMs":1}]}"#,
                #"A caller line needs "say", "play", "keys", "hangUp" or "send"; or, by telephone,"#
            ),
            (
                #"{"caller":[{"atMs":1,"keys":"12x"}]}"#,
                #""x" is no key of a telephone. Keys are 0 to 9, *, #, and A to D"#
            ),
            (#"{"caller":[{"atMs":1,"keys":""}]}"#, "0 keys are not 1 to 100"),
            (#"{"caller":[{"atMs":1,"keys":12}]}"#, "expected a string"),
            (#"{"caller":[{"atMs":1,"keys":"1","say":"a"}]}"#, "\"say\" is there too"),
            (#"{"caller":[{"atMs":1,"keys":"1","play":"a"}]}"#, "\"play\" is there too"),
            (#"{"caller":[{"atMs":1,"keys":"1","words":"a"}]}"#, "keys are not speech"),
            (#"{"caller":[{"atMs":1,"say":"a","loud":1}]}"#, "Unknown key \"loud\"."),
            (#"{"caller":[{"atMs":1,"say":"a","rate":9000}]}"#, "words a minute"),
            (#"{"caller":[{"atMs":1,"say":"a","gainDB":"much"}]}"#, "number of decibels"),
            (#"{"caller":[{"atMs":1,"play":"a","speech":[1,2]}]}"#, "expected an object"),
            (
                #"{"caller":[{"atMs":1,"play":"a","speech":{"startMs":1}}]}"#,
                "write an object with \"startMs\" and \"endMs\""
            ),
            (
                #"{"caller":[{"atMs":1,"play":"a","speech":{"startMs":2,"endMs":2}}]}"#,
                "2 ms is not later than \"startMs\""
            ),
            (
                #"{"caller":[{"atMs":1,"play":"a","speech":{"startMs":-5,"endMs":2}}]}"#,
                "-5 ms is before the clip"
            ),
            (
                #"{"caller":[{"atMs":1,"play":"a","speech":{"startMs":1,"endMs":2,"end":3}}]}"#,
                "Unknown key \"end\""
            ),
            (#"{"caller":[{"after":{},"say":"a"}]}"#, "\"kind\" is missing"),
            (#"{"app":[{"on":{"callback":"SRHypothesis","matches":"("},"stop":true}]}"#, "regular"),
            (#"{"noise":{"snrDB":3}}"#, "\"play\" is missing"),
            (#"{"noise":{"play":"a.wav","snrDB":"much"}}"#, "number of decibels"),
            (#"{"silence":"golden"}"#, #"Unknown silence "golden". Use one of: digital, room."#),
            (#"{"limits":{"seconds":0}}"#, "is not 1 to 172800"),
            (#"{"caller":[{"atMs":999999999999,"say":"a"}]}"#, "longer than a session"),
            (#"[]"#, "A scenario is an object"),
        ])
    func faults(text: String, message: String) throws {
        let findings = try reader(text).findings
        let finding = try #require(findings.first { $0.severity == .error })
        #expect(finding.message.contains(message))
        #expect(finding.description.hasPrefix("scenario.json:1:"))
    }

    @Test("a key that is spelled nearly as say is told alone")
    func nearlySay() throws {
        let findings = try reader(#"{"caller":[{"atMs":1,"says":"yes"}]}"#).findings
        #expect(findings.map(\.message) == [#"Unknown key "says". Did you mean "say"?"#])
    }

    @Test("the calls of a rule happen in the order of the file")
    func order() throws {
        for names in [["stop", "resume", "resetIntent"], ["resetIntent", "stop", "resume"]] {
            let calls = names.map { "\"\($0)\": true" }.joined(separator: ",\n")
            let scenario = try read("{ \"app\": [ { \"atMs\": 1, \(calls) } ] }")
            #expect(scenario.rules[0].calls.map(\.name) == names)
        }
        let first = try read(
            #"{ "app": [ { "setField": {"name": "A", "value": 1}, "resume": true, "atMs": 1 } ] }"#)
        #expect(first.rules[0].calls.map(\.name) == ["setField", "resume"])
    }

    @Test("a delay beside a time has no effect, which is a warning")
    func delayBesideTime() throws {
        let read = try reader(
            #"""
            {"caller": [{"atMs": 5, "delayMs": 5, "say": "yes"}],
             "app": [{"atMs": 5, "delayMs": 5, "stop": true}]}
            """#)
        #expect(read.findings.map(\.severity) == [.warning, .warning])
        #expect(
            read.findings.map(\.path.description) == ["$.caller[0].delayMs", "$.app[0].delayMs"])
        #expect(read.findings[0].message.contains("no effect beside \"atMs\""))
    }

    @Test("rules that scenarios have in common follow their own, and have their own places")
    func commonRules() throws {
        func read(_ own: String, _ common: String) throws -> ScenarioReader {
            try ScenarioReader(
                bytes: Array(own.utf8), file: "s.json", engine: VoiceflowFactory().declaration,
                common: (Array(common.utf8), "voicetest.json"))
        }
        let both = try read(
            #"{"app": [{"atMs": 5, "stop": true}]}"#,
            #"{"app": [{"atMs": 5, "resume": true}]}"#)
        #expect(both.findings.isEmpty)
        #expect(both.scenario.rules.flatMap(\.calls).map(\.name) == ["stop", "resume"])
        let wrong = try read("{}", "{\"app\": [\n{\"atMs\": 5, \"resum\": true}]}")
        #expect(
            wrong.findings.first?.description.hasPrefix(
                "voicetest.json:2:22: error: Unknown call \"resum\". Did you mean \"resume\"?")
                == true, "\(wrong.findings)")
    }

    @Test("a media pattern without function means whole prompts, not their segments")
    func wholePrompts() throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "started" },
                            "delayMs": 0, "play": "clip.wav", "words": "yes" } ] }
            """
        let session = try stage.record()
        let placed = session.inputs.compactMap { input in
            if case .caller(let line) = input.input { line.start } else { nil }
        }
        #expect(placed == [0])
    }

    private func reader(_ text: String) throws -> ScenarioReader {
        try ScenarioReader(
            bytes: Array(text.utf8), file: "scenario.json", engine: VoiceflowFactory().declaration)
    }

    private func read(_ text: String) throws -> Scenario {
        let reader = try reader(text)
        #expect(reader.findings.filter { $0.severity == .error }.isEmpty)
        return reader.scenario
    }
}
