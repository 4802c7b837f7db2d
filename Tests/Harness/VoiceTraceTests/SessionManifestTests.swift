import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@Suite struct SessionManifestTests {
    static func sample(seed: UInt64 = 7) -> SessionManifest {
        var manifest = SessionManifest(
            name: "yes-no", engine: .init(kind: "voiceflow", version: "1"), sampleRate: .standard,
            seed: seed, frames: 16_000,
            recognizer: .init(kind: "scripted", model: "", digest: "d"),
            synthesizer: .init(kind: "none", version: ""), settings: ["language": "en-US"],
            counts: ["events": 3], createdBy: "voicetest")
        manifest.add("inputs.jsonl", Array("x".utf8))
        return manifest
    }

    private func read(_ object: JSONObject) throws -> SessionManifest {
        let folder = TemporaryFolder()
        try DiskFile.write(JSONWriter.prettyBytes(.object(object)), to: folder.path("session.json"))
        return try SessionManifest(path: folder.path("session.json"))
    }

    private func damage(_ object: JSONObject) throws -> String? {
        let error = #expect(throws: TraceError.self) { try read(object) }
        guard case .damaged(_, let what) = error else { return nil }
        return what
    }

    @Test("reads what it wrote", arguments: [0, 1, UInt64(Int64.max), 1 << 63, .max] as [UInt64])
    func readsWhatItWrote(seed: UInt64) throws {
        let manifest = Self.sample(seed: seed)
        #expect(try read(manifest.object) == manifest)
    }

    @Test("writes a line a setting, a file and a kind of event")
    func compactForm() throws {
        var manifest = Self.sample()
        manifest.settings["a.fooMs"] = 5
        manifest.vocabulary = EventVocabulary(
            kinds: [EventKind("enter", .scopeBegin), EventKind("told")],
            evidence: ["limit": .frames])
        let lines = String(decoding: manifest.fileBytes, as: UTF8.self)
            .split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix(#"    "inputs.jsonl": {"sha256":"#) })
        #expect(lines.contains(#"    "evidence": {"limit":"frames"},"#))
        #expect(lines.contains(#"    "a.fooMs": 5,"#))
        #expect(lines.contains(#"      {"kind":"enter","role":"scopeBegin"},"#))
        #expect(lines.contains(#"      {"kind":"told"}"#))
        #expect(lines.count == 41, "\(lines.joined(separator: "\n"))")
        #expect(try SessionManifest(bytes: manifest.fileBytes, path: "session.json") == manifest)
        #expect(try read(manifest.object) == manifest)
    }

    @Test(
        "keeps of the vocabulary what its own trace needs, and a call that was imported keeps all")
    func neededVocabulary() {
        let all = EventVocabulary(
            kinds: [EventKind("enter"), EventKind("told"), EventKind("end", .runEnd)],
            evidence: ["limit": .frames, "level": .milliDecibels])
        let events = [
            TraceEvent(frame: 0, tap: .actions, kind: "told", why: ["limit": 5, "other": 1]),
            TraceEvent(frame: 1, tap: .words, kind: "final"),
        ]
        var manifest = Self.sample()
        manifest.vocabulary = all
        manifest.keepVocabulary(for: TraceNames(of: events))
        #expect(
            manifest.vocabulary
                == EventVocabulary(
                    kinds: [EventKind("told"), EventKind("end", .runEnd)],
                    evidence: ["limit": .frames]))
        var call = Self.sample()
        call.engine.kind = "call"
        call.vocabulary = all
        call.keepVocabulary(for: TraceNames(of: events))
        #expect(call.vocabulary == all)
    }

    @Test("of settings in force those count that the golden tells, and those not at their standard")
    func countedSettings() {
        let inForce: JSONObject = ["a": 1, "b": 2, "c": 3, "constant": 4]
        #expect(
            inForce.settings(besides: ["a": 9], standards: ["a": 1, "b": 2, "c": 0])
                == ["a": 1, "c": 3])
    }

    @Test("lists a file by size and digest")
    func file() throws {
        let entry = try #require(Self.sample().files.first?.entry)
        #expect(entry.size == 1)
        #expect(entry.sha256 == "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881")
    }

    @Test(
        "keeps keys of a newer version when it is written again",
        arguments: [
            ["later"], ["engine", "later"], ["clock", "later"], ["recognizer", "later"],
            ["synthesizer", "later"], ["files", "inputs.jsonl", "later"],
        ])
    func unknownKeys(way: [String]) throws {
        func set(_ keys: ArraySlice<String>, in object: JSONObject) -> JSONObject {
            var object = object
            let key = keys[keys.startIndex]
            object[key] =
                keys.count == 1
                ? "kept" : .object(set(keys.dropFirst(), in: object[key]?.object ?? [:]))
            return object
        }
        let object = set(way[...], in: Self.sample().object)
        #expect(try read(object).object == object)
    }

    @Test("lets changed values win over what was read")
    func changes() throws {
        var manifest = try read(Self.sample().object)
        manifest.engine.version = "2"
        manifest.files = []
        #expect(manifest.object["engine"]?.object?["version"] == "2")
        #expect(manifest.object["files"] == [:])
    }

    @Test("refuses a newer format and says what to do")
    func newer() throws {
        var object = Self.sample().object
        object["formatVersion"] = 2
        let error = #expect(throws: TraceError.self) { try read(object) }
        #expect(
            error?.description.hasSuffix(
                "format version 2; this voicetest reads up to 1. Update voicetest.") == true)
    }

    @Test("refuses a version that never was", arguments: [0, -1, .min] as [Int64])
    func older(version: Int64) throws {
        var object = Self.sample().object
        object["formatVersion"] = .integer(version)
        #expect(try damage(object) == "formatVersion \(version) was never in use")
    }

    @Test(
        "names the key that is missing or wrong",
        arguments: [
            ("formatVersion", "formatVersion is missing"), ("name", "name is not a string"),
            ("engine", "engine is not an object"), ("clock", "clock is not an object"),
            ("seed", "seed is not a whole number from 0"), ("frames", "frames is not an integer"),
            ("recognizer", "recognizer is not an object"),
            ("settings", "settings is not an object"),
            ("synthesizer", "synthesizer is not an object"), ("files", "files is not an object"),
            ("counts", "counts is not an object"), ("createdBy", "createdBy is not a string"),
        ])
    func missing(key: String, what: String) throws {
        var object = Self.sample().object
        object[key] = nil
        #expect(try damage(object) == what)
        object[key] = .null
        #expect(try damage(object) == what)
    }

    @Test(
        "refuses seeds that are none",
        arguments: [
            JSONValue.integer(-1), .decimal("1.5"), .decimal("18446744073709551616"), .string("7"),
        ])
    func seeds(seed: JSONValue) throws {
        var object = Self.sample().object
        object["seed"] = seed
        #expect(try damage(object) == "seed is not a whole number from 0")
    }

    @Test("refuses clocks this program has not", arguments: [0, -16_000, 44_101, .max] as [Int64])
    func clock(hertz: Int64) throws {
        var object = Self.sample().object
        object["clock"] = ["sampleRate": .integer(hertz)]
        #expect(try damage(object) == "clock.sampleRate \(hertz) is not a rate of this program")
    }

    @Test(
        "refuses lengths past 48 hours", arguments: [-1, 48 * 3_600 * 16_000 + 1, .max] as [Int64])
    func frames(frames: Int64) throws {
        var object = Self.sample().object
        object["frames"] = .integer(frames)
        #expect(try damage(object) == "frames \(frames) is out of range")
    }

    @Test("names the place of what is no JSON")
    func noJSON() throws {
        let folder = TemporaryFolder()
        try folder.write("{\n  \"a\": 1,\n}", to: "session.json")
        let error = #expect(throws: TraceError.self) {
            try SessionManifest(path: folder.path("session.json"))
        }
        #expect(error?.description.contains("line 2, column 9 ($): found a trailing comma") == true)
    }
}
