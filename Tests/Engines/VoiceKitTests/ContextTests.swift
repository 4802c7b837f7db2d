import Testing
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport

@testable import VoiceKit

@Suite("What a caller is expected to say")
struct ContextTests {
    @Test("the grammar of numbers can be read", .fact("voicekit-2.5.3-3"))
    func grammar() throws { try NumberGrammar.task.check() }

    @Test(
        "names are told to the recognizer in lower case, without accents and marks",
        arguments: [
            ("Zoë", "zoe"), ("Jean-Luc  Picard!", "jean luc picard"), ("O’Connor", "o'connor"),
            ("Æthelred", "aethelred"), ("'Ann'", "ann"), ("  ", nil), ("R2D2", nil), ("Анна", nil),
        ] as [(String, String?)])
    func spokenNames(name: String, spoken: String?) {
        #expect(ListeningContext.spoken(name) == spoken)
    }

    @Test(
        "a list of names is a list of phrases: parts of a name are none", .fact("voicekit-2.5.3-3"))
    func phrases() {
        let context = ListeningContext([
            "expectation": "name", "allowed": .array(["Ann", "Jean Luc", "4"]),
        ])
        #expect(context?.recognitionTask == .phrases(["ann", "jean luc"]))
        #expect(context?.transcript(of: "jean luc") == "Jean Luc")
        #expect(context?.transcript(of: "luc") == "")
    }

    @Test("names with pronunciations of their own are a graph, of which only whole names count")
    func pronunciations() {
        let context = ListeningContext([
            "expectation": "name", "allowed": .array(["Zoey Ann"]),
            "pronunciations": .array([["word": "Zoey", "phones": "Z OW IY"]]),
        ])
        guard case .graph(let graph)? = context?.recognitionTask else {
            Issue.record("no graph")
            return
        }
        #expect(graph.pronunciations.map(\.word) == ["zoey"])
        #expect(context?.transcript(of: "zoey") == "")
        #expect(context?.transcript(of: "zoey ann") == "Zoey Ann")
    }

    @Test("names with words that the recognizer lacks are heard by the general model")
    func unknownWords() {
        let context = ListeningContext([
            "expectation": "name", "allowed": .array(["Xzqw"]), "unknownWords": .array(["xzqw"]),
        ])
        #expect(context?.task == .general)
        #expect(context?.recognitionTask == nil)
        #expect(context?.transcript(of: "somebody else") == "")
        #expect(context?.transcript(of: "xzqw") == "Xzqw")
    }

    @Test(
        "a list of which no name can be told to the recognizer lets its names through alone",
        .fact("voicekit-2.10-6"))
    func unusableNames() {
        let context = ListeningContext(["expectation": "name", "allowed": .array(["Анна"])])
        #expect(context?.task == .general)
        #expect(context?.transcript(of: "hello there") == "")
        #expect(context?.transcript(of: "анна") == "Анна")
        #expect(context?.untold == ["Анна"])
    }

    @Test("names past the limit are not told to the recognizer and never heard")
    func manyNames() {
        let letters = Array("abcdefghij").map(String.init)
        let names = (0...VoiceKitConstants.nameLimit).map { number in
            JSONValue.string(
                "Ann " + String(number).compactMap(\.wholeNumberValue).map { letters[$0] }.joined())
        }
        let context = ListeningContext(["expectation": "name", "allowed": .array(names)])
        #expect(context?.untold == ["Ann baaa"])
        #expect(context?.transcript(of: "ann baaa") == "")
        #expect(context?.transcript(of: "ann jjj") == "Ann jjj")
    }

    @Test("the nearest name counts where the call allows a distance", .fact("voicekit-2.10-7"))
    func nearestName() {
        func context(_ distance: JSONValue) -> ListeningContext? {
            ListeningContext([
                "expectation": "name", "allowed": .array(["Katherine", "Bob"]),
                "unknownWords": .array(["katherine"]), "distancePermille": distance,
            ])
        }
        #expect(context(.null)?.transcript(of: "katharine") == "")
        #expect(context(350)?.transcript(of: "katharine") == "Katherine")
        #expect(context(350)?.transcript(of: "xavier") == "")
    }

    @Test("an empty list of names, and freeform, take any words")
    func freeform() {
        #expect(ListeningContext(["expectation": "name", "allowed": .array([])])?.task == .general)
        #expect(ListeningContext.freeform.transcript(of: "any words") == "any words")
    }

    @Test(
        "what is no context is refused",
        arguments: [3, "number", ["expectation": "mood"]] as [JSONValue])
    func refused(value: JSONValue) { #expect(ListeningContext(value) == nil) }
}
