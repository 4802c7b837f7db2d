import Testing

@testable import VoiceSession

@Suite("Regular expressions of scenarios")
struct TextPatternTests {
    @Test(
        "finds what the language's own expressions find",
        arguments: [
            "sleep", "(?i)SLEEP", "^go", "sleep$", "^go to sleep$", "g.", "go|stay", "(go|to) sl",
            "e+p", "e{2}", "e{3}", "e{1,}p", "x*", "^x?go", "[f-h]o", "[^a-z]", "\\bto\\b",
            "\\bt\\b", "\\w+\\s\\w+", "\\d", "(?:go )?to", "(?<verb>go)", "go(?= to)",
            "go(?! to)", "^(?!.*no)", "(?i:GO) to", "(?i)go(?-i) TO", "\\x67o", "\\u{67}o",
            "s[l]eep", "a|", "(a*)*b", "(a|aa)*$", "sleep\\Z", "\\Ago", "\\.", "[\\w ]+$",
            "\\p{L}o", "\\p{Lu}", "e{,2}p", "(e|ee)?p",
        ])
    func agrees(_ expression: String) throws {
        let regex = try Regex(expression)
        let pattern = try TextPattern(expression)
        for text in ["", "go to sleep", "Go To Sleep.", "aaab", "no, go", "e", "go.to 7 sleep\n"] {
            #expect(pattern.isFound(in: text) == (text.firstMatch(of: regex) != nil), "\(text)")
        }
    }

    @Test(
        "replaces what the language's own expressions replace",
        arguments: [
            "sleep", "e+", "e+?", "[aeiou]", "\\w+", "(go|to)", "x*", "(?=s)", "o\\b", "(a*?)*b",
            "^go",
        ])
    func replaces(_ expression: String) throws {
        let regex = try Regex(expression)
        let pattern = try TextPattern(expression)
        for text in ["", "go to sleep", "aaab", "goto go"] {
            #expect(pattern.replacing(in: text, with: "<>") == text.replacing(regex, with: "<>"))
        }
    }

    @Test(
        "answers at once where backtracking takes for ever",
        arguments: [
            "(a+)+$", "(a|aa)+$", "(a*)*b", "(a|a)*c", "(?=(a+)+b)", ".*.*.*.*.*b",
            "(a?){50}a{50}b",
        ])
    func catastrophic(_ expression: String) throws {
        let pattern = try TextPattern(expression)
        #expect(!pattern.isFound(in: String(repeating: "a", count: 500) + "!"))
    }

    @Test(
        "refuses what it cannot search in bounded time, and says what",
        arguments: [
            ("(a)\\1", "a back reference is not supported"), ("(?<=a)b", "lookbehind"),
            ("(?>a)", "an atomic group"), ("a++", "a possessive quantifier"), ("(", "not closed"),
            (")", "closes no group"), ("*a", "repeats nothing"), ("[a", "not closed"),
            ("a{2}{2}", "'{' repeats nothing"), ("a{9999}", "steps"),
            ("(((a{99}){99}){99}){99}", "more than 2000 steps"),
            ("((){1000}){1000}", "steps"), ("\\q", "is not supported"),
            ("a{3,2}", "before it begins"),
            ("[z-a]", "before it begins"), ("^*", "cannot be repeated"),
            ("\\", "stands at the end"),
            (String(repeating: "(", count: 60), "deeper than 50"),
            (String(repeating: "a", count: 1_001), "longer than 1000 characters"),
        ])
    func refuses(_ expression: String, _ message: String) {
        let error = #expect(throws: TextPatternError.self) { _ = try TextPattern(expression) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }

    @Test("a word may hold an apostrophe")
    func apostrophe() throws {
        #expect(try !TextPattern("\\bdon\\b").isFound(in: "I don't know"))
        #expect(try TextPattern("\\bdon't\\b").isFound(in: "I don't know"))
    }
}
