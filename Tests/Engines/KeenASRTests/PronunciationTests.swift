import KeenASR
import Testing
import VoiceTestSupport

struct PronunciationTests {
    private let fixtures: KeenFixtures
    private let recognizer: TestRecognizer
    private let phones: KIOSPhoneSet

    init() throws {
        fixtures = try KeenFixtures()
        recognizer = try fixtures.recognizer()
        phones = try recognizer.asrBundle().phones()
    }

    @Test(
        "word and phones are kept in upper case, with single blanks, and the tag as it is",
        .fact("keenasr-3.8-13"))
    func keepsUpperCase() {
        let given = KIOSWordPronunciation(
            word: "cold", pronunciation: "  k   ow1\tl ", tag: "Drop")
        #expect(given.getWord() == "COLD")
        #expect(given.getPronunciation() == "K OW1 L")
        #expect(given.getTag() == "Drop")
        #expect(given.isValid(recognizer))
    }

    @Test("without a tag getTag is empty", .fact("keenasr-3.8-13"), arguments: [nil, ""])
    func hasNoTag(tag: String?) {
        let given = KIOSWordPronunciation(word: "A", pronunciation: "AH", tag: tag)
        #expect(given.getTag().isEmpty)
        #expect(given == KIOSWordPronunciation(word: "a", pronunciation: "ah"))
    }

    struct Refusal: Sendable {
        var word = "COLD"
        var phones = "K OW L"
        var tag: String?
        let fault: KIOSPronunciationFault
    }

    @Test(
        "isValid refuses by the published rules, and faults say which", .fact("keenasr-3.8-14"),
        arguments: [
            Refusal(word: "CO<LD", fault: .wordMark(word: "CO<LD")),
            Refusal(word: "COLD>", fault: .wordMark(word: "COLD>")),
            Refusal(word: "CO#LD", fault: .wordMark(word: "CO#LD")),
            Refusal(word: "COLD ICE", fault: .wordMark(word: "COLD ICE")),
            Refusal(word: "", fault: .emptyWord),
            Refusal(tag: "INC", fault: .reservedTag(word: "COLD")),
            Refusal(tag: "inc", fault: .reservedTag(word: "COLD")),
            Refusal(tag: "A#B", fault: .tagMark(word: "COLD", tag: "A#B")),
            Refusal(tag: "A B", fault: .tagMark(word: "COLD", tag: "A B")),
            Refusal(phones: " ", fault: .noPhones(word: "COLD")),
            Refusal(phones: "K QQ L", fault: .unknownPhone(word: "COLD", phone: "QQ")),
            // Only vowels carry a mark of stress, and only 0 to 2.
            Refusal(phones: "K1 OW L", fault: .unknownPhone(word: "COLD", phone: "K1")),
            Refusal(phones: "K OW3 L", fault: .unknownPhone(word: "COLD", phone: "OW3")),
            // A word of a real language that this bundle's model does not have.
            Refusal(phones: "ZH", fault: .unknownPhone(word: "COLD", phone: "ZH")),
        ])
    func refuses(_ refusal: Refusal) {
        let given = KIOSWordPronunciation(
            word: refusal.word, pronunciation: refusal.phones, tag: refusal.tag)
        #expect(given.faults(phones: phones) == [refusal.fault])
        #expect(!given.isValid(recognizer))
        #expect(refusal.fault.description.hasSuffix("."))
    }

    @Test(
        "parts that are too long are refused",
        arguments: [
            KIOSWordPronunciation(
                word: String(repeating: "A", count: 256), pronunciation: "K"),
            KIOSWordPronunciation(
                word: "A", pronunciation: "K", tag: String(repeating: "A", count: 256)),
            KIOSWordPronunciation(
                word: "A", pronunciation: String(repeating: "K ", count: 65)),
        ])
    func refusesLength(given: KIOSWordPronunciation) {
        let faults = given.faults(phones: phones)
        #expect(faults.count == 1)
        #expect(faults.first?.description.contains("longer than") == true)
    }

    @Test("several faults are told at once")
    func tellsAll() {
        let given = KIOSWordPronunciation(word: "<A>", pronunciation: "QQ", tag: "INC")
        #expect(given.faults(phones: phones).count == 3)
    }

    @Test("nothing is valid for a recognizer without a bundle")
    func needsBundle() {
        let none = TestRecognizer(asrBundlePath: "/absent", locations: nil)
        #expect(!KIOSWordPronunciation(word: "A", pronunciation: "AH").isValid(none))
    }

    @Test("the older class has its properties set one by one", .fact("keenasr-3.8-13"))
    func takesOlderClass() {
        let older = KIOSAlternativePronunciation()
        older.word = "cold"
        older.pronunciation = "K OW L"
        older.tag = "DROP"
        #expect(
            older.wordPronunciation
                == KIOSWordPronunciation(word: "COLD", pronunciation: "K OW L", tag: "DROP"))
    }
}
