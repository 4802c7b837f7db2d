import Testing
import VoiceAudio

@testable import VoiceSynthesis

@Suite("Texts in SSML")
struct MarkupTests {
    private func request(_ text: String) -> SpeechRequest {
        SpeechRequest(text: "<speak>\(text)</speak>", isSSML: true)
    }

    @Test(
        "pauses become what the engine takes, and stay where it takes them",
        arguments: [
            ("one <break time='1.5s'/> two", "one <break time=\"1500ms\"/> two"),
            ("one <break time=\".5s\"/>two", "one <break time=\"500ms\"/>two"),
            ("one <break time='+2s' /> two", "one <break time=\"2000ms\"/> two"),
            ("one <break time='0.25s'></break> two", "one <break time=\"250ms\"/> two"),
            ("one <break time='1s'/> two", "one <break time='1s'/> two"),
            ("one <break strength='weak'/> two", "one <break strength='weak'/> two"),
            ("one <break time='soon'/> two", "one <break time='soon'/> two"),
            (
                "one <break time='1s'/> <break time='250ms'/><break strength='strong'/> two",
                "one <break time=\"1650ms\"/> two"
            ),
            ("one <break time='1s'/> two <break time='1s'/> three", nil),
            ("one <!-- <break time='1.5s'/> --> two", nil),
            ("one < two <break time='1s'/>", nil),
        ])
    func pauses(text: String, spoken: String?) {
        #expect(request(text).spoken.text == "<speak>\(spoken ?? text)</speak>")
        #expect(request(text).leadingPause == 0)
    }

    @Test(
        "a pause before the first word is no part of the engine's text",
        arguments: [
            ("<break time='1000ms'/>one", "one", 1_000),
            (" <p> <break time='1.5s'/> <break/>one</p>", " <p> one</p>", 1_710),
            ("<!-- two --><prosody rate='slow'><break time='1s'/>one</prosody>", nil, 1_000),
            ("<break strength='none'/>one", "one", 0), ("<break time='soon'/>one", nil, 0),
            ("<sub alias='two'><break time='1s'/>2</sub>", nil, 0),
            ("<break time='3000s'/><break time='3000s'/>one", "one", 3_600_000),
        ] as [(String, String?, Int64)])
    func leadingPause(text: String, spoken: String?, milliseconds: Int64) {
        let request = request(text)
        #expect(request.leadingPause == milliseconds)
        guard let spoken else { return }
        #expect(request.spoken.text == "<speak>\(spoken)</speak>")
    }

