import Testing
import VoiceTestSupport

@testable import VoiceSynthesis

struct SpokenTextTests {
    private let lexicon = [
        SpokenForm(word: "Dr", replacement: "doctor"),
        SpokenForm(word: "Des Moines", replacement: "de moyn"),
        SpokenForm(word: "des", replacement: "dess"),
    ]

    @Test(
        "replaces whole words without regard to case, the longest first", .fact("voiceflow-7-14"),
        arguments: [
            ("Ask DR Jones.", "Ask doctor Jones."),
            ("drive, Adr, Dr's", "drive, Adr, doctor's"),
            ("des moines, Des", "de moyn, dess"),
            ("", ""),
        ])
    func replaces(text: String, spoken: String) {
        #expect(TextNormalizer.applying(lexicon, to: text) == spoken)
    }

    @Test(
        "an apostrophe is part of a word between its letters, but for a possessive's",
        .fact("voiceflow-7-14"),
        arguments: [
            ("say 'Qatar' now", "say 'kutter' now"), ("Qatar's capital", "kutter's capital"),
            ("Qatar’s, ’Qatar’", "kutter’s, ’kutter’"), ("QATAR'S.", "kutter'S."),
            ("don't, don'", "don't, donald'"),
            ("qatar'sx, o'don, rock'n", "qatar'sx, o'don, rock'n"),
            ("'tis, it 'tis, that'tis", "it is, it it is, that'tis"),
        ])
    func apostrophes(text: String, spoken: String) {
        let lexicon = [
            SpokenForm(word: "Qatar", replacement: "kutter"),
            SpokenForm(word: "don", replacement: "donald"),
            SpokenForm(word: "'tis", replacement: "it is"),
        ]
        #expect(TextNormalizer.applying(lexicon, to: text) == spoken)
    }

    @Test("takes a megabyte of tags that never end in its stride", .timeLimit(.minutes(1)))
    func endlessTags() {
        let text = "<a> dr " + String(repeating: "<", count: 500_000)
        let applied = TextNormalizer.applying(lexicon, to: text, isSSML: true)
        #expect(applied == "<a> doctor " + String(repeating: "<", count: 500_000))
    }

    @Test("leaves SSML tags alone, and only in SSML", .fact("voiceflow-7-14"))
    func tags() {
        let text = "<dr x='dr'>dr</dr>"
        let applied = TextNormalizer.applying(lexicon, to: text, isSSML: true)
        #expect(applied == "<dr x='dr'>doctor</dr>")
        #expect(TextNormalizer.applying(lexicon, to: text) == "<doctor x='doctor'>doctor</doctor>")
    }

    @Test("does not replace what it has put in")
    func once() {
        let loop = [
            SpokenForm(word: "a", replacement: "b a"), SpokenForm(word: "b", replacement: "a"),
        ]
        #expect(TextNormalizer.applying(loop, to: "a b") == "b a a")
    }

    @Test(
        "reads a file with stray blanks, comments and a later line that wins",
        .fact("voiceflow-7-16"))
    func parses() {
        let lexicon = Lexicon(parsing: "# names\n\n  Dr :  doctor \nDes Moines: x: y\ndr: dee are")
        #expect(
            lexicon.forms == [
                SpokenForm(word: "dr", replacement: "dee are"),
                SpokenForm(word: "Des Moines", replacement: "x: y"),
            ])
        #expect(lexicon.diagnostics.isEmpty)
    }

    @Test(
        "skips a malformed line and names it", .fact("voiceflow-7-16"),
        arguments: ["nothing", ": x", "x :  "])
    func malformed(line: String) {
        let lexicon = Lexicon(parsing: "a: b\n\(line)\nc: d")
        #expect(lexicon.forms.count == 2)
        #expect(lexicon.diagnostics.count == 1)
        #expect(lexicon.diagnostics.first?.hasPrefix("line 2 is not 'word: replacement'") == true)
    }
}

struct SpeechRequestTests {
    private let request = SpeechRequest(text: "Hello Dr Jones")

    @Test("has one digest, written down here once and for all")
    func known() {
        #expect(
            request.digest(engineVersion: "1.51")
                == "a0c3f17f7663d9c8a1ef7f70dc9a95ae8c2afc34906222f5acff715a301464e3")
    }

    @Test("gives every difference that can be heard another digest")
    func differs() {
        var others = Array(repeating: request, count: 4)
        others[0].text = "Hello"
        others[1].voice = "en-gb"
        others[2].wordsPerMinute = 180
        others[3].isSSML = true
        let digests = Set(([request] + others).map { $0.digest(engineVersion: "1") })
        #expect(digests.count == 5)
        #expect(request.digest(engineVersion: "2") != request.digest(engineVersion: "1"))
    }

    @Test("gives an alias that meets no word no say")
    func unused() {
        var other = request
        other.lexicon = [SpokenForm(word: "St", replacement: "saint")]
        #expect(other.digest(engineVersion: "1") == request.digest(engineVersion: "1"))
        other.lexicon = [SpokenForm(word: "Dr", replacement: "doctor")]
        #expect(other.digest(engineVersion: "1") != request.digest(engineVersion: "1"))
    }
}

struct SynthesisErrorTests {
    @Test(
        "says what, where, why and what next",
        arguments: [
            (SynthesisError.emptyText, "is empty", "at least one word"),
            (.textTooLong(limit: 9), "9 bytes", "in parts"),
            (.programMissing(tried: ["/a", "/b"]), "/a, /b", "VOICETEST_SPEAK"),
            (.cannotStart(program: "/a", number: 13), "error 13", "may be executed"),
            (.programFailed(program: "/a", exitCode: 70, message: "No."), "70: No.", "by hand"),
            (.programFailed(program: "/a", exitCode: 65, message: "Bad. Do."), "Bad. Do.", "Do."),
            (.programStuck(program: "/a", seconds: 60), "60 s", "by hand"),
            (.outputTooLong(program: "/a", limit: 8), "8 bytes", "in parts"),
            (.outputUnreadable(program: "/a"), "/a gave", "version"),
        ])
    func sentence(error: SynthesisError, fact: String, step: String) {
        #expect(error.description.contains(fact))
        #expect(error.description.contains(step))
    }
}
