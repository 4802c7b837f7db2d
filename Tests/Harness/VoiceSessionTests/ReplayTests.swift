import Testing
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@Suite("Replay")
struct ReplayTests {
    @Test(
        "gives the recorded trace, whatever blocks the microphone comes in",
        arguments: [1, 7, 160, 512, nil])
    func exactInBlocks(block: Int?) throws {
        let stage = Stage()
        let session = try stage.seal()
        let result = try stage.replay(session) { $0.blockFrames = block }
        #expect(result.events == result.golden.events)
        #expect(result.unplaced.isEmpty && result.unconsumed.isEmpty)
    }

    @Test("gives the recorded trace from every tap", arguments: StartingTap.allCases)
    func exactFromTaps(tap: StartingTap) throws {
        let stage = Stage()
        let session = try stage.seal()
        let result = try stage.replay(session) { $0.tap = tap }
        #expect(result.events == result.golden.events)
    }

    @Test("needs neither the media folder nor a synthesiser")
    func selfContained() throws {
        let stage = Stage()
        let session = try stage.seal()
        for name in ["ask.wav", "yes.wav", "again.wav", "clip.wav"] {
            try DiskFile.remove(stage.folder.path(name))
        }
        #expect(try stage.replay(session).events == RecordedTrace(path: session.tracePath).events)
    }

