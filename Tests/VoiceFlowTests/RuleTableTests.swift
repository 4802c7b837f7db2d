import Testing
import VoiceTrace

/// The table of rules beside the tests: what it promises is there.
@Suite("The table of rules")
struct RuleTableTests {
    private static let tests = #filePath.split(separator: "/").dropLast(2)
        .reduce("") { "\($0)/\($1)" }

    /// Suites that hold no rule of the engine: they hold this table, and what serves the others.
    private static let others: Set<String> = [
        "LowerLayerTests", "PromptTextTests", "RuleTableTests", "VoiceflowVocabularyTests",
    ]

    /// Every rule with the tests it names.
    private static func rules() throws -> [(rule: String, tests: [String])] {
        let bytes = try DiskFile.read("\(tests)/voiceflow-rules.md", limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map(String.init)
            guard line.hasPrefix("| "), cells.count == 2, cells[0] != " rule " else { return nil }
            let names = cells[1].split(separator: "`").filter { $0.contains(".") }
            return (cells[0], names.map(String.init))
        }
    }

    /// `Suite.function` of every test in the sources of `folder`.
    private static func tests(in folder: String) throws -> [String] {
        var found: [String] = []
        for name in try DiskFile.names(in: "\(tests)/\(folder)") where name.hasSuffix(".swift") {
            let bytes = try DiskFile.read("\(tests)/\(folder)/\(name)", limit: 1 << 20)
            var suite = ""
            var isTest = false
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                if let name = Self.word(after: "struct ", in: line), !line.hasPrefix(" ") {
                    suite = name
                }
                if line.hasPrefix("    @Test") { isTest = true }
                if isTest, let name = Self.word(after: "    func ", in: line) {
                    found.append("\(suite).\(name)")
                    isTest = false
                }
            }
        }
        return found
    }

    private static func word(after mark: String, in line: Substring) -> String? {
        guard let range = line.firstRange(of: mark) else { return nil }
        let word = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber }
        return word.isEmpty ? nil : String(word)
    }

    @Test("every rule names a test, and every test it names is there")
    func named() throws {
        let known = Set(
            try [
                "VoiceFlowTests", "VoiceSessionTests", "VoiceMediaTests", "VoiceSynthesisTests",
                "VoiceEngineTests", "VoiceTraceTests", "VoiceJSONTests", "VoiceFilesTests",
            ].flatMap(Self.tests))
        let rules = try Self.rules()
        #expect(rules.count > 80)
        for (rule, tests) in rules {
            #expect(!tests.isEmpty, "no test holds: \(rule)")
            for test in tests { #expect(known.contains(test), "\(test) is not there: \(rule)") }
        }
    }

    @Test("every suite of the engine holds a rule")
    func suites() throws {
        let holding = Set(try Self.rules().flatMap(\.tests).map(Self.suite))
        let suites = Set(try Self.tests(in: "VoiceFlowTests").map(Self.suite))
        let idle = suites.subtracting(holding).subtracting(Self.others)
        #expect(idle.isEmpty, "these hold no rule of the table: \(idle.sorted())")
    }

    private static func suite(of test: String) -> String {
        test.split(separator: ".").first.map(String.init) ?? ""
    }
}
