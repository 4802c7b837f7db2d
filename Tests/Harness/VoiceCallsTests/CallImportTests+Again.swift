import Testing
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceSession
import VoiceTrace

@testable import VoiceCalls

/// Imports that were cut off, and tests that are made of calls.
extension CallImportTests {
    @Test("an import that was cut off is no session; the next one takes its place")
    func cutOff() throws {
        let call = try call()
        let partial = "\(written().path).partial"
        do {
            var journal = try SessionJournal(
                at: place(), draft: call.manifest(named: "call", createdBy: "test"), files: [:])
            try journal.append(inputs: [], events: call.trace().events)
            #expect(throws: SessionError.stillRecording(path: partial)) {
                _ = try CallImport(call, createdBy: "test").write(to: place())
            }
            try [Int16](repeating: 5, count: 800).withUnsafeBufferPointer { try journal.append($0) }
        }
        #expect(throws: SessionError.cutCall(path: partial)) { _ = try SessionRecovery(partial) }
        _ = try CallImport(call, createdBy: "test").write(to: place())
        #expect(!DiskFile.exists(partial))
        #expect(try SessionParts(folder: written()).manifest.isCall)
    }

    @Test("an import that was cut off behind its last file is done again by the next one")
    func cutOffAtTheEnd() throws {
        let call = try imported().call
        let partial = "\(written().path).partial"
        try DiskFile.move(written().path, to: partial)
        _ = try CallImport(call, createdBy: "test").write(to: place())
        #expect(!DiskFile.exists(partial))
        try DiskFile.move(written().path, to: partial)
        #expect(try SessionRecovery(partial).manifest.isCall)
    }

    @Test("a test made of a call does not expect its dead air", arguments: [5, 6])
    func badWait(answer: Int) throws {
        let turns = [("bot", 0, 2), ("caller", 3, 4), ("bot", answer, 7)].map {
            #"{"speaker": "\#($0)", "start": \#($1), "end": \#($2)}"#
        }
        let text = #"{"segments": [\#(turns.joined(separator: ","))]}"#
        _ = try CallImport(call(labels: text), createdBy: "test").write(to: place())
        let run = try MeasuredRun(of: written(), name: "call") { _ in .call }
        let script = try CallerScript(run) { (range) in range.lowerBound }
        let isExpected = script.expectations.contains { $0.string?.hasPrefix("answer<=") == true }
        #expect(isExpected == (answer == 5))
    }
}
