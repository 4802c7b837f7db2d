import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

@testable import VoiceFlow

/// A key of the flow language with the words that its reader takes.
private struct WordKey: Sendable, CustomTestStringConvertible {
    /// The key, or the definition that stands for it.
    let name: String
    let words: [String]
    var testDescription: String { name }

    init<Word: RawRepresentable & CaseIterable>(_ name: String, _: Word.Type)
    where Word.RawValue == String {
        self.name = name
        words = Word.allCases.map(\.rawValue)
    }

    static let all = [
        WordKey("comparator", InputPattern.Comparator.self),
        WordKey("type", FlowModule.Kind.self), WordKey("style", PromptStyle.self),
        WordKey("dialogPrompt.type", DialogParameters.PromptType.self),
        WordKey("transitionType", InterruptionParameters.Transition.self),
    ]
}

@Suite("Words of the schema of flows")
struct SchemaWordsTests {
    private static let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// The first list of words at or below `schema`.
    private func words(_ schema: JSONValue?) -> [String]? {
        guard let object = schema?.object else { return nil }
        if let words = object["enum"]?.array { return words.compactMap(\.string) }
        return (object["anyOf"]?.array ?? []).lazy.compactMap(words).first
    }

    /// What the schema says of a key, wherever it stands.
    private func find(_ name: Substring, in schema: JSONValue) -> JSONValue? {
        guard let object = schema.object else { return nil }
        for place in ["properties", "$defs"] {
            if let found = object[place]?.object?[String(name)], words(found) != nil {
                return found
            }
        }
        // Keys of a module come before those of what stands in it.
        let members = object.members.filter { $0.key != "$defs" }.map(\.value)
        return (members + [object["$defs"]].compactMap(\.self)).lazy
            .compactMap { find(name, in: $0) }.first
    }

    private func schema() throws -> JSONValue {
        let path = "/\(Self.root)/Sources/Engines/VoiceFlow/Schemas/Voiceflow.schema.json"
        return try JSONReader.value(of: DiskFile.read(path, limit: 1 << 20))
    }

    @Test("are those that the reader takes", .fact("voiceflow-4-11"), arguments: WordKey.all)
    private func match(_ key: WordKey) throws {
        var place = try schema()
        let steps = key.name.split(separator: ".")
        for step in steps.dropLast() {
            place = try #require(place.object?["$defs"]?.object?[String(step)])
        }
        let entry = try #require(find(steps[steps.count - 1], in: place))
        #expect(words(entry) == key.words, "Voiceflow.schema.json, \(key.name)")
    }

    @Test("are explained: schema and guide name every comparator", .fact("voiceflow-10-7"))
    func comparators() throws {
        let entry = try #require(find("comparator", in: try schema()).flatMap(\.object))
        let guide = try DiskFile.read(
            "/\(Self.root)/Sources/Programs/voicetest/voicetest.docc/FlowLanguage.md",
            limit: 1 << 20)
        let row = String(decoding: guide, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("| `userInputCollection` |") }
        for comparator in InputPattern.Comparator.allCases {
            let word = "`\(comparator.rawValue)`"
            #expect(entry["description"]?.string?.contains(word) == true, "Voiceflow.schema.json")
            #expect(row?.contains(word) == true, "FlowLanguage.md, userInputCollection")
        }
    }
}
