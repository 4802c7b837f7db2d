import ArgumentParser
import Testing

@testable import voicetest

@Suite("What a terminal gets")
struct TerminalOutputTests {
    @Test(
        "COLUMNS wins over the terminal; without a terminal nothing is cut",
        arguments: [
            (true, "80", 120, 80), (true, nil, 120, 120), (true, "wide", 120, 120),
            (true, "0", 120, 120), (true, nil, nil, nil), (false, "80", 120, nil),
        ] as [(Bool, String?, Int?, Int?)])
    func width(isTerminal: Bool, variable: String?, window: Int?, expected: Int?) {
        #expect(
            TerminalWidth.columns(isTerminal: isTerminal, variable: variable, window: window)
                == expected)
    }

    @Test("progress counts what is done, and says nothing where nothing changes")
    func progress() {
        var count = ProgressCount(count: 4, unit: "sessions")
        #expect(count.text() == "0 %  0 of 4 sessions")
        #expect(count.update(0.5, of: 2) == "12 %  0 of 4 sessions")
        #expect(count.update(0.5, of: 2) == nil)
        #expect(count.update(1, of: 2) == "25 %  1 of 4 sessions")
        var none = ProgressCount(count: 0, unit: "sessions")
        #expect(none.text() == nil)
    }

    @Test(
        "every verb with progress or notes takes --quiet",
        arguments: [
            ["test"], ["replay", "a"], ["diff", "a", "b"], ["review", "a"], ["latency", "a"],
            [
                "record", "--input", "a.wav", "--flow", "f", "--prompts", "p", "--output",
                "a.vsession",
            ],
            ["redact", "a", "--output", "b.vsession"], ["accept", "a", "--reason", "r"],
            ["report", "a", "--output", "b"], ["validate", "a"], ["init"], ["info", "a"],
            ["gain", "a", "b", "--db", "1"], ["resample", "a", "b", "--rate", "8000"],
            ["convert", "a", "b"], ["trim", "a", "b"], ["vad", "a"], ["listen", "a"],
            ["evaluate", "a"],
        ])
    func quiet(arguments: [String]) throws {
        for option in [[], ["--quiet"], ["-q"]] {
            let command = try Voicetest.parseAsRoot(arguments + option)
            let notes = try #require(command as? any NotingCommand).notes
            #expect(notes.isQuiet == !option.isEmpty)
        }
    }

    @Test("--jobs is the number of cores unless it is given", arguments: ["test", "replay", "vad"])
    func jobs(verb: String) throws {
        func count(_ more: [String]) throws -> Int? {
            switch try Voicetest.parseAsRoot([verb, "a"] + more) {
            case let command as TestCommand: command.jobs.count
            case let command as ReplayCommand: command.jobs.count
            case let command as VadCommand: command.pace.jobs.count
            default: nil
            }
        }
        #expect(try count([]) == min(256, Cores.count))
        #expect(try count(["--jobs", "3"]) == 3)
        #expect(throws: (any Error).self) { try count(["--jobs", "0"]) }
    }
}
