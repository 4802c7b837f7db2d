import Testing
import VoiceActivity
import VoiceTestSupport

@Suite("Labels of speech")
struct SpeechLabelsTests {
    private func labels(
        _ text: String, in path: String, rate: Int = 16_000
    ) throws -> SpeechLabels {
        try SpeechLabels(bytes: Array(text.utf8), path: path, rate: rate)
    }

    @Test(
        "JSON lists turns, islands, an extent, words or segments",
        arguments: [
            (#""turns": [{"start": 8, "end": 16}, {"start": 20, "end": 24}]"#, [16..<32, 40..<48]),
            (#""speechIslands": [[8, 16], [20, 24]]"#, [16..<32, 40..<48]),
            (#""extent": [8, 24]"#, [16..<48]),
            (
                #""words": [{"word": "a", "start": 8, "end": 9}, "#
                    + #"{"text": "b", "start": 9, "end": 24}]"#,
                [16..<48]
            ),
            (
                #""segments": [{"start": 8, "end": 16}, {"start": 20, "end": 24}]"#,
                [16..<32, 40..<48]
            ),
            (#""turns": []"#, []),
        ])
    func json(members: String, speech: [Range<Int64>]) throws {
        #expect(try labels(#"{"sampleRate": 8000, \#(members)}"#, in: "l.json").speech == speech)
    }

    @Test("RTTM has a stretch a line; overlapping ones are one, other lines are read past")
    func rttm() throws {
        let text = """
            ;; two speakers
            SPKR-INFO a 1 <NA> <NA> <NA> unknown one <NA> <NA>
            SPEAKER a 1 1.500000 0.500000 <NA> <NA> one <NA> <NA>
            SPEAKER a 1 0.100000 0.200000 <NA> <NA> one <NA> <NA>
            SPEAKER a 2 0.250000 0.250000 <NA> <NA> two <NA> <NA>

            """
        let found = try labels(text, in: "l.rttm", rate: 1_000)
        #expect(found.speech == [100..<500, 1_500..<2_000])
    }

    @Test("a label track of Audacity has a stretch a line; points and frequencies are read past")
    func audacity() throws {
        let text =
            "0.100000\t0.500000\tspeech\r\n\\\t100.0\t4000.0\r\n0.700000\t0.700000\tcough\r\n"
        #expect(try labels(text, in: "l.txt", rate: 1_000).speech == [100..<500])
        #expect(try labels("", in: "l.txt").speech == [])
    }

    @Test(
        "what is no label is refused with its line",
        arguments: [
            ("SPEAKER a 1 0.5 -0.1 <NA>", "l.rttm", "line 1 is not SPEAKER, name"),
            ("\nSPEAKER a 1 0.5", "l.rttm", "line 2 is not"),
            ("yes please", "l.rttm", "line 1 is not"),
            ("SPEAKER a 1 0 nan", "l.rttm", "line 1 is not"),
            ("0.5\t0.4\tspeech", "l.txt", "line 1 is not start, tab, end"),
            ("yes please", "l.txt", "line 1 is not"), ("0\t999999", "l.txt", "line 1 is not"),
            ("{", "l.json", "not JSON"), ("{}", "l.json", "\"sampleRate\" is missing"),
            (#"{"sampleRate": 8000}"#, "l.json", "no \"words\", \"turns\", \"extent\" or"),
            (#"{"sampleRate": 8000, "extent": [5, 3]}"#, "l.json", "out of order"),
            (
                #"{"sampleRate": 8000, "extent": [5, 7], "sha256": "1a"}"#, "l.json",
                "not 64 hexadecimal digits"
            ),
        ])
    func refused(text: String, path: String, words: String) {
        let error = #expect(throws: ActivityError.self) { _ = try labels(text, in: path) }
        #expect(error?.description.hasPrefix("\(path): no usable labels: ") == true)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test("beside a sound stands one file of labels, JSON before the others")
    func beside() throws {
        let folder = TemporaryFolder()
        for name in ["a.b.wav", "a.b.txt", "c.wav", "c.labels.txt"] {
            try folder.write("", to: name)
        }
        #expect(SpeechLabels.beside(folder.path("a.b.wav")) == nil)
        #expect(SpeechLabels.beside(folder.path("c.wav")) == folder.path("c.labels.txt"))
        for ending in ["rttm", "labels.json"] {
            try folder.write("", to: "a.b.\(ending)")
            #expect(SpeechLabels.beside(folder.path("a.b.wav")) == folder.path("a.b.\(ending)"))
        }
    }
}
