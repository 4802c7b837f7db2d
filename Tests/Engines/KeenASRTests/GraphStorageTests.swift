import Foundation
import KeenASR
import Testing
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport

struct GraphStorageTests {
    private let fixtures: KeenFixtures
    private let recognizer: TestRecognizer
    private let folder: TemporaryFolder

    init() throws {
        fixtures = try KeenFixtures()
        recognizer = try fixtures.recognizer()
        folder = fixtures.folder
        try create()
    }

    private var manifest: String { fixtures.graphFolder("digits") + "/manifest.json" }

    private func create(_ phrase: String = "go") throws {
        try KIOSDecodingGraph.create(
            KIOSGraphPlan(
                phrases: [phrase],
                pronunciations: [KIOSWordPronunciation(word: "up", pronunciation: "AH P")]),
            named: "digits", for: recognizer, at: Date(timeIntervalSince1970: 1_000_000_000))
    }

    private func loading(_ recognizer: TestRecognizer? = nil) -> KIOSGraphError? {
        thrown(KIOSGraphError.self) {
            _ = try KIOSDecodingGraph.load(named: "digits", for: recognizer ?? self.recognizer)
        }
    }

    private var exists: Bool {
        KIOSDecodingGraph.decodingGraph(withNameExists: "digits", for: recognizer)
    }

    private func document() throws -> JSONValue {
        try JSONReader.value(of: DiskFile.read(manifest, limit: 1 << 20))
    }

