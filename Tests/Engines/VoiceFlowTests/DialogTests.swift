import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("A dialog's turns")
struct DialogTests {
    let prompts = ["HELLO", "ASK", "WHAT", "EH", "OOPS", "MORE"].map { Files.text($0) }
    let others = ["Yes", "Sorry", "Loud", "Broken"].map { Files.module($0, "node") }
    let barge = #""recognizeWhilePlay": true"#
    let limits =
        #""vadParams": {"enableVAD": true}, "#
        + #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": 400}"#
    let yes = #""userInputCollection": [{"input": "yes", "goTo": "Yes"}]"#
    let exits =
        #""maxTimeoutCount": "Sorry", "maxGarbageCount": "Loud", "#
        + #""maxSRErrorCount": "Broken""#

    func rig(
        _ says: [String], counts: String = #""timeout": 0, "garbage": 0"#, listens: String = "",
        goTo: String? = nil, caller: String = ""
    ) throws -> Rig {
        try Rig(
            [
                Files.dialog(
                    says, counts: counts, listens: listens, goTo: goTo ?? "\(yes), \(exits)")
            ] + others, from: "Ask", prompts: prompts, caller: caller)
    }

    @Test(
        "a field may tell when a prompt of a dialog is said; one that tells nothing is never said",
        .fact("voiceflow-8-16"),
        arguments: [
            ("timeout", "ASK.SORRY"), ("initial", "ASKSORRY"), ("preInitial", "SORRYASK"),
            ("nonsense", "ASK"),
        ])
    func dynamicType(word: String, system: String) throws {
        let module = Files.dialog(
            [Files.says("initial", "ASK"), Files.says("$[When]", "SORRY")],
            counts: #""timeout": 1, "garbage": 0"#,
            listens: #""vadParams": {"enableVAD": true}, "#
                + #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": 100}"#)
        var rig = try Rig(
            [module], from: "Ask", prompts: [Files.text("ASK"), Files.text("SORRY")])
        rig.replies["before Ask"] = [.set("When", .string(word))]
        rig.run()
        #expect(rig.system == system)
        let isTold = rig.events.contains { $0.hasPrefix("ST_INVALID_PARAMETER") }
        #expect(isTold == (word == "nonsense"))
    }

    @Test("says preInitial, then initial, then listens", .fact("voiceflow-10-2"))
    func order() throws {
        let caller = "...............yes"
        let system = "HELLOASK"
        var rig = try rig(
            [Files.says("initial", "ASK"), Files.says("preInitial", "HELLO")], caller: caller)
        rig.run()
        #expect(rig.system == system)
        #expect(
            rig.lines("media").suffix(3) == [
                "all ASK ended", "listening Ask started", "listening Ask ended",
            ])
        #expect(rig.way[1] == "Ask -> Yes (userInputCollection)")
    }

    @Test("speech during a prompt without recognizeWhilePlay is not heard", .fact("voiceflow-10-2"))
    func deafWhilePlaying() throws {
        let caller = ".yes......yes"
        let system = "HELLO"
        var rig = try rig([Files.says("initial", "HELLO")], caller: caller)
        rig.run()
        #expect(rig.system == system)
        #expect(rig.lines("callback").filter { $0 == "heard yes" }.count == 1)
    }

