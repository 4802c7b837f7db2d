import Testing

@testable import VoiceLanguage

@Suite("Edit distances")
struct EditDistanceTests {
    @Test(
        "counts what is inserted, removed and replaced",
        arguments: [
            ("", "", 0), ("", "ab", 2), ("kitten", "sitting", 3), ("ab", "ba", 2),
            ("flaw", "lawn", 2),
        ])
    func counts(left: String, right: String, parts: Int) {
        #expect(EditDistance.parts(from: Array(left), to: Array(right)) == parts)
        #expect(EditDistance.parts(from: Array(right), to: Array(left)) == parts)
    }

    @Test("counts an exchange of neighbours once where it is asked to")
    func swaps() {
        let (left, right) = (Array("relpay"), Array("replay"))
        #expect(EditDistance.parts(from: left, to: right) == 2)
        #expect(EditDistance.parts(from: left, to: right, swaps: true) == 1)
    }

    @Test("stops at its limit")
    func stopsAtLimit() {
        let (left, right) = (Array("kitten"), Array("sitting"))
        #expect(EditDistance.parts(from: left, to: right, limit: 3) == 3)
        #expect(EditDistance.parts(from: left, to: right, limit: 2) == nil)
    }

    @Test("is a share of the longer text, and 1,000 for an empty or a too long one")
    func thousandths() {
        #expect(EditDistance.thousandths("ab", "abcd") == 500)
        #expect(EditDistance.thousandths(["a", "b"], ["a", "c"]) == 500)
        #expect(EditDistance.thousandths("", "a") == 1_000)
        let long = String(repeating: "a", count: 201)
        #expect(EditDistance.thousandths(long, long) == 1_000)
    }
}
