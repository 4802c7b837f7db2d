import ArgumentParser
import Foundation
import Testing

@testable import voicetest

@Suite("Options that messages recommend")
struct RecommendedOptionsTests {
    /// The commands by their words, as in `bundle make`, each with its options.
    private static let options: [String: Set<String>] = {
        var found: [String: Set<String>] = [:]
        func add(_ command: any ParsableCommand.Type, _ words: [String]) {
            let help = Voicetest.helpMessage(for: command, columns: 1_000)
            let listed = help.matches(of: /(?m)^  (?:-[a-z], )?(--[a-z-]+)(?:\/(--[a-z-]+))?/)
            found[words.joined(separator: " ")] = Set(
                listed.flatMap { [$0.1, $0.2].compactMap { $0.map(String.init) } })
            for inner in command.configuration.subcommands {
                add(inner, words + [inner._commandName])
            }
        }
        for command in Voicetest.configuration.subcommands { add(command, [command._commandName]) }
        return found
    }()

    /// The sources below `folder` by their names, with texts in one piece that go over several
    /// lines.
    private static func sources(_ folder: String) throws -> [(name: String, text: String)] {
        let root = "\(Program.package)/Sources/\(folder)"
        return try FileManager.default.subpathsOfDirectory(atPath: root).sorted()
            .filter { $0.split(separator: ".").last == "swift" && !$0.contains("voicetest-") }
            .map { path in
                let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
                return (
                    String(path.split(separator: "/").last ?? ""),
                    text.replacing(/"\s*\n\s*\+ "/, with: "").replacing(/\\\n\s*/, with: "")
                )
            }
    }

    @Test("a command that a message names has the options that it names with it")
    func named() throws {
        var count = 0
        for (name, text) in try Self.sources("") {
            for match in text.matches(of: /`voicetest ([a-z]+)((?: [^`"]*)?)`/) {
                let more = match.2.split(separator: " ").first.map(String.init) ?? ""
                let known =
                    Self.options["\(match.1) \(more)"] ?? Self.options[String(match.1)]
                guard let known else {
                    Issue.record("\(name): no command \(match.1)")
                    continue
                }
                for option in match.2.matches(of: /--[a-z-]+/) {
                    count += 1
                    #expect(known.contains(String(option.0)), "\(name): \(match.0)")
                }
            }
        }
        #expect(count > 20)
    }

    @Test("an option that a command tells to give is one of its own")
    func own() throws {
        var count = 0
        for (name, text) in try Self.sources("Programs/voicetest") {
            guard let match = name.firstMatch(of: /^(\w+)Command[.+]/),
                let known = Self.options[match.1.lowercased()]
            else { continue }
            for advice in text.matches(of: /(?:[Pp]ass|[Gg]ive|[Aa]dd|[Uu]se) (--[a-z-]+)/) {
                count += 1
                #expect(known.contains(String(advice.1)), "\(name): \(advice.0)")
            }
        }
        #expect(count > 10)
    }

    @Test("a session that exists is no reason to pass an option that redact does not have")
    func redact() throws {
        let program = Program()
        let session = try program.copySession("yes-no/answers-yes")
        let outcome = try program.run(["redact", session, "--output", session])
        #expect(outcome.status == 73)
        #expect(outcome.messages.contains("already exists"))
        #expect(!outcome.messages.contains("--force"))
    }
}