    @Test(
        "with recognizeWhilePlay speech stops the prompt and drops the rest",
        .fact("voiceflow-10-2"))
    func bargeIn() throws {
        let caller = "..yes..."
        let system = "HE"
        var rig = try rig([Files.says("initial", "HELLO", "MORE", more: barge)], caller: caller)
        rig.run()
        #expect(rig.system == system)
        #expect(
            rig.lines("media") == [
                "listening Ask started", "all Ask started", "part HELLO started",
                "part HELLO stopped", "all Ask stopped", "listening Ask ended",
            ])
    }

    @Test("recognizeWhilePlay may come from a field")
    func bargeInByField() throws {
        let runtime = #""recognizeWhilePlayRuntime": "$[Barge]""#
        var rig = try rig([Files.says("initial", "HELLO", more: runtime)], caller: "..yes")
        rig.replies["before Ask"] = [.set("Barge", "YES")]
        rig.run()
        #expect(rig.system == "HE")
    }

    @Test(
        "listening that opened early stays open for the next prompt, and awaits speech after it",
        .fact("voiceflow-10-2"))
    func openThroughout() throws {
        var rig = try rig(
            [
                Files.says("preInitial", "HELLO", more: barge),
                Files.says("initial", "ASK", more: barge),
            ],
            listens: limits)
        rig.run()
        #expect(rig.requests.map(\.awaitsSpeechAtOnce) == [false])
        #expect(rig.way[1] == "Ask -> Sorry (maxTimeoutCount)")
    }

    @Test("a prompt that must be heard closes what listened, and says so")
    func closesForPrompt() throws {
        var rig = try rig(
            [Files.says("preInitial", "HELLO", more: barge), Files.says("initial", "ASK")],
            listens: limits, caller: "......no")
        rig.run()
        #expect(
            rig.lines("media").filter { $0.hasPrefix("listening") }.prefix(3) == [
                "listening Ask started", "listening Ask stopped", "listening Ask started",
            ])
    }

    @Test(
        "nobody speaks: the group for it is said, then the way for too many is taken",
        .fact("voiceflow-10-3"))
    func timeouts() throws {
        let system = "ASK....WHAT....WHAT"
        var rig = try rig(
            [Files.says("initial", "ASK"), Files.says("timeout", "WHAT")],
            counts: #""timeout": 2, "garbage": 0"#, listens: limits)
        rig.run()
        #expect(rig.system == system)
        #expect(rig.way[1] == "Ask -> Sorry (maxTimeoutCount)")
    }

    @Test("noise that fits nothing is garbage", .fact("voiceflow-10-3"))
    func garbage() throws {
        let caller = "....###.....###"
        let system = "ASK....EH"
        var rig = try rig(
            [Files.says("initial", "ASK"), Files.says("garbage", "EH")],
            counts: #""timeout": 0, "garbage": 1"#, caller: caller)
        rig.run()
        #expect(rig.system == system)
        #expect(rig.way[1] == "Ask -> Loud (maxGarbageCount)")
    }

    @Test("a recognizer that fails has no retry unless one is given", .fact("voiceflow-10-3"))
    func recognizerFailure() throws {
        var rig = try rig([Files.says("initial", "ASK")], caller: "....!!!")
        rig.run()
        #expect(rig.way[1] == "Ask -> Broken (maxSRErrorCount)")
    }

    @Test("the three counters are independent", .fact("voiceflow-10-3"))
    func independentCounters() throws {
        let caller = "....###...........!!!........yes"
        let system = "ASK....EH....WHAT....OOPS"
        var rig = try rig(
            [
                Files.says("initial", "ASK"), Files.says("timeout", "WHAT"),
                Files.says("garbage", "EH"), Files.says("sr_error", "OOPS"),
            ], counts: #""timeout": "1", "garbage": 1, "sr_error": 1"#, listens: limits,
            caller: caller)
        rig.run()
        #expect(rig.system == system)
        #expect(rig.way[1] == "Ask -> Yes (userInputCollection)")
    }

    @Test(
        "a count may come from a field, a field of another type leaves the fixed one",
        .fact("voiceflow-5-9", "voiceflow-8-16"))
    func runtimeCount() throws {
        let counts = #""timeout": 0, "timeoutRuntime": "$[Max]", "garbage": 0"#
        func listenings(_ value: JSONValue) throws -> Int {
            var rig = try rig([Files.says("initial", "ASK")], counts: counts, listens: limits)
            rig.replies["before Ask"] = [.set("Max", value)]
            rig.run()
            return rig.requests.count
        }
        #expect(try listenings(2) == 3)
        #expect(try listenings(.array([true])) == 1)
    }

    @Test("without a key for too many DEFAULT is taken", .fact("voiceflow-9-2"))
    func tooManyWithoutKey() throws {
        var rig = try rig([Files.says("initial", "ASK")], listens: limits, goTo: yes)
        rig.run()
        #expect(rig.way[1] == "Ask -> VF_END (DEFAULT)")
    }

    @Test("counters begin anew with the module", .fact("voiceflow-10-3"))
    func countersBeginAnew() throws {
        var rig = try Rig(
            [Files.dialog([Files.says("initial", "ASK")], listens: limits, to: "Ask")],
            from: "Ask", prompts: prompts)
        rig.run(20)
        #expect(rig.way.dropFirst() == ["Ask -> Ask (DEFAULT)", "Ask -> Ask (DEFAULT)"])
    }

    @Test(
        "a serial retry group goes on with the counter and sticks at its last member",
        .fact("voiceflow-10-4"))
    func serialRetry() throws {
        let system = "ASK....WHAT....EH....EH"
        var rig = try rig(
            [
                Files.says("initial", "ASK"),
                Files.says("timeout", "WHAT", "EH", more: #""style": "serial""#),
            ], counts: #""timeout": 3, "garbage": 0"#, listens: limits)
        rig.run()
        #expect(rig.system == system)
    }

    @Test("so does a serial prompt that a retry group names")
    func serialPromptInRetry() throws {
        let system = "ASK....WHAT....EH....EH"
        var rig = try Rig(
            [
                Files.dialog(
                    [Files.says("initial", "ASK"), Files.says("timeout", "TURNS")],
                    counts: #""timeout": 3, "garbage": 0"#, listens: limits)
            ], from: "Ask",
            prompts: prompts + [
                #"{"id": "TURNS", "style": "serial", "promptCollection": "#
                    + #"[{"promptID": "WHAT"}, {"promptID": "EH"}]}"#
            ])
        rig.run()
        #expect(rig.system == system)
    }

    @Test(
        "a serial group that opens a dialog goes round from dialog to dialog",
        .fact("voiceflow-10-5"))
    func serialInitial() throws {
        let says = [
            Files.says("preInitial", "HELLO", "MORE", more: #""style": "serial""#),
            Files.says("initial", "ASK", "WHAT", "EH", more: #""style": "serial""#),
        ]
        let ends = #""maxTimeoutCount": "Ask""#
        var rig = try rig(says, listens: limits, goTo: ends)
        rig.run(40)
        let system = "HELLOASK....MOREWHAT....HELLOEH....MOREASK"
        #expect(rig.system.hasPrefix(String(system.prefix(40))))
    }

    @Test("playInitialAfter asks the question again", .fact("voiceflow-10-4"))
    func playInitialAfter() throws {
        let system = "HELLOASK....EHASK"
        var rig = try rig(
            [
                Files.says("preInitial", "HELLO"), Files.says("initial", "ASK"),
                Files.says("timeout", "EH", more: #""playInitialAfter": "true""#),
            ], counts: #""timeout": 1, "garbage": 0"#, listens: limits)
        rig.run()
        #expect(rig.system == system)
    }
}
