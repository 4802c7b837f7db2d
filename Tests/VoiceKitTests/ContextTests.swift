import Testing
import VoiceRecognition
import VoiceTestSupport
import VoiceTrace

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
        #expect(context?.transcript(of: "somebody else") == "somebody else")
        #expect(context?.transcript(of: "xzqw") == "Xzqw")
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
