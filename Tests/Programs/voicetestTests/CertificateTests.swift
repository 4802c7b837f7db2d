import Foundation
import Testing
import VoiceJSON
import VoiceTestSupport

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

        /// Copies program and library to these folders, and asks the copy for a certificate.
        private func certify(in place: String, library: String?) throws -> Program.Outcome {
            let copied = library.map {
                "mkdir -p '\($0)' && cp \"$home/libvoicetest-readtrap.so\" '\($0)' && "
            }
            return try program.runShell(
                """
                home=$(dirname "$(command -v voicetest)") && mkdir -p '\(place)' && \
                \(copied ?? "") cp "$home/voicetest" '\(place)' && \
                '\(place)/voicetest' replay '\(session)' --certify 2 --from words --plant clock
                """)
        }

        @Test(
            "finds its library beside the program and in the lib beside its bin",
            arguments: [
                ("build", "build"), ("usr/bin", "usr/lib/voicetest"),
                ("a b:c/bin", "a b:c/lib/voicetest"),
            ])
        func layouts(place: String, library: String) throws {
            let outcome = try certify(in: place, library: library)
            #expect(outcome.status == 70, "\(outcome.messages)")
            #expect(outcome.messages.contains("read during replay: clock_gettime"))
        }

        @Test("says what is missing without its library, and what to do")
        func missing() throws {
            let outcome = try certify(in: "alone", library: nil)
            #expect(outcome.status == 69)
            #expect(outcome.messages.contains("needs libvoicetest-readtrap.so"))
            #expect(outcome.messages.contains("It is missing"))
            #expect(outcome.messages.contains("--product voicetest-readtrap"))
        }

        @Test("gives the library to no program that it starts, and leaves what stood in LD_PRELOAD")
        func environment() throws {
            let digits = "\(Program.package)/Corpora/digits"
            let example =
                "/usr/bin/python3 \(Program.package)/scripts/examples/recognizers/loudness.py seven"
            let command = "sh -c 'env > env.txt; exec \(example)'"
            let recorded = try program.run([
                "record", "--flow", "\(digits)/voiceflow.json", "--prompts",
                "\(digits)/prompts.json", "--phrases", "\(digits)/phrases.txt", "--scenario",
                "\(digits)/seven.scenario.json", "--output", "s.vsession", "--recognizer-command",
                command,
            ])
            #expect(recorded.status == 0, "\(recorded.messages)")
            let certificate = [
                "replay", "s.vsession", "--certify", "2", "--recognizer-command", command,
            ]
            func told(_ variables: [String: String]) throws -> [Substring] {
                let outcome = try program.run(certificate, variables: variables)
                #expect(outcome.status == 0, "\(outcome.messages)")
                let text = try String(
                    contentsOfFile: program.folder.path("env.txt"), encoding: .utf8)
                return text.split(separator: "\n").filter {
                    $0.hasPrefix("LD_PRELOAD") || $0.hasPrefix("VOICETEST_READ_TRAP")
                }
            }
            #expect(try told([:]) == [])
            #expect(try told(["LD_PRELOAD": "libm.so.6"]) == ["LD_PRELOAD=libm.so.6"])
        }
    #endif
}
