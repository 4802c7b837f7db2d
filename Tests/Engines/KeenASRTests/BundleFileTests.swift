import Testing
import VoiceRecognition
import VoiceTestSupport

@testable import KeenASR

struct BundleFileTests {
    private func settings(_ text: String) throws(KIOSBundleError) -> KIOSDecodeSettings {
        try KIOSDecodeSettings(parsing: Array(text.utf8), path: "decode.conf")
    }

    @Test("settings that are not named have their defaults", .fact("keenasr-3.11-2"))
    func hasDefaults() throws {
        let read = try settings("")
        #expect(read.acousticScale == 1)
        #expect(read.beam == 15)
        #expect(read.latticeBeam == 4)
        #expect(read.maxActive == 7_000)
        #expect(read.minActive == 200)
        #expect(read.frameSubsamplingFactor == 1)
        #expect(read.endpointSilencePhones == ["SIL"])
    }

    @Test("every documented key is read", .fact("keenasr-3.2-12", "keenasr-3.11-2"))
    func readsKeys() throws {
        let read = try settings(
            """
            # a comment
            --acoustic-scale=0.5
              --beam = 12.5
            --lattice-beam=2
            --max-active=500
            --min-active=100
            --frame-subsampling-factor=3

            --endpoint.silence-phones=SIL:SPN
            """)
        #expect(read.acousticScale == 0.5)
        #expect(read.beam == 12.5)
        #expect(read.latticeBeam == 2)
        #expect(read.maxActive == 500)
        #expect(read.minActive == 100)
        #expect(read.frameSubsamplingFactor == 3)
        #expect(read.endpointSilencePhones == ["SIL", "SPN"])
        #expect(try settings(read.text) == read)
    }

    @Test("keys without effect are named where their value is not the usual one")
    func namesIgnored() throws {
        let read = try settings("--max-active=500\n--beam=30\n--lattice-beam=4.0\n")
        #expect(read.ignoredKeys == ["max-active"])
        #expect(try settings(KIOSDecodeSettings().text).ignoredKeys.isEmpty)
    }

    @Test("rules that end listening are read and have no effect", .fact("keenasr-3.2-33"))
    func ignoresRules() throws {
        let read = try settings("--endpoint.rule1.min-trailing-silence=9\n--beam=12\n")
        #expect(read.ignoredKeys == ["endpoint.rule1.min-trailing-silence"])
        #expect(read.beam == 12)
    }

    @Test(
        "the first line that is wrong is named",
        arguments: [
            ("beam=12", 1), ("--beam", 1), ("--=1", 1), ("\n# x\n--beam=wide", 3),
            ("--beam=0", 1), ("--beam=nan", 1), ("--beam=1e9", 1), ("--max-active=1.5", 1),
            ("--max-active=-1", 1), ("--beam=12\n--beam=13", 2), ("--colour=red", 1),
            ("--frame-subsampling-factor=11", 1), ("--endpoint.silence-phones=", 1),
            ("--max-active=10\n--min-active=20", 2), ("--max-active=10", 1),
        ])
    func namesLines(text: String, line: Int) {
        let error = thrown(KIOSBundleError.self) { _ = try settings(text) }
        guard case .malformed("decode.conf", line, _) = error else {
            Issue.record("\(text): \(String(describing: error))")
            return
        }
    }

    @Test(
        "phones are one a line, with or without a number",
        arguments: ["AH\nK\n", "AH 1\nK 2\n", "# phones\n\nAH\r\nK"])
    func readsPhones(text: String) throws {
        let phones = try KIOSPhoneSet(parsing: Array(text.utf8), path: "phones.txt")
        #expect(phones.names == ["AH", "K"])
        #expect(phones.name(of: "AH") == "AH")
        #expect(phones.name(of: "AH2") == "AH")
        #expect(["AH3", "K1", "ah", "", "AHH", "2"].allSatisfy { phones.name(of: $0) == nil })
    }

    @Test("a phone that the bundle has with its mark keeps it")
    func keepsMarks() {
        #expect(KIOSPhoneSet(["OW", "OW1"]).name(of: "OW1") == "OW1")
        #expect(KIOSPhoneSet(["OW1"]).name(of: "OW2") == nil)
    }

