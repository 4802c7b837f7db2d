import Testing
import VoiceProject

@Suite struct FilePatternTests {
    @Test(
        "matches paths as a shell with ** does",
        arguments: [
            ("*.scenario.json", "happy.scenario.json", true),
            ("*.scenario.json", "a/happy.scenario.json", false),
            ("**/*.scenario.json", "happy.scenario.json", true),
            ("**/*.scenario.json", "a/b/happy.scenario.json", true),
            ("a/**/c", "a/c", true), ("a/**/c", "a/x/y/c", true), ("a/**/c", "b/c", false),
            ("h?ppy", "happy", true), ("h?ppy", "hppy", false), ("./x", "x", true),
            ("*a*b", "xxaxxbxab", true), ("*a*b", "xxaxxbxac", false), ("**", "a/b", true),
        ])
    func matches(pattern: String, path: String, expected: Bool) {
        #expect(FilePattern(pattern).matches(path) == expected)
    }

    @Test func answersAtOnceForAPatternOfManyStars() {
        let pattern = FilePattern(String(repeating: "*a", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
    }
}