    @Test("takes the app's calls from inside the callbacks they were made in")
    func callsDuringCallbacks() throws {
        var stage = Stage()
        stage.scenario = """
            { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                            "delayMs": 300, "play": "clip.wav", "words": "perhaps" } ],
              "app": [ { "on": { "callback": "SRHypothesis", "matches": "^per" },
                         "setIntent": "Agreed" } ],
              "recognizerDelayMs": 250 }
            """
        let session = try stage.seal()
        let result = try stage.replay(session)
        #expect(result.events == result.golden.events)
        #expect(
            result.events.contains { $0.kind == "transition" && $0.fields["to"] == "SayYes" })
    }

    @Test("waits for a callback that came back late, as the recording did")
    func lateReturn() throws {
        var stage = Stage()
        stage.scenario = """
            { "app": [ { "on": { "callback": "PreModuleStart", "module": "Ask" },
                         "returnAfterMs": 335 }, { "atMs": 4000, "stop": true } ] }
            """
        let session = try stage.seal()
        let result = try stage.replay(session)
        let ask = result.events.first { $0.fields["item"] == "P_Ask" }
        #expect(ask?.frame == 5_360)
        #expect(result.events == result.golden.events)
        #expect(result.events.last?.fields["reason"] == "stopped")
    }

    @Test("reports an app call whose callback never came, and differs")
    func unplacedInput() throws {
        var stage = Stage()
        stage.scenario = """
            { "app": [ { "on": { "callback": "PreModuleStart", "module": "SayYes" },
                         "setField": { "name": "Late", "value": 1 } } ],
              "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                            "delayMs": 300, "play": "clip.wav", "words": "yes" } ] }
            """
        let session = try stage.seal()
        // With speech that never counts, the flow never comes to SayYes.
        let result = try stage.replay(session) {
            $0.changes = [("flow.minSpeechToDetectMs", 5_000)]
        }
        #expect(
            result.unplaced.map(\.input) == [
                .call(
                    EngineCall(
                        facade: "voiceflow", name: "setField",
                        arguments: ["name": "Late", "value": 1]))
            ])
    }

    @Test("reports recorded words that no listening module takes")
    func unconsumedWords() throws {
        let stage = Stage()
        let session = try stage.seal()
        let golden = try RecordedTrace(path: session.tracePath)
        var events = golden.events
        let final = try #require(events.firstIndex { $0.kind == "final" })
        events[final].frame -= 16_000
        let edited = RecordedTrace(events: events)
        try DiskFile.write(edited.fileBytes(), to: session.tracePath)
        let result = try stage.replay(session) { $0.tap = .words }
        #expect(result.unconsumed.map(\.kind) == ["final"])
    }

    /// The dialog, with or without a wish to know what is understood during speech.
    private func telling(_ partials: Bool) -> Stage {
        var stage = Stage()
        let wish =
            #""recognizeAudioParams": {"srSessionParams": "#
            + #"{"enablePartialResults": \#(partials)}}, "#
        stage.flow = Stage.dialog.replacing(
            #""recordAudioParams""#, with: wish + #""recordAudioParams""#)
        return stage
    }

    /// The session of `stage`, replayed from its words through the flow of `other`.
    private func replayFromWords(
        _ stage: Stage, through other: Stage
    ) throws -> ReplayResult {
        try replayFromWords(try stage.seal(), of: stage, through: other)
    }

    private func replayFromWords(
        _ session: SessionFolder, of stage: Stage, through other: Stage
    ) throws -> ReplayResult {
        let folders = try MediaFolders(language: "en-US")
        return try stage.replay(session) {
            $0.tap = .words
            $0.sources = ChangedSources(
                files: [VoiceflowFactory.FileName.flow: Array(other.flow.utf8)], task: nil,
                studio: PromptStudio(
                    folders: folders, synthesizer: stage.synthesizer, rate: .standard),
                readsMedia: false)
        }
    }

    @Test("feeds no recorded partial results that the flow asks for no more")
    func partialsNotAskedFor() throws {
        let stage = telling(true)
        let same = try replayFromWords(stage, through: stage)
        let partials = same.golden.events.filter { $0.kind == "partial" }
        #expect(!partials.isEmpty && same.events == same.golden.events)
        #expect(same.unaskedFault == nil && same.unrecordedFault == nil)
        let changed = try replayFromWords(stage, through: telling(false))
        #expect(!changed.events.contains { $0.kind == "partial" })
        #expect(changed.unasked.map(\.frame) == partials.map(\.frame))
        #expect(
            changed.unaskedFault?.contains(" that nothing asks for now, the first at ") == true)
    }

    @Test("names partial results that the flow asks for now and the recording does not have")
    func partialsNotRecorded() throws {
        let changed = try replayFromWords(telling(false), through: telling(true))
        #expect(changed.unrecorded.count == 1 && changed.unasked.isEmpty)
        #expect(
            changed.unrecordedFault?.hasPrefix(
                "the changed files ask for partial results of 1 utterance of which the recording"
                    + " has none, the first at") == true)
    }

    @Test("says why nothing tells which partial results were recorded")
    func ownFilesDoNotReplay() throws {
        let stage = telling(true)
        var session = try stage.record()
        // An earlier version took what this one does not.
        session.files[VoiceflowFactory.FileName.flow] = Array("[".utf8)
        let path = stage.folder.path("stage.vsession")
        try SessionWriter(path: path, isReplacing: true).write(session, timing: [:])
        let changed = try replayFromWords(SessionFolder(path: path), of: stage, through: stage)
        #expect(changed.unrecorded.isEmpty)
        #expect(changed.unrecordedFault?.contains("its own files do not replay") == true)
    }

    @Test("shows a flow that came late to its end as late, not as cut off")
    func lateEnd() throws {
        let stage = Stage()
        let session = try stage.seal()
        let result = try stage.replay(session) { $0.changes = [("endpoint.offsetMs", 700)] }
        #expect(result.events.last?.kind == "flowEnd")
        #expect(result.events.map(\.kind) == result.golden.events.map(\.kind))
    }

    @Test("draws the same members of a select from the same seed, and others from another")
    func seeds() throws {
        var stage = Stage()
        stage.flow = """
            [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "A" } },
            \((0..<6).map { index in
                let name = ["A", "B", "C", "D", "E", "F"][index]
                let next = ["B", "C", "D", "E", "F", "VF_END"][index]
                return """
                    { "id": "\(name)", "type": "playAudio", "playAudioParams": {
                      "style": "select", "promptCollection": [ { "promptID": "P_Ask" },
                      { "promptID": "P_Yes" }, { "promptID": "P_Again" } ] },
                      "goTo": { "DEFAULT": "\(next)" } },
                    """
            }.joined(separator: "\n"))
              { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
            """
        stage.scenario = "{}"
        func members(_ seed: UInt64) throws -> [JSONValue?] {
            stage.seed = seed
            return try stage.record().events.filter { $0.kind == "prompt" }
                .map { $0.fields["member"] }
        }
        #expect(try members(1).count == 6)
        #expect(try members(1) == members(1))
        #expect(try members(1) != members(2))
    }
}
