import Testing
import VoiceKit
import VoiceTestSupport

@Suite("Names")
struct NameTests {
    @Test(
        "spellings of one name share a key", .fact("voicekit-2.10-1"),
        arguments: [
            ("O\u{2019}Connor", "oconnor"), ("O'Connor", "oconnor"),
            ("  Jean\u{2011}Luc  Picard! ", "jean-luc picard"), ("Æthelred", "aethelred"),
            ("Œuvre", "oeuvre"), ("  -- hello --  ", "hello"), ("Zoë", "zoe"),
            ("ZOE\u{0308}", "zoe"),
            ("An\u{ad}na\u{200b}", "anna"), ("R2-D2 (droid)", "r2-d2 droid"), ("a--b", "a-b"),
            ("", ""), (" - ", ""), ("\u{2014}Max\u{2014}", "max"),
        ])
    func keys(name: String, key: String) { #expect(NameMatch.normalizeKey(name) == key) }

    @Test("the same names have distance 0, and one of two empty has 1", .fact("voicekit-2.10-2"))
    func distanceEnds() {
        #expect(NameMatch.stringDistanceScore(a: "zoe", b: "zoe") == 0)
        #expect(NameMatch.stringDistanceScore(a: "", b: "zoe") == 1)
        #expect(NameMatch.stringDistanceScore(a: "zoe", b: " ") == 1)
        #expect(NameMatch.stringDistanceScore(a: "", b: "") == 0)
    }

    @Test(
        "the distance is 0.8 of the mean of words and 0.2 of the words left over",
        .fact("voicekit-2.10-2"))
    func distanceParts() {
        #expect(NameMatch.stringDistanceScore(a: "abcd", b: "abcx") == 0.8 * 0.25)
        #expect(NameMatch.stringDistanceScore(a: "anna", b: "anna smith") == 0.2 * 0.5)
        #expect(NameMatch.stringDistanceScore(a: "anna smith", b: "anna") == 0.8 * 0.5)
        #expect(NameMatch.stringDistanceScore(a: "smith anna", b: "anna smith") == 0)
    }

    @Test("a word takes no word that has nothing in common with it", .fact("voicekit-2.10-2"))
    func distanceOfStrangers() {
        #expect(NameMatch.stringDistanceScore(a: "aaa", b: "bbb") == 1)
        #expect(NameMatch.stringDistanceScore(a: "xyz anna", b: "anna") == 0.8 * 0.5)
    }

    @Test("names are compared as they are: case, accents and hyphens count")
    func distanceAsGiven() {
        #expect(NameMatch.stringDistanceScore(a: "Zoë", b: "zoe") > 0)
        #expect(NameMatch.stringDistanceScore(a: "jean-luc", b: "jean luc") > 0)
    }

    @Test(
        "without a list blanks and punctuation at the ends go and the case stays",
        .fact("voicekit-2.10-3"))
    func withoutList() {
        #expect(NameResolver().resolve(transcript: " \u{201c}Max!\u{201d} ", allowed: []) == "Max")
        #expect(NameResolver().resolve(transcript: "O'Connor.") == "O'Connor")
        #expect(NameResolver().resolve(transcript: "...") == "")
    }

    @Test("a listed name is found in other spellings and given as listed", .fact("voicekit-2.10-4"))
    func listed() {
        let resolver = NameResolver()
        #expect(resolver.resolve(transcript: "Zoë", allowed: ["Zoe"]) == "Zoe")
        #expect(resolver.resolve(transcript: "Jean, Luc", allowed: ["Jean Luc"]) == "Jean Luc")
        #expect(resolver.resolve(transcript: "jean luc", allowed: ["Jean-Luc"]) == "Jean-Luc")
        #expect(resolver.resolve(transcript: "Ann", allowed: ["Ana", "Anna"]) == nil)
        #expect(resolver.resolve(transcript: "zoe", allowed: ["Zoë", "zoe"]) == "zoe")
    }

    @Test(
        "the nearest name counts where that is asked for and no other is as near",
        .fact("voicekit-2.10-5"))
    func nearest() {
        let resolver = NameResolver(policy: .nearest())
        #expect(
            resolver.resolve(transcript: "Katharine", allowed: ["Katherine", "Bob"]) == "Katherine")
        #expect(resolver.resolve(transcript: "Ann", allowed: ["Ana", "Anne"]) == nil)
        #expect(resolver.resolve(transcript: "Xavier", allowed: ["Bob", "Eve"]) == nil)
        #expect(resolver.resolve(transcript: "", allowed: ["Bob"]) == nil)
        #expect(
            resolver.resolve(transcript: "Kathrine", allowed: ["Katherine", "katherine!"])
                == "Katherine")
    }

    @Test("a text of a million characters is cut, not compared for minutes")
    func longNames() {
        let long = String(repeating: "ab ", count: 400_000)
        #expect(NameMatch.normalizeKey(long).count <= 1_000)
        #expect(NameMatch.stringDistanceScore(a: long, b: long) == 0)
    }
}
