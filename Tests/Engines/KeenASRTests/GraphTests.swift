import Foundation
import KeenASR
import Testing
import VoiceFiles
import VoiceRecognition
import VoiceTestSupport

struct GraphTests {
    private let fixtures: KeenFixtures
    private let recognizer: TestRecognizer

    init() throws {
        fixtures = try KeenFixtures()
        recognizer = try fixtures.recognizer()
    }

    private func isCreated(_ plan: KIOSGraphPlan, _ name: String = "digits") throws {
        try KIOSDecodingGraph.create(plan, named: name, for: recognizer)
    }

    private func refusal(_ plan: KIOSGraphPlan, _ name: String = "digits") -> KIOSGraphError? {
        thrown(KIOSGraphError.self) { try isCreated(plan, name) }
    }

    @Test(
        "a graph of phrases stands in GRAPH-BUNDLE and is loaded as the recognizer takes it",
        .fact("keenasr-3.8-1", "keenasr-3.8-6"))
    func createsFromPhrases() throws {
        let drop = KIOSAlternativePronunciation()
        drop.word = "cold"
        drop.pronunciation = "K OW1 L"
        drop.tag = "DROP"
        #expect(
            KIOSDecodingGraph.createDecodingGraph(
                fromPhrases: ["Go up!", "cold"], for: recognizer, using: [drop],
                andTask: .default, andSaveWithName: "digits"))
        #expect(
            DiskFile.isFolder(
                fixtures.folder.path("support/KaldiIOS-decoding-graphs/digits-english")))
        let loaded = try KIOSDecodingGraph.load(named: "digits", for: recognizer)
        #expect(
            loaded.contexts == [
                RecognitionGraph(
                    phrases: ["go up", "cold"],
                    pronunciations: [
                        WordPronunciation(word: "cold", phones: ["K", "OW", "L"], tag: "DROP")
                    ])
            ])
        #expect(!loaded.isContextual)
        #expect(!loaded.isRebuilt)
        #expect(loaded.name == "digits")
    }

    @Test(
        "spoken noise is .5 by default and kept in thousandths", .fact("keenasr-3.8-10"),
        arguments: [0, 0.5, 0.85, 1])
    func keepsSpokenNoise(probability: Float) throws {
        KIOSDecodingGraph.createDecodingGraph(
            fromPhrases: ["go"], for: recognizer, using: nil, andTask: .default,
            withSpokenNoiseProbability: probability, andSaveWithName: "given")
        KIOSDecodingGraph.createContextualDecodingGraph(
            fromPhrases: [["go"]], for: recognizer, using: nil, andTask: .default,
            withSpokenNoiseProbability: probability, andSaveWithName: "contextual")
        try isCreated(KIOSGraphPlan(phrases: ["go"]), "usual")
        func permille(_ name: String) throws -> Int {
            try KIOSDecodingGraph.load(named: name, for: recognizer).contexts[0]
                .spokenNoisePermille
        }
        #expect(try permille("given") == Int((probability * 1_000).rounded()))
        #expect(try permille("contextual") == Int((probability * 1_000).rounded()))
        #expect(try permille("usual") == 500)
    }

    @Test("the id of a context is its index", .fact("keenasr-3.8-2"))
    func createsContexts() throws {
        let pronunciations = [KIOSWordPronunciation(word: "up", pronunciation: "AH P")]
        #expect(
            KIOSDecodingGraph.createContextualDecodingGraph(
                fromPhrases: [["one", "two"], ["go up"]], for: recognizer, using: pronunciations,
                andTask: .oralReading, andSaveWithName: "pages"))
        let loaded = try KIOSDecodingGraph.load(named: "pages", for: recognizer)
        #expect(loaded.isContextual)
        #expect(loaded.contexts.map(\.phrases) == [["one", "two"], ["go up"]])
        #expect(loaded.contexts.allSatisfy { $0.speaking == .oralReading })
        #expect(loaded.contexts.allSatisfy { $0.pronunciations.count == 1 })
    }

    @Test("one list of phrases may be a context too")
    func keepsSingleContext() throws {
        try isCreated(KIOSGraphPlan(contextualPhrases: [["go"]]))
        #expect(try KIOSDecodingGraph.load(named: "digits", for: recognizer).isContextual)
    }

    @Test("a trigger phrase is kept", .fact("keenasr-3.8-3"))
    func createsWithTrigger() throws {
        #expect(
            KIOSDecodingGraph.createDecodingGraph(
                fromPhrases: ["go"], withTriggerPhrase: "Hello, one!", for: recognizer,
                andSaveWithName: "wake"))
        let loaded = try KIOSDecodingGraph.load(named: "wake", for: recognizer)
        #expect(loaded.contexts[0].trigger == "hello one")
    }

    @Test(
        "words outside the lexicon are named, but for those that get a pronunciation",
        .fact("keenasr-3.8-9"))
    func namesUnknownWords() throws {
        let plan = KIOSGraphPlan(
            phrases: ["go zorblax", "Quux cold wug"],
            pronunciations: [
                KIOSWordPronunciation(word: "quux", pronunciation: "K AH K"),
                // With a tag it is a way to say the word wrongly.
                KIOSWordPronunciation(word: "wug", pronunciation: "W AH G", tag: "BAD"),
            ])
        let created = try KIOSDecodingGraph.create(plan, named: "nonsense", for: recognizer)
        #expect(created.unknownWords == ["ZORBLAX", "WUG"])
        #expect(try KIOSDecodingGraph.load(named: "nonsense", for: recognizer) == created)
        let ways = created.contexts[0].pronunciations
        #expect(ways.map(\.word).prefix(2) == ["quux", "wug"])
        let guesses = ways.dropFirst(2)
        #expect(Set(guesses.map(\.word)) == ["wug", "zorblax"])
        #expect(guesses.contains { $0.word == "wug" && $0.phones == ["W", "AH", "G"] })
    }

    @Test("creating again replaces the graph and its date", .fact("keenasr-3.8-5", "keenasr-3.8-7"))
    func replaces() throws {
        let dates = [1_000_000_000, 1_700_000_000.5].map(Date.init(timeIntervalSince1970:))
        for (date, phrase) in zip(dates, ["one", "two"]) {
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: [phrase]), named: "digits", for: recognizer, at: date)
            #expect(
                KIOSDecodingGraph.decodingGraphCreationDate("digits", for: recognizer) == date)
        }
        let loaded = try KIOSDecodingGraph.load(named: "digits", for: recognizer)
        #expect(loaded.contexts[0].phrases == ["two"])
    }

    @Test("a graph exists for the recognizers of its bundle only", .fact("keenasr-3.8-6"))
    func existsForBundle() throws {
        try isCreated(KIOSGraphPlan(phrases: ["go"]))
        let same = TestRecognizer(
            asrBundlePath: recognizer.asrBundlePath, locations: fixtures.locations)
        let other = try fixtures.recognizer("french")
        #expect(KIOSDecodingGraph.decodingGraph(withNameExists: "digits", for: same))
        #expect(!KIOSDecodingGraph.decodingGraph(withNameExists: "digits", for: other))
        #expect(!KIOSDecodingGraph.decodingGraph(withNameExists: "absent", for: same))
        #expect(KIOSDecodingGraph.decodingGraphCreationDate("absent", for: same) == nil)
        #expect(
            thrown(KIOSGraphError.self) {
                _ = try KIOSDecodingGraph.load(named: "digits", for: other)
            } == .unknown(name: "digits", bundle: "french"))
    }

    @Test(
        "the folder's URL is known before there is a graph, and nil for a name without one",
        .fact("keenasr-3.8-5"))
    func tellsFolder() {
        let url = KIOSDecodingGraph.getDecodingGraphDirURL("digits", for: recognizer)
        #expect(url?.path == fixtures.graphFolder("digits"))
        #expect(KIOSDecodingGraph.getDecodingGraphDirURL("a/b", for: recognizer) == nil)
    }

    @Test("a graph is found and loaded by its path", .fact("keenasr-3.8-4"))
    func loadsByPath() throws {
        try isCreated(KIOSGraphPlan(phrases: ["go"]))
        let path = fixtures.folder.path("brought along")
        try DiskFile.move(fixtures.graphFolder("digits"), to: path)
        #expect(KIOSDecodingGraph.decodingGraph(atPathExists: path))
        #expect(!KIOSDecodingGraph.decodingGraph(atPathExists: fixtures.graphFolder("digits")))
        let loaded = try KIOSDecodingGraph.load(atPath: path, for: recognizer)
        #expect(loaded.contexts[0].phrases == ["go"])
    }

    @Test(
        "phrases are kept in upper case, without punctuation but apostrophes and hyphens",
        .fact("keenasr-3.8-8"),
        arguments: [
            ("Go up!", "GO UP"), ("  go\tup  ", "GO UP"), ("hello,world", "HELLO WORLD"),
            ("don't", "DON'T"), ("don\u{2019}t", "DON'T"), ("well-known", "WELL-KNOWN"),
            ("'til the dogs'", "'TIL THE DOGS'"), ("the 'end'", "THE END"), ("U.S.", "US"),
            ("stop - now", "STOP NOW"), ("-go-", "GO"), ("\u{201C}go\u{201D}", "GO"),
            ("naïve", "NAÏVE"), ("<SPOKEN_NOISE>", "SPOKEN NOISE"), ("straße", "STRASSE"),
        ])
    func normalizes(phrase: String, kept: String) throws {
        let created = try KIOSDecodingGraph.create(
            KIOSGraphPlan(phrases: [phrase]), named: "digits", for: recognizer)
        #expect(created.contexts[0].phrases == [kept.lowercased()])
        let bytes = try DiskFile.read(
            fixtures.graphFolder("digits") + "/manifest.json", limit: 1 << 20)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"\(kept)\""))
    }

    @Test("blank phrases are left out")
    func dropsBlankPhrases() throws {
        let created = try KIOSDecodingGraph.create(
            KIOSGraphPlan(phrases: ["", " ?! ", "go", "'-'"]), named: "digits", for: recognizer)
        #expect(created.contexts[0].phrases == ["go"])
    }

    @Test(
        "phrases are refused", .fact("keenasr-3.8-8", "keenasr-3.8-17"),
        arguments: [
            (KIOSGraphPlan(phrases: []), KIOSGraphError.noPhrases(context: nil)),
            (KIOSGraphPlan(phrases: ["", "--"]), .noPhrases(context: nil)),
            (KIOSGraphPlan(contextualPhrases: []), .noPhrases(context: nil)),
            (KIOSGraphPlan(contextualPhrases: [["go"], []]), .noPhrases(context: 1)),
            (KIOSGraphPlan(phrases: ["2 go"]), .digits(phrase: "2 go", context: nil)),
            (KIOSGraphPlan(phrases: ["go ½"]), .digits(phrase: "go ½", context: nil)),
            (
                KIOSGraphPlan(contextualPhrases: [["go"], ["up", "A4"]]),
                .digits(phrase: "A4", context: 1)
            ),
            (
                KIOSGraphPlan(phrases: [String(repeating: "a", count: 4_097)]),
                .phraseTooLong(bytes: 4_097, limit: 4_096, context: nil)
            ),
            (
                KIOSGraphPlan(phrases: Array(repeating: "go", count: 100_001)),
                .tooMany(what: "phrases", count: 100_001, limit: 100_000)
            ),
            (
                KIOSGraphPlan(contextualPhrases: Array(repeating: ["go"], count: 10_001)),
                .tooMany(what: "contexts", count: 10_001, limit: 10_000)
            ),
            (KIOSGraphPlan(phrases: ["go"], trigger: ""), .emptyTrigger),
            (KIOSGraphPlan(phrases: ["go"], trigger: "!"), .emptyTrigger),
            (
                KIOSGraphPlan(phrases: ["go"], trigger: "r2"),
                .digits(phrase: "r2", context: nil)
            ),
            (
                KIOSGraphPlan(phrases: ["go"], spokenNoiseProbability: 1.5),
                .spokenNoise(probability: 1.5)
            ),
            (
                KIOSGraphPlan(phrases: ["go"], spokenNoiseProbability: -0.1),
                .spokenNoise(probability: -0.1)
            ),
            (
                KIOSGraphPlan(
                    phrases: ["go"],
                    pronunciations: [
                        KIOSWordPronunciation(word: "go", pronunciation: "G", tag: "INC")
                    ]),
                .pronunciation(.reservedTag(word: "GO"))
            ),
        ])
    func refusesPlans(plan: KIOSGraphPlan, error: KIOSGraphError) {
        #expect(refusal(plan) == error)
        #expect(!DiskFile.exists(fixtures.graphFolder("digits")))
    }

    @Test("a probability that is no number is refused")
    func refusesNaN() {
        #expect(
            !KIOSDecodingGraph.createDecodingGraph(
                fromPhrases: ["go"], for: recognizer, using: nil, andTask: .default,
                withSpokenNoiseProbability: .nan, andSaveWithName: "digits"))
    }

    @Test(
        "names are refused", .fact("keenasr-3.8-17"),
        arguments: ["", "a/b", "/", "..", ".", "../digits", "a\nb", "a\u{0}b"] + [
            String(repeating: "n", count: 200)
        ])
    func refusesNames(name: String) {
        guard case .name(name, _) = refusal(KIOSGraphPlan(phrases: ["go"]), name) else {
            Issue.record("\(name) is taken")
            return
        }
        #expect(
            !KIOSDecodingGraph.createDecodingGraph(
                fromPhrases: ["go"], withTriggerPhrase: "up", for: recognizer,
                andSaveWithName: name))
        #expect(!KIOSDecodingGraph.decodingGraph(withNameExists: name, for: recognizer))
    }

    @Test("a refused plan leaves the graph before it as it was")
    func keepsOldGraph() throws {
        try isCreated(KIOSGraphPlan(phrases: ["go"]))
        #expect(refusal(KIOSGraphPlan(phrases: ["4"])) != nil)
        let loaded = try KIOSDecodingGraph.load(named: "digits", for: recognizer)
        #expect(loaded.contexts[0].phrases == ["go"])
    }

    @Test("every reason says the next step", arguments: GraphReasons.all)
    func explains(reason: GraphReasons) {
        #expect(reason.error.description.contains(reason.step))
    }
}