    @Test(
        "lines of phones.txt that cannot be understood are named",
        arguments: [("ah", 1), ("AH x", 1), ("AH 1 2", 1), ("AH\nAH", 2), ("K\nTOOLONGNAME", 2)])
    func refusesPhones(text: String, line: Int) {
        let error = thrown(KIOSBundleError.self) {
            _ = try KIOSPhoneSet(parsing: Array(text.utf8), path: "phones.txt")
        }
        guard case .malformed("phones.txt", line, _) = error else {
            Issue.record("\(text): \(String(describing: error))")
            return
        }
    }

    private func lexicon(_ text: String) throws(KIOSBundleError) -> KIOSLexicon {
        try KIOSLexicon(
            parsing: Array(text.utf8), phones: KIOSPhoneSet(["AH", "K", "LONGER"]),
            path: "lexicon.txt")
    }

    @Test("words are found in a lexicon of any order, with blanks and line ends of any kind")
    func findsWords() throws {
        let read = try lexicon("B K\nA\tAH  K \r\n\nB AH\nAB LONGER\nÀ AH")
        #expect(read.wordCount == 4)
        #expect(read.pronunciations(of: "A") == [["AH", "K"]])
        #expect(read.pronunciations(of: "B") == [["K"], ["AH"]])
        #expect(read.pronunciations(of: "AB") == [["LONGER"]])
        for (word, isThere) in [("À", true), ("AC", false)] {
            #expect(read.contains(word) == isThere)
        }
    }

    @Test("an empty lexicon has no word")
    func takesEmpty() throws {
        let read = try lexicon("\n\n")
        #expect(read.wordCount == 0)
        #expect(!read.contains("A"))
    }

    @Test(
        "lines of a lexicon that cannot be understood are named",
        arguments: [
            ("A", 1), ("A AH\nB QQ", 2), ("a AH", 1), (" A AH", 1), ("A AH\n\nB ah", 3),
            ("A " + String(repeating: "K ", count: 65), 1),
            (String(repeating: "A", count: 256) + " AH", 1),
        ])
    func refusesLexicon(text: String, line: Int) {
        let error = thrown(KIOSBundleError.self) { _ = try lexicon(text) }
        guard case .malformed("lexicon.txt", line, _) = error else {
            Issue.record("\(text.prefix(20)): \(String(describing: error))")
            return
        }
    }

    @Test("a lexicon over its limits is refused")
    func limitsLexicon() {
        let many = String(repeating: "A AH\n", count: KIOSLexicon.lineLimit + 1)
        #expect(
            thrown(KIOSBundleError.self) { _ = try lexicon(many) }
                == .tooLarge(path: "lexicon.txt", what: "it has more than 500000 pronunciations"))
    }

    @Test("a lexicon as large as the English one is read whole")
    func readsLargeLexicon() throws {
        // 134,723 lines as in the package's dictionary, words by a counter in letters.
        let letters = Array("ABCDEFGHIJ".utf8)
        var text: [UInt8] = []
        for number in 0..<134_723 {
            for digit in String(number + 1_000_000).utf8 { text.append(letters[Int(digit - 48)]) }
            text += Array(" AH K AH K AH\n".utf8)
        }
        let read = try KIOSLexicon(
            parsing: text, phones: KIOSPhoneSet(["AH", "K"]), path: "lexicon.txt")
        #expect(read.wordCount == 134_723)
        #expect(read.contains("BAAAAAA"))
        for (word, isThere) in [("BBDEHCC", true), ("BBDEHCD", false)] {
            #expect(read.contains(word) == isThere)
        }
    }

    @Test(
        "the installed model makes a bundle with 39 phones, silence and noise",
        .fact("keenasr-3.11-4"),
        .enabled(if: SpeechModel().isInstalled))
    func makesBundleOfInstalledModel() throws {
        let folder = TemporaryFolder()
        let bundle = try KIOSASRBundle.make(
            at: folder.path("english"), model: SpeechModel().folder)
        let phones = try bundle.phones()
        let lexicon = try bundle.lexicon()
        #expect(phones.names.count == 41)
        #expect(lexicon.wordCount > 100_000)
        #expect(lexicon.pronunciations(of: "COLD") == [["K", "OW", "L", "D"]])
        #expect(bundle.model == SpeechModel())
    }
}
