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

    @Test func isFoundInAnyTexts() {
        var state: UInt64 = 7
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<3_000 {
            func text() -> String {
                (0..<next(12)).map { _ in ["a", "b", "c", "."][next(4)] }.joined(separator: " ")
            }
            let (before, now) = (text(), text())
            // Both sides are never told alike.
            if let change = TextChange.text(before, now) { #expect(change.contains("→")) }
        }
    }
}
