import Testing

@testable import VoiceDiff

/// How two texts differ, word by word.
@Suite struct TextChangeTests {
    @Test(arguments: [
        (
            "Would you like a small or a large pizza?", "Would you like a small or a large pie?",
            "…small or a large [pizza → pie]?"
        ),
        ("Please call again.", "Call again.", "[Please call → Call] again."),
        ("return a", "return a or b", "return a [→ or b]"),
        (
            "Welcome to the pizza line. Would you like it?",
            "Hello to the line. Would you like it?",
            "[Welcome → Hello] to the [pizza →] line. Would you …"
        ),
    ])
    func isShownInItsSurroundings(before: String, now: String, text: String) {
        #expect(TextChange.text(before, now) == text)
    }

    @Test func isNoneWhereNoWordIsShared() {
        #expect(TextChange.text("a b c", "x y z") == nil)
        #expect(TextChange.text("a  b", "a b ") == nil)
    }

    @Test func ofShortTextsTellsBothSides() {
        var state: UInt64 = 7
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<3_000 {
            func words() -> [String] { (0..<next(7)).map { _ in ["a", "b", "c"][next(3)] } }
            let (before, now) = (words(), words())
            guard
                let change = TextChange.text(
                    before.joined(separator: " "), now.joined(separator: " ")),
                !change.contains("…")
            else { continue }
            #expect(Self.side(0, of: change) == before, "\(change)")
            #expect(Self.side(1, of: change) == now, "\(change)")
        }
    }

    /// The words of one side of a change that is shown whole.
    private static func side(_ side: Int, of change: String) -> [String] {
        change.split(separator: "[").flatMap { part -> [String] in
            let parts = part.split(separator: "]", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return part.split(separator: " ").map(String.init) }
            let sides = parts[0].split(separator: "→", omittingEmptySubsequences: false)
            return (sides[side].split(separator: " ") + parts[1].split(separator: " "))
                .map(String.init)
        }
    }
}
