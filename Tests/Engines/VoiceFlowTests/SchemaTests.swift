import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("The published schemas")
struct SchemaTests {
    private static let folder: String = {
        let steps = #filePath.split(separator: "/").dropLast(4)
        return "/\(steps.joined(separator: "/"))/Sources/Engines/VoiceFlow/Schemas"
    }()

    /// A document that has every key a schema knows, with a value its schema allows.
    private struct Filler {
        let definitions: JSONObject

        func value(_ schema: JSONValue) -> JSONValue {
            guard let schema = schema.object else { return "" }
            if let name = schema["$ref"]?.string {
                let key = String(name.split(separator: "/").last ?? "")
                return value(definitions[key] ?? .null)
            }
            if let first = schema["enum"]?.array?.first { return first }
            if let first = schema["anyOf"]?.array?.first { return value(first) }
            switch schema["type"]?.string {
            case "object":
                var object = JSONObject()
                for member in schema["properties"]?.object?.members ?? [] {
                    object[member.key] = value(member.value)
                }
                return .object(object)
            case "array": return .array([value(schema["items"] ?? .null)])
            case "integer", "number": return 1
            case "boolean": return true
            default: return .string(schema["pattern"] == nil ? "VF_END" : "$[Field]")
            }
        }
    }

    private func document(_ name: String) throws -> [UInt8] {
        let bytes = try DiskFile.read(
            "\(Self.folder)/\(name).schema.json", limit: 1 << 20)
        let schema = try JSONReader.value(of: bytes)
        let definitions = try #require(schema.object?["$defs"]?.object)
        return JSONWriter.text(Filler(definitions: definitions).value(schema)).utf8.map { $0 }
    }

    @Test("every key of the schemas is one that the readers know", .fact("voiceflow-4-11"))
    func keys() throws {
        let files = [
            VoiceflowFactory.FileName.flow: try document("Voiceflow"),
            VoiceflowFactory.FileName.prompts: try document("AudioPromptModuleList"),
            VoiceflowFactory.FileName.map: try document("AudioToTextMap"),
        ]
        let findings = try VoiceflowFactory().findings(in: files) { $0 }
        let unknown = findings.filter { $0.message.contains("Unknown key") }
        #expect(unknown.isEmpty, "\(unknown)")
        let text = String(decoding: files[VoiceflowFactory.FileName.flow] ?? [], as: UTF8.self)
        #expect(text.contains("recognizeWhilePlayRuntime"))
    }

    @Test(
        "the readers take every key of the specification's tables, with a field where one may be",
        .fact("voiceflow-4-11"))
    func everyKey() throws {
        let folder = Self.folder.split(separator: "/").dropLast(4).joined(separator: "/")
        let names = VoiceflowFactory().fileNames
        var files: [String: [UInt8]] = [:]
        for name in names {
            files[name] = try DiskFile.read(
                "/\(folder)/Tests/Schemas/every-key.\(name)", limit: 1 << 20)
        }
        let findings = try VoiceflowFactory().findings(in: files) { $0 }
        #expect(
            findings.map(\.message) == [
                "promptCollection is there too and counts",
                "\"recordPromptNoPlay\" has no effect in audioDialog modules: "
                    + "they listen to the caller, so the prompt is played and not recorded",
                "runAEC modules do not run: this one takes internalFailure",
            ])
    }

    @Test("every reason for which a recording stops is in the schema", .fact("voiceflow-4-11"))
    func reasons() throws {
        let text = String(decoding: try document("Voiceflow"), as: UTF8.self)
        for reason in StopReason.allCases { #expect(text.contains("\"\(reason.rawValue)\"")) }
    }

    @Test("a scenario's schema has the calls, callbacks and kinds of event that are declared")
    func scenarioNames() throws {
        let declaration = VoiceflowFactory().declaration
        let schema = try PublishedSchema("VoiceflowScenario", of: "VoiceFlow")
        let enums = schema.entries(of: "enum")
        func names(_ path: [String]) -> Set<String>? {
            (enums.first { $0.path == path }?.value.array?.compactMap(\.string)).map(Set.init)
        }
        #expect(names(["app", "[]", "on", "callback"]) == Set(declaration.callbacks))
        #expect(schema.unequalKinds(declaration.vocabulary.names) == [])
        func keys(_ schema: PublishedSchema) -> Set<String> {
            let rules = schema.entries(of: "description").map(\.path)
                .filter { $0.count == 3 && $0.first == "app" }
            return Set(rules.compactMap(\.last))
        }
        let neutral = keys(try PublishedSchema("Scenario", of: "VoiceSession"))
        #expect(keys(schema).subtracting(neutral) == Set(declaration.calls.map(\.name)))
    }
}
