import Testing

@testable import VoiceJSON

@Suite("Names that are spelled nearly so")
struct NearMissTests {
    private static let commands = ["record", "replay", "report", "review", "speak", "help"]

    @Test(
        "finds the name that was meant, letters that changed places included",
        arguments: [
            ("relpay", ["replay"]), ("REPLAY", ["replay"]), ("speek", ["speak"]),
            ("repor", ["report"]), ("zebra", []), ("x", []), ("", []),
        ])
    func names(wanted: String, near: [String]) {
        #expect(NearMiss.names(like: wanted, in: Self.commands) == near)
    }

    @Test("finds a name by its last part")
    func lastPart() {
        let known = ["endpoint.offsetMs", "speech.leadMs", "offset"]
        #expect(NearMiss.names(like: "offsetMs", in: known) == ["endpoint.offsetMs"])
    }

    @Test("keeps of several names those with the fewest changes")
    func nearest() {
        #expect(NearMiss.names(like: "sat", in: ["say", "set", "play"]) == ["say", "set"])
    }

    @Test("searches no list and no name that is too long")
    func limits() {
        let many = (0..<5_000).map { "name\($0)" }
        #expect(NearMiss.names(like: "name1x", in: many) == [])
        let long = String(repeating: "a", count: 300)
        #expect(NearMiss.names(like: long, in: [long + "b"]) == [])
    }

    @Test("a sentence names what may be meant, else what there is, else what to do")
    func sentences() {
        func sentence(_ name: String, otherwise: String? = nil) -> String {
            NearMiss.unknown("verb", name, among: ["play", "stop"], otherwise: otherwise)
        }
        #expect(sentence("pley") == "Unknown verb 'pley'. Did you mean 'play'?")
        #expect(sentence("zzzzzzz") == "Unknown verb 'zzzzzzz'. Use one of: play, stop.")
        #expect(sentence("zzzzzzz", otherwise: "See the list.").hasSuffix("'. See the list."))
        #expect(sentence("zzzzzzz", otherwise: "") == "Unknown verb 'zzzzzzz'.")
        #expect(
            NearMiss.hint(for: "pley", in: ["play"], quotes: "\"") == " Did you mean \"play\"?")
    }
}
