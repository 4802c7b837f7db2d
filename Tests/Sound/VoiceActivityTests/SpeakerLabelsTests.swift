import Testing

@testable import VoiceActivity

@Suite struct SpeakerLabelsTests {
    private static func labels(
        _ text: String, _ path: String, rate: Int = 1_000
    ) throws(ActivityError) -> SpeakerLabels {
        try SpeakerLabels(bytes: Array(text.utf8), path: path, rate: rate)
    }

    /// One call in each form.
    private static let forms: [(path: String, text: String)] = [
        (
            "a.rttm",
            """
            SPEAKER a 1 0.5 1.5 <NA> <NA> bot <NA> <NA>
            SPKR-INFO a 1 <NA> <NA> <NA> unknown bot <NA>
            SPEAKER a 1 2.5 0.5 <NA> <NA> Ann <NA> <NA>
            """
        ),
        ("a.labels.txt", "0.5\t2\tbot\n2.5\t3.0\tAnn\n\\\t1\t2\n"),
        (
            "a.labels.json",
            #"{"segments": [{"speaker": "bot", "start": 0.5, "end": 2},"#
                + #"{"speaker": "Ann", "start": 2.5, "end": 3}]}"#
        ),
        (
            "frames.labels.json",
            #"{"sampleRate": 8000, "turns": [{"speaker": "bot", "start": 4000, "end": 16000},"#
                + #"{"speaker": "Ann", "start": 20000, "end": 24000}]}"#
        ),
        (
            "a.json",
            #"[{"speaker": "bot", "startMs": 500, "endMs": 2000},"#
                + #"{"speaker": "Ann", "startMs": 2500, "endMs": 3000}]"#
        ),
        (
            "a.vtt",
            """
            WEBVTT

            00:00.500 --> 00:02.000 align:start
            <v bot>Hello.</v>

            00:00:02.500 --> 00:00:03.000
            <v Ann>Hi
            """
        ),
        (
            "a.srt",
            "1\n00:00:00,500 --> 00:00:02,000\nbot: Hello.\n\n"
                + "2\n00:00:02,500 --> 00:00:03,000\nAnn: Hi\n"
        ),
        (
            "long.TextGrid",
            """
            File type = "ooTextFile"
            Object class = "TextGrid"

            xmin = 0
            xmax = 3
            tiers? <exists>
            size = 2
            item []:
                item [1]:
                    class = "IntervalTier"
                    name = "bot"
                    xmin = 0
                    xmax = 3
                    intervals: size = 3
                    intervals [1]:
                        xmin = 0
                        xmax = 0.5
                        text = ""
                    intervals [2]:
                        xmin = 0.5
                        xmax = 2
                        text = "a ""quoted"" word"
                    intervals [3]:
                        xmin = 2
                        xmax = 3
                        text = ""
                item [2]:
                    class = "IntervalTier"
                    name = "Ann"
                    xmin = 0
                    xmax = 3
                    intervals: size = 2
                    intervals [1]:
                        xmin = 0
                        xmax = 2.5
                        text = ""
                    intervals [2]:
                        xmin = 2.5
                        xmax = 3
                        text = "Hi"
            """
        ),
        (
            "short.TextGrid",
            """
            File type = "ooTextFile"
            "TextGrid"

            0 3 <exists> 2
            "IntervalTier" "bot" 0 3 1 0.5 2 "x"
            "IntervalTier" "Ann" 0 3 1 2.5 3 "Hi"
            """
        ),
    ]

    @Test("reads one call alike in every form", arguments: forms.indices)
    func readsAlike(place: Int) throws {
        let form = Self.forms[place]
        let labels = try Self.labels(form.text, form.path)
        #expect(labels.speakers == ["bot", "Ann"])
        #expect(labels.app == "bot")
        #expect(labels.speech(of: "bot") == [500..<2_000])
        #expect(labels.speech(except: "bot") == [2_500..<3_000])
    }

    @Test("a TextGrid in UTF-16 is read, too")
    func utf16() throws {
        let units = Array(("\u{FEFF}" + Self.forms[8].text).utf16)
        let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let labels = try SpeakerLabels(bytes: bytes, path: "a.TextGrid", rate: 1_000)
        #expect(labels.speakers == ["bot", "Ann"])
    }

    @Test("a text belongs to the turn in which its middle lies")
    func texts() throws {
        let labels = try Self.labels(Self.forms[5].text, "a.vtt")
        #expect(labels.text(in: 0..<2_000, of: "bot") == "Hello.")
        #expect(labels.text(in: 2_000..<3_000, of: "bot", others: true) == "Hi")
        #expect(labels.text(in: 2_000..<3_000, of: "bot") == "")
    }

    @Test("of two speakers without telling names, the one that speaks first is the app")
    func unnamed() throws {
        let text =
            #"[{"speaker": "A", "start": 0, "end": 3}, {"speaker": 1, "start": 4, "end": 5}]"#
        let labels = try Self.labels(text, "a.json")
        #expect(labels.speakers == ["A", "speaker 1"])
        #expect(labels.app == "A")
        let longer =
            #"[{"speaker": "A", "start": 0, "end": 1}, {"speaker": "B", "start": 2, "end": 9}]"#
        #expect(try Self.labels(longer, "a.json").app == nil)
    }

    @Test(
        "a file that is no labels is refused with its place",
        arguments: [
            ("a.rttm", "SPEAKER a 1 0.5 x <NA> <NA> bot", "line 1 is not SPEAKER"),
            ("a.labels.txt", "0.5 2 bot", "line 1 is not start, tab, end, tab, speaker"),
            ("a.labels.txt", "2\t1\tbot\n", "stretch 1 is not in seconds and in order"),
            ("a.labels.txt", "0\tnan\tbot\n", "line 1 is not start"),
            ("a.labels.txt", "0\t1e300\tbot\n", "stretch 1 is not in seconds"),
            ("a.json", "{", "not JSON"),
            ("a.json", #"{"segments": [{"start": 1, "end": 2}]}"#, "stretch 1 lacks"),
            ("a.json", "{}", "no list of"),
            ("a.vtt", "00:01.0 --> 00:02.0\nhello\n", "line 2 names no speaker"),
            ("a.vtt", "x --> 00:02.0\nA: hello\n", "line 1 is not TIME"),
            ("a.TextGrid", "\"ooTextFile\" \"TextGrid\" 0 1 <exists> 1e9", "more than 1000 tiers"),
            ("a.TextGrid", "\"ooTextFile\" \"TextGrid\" 0 1", "it is no TextGrid"),
            ("a.rttm", "SPEAKER a 1 0 1 <NA> <NA> bot", "it names 1 speaker, and"),
        ])
    func refuses(path: String, text: String, reason: String) {
        let error = #expect(throws: ActivityError.self) { _ = try Self.labels(text, path) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
}
