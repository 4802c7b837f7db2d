import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport

@testable import KeenASR

/// The files that others read, held to their samples and schemas in the sources.
struct PublishedFormTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    private static func sample(_ name: String) throws -> [UInt8] {
        try DiskFile.read("\(root)/Schemas/\(name)", limit: 1 << 20)
    }

    private static var graph: GraphManifest {
        GraphManifest(
            name: "pages", bundleName: "english", bundleDigest: Digest.hex(of: []),
            decoder: GraphManifest.decoder, created: 1_795_434_000_250,
            plan: KIOSGraphPlan(
                contextualPhrases: [["ONE", "TWO"], ["GO ZORBLAX"]],
                pronunciations: [
                    KIOSWordPronunciation(word: "COLD", pronunciation: "K OW1 L", tag: "DROP"),
                    KIOSWordPronunciation(word: "QUUX", pronunciation: "K AH K"),
                ],
                task: .oralReading, trigger: "HELLO", spokenNoiseProbability: 0.85),
            unknownWords: ["ZORBLAX"],
            guessed: [
                WordPronunciation(
                    word: "zorblax", phones: ["Z", "AO", "R", "B", "L", "AE", "K", "S"])
            ])
    }

    @Test("a graph's manifest is written as its sample says, and read back")
    func writesGraph() throws {
        let bytes = JSONWriter.prettyBytes(Self.graph.value)
        #expect(bytes == (try Self.sample("every-key.keen-graph.json")))
        #expect(try GraphManifest(parsing: bytes, path: "manifest.json") == Self.graph)
    }

    @Test("a response is written as its sample says", .fact("keenasr-3.7-15"))
    func writesResponse() throws {
        var facts = ResponseTests.facts()
        facts.echoCancellation = true
        facts.failure = "the recognizer gave up on an utterance."
        let samples = (0..<12_000).map { Int16($0 < 6_000 ? 30 : 3_000) * ($0 % 2 == 0 ? 1 : -1) }
        facts.audioQuality = samples.withUnsafeBufferPointer {
            KIOSAudioQualityResult(
                samples: $0, sampleRate: 16_000, speech: [6_000..<12_000])
        }
        let response = KIOSResponse(facts)
        response.setCustomJson(#"{"page": 12}"#)
        let bytes = JSONWriter.prettyBytes(response.value)
        #expect(bytes == (try Self.sample("every-key.keen-response.json")))
    }

    @Test(
        "the samples have every key of the schemas", .fact("keenasr-3.7-15"),
        arguments: [
            ("KeenGraph", "every-key.keen-graph.json"),
            ("KeenResponse", "every-key.keen-response.json"),
        ])
    func coversSchema(schema: String, name: String) throws {
        let sample = try JSONReader.value(of: Self.sample(name))
        for entry in try PublishedSchema(schema, of: "KeenASR").entries(of: "description") {
            let (without, _) = sample.setting(entry.path, to: nil)
            #expect(without != sample, "\(entry.path) is not in the sample")
        }
    }

    @Test(
        "moments are written in UTC with milliseconds, and read back",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_795_434_000_250, "2026-11-23T11:40:00.250Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ])
    func writesMoments(milliseconds: Int64, text: String) {
        #expect(Timestamp.text(milliseconds) == text)
        #expect(Timestamp.milliseconds(text) == milliseconds)
    }

    @Test(
        "texts that are no moment are refused",
        arguments: [
            "", "2026-11-23", "2026-02-30T00:00:00.000Z", "2026-13-01T00:00:00.000Z",
            "2026-11-23T24:00:00.000Z", "2026-11-23T11:00:00.000+", "2026/11/23T11:00:00.000Z",
            "+026-11-23T11:00:00.000Z",
        ])
    func refusesMoments(text: String) { #expect(Timestamp.milliseconds(text) == nil) }

    /// Calls the names of earlier releases, which the compiler warns of elsewhere.
    private protocol EarlierNames {
        func create(_ recognizer: TestRecognizer) -> [Bool]
        func exists(_ path: String) -> Bool
    }

    private struct Earlier: EarlierNames {
        @available(*, deprecated)
        func create(_ recognizer: TestRecognizer) -> [Bool] {
            [
                KIOSDecodingGraph.createDecodingGraph(
                    fromSentences: ["go"], for: recognizer, andSaveWithName: "a"),
                KIOSDecodingGraph.createDecodingGraph(
                    fromSentences: ["go"], for: recognizer, using: nil, andTask: .oralReading,
                    andSaveWithName: "b"),
                KIOSDecodingGraph.createContextualDecodingGraph(
                    fromSentences: [["go"], ["up"]], for: recognizer, using: nil,
                    andTask: .default, andSaveWithName: "c"),
            ]
        }

        @available(*, deprecated)
        func exists(_ path: String) -> Bool { KIOSDecodingGraph.decodingGraphExists(atPath: path) }
    }

    @Test("the names of earlier releases do the same", .fact("keenasr-3.1-2"))
    func keepsEarlierNames() throws {
        let fixtures = try KeenFixtures()
        let recognizer = try fixtures.recognizer()
        let earlier: any EarlierNames = Earlier()
        #expect(earlier.create(recognizer) == [true, true, true])
        let contexts = try ["a", "b", "c"].map {
            try KIOSDecodingGraph.load(named: $0, for: recognizer).contexts
        }
        #expect(contexts.map { $0.map(\.phrases) } == [[["go"]], [["go"]], [["go"], ["up"]]])
        #expect(contexts[1][0].speaking == .oralReading)
        #expect(earlier.exists(fixtures.graphFolder("a")))
        #expect(!earlier.exists(fixtures.graphFolder("absent")))
    }
}