    @Test("a text without such pauses keeps the name of its audio, another pause is another one")
    func digests() {
        let names = [
            "one two", "<break time='1s'/>one two", "<break time='2s'/>one two",
            "one <break time='1s'/> two", "one <break time='1.5s'/> two",
        ].map { request($0).digest(engineVersion: "e") }
        #expect(Set(names).count == names.count)
        #expect(
            request("one <break time='1.5s'/> two").digest(engineVersion: "e")
                == request("one <break time=\"1500ms\"/> two").digest(engineVersion: "e"))
    }

    @Test("pauses are heard: fractions of seconds, several, and before the first word")
    func heard() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        func sound(_ text: String) throws -> [Int16] {
            try synthesizer.render(request(text)).samples
        }
        let short = try sound("one <break time='500ms'/> two")
        #expect(try sound("one <break time='.5s'/> two") == short)
        let long = try sound("one <break time='1.5s'/> two").count - short.count
        #expect((21_000...23_100).contains(long))
        #expect(
            try sound("one <break time='1s'/><break time='.5s'/> two").count - short.count == long)
        let plain = try sound("one")
        #expect(
            try sound("<break time='1.5s'/>one") == [Int16](repeating: 0, count: 33_075) + plain)
    }

    @Test("words behind a pause have their places and their characters")
    func marks() throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        let plain = try synthesizer.marks(of: request("one <break time='1500ms'/> two"))
        let written = request("<break time='2s'/>one <break time='1.5s'/> two")
        let marks = try synthesizer.marks(of: written)
        #expect(marks.map(\.milliseconds) == plain.map { $0.milliseconds + 2_000 })
        let letters = Array(written.text)
        #expect(marks.map { String(letters[$0.characters]) } == ["one", "two"])
    }

    @Test(
        "what is malformed is told with its place",
        arguments: [
            ("one", "character 1 of the text: text stands outside of <speak>"),
            ("", "character 1 of the text: there is no <speak> element"),
            ("<p>one</p>", "<p> stands outside of <speak>"),
            ("<speak>one", "character 11 of the text: <speak> is not closed. Add </speak>"),
            ("<speak><p>one</speak>", "found </speak>, expected </p>"),
            ("<speak>one</p></speak>", "found </p>, expected </speak>"),
            ("<speak>one</speak> two", "text stands outside of <speak>"),
            ("<speak/><speak/>", "<speak> stands outside of <speak>"),
            ("<speak>a & b</speak>", "character 10 of the text: \"&\" begins no entity"),
            ("<speak>&eacute;</speak>", "begins no entity"),
            ("<speak>3 < 4</speak>", "< 4</speak> is no tag"),
            ("<speak>3 <", "\"<\" begins no tag"),
            ("<speak>\n\none <break time=1s/></speak>", "line 3 of the text: <break time=1s/>"),
            ("<speak><break time='1s' time='2s'/></speak>", "is no tag"),
            ("<speak><break time='1s'one</speak>", "is no tag"),
            ("<speak><break time='1s</speak>", "is no tag"),
        ])
    func malformed(text: String, fact: String) {
        let faults = MarkupFault.all(in: text)
        #expect(faults.map(\.isMalformed) == [true])
        #expect(faults.first?.sentence.hasPrefix("Malformed SSML at ") == true)
        #expect(faults.first?.sentence.contains(fact) == true, "\(faults)")
    }

    @Test(
        "what is not spoken as it asks is told once",
        arguments: [
            ("<break time='soon'/>", "The pause \"soon\" has no length."),
            ("<break time='1000'/>", "The pause \"1000\" has no length."),
            ("<break time='2h'/>", "The pause \"2h\" has no length."),
            ("<break strength='long'/>", "The pause has an unknown strength \"long\"."),
            ("<audio src='a.wav'/><audio src='b.wav'/>", "<audio> is not played here."),
            ("<phoneme ph='x'>one</phoneme>", "<phoneme> has no effect here."),
            ("<say-as interpret-as='date'>1</say-as>", "interpret-as=\"date\" has no effect here."),
            ("<prosody duration='2s'>one</prosody>", "\"duration\" of <prosody> has no effect"),
            ("<lang xml:lang='de'>eins</lang>", "<lang> has no effect here"),
            ("<x:y>one</x:y>", "<x:y> has no effect here"), ("<![CDATA[one]]>", "A CDATA section"),
        ])
    func unspoken(text: String, sentence: String) {
        let faults = MarkupFault.all(in: "<speak>\(text)</speak>")
        #expect(faults.map(\.isMalformed) == [false])
        #expect(faults.first?.sentence.hasPrefix(sentence) == true, "\(faults)")
    }

    @Test(
        "sound texts have no faults",
        arguments: [
            "one &amp; two &#65;&#x41;", "<p><s>one</s></p> <!-- a < b & c -->", "<mark name='a'/>",
            "<prosody rate=\"50%\" pitch = 'high'>one</prosody>", "<emphasis>one</emphasis >",
            "<say-as interpret-as='characters'>ab</say-as>", "<sub alias='two'>2</sub>",
            "<break/><break time='1.5s'/><break time='20ms' strength='weak'/>",
            "<voice gender='female'>one</voice>",
        ])
    func sound(text: String) {
        #expect(MarkupFault.all(in: "<?xml version='1.0'?><speak>\(text)</speak>\n") == [])
    }

    @Test("a long hostile text takes no longer than its length")
    func hostile() {
        for piece in ["<!-- ", "<", "<break time='1s'/>", "&amp;", "<![CDATA[", "<a b='"] {
            let text = String(repeating: piece, count: 20_000)
            _ = MarkupFault.all(in: text)
            _ = SpeechRequest(text: text, isSSML: true).spoken.text
        }
    }
}
