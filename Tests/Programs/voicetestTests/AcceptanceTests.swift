import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@Suite("Acceptance and its ledger")
struct AcceptanceTests {
    private let program = Program()

    @Test(
        "a pending trace of another session is stale, also beside a golden that is gone or damaged",
        arguments: [nil, "", "{}\n"])
    func staleWithoutGolden(golden: String?) throws {
        let (session, pending) = try program.pending(dropping: "segment")
        let own = try String(contentsOfFile: pending, encoding: .utf8)
        let elsewhere = Program()
        let unset = try elsewhere.copySession("shutdown/field-unset")
        let other = try String(contentsOfFile: "\(unset)/trace.jsonl", encoding: .utf8)
        let path = "\(session)/trace.jsonl"
        try FileManager.default.removeItem(atPath: path)
        try golden?.write(toFile: path, atomically: true, encoding: .utf8)
        try other.write(toFile: pending, atomically: true, encoding: .utf8)
        let refused = try program.run(["accept", session, "--reason", "a"])
        #expect(refused.status == 65)
        #expect(refused.messages.contains("is stale"))
        try own.write(toFile: pending, atomically: true, encoding: .utf8)
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        #expect(try program.run(["replay", session]).status == 0)
    }

    @Test("an accepted trace brings the kinds of event that it has, as its engine declares them")
    func vocabulary() throws {
        let (session, _) = try program.pending(dropping: "segment")
        let folder = SessionFolder(path: session)
        var manifest = try folder.manifest()
        let own = try #require(manifest.vocabulary)
        manifest.vocabulary = EventVocabulary(kinds: own.kinds.filter { $0.name != "segment" })
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)), to: folder.manifestPath)
        #expect(try program.run(["replay", session]).status == 1)
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        let names = TraceNames(of: try folder.golden().events)
        #expect(try folder.manifest().vocabulary?.kinds == own.needed(for: names).kinds)
        #expect(try folder.manifest().vocabulary?["segment"] != nil)
        #expect(try program.run(["validate", session]).status == 0)
    }

    @Test("a golden that a ledger stands beside has to be the one it accepted last")
    func copied() throws {
        let (session, pending) = try program.pending(dropping: "segment")
        let accepted = try program.run(["accept", session, "--reason", "a"])
        #expect(accepted.status == 0)
        #expect(accepted.output.contains("Run `voicetest replay` again"))
        #expect(try program.run(["replay", session]).status == 0)
        let folder = SessionFolder(path: session)
        var ledger = try String(contentsOfFile: folder.ledgerPath, encoding: .utf8)
        let digest = try folder.golden().digest
        ledger = ledger.replacingOccurrences(
            of: "\"after\":\"\(digest)\"", with: "\"after\":\"other\"")
        try ledger.write(toFile: folder.ledgerPath, atomically: true, encoding: .utf8)
        let replay = try program.run(["replay", session, "--format", "junit"])
        #expect(replay.status == 1)
        #expect(replay.output.contains("trace.jsonl was changed without `voicetest accept`"))
        // The trace is pending now, and a reason mends it.
        #expect(FileManager.default.fileExists(atPath: pending))
        #expect(try program.run(["accept", session, "--reason", "b"]).status == 0)
        #expect(try program.run(["replay", session]).status == 0)
        #expect(try program.ledger(session).count == 2)
    }

    @Test("a golden whose numbers were edited is accepted once, and its anchor holds")
    func editedNumbers() throws {
        let session = try program.copySession("digits/one")
        try program.edit("\(session)/trace.jsonl") { lines in
            lines[17] = lines[17].replacing(/"seq":\d+/) { _ in "\"seq\":0" }
        }
        #expect(try program.run(["replay", session]).status == 1)
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        #expect(try program.run(["replay", session]).status == 0)
    }

    @Test("an acceptance that broke off before the trace is named, and can be repeated")
    func brokenOff() throws {
        let (session, pending) = try program.pending(dropping: "segment")
        let folder = SessionFolder(path: session)
        let files = try [folder.tracePath, pending].map { path in
            (path, try DiskFile.read(path, limit: 1 << 20))
        }
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        for (path, bytes) in files { try DiskFile.write(bytes, to: path) }
        let replay = try program.run(["replay", session])
        #expect(replay.status == 1)
        #expect(replay.output.contains("an older golden than accepted.jsonl says"))
        #expect(try program.run(["accept", session, "--reason", "b"]).status == 0)
        #expect(try program.ledger(session).map { $0["reason"] as? String } == ["b"])
        #expect(try program.run(["replay", session]).status == 0)
    }

    @Test("an acceptance that broke off after the trace adds no second line when it is repeated")
    func brokenOffAtItsEnd() throws {
        let (session, pending) = try program.pending(dropping: "segment")
        let bytes = try DiskFile.read(pending, limit: 1 << 20)
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        try DiskFile.write(bytes, to: pending)
        let again = try program.run(["accept", session, "--reason", "b"])
        #expect(again.status == 0)
        #expect(again.output.contains("was accepted already"))
        #expect(try program.ledger(session).map { $0["reason"] as? String } == ["a"])
        #expect(!DiskFile.exists(pending))
        #expect(try program.run(["replay", session]).status == 0)
    }

    @Test("a trace that only its owner may read stays so, and so does all that is written of it")
    func modes() throws {
        let (session, pending) = try program.pending(dropping: "segment")
        try DiskFile.remove(pending)
        for name in ["trace.jsonl", "audio/mic.flac"] { chmod("\(session)/\(name)", 0o600) }
        #expect(try program.run(["replay", session]).status == 1)
        #expect(DiskFile.mode(of: pending) == 0o600)
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        for name in ["trace.jsonl", "accepted.jsonl", "accepted.anchor.jsonl"] {
            #expect(DiskFile.mode(of: "\(session)/\(name)") == 0o600, "\(name)")
        }
    }

    @Test("an anchor that is gone, or is not the ledger's, is refused", arguments: [true, false])
    func foreignAnchor(isGone: Bool) throws {
        let (session, _) = try program.pending(dropping: "segment")
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        let folder = SessionFolder(path: session)
        try DiskFile.remove(folder.anchorPath)
        if !isGone { try DiskFile.write(folder.golden().fileBytes(), to: folder.anchorPath) }
        let replay = try program.run(["replay", session])
        #expect(replay.status == 1)
        #expect(replay.output.contains("accepted.anchor.jsonl is"))
        let refused = try program.run(["accept", session, "--reason", "b"])
        #expect(refused.status == 65)
        #expect(refused.messages.contains("accept with --re-anchor"))
        #expect(try program.run(["accept", session, "--reason", "b", "--re-anchor"]).status == 0)
        #expect(try program.run(["replay", session]).status == 0)
    }

    @Test("a disk that is full changes neither ledger nor golden")
    func full() throws {
        let session = try program.copySession("shutdown/field-set")
        let folder = SessionFolder(path: session)
        let golden = RecordedTrace(events: Array(try folder.golden().events.prefix(8)))
        try DiskFile.write(golden.fileBytes(), to: folder.tracePath)
        #expect(try program.run(["replay", session]).status == 1)
        let accept = try program.runLimited(
            blocks: 6, ["accept", session, "--reason", "a", "--budget", "600000"])
        #expect(accept.status == 74)
        #expect(try DiskFile.names(in: session).filter { $0.hasPrefix("accepted") } == [])
        #expect(try folder.golden() == golden)
        #expect(
            try program.run(["accept", session, "--reason", "a", "--budget", "600000"]).status == 0)
    }

    @Test("a diff of two sessions names the value in the flow that is not the same")
    func flowChange() throws {
        let golden = "\(Program.package)/Corpora/shutdown/field-set.vsession"
        let session = try program.copySession("shutdown/field-set")
        let folder = SessionFolder(path: session)
        let path = "flow/voiceflow.json"
        let text = try String(contentsOfFile: "\(session)/\(path)", encoding: .utf8)
            .replacingOccurrences(of: "P_Acknowledge", with: "P_Other")
        try text.write(toFile: "\(session)/\(path)", atomically: true, encoding: .utf8)
        var manifest = try SessionManifest(path: folder.manifestPath)
        manifest.files.removeAll { $0.path == path }
        manifest.add(path, Array(text.utf8))
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)), to: folder.manifestPath)
        let events = Array(try folder.golden().events.dropLast())
        try DiskFile.write(RecordedTrace(events: events).fileBytes(), to: folder.tracePath)
        let outcome = try program.run(["diff", golden, session])
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("\(golden) differs"))
        #expect(
            outcome.output.contains(
                "first cause: \(session)/flow/voiceflow.json:22:\n"))
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(
                "Shutdown_SayGoodbye.playAudioParams.promptCollection[0].promptID"
                    + " \"P_Acknowledge\" -> \"P_Other\"; first seen: "))
    }

    @Test("of two acceptances at once one is made, and the other says so")
    func twice() throws {
        let (session, _) = try program.pending(dropping: "segment")
        let processes = try ["a", "b"].map {
            try program.start(["accept", session, "--reason", $0])
        }
        for process in processes { process.waitUntilExit() }
        let codes = processes.map(\.terminationStatus).sorted()
        #expect(codes[0] == 0 && codes[1] >= 65)
        #expect(try program.ledger(session).count == 1)
    }

    @Test("calls that were made during an event still find it when the golden numbers it otherwise")
    func numbers() throws {
        let session = try program.copySession("shutdown/field-set")
        let folder = SessionFolder(path: session)
        var events = try folder.golden().events
        // An engine that told one event more, before the one that the app called back from.
        events.insert(events[2], at: 2)
        for index in events.indices { events[index].sequence = index }
        let path = folder.inputsPath
        let inputs = try String(contentsOfFile: path, encoding: .utf8)
            .replacingOccurrences(of: "\"event\":4", with: "\"event\":5")
        try inputs.write(toFile: path, atomically: true, encoding: .utf8)
        var manifest = try SessionManifest(path: folder.manifestPath)
        manifest.files.removeAll { $0.path == SessionFolder.Part.inputs }
        manifest.add(SessionFolder.Part.inputs, Array(inputs.utf8))
        try DiskFile.write(
            JSONWriter.prettyBytes(.object(manifest.object)), to: folder.manifestPath)
        try DiskFile.write(RecordedTrace(events: events).fileBytes(), to: folder.tracePath)
        #expect(try program.run(["replay", session]).status == 1)
        #expect(try program.run(["accept", session, "--reason", "broken off"]).status == 0)
        try DiskFile.write(RecordedTrace(events: events).fileBytes(), to: folder.tracePath)
        #expect(try program.run(["replay", session]).status == 1)
        #expect(try program.run(["accept", session, "--reason", "a"]).status == 0)
        let ledger = try AcceptanceLedger(in: folder)
        #expect(ledger.entries.count == 1)
        #expect(ledger.entries.last?["numbers"] == ["5": 4])
        #expect(try program.run(["replay", session]).status == 0)
        // The same once more, from a golden that lacks its last event.
        var cut = try folder.golden()
        cut.events.removeLast()
        try DiskFile.write(cut.fileBytes(), to: folder.tracePath)
        #expect(try program.run(["replay", session]).status == 1)
        #expect(try program.run(["accept", session, "--reason", "b"]).status == 0)
        #expect(try program.run(["replay", session]).status == 0)
    }
}
