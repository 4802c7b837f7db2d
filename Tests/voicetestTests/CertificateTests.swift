import Testing
import VoiceTestSupport
import VoiceTrace

@Suite("voicetest replay --certify")
struct CertificateTests {
    private let program = Program()
    private let session = "\(Program.package)/Corpora/yes-no/nobody-answers.vsession"

    @Test("gives one hash, and finds no read of a clock or of chance")
    func clean() throws {
        let outcome = try program.run(["replay", session, "--certify", "3", "--format", "json"])
        #expect(outcome.status == 0)
        let facts = try JSONReader.value(of: Array(outcome.output.utf8)).object
        let reads = facts?["reads"]?.array ?? []
        #expect(reads.allSatisfy { $0.object?["excuse"] != .null })
        #expect(facts?["sessions"]?.array?.first?.object?["digests"]?.object?.members.count == 1)
    }

    @Test("knows its own functions when it was found through PATH")
    func throughPath() throws {
        let outcome = try program.runThroughPath(["replay", session, "--certify", "2"])
        #expect(outcome.status == 0, "\(outcome.messages)")
    }

    #if os(Linux)
        @Test(
            "names who read what no replay may, by function and by the way there",
            arguments: [
                ("clock", "clock_gettime", "readClock"),
                ("chance", "syscall(getrandom)", "drawChance"),
                ("sleep", "usleep", "waitAWhile"),
            ])
        func planted(read: String, function: String, symbol: String) throws {
            let outcome = try program.run([
                "replay", session, "--certify", "2", "--from", "words", "--plant", read,
            ])
            #expect(outcome.status == 70)
            let line = outcome.messages.split(separator: "\n").first {
                $0.contains("read during replay: \(function)")
            }
            #expect(line?.contains(symbol) == true, "\(outcome.messages)")
        }
    #endif
}