    @Test(
        "the manifest holds all that a graph is built of, and only it stands in the folder",
        .fact("keenasr-3.8-16"))
    func writesManifest() throws {
        let object = try #require(try document().object)
        #expect(
            object.members.map(\.key) == [
                "bundle", "contexts", "contextual", "created", "decoder", "formatVersion", "name",
                "pronunciations", "sha256", "spokenNoisePermille", "task", "unknownWords",
            ])
        #expect(object["created"] == "2001-09-09T01:46:40.000Z")
        #expect(object["bundle"]?.object?["name"] == "english")
        #expect(
            object["bundle"]?.object?["sha256"]?.string == (try recognizer.asrBundle().digest))
        #expect(try DiskFile.names(in: fixtures.graphFolder("digits")) == ["manifest.json"])
    }

    @Test(
        "a manifest that was changed anywhere is damaged", .fact("keenasr-3.8-4"),
        arguments: [
            ["contexts", "[]", "[]"], ["created"], ["name"], ["bundle", "name"],
            ["bundle", "sha256"], ["decoder"], ["task"], ["sha256"],
            ["pronunciations", "[]", "phones"],
        ])
    func seesChanges(path: [String]) throws {
        let (changed, count) = try document().setting(path, to: "changed")
        #expect(count > 0)
        try DiskFile.write(JSONWriter.prettyBytes(changed), to: manifest)
        guard case .damaged(manifest, _) = loading() else {
            Issue.record("the change is not seen: \(path)")
            return
        }
        #expect(!exists)
        #expect(KIOSDecodingGraph.decodingGraphCreationDate("digits", for: recognizer) == nil)
    }

    @Test("every member that is missing is missed", .fact("keenasr-3.8-4"))
    func seesMissingMembers() throws {
        let whole = try document()
        for key in whole.object?.members.map(\.key) ?? [] {
            let (changed, _) = whole.setting([key], to: nil)
            try DiskFile.write(JSONWriter.prettyBytes(changed), to: manifest)
            #expect(!exists, "\(key) is not missed")
        }
    }

    @Test("a member that does not belong there is seen")
    func seesAddedMembers() throws {
        let (changed, _) = try document().setting(["colour"], to: "red")
        try DiskFile.write(JSONWriter.prettyBytes(changed), to: manifest)
        #expect(!exists)
    }

    @Test("texts that are no manifest are damaged", arguments: ["", "{", "[]", "null", "\u{0}"])
    func refusesTexts(text: String) throws {
        try DiskFile.write(Array(text.utf8), to: manifest)
        guard case .damaged = loading() else {
            Issue.record("\(text) is taken")
            return
        }
    }

    @Test("a manifest of a later version says so")
    func refusesNewer() throws {
        let (changed, _) = try document().setting(["formatVersion"], to: 2)
        try DiskFile.write(JSONWriter.prettyBytes(changed), to: manifest)
        #expect(loading() == .newer(path: manifest, version: 2))
    }

    @Test("a folder that is half written is no graph, and creating completes it")
    func completesHalfWritten() throws {
        try DiskFile.remove(manifest)
        try folder.write("{", to: "support/KaldiIOS-decoding-graphs/digits-english/x.1-0.partial")
        #expect(!exists)
        #expect(loading() == .unknown(name: "digits", bundle: "english"))
        try create("one")
        #expect(exists)
    }

    @Test("a damaged graph is replaced by creating it again")
    func replacesDamaged() throws {
        try DiskFile.write(Array("{".utf8), to: manifest)
        try create("one")
        #expect(exists)
    }

    @Test("a link in the place of the folder or the manifest is not followed")
    func followsNoLinks() throws {
        let elsewhere = folder.path("elsewhere")
        try DiskFile.move(fixtures.graphFolder("digits"), to: elsewhere)
        folder.link("support/KaldiIOS-decoding-graphs/digits-english", to: elsewhere)
        let before = try DiskFile.read(elsewhere + "/manifest.json", limit: 1 << 20)
        #expect(loading() == .disk(.link(path: fixtures.graphFolder("digits"))))
        #expect(thrown(KIOSGraphError.self) { try create("one") } != nil)
        try DiskFile.remove(fixtures.graphFolder("digits"))
        try DiskFile.makeFolder(fixtures.graphFolder("digits"))
        folder.link(
            "support/KaldiIOS-decoding-graphs/digits-english/manifest.json",
            to: elsewhere + "/manifest.json")
        #expect(loading() == .disk(.link(path: manifest)))
        #expect(thrown(KIOSGraphError.self) { try create("one") } != nil)
        #expect(try DiskFile.read(elsewhere + "/manifest.json", limit: 1 << 20) == before)
    }

    @Test("a graph of another bundle is refused, also by its path", .fact("keenasr-3.2-23"))
    func refusesOtherBundle() throws {
        let french = try fixtures.recognizer("french")
        let path = fixtures.graphFolder("digits")
        #expect(
            thrown(KIOSGraphError.self) {
                _ = try KIOSDecodingGraph.load(atPath: path, for: french)
            } == .wrongBundle(path: path, graph: "english", recognizer: "french"))
        // Copied into the place of the other bundle's graph it is still not that graph.
        let copy = fixtures.graphFolder("digits", "french")
        try DiskFile.write(DiskFile.read(manifest, limit: 1 << 20), to: copy + "/manifest.json")
        #expect(
            loading(french) == .nameTaken(path: copy, graph: "digits", bundle: "english"))
    }

    @Test("two graphs whose folders would have one name do not replace each other")
    func keepsNeighbour() throws {
        let long = try fixtures.recognizer("b-english")
        let path = fixtures.graphFolder("a-b")
        try KIOSDecodingGraph.create(
            KIOSGraphPlan(phrases: ["go"]), named: "a", for: long)
        #expect(
            thrown(KIOSGraphError.self) {
                try KIOSDecodingGraph.create(
                    KIOSGraphPlan(phrases: ["up"]), named: "a-b", for: recognizer)
            } == .nameTaken(path: path, graph: "a", bundle: "b-english"))
    }

    @Test(
        "a graph is built anew when the bundle's digest changes, and keeps its date",
        .fact("keenasr-3.8-16"))
    func rebuildsForBundle() throws {
        try create("zorblax")
        try fixtures.writeModel(KeenFixtures.dictionary + "zorblax G OW\n")
        _ = try fixtures.bundle(replacing: true)
        let first = try KIOSDecodingGraph.load(named: "digits", for: recognizer)
        #expect(first.isRebuilt)
        #expect(first.unknownWords.isEmpty)
        let second = try KIOSDecodingGraph.load(named: "digits", for: recognizer)
        #expect(!second.isRebuilt)
        #expect(second.contexts == first.contexts)
        #expect(
            KIOSDecodingGraph.decodingGraphCreationDate("digits", for: recognizer)
                == Date(timeIntervalSince1970: 1_000_000_000))
    }

    @Test("a graph whose pronunciations the new bundle does not know is refused")
    func refusesRebuilding() throws {
        try fixtures.writeModel("go G OW\n")
        _ = try fixtures.bundle(replacing: true)
        #expect(loading() == .pronunciation(.unknownPhone(word: "UP", phone: "AH")))
    }

    @Test("a graph is built anew when another decoder made it", .fact("keenasr-3.8-16"))
    func rebuildsForDecoder() throws {
        // The digest is that of the text without itself, as the format says.
        var object = try #require(try document().object)
        object["decoder"] = "voicetest 0"
        object["sha256"] = nil
        object["sha256"] = .string(
            Digest.hex(of: Array(JSONWriter.text(.object(object)).utf8)))
        try DiskFile.write(JSONWriter.prettyBytes(.object(object)), to: manifest)
        #expect(try KIOSDecodingGraph.load(named: "digits", for: recognizer).isRebuilt)
        #expect(!(try KIOSDecodingGraph.load(named: "digits", for: recognizer).isRebuilt))
    }

    @Test(
        "without a home folder, or where nothing can be written, no graph is created",
        .fact("keenasr-3.8-17"))
    func needsFolder() throws {
        let homeless = TestRecognizer(asrBundlePath: recognizer.asrBundlePath, locations: nil)
        let sealed = TestRecognizer(
            asrBundlePath: recognizer.asrBundlePath,
            locations: KIOSLocations(applicationSupport: "/proc/none", caches: "/proc/none"))
        for recognizer in [homeless, sealed] {
            #expect(
                !KIOSDecodingGraph.createDecodingGraph(
                    fromPhrases: ["go"], for: recognizer, using: nil, andTask: .default,
                    andSaveWithName: "digits"))
        }
        #expect(KIOSDecodingGraph.getDecodingGraphDirURL("digits", for: homeless) == nil)
    }

    @Test("a recognizer whose bundle is gone creates no graph")
    func needsBundle() throws {
        try DiskFile.remove(recognizer.asrBundlePath)
        #expect(
            thrown(KIOSGraphError.self) { try create() }
                == .bundle(.disk(.missing(path: recognizer.asrBundlePath))))
    }

    @Test("a thousand phrases of a graph come back as they were")
    func keepsManyPhrases() throws {
        let letters = Array("ABCDEFGHIJ")
        let phrases = (0..<1_000).map { number in
            String(String(number).compactMap { $0.wholeNumberValue }.map { letters[$0] })
        }
        let created = try KIOSDecodingGraph.create(
            KIOSGraphPlan(phrases: phrases), named: "many", for: recognizer)
        #expect(created.contexts[0].phrases == phrases.map { $0.lowercased() })
        #expect(try KIOSDecodingGraph.load(named: "many", for: recognizer) == created)
    }
}
