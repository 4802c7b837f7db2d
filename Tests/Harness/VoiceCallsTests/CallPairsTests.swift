import Testing
import VoiceSession

@testable import VoiceCalls

@Suite struct CallPairsTests {
    @Test(
        "two files whose names differ in the word of the side alone are one call",
        arguments: [
            ("1-caller.wav", "1-agent.wav", 1), ("1_in.wav", "1_out.wav", nil),
            ("rx 1.wav", "tx 1.wav", nil), ("call.left.2.wav", "call.right.2.flac", nil),
        ] as [(String, String, Int?)])
    func pairs(first: String, second: String, app: Int?) {
        let pairs = CallPairs(["a/\(second)", "a/other.wav", "a/\(first)"])
        #expect(
            pairs.pairs == [.init(first: "a/\(first)", second: "a/\(second)", app: app)])
        #expect(pairs.singles == ["a/other.wav"])
    }

    @Test("names of other calls, of other folders and of one side alone make no pair")
    func singles() {
        let paths = ["a/1-caller.wav", "a/2-agent.wav", "b/1-agent.wav", "a/inbound.wav"]
        let pairs = CallPairs(paths)
        #expect(pairs.pairs == [])
        #expect(pairs.singles == paths)
    }

    @Test("a third file of the name makes no pair, unless two are named")
    func crowds() {
        let paths = ["1-caller.wav", "1-agent.wav", "1-agent.flac"]
        #expect(CallPairs(paths).crowds == [paths])
        let named = CallPairs.Pair(first: paths[0], second: paths[1], app: 1)
        let pairs = CallPairs(paths, named: [named])
        #expect(pairs.crowds == [])
        #expect(pairs.pairs == [named])
        #expect(pairs.singles == [paths[2]])
    }

    private static func answers(_ text: String) throws(SessionError) -> SideAnswers {
        try SideAnswers(bytes: Array(text.utf8), path: "sides.json")
    }

    @Test("sides.json tells channel, direction, when the app is on the line, and pairs")
    func answers() throws {
        let told = try Self.answers(
            """
            {"calls": {"1.wav": {"app": 2}, "2.wav": {"direction": "outbound"},
             "3.wav": {"app": [[0, 62.4], [70, 80]]}}, "pairs": [["a.wav", "b.wav"]]}
            """)
        #expect(told.answers["1.wav"]?.appChannel == 1)
        #expect(told.answers["2.wav"]?.isOutbound == true)
        #expect(told.answers["3.wav"]?.spans == [0...62.4, 70...80])
        #expect(told.pairs == [["a.wav", "b.wav"]])
    }

    @Test(
        "sides.json that says something else is refused",
        arguments: [
            ("[]", "holds no object"), ("{", "is no JSON"), (#"{"call": {}}"#, "calls"),
            (#"{"calls": {"1.wav": {"app": 3}}}"#, "\"1.wav\": write {\"app\": 1 or 2"),
            (#"{"calls": {"1.wav": {"app": [[5, 2]]}}}"#, "in seconds"),
            (#"{"calls": {"1.wav": {"side": 1}}}"#, "direction"),
            (#"{"pairs": [["a.wav"]]}"#, "a pair is two names"), (#"{"pairs": 5}"#, "is a list"),
            (#"{"calls": []}"#, "is an object"),
            (#"{"calls": {"../1.wav": {"app": 2}}}"#, "files beside it alone"),
            (#"{"pairs": [["a.wav", "/b.wav"]]}"#, "names \"/b.wav\""),
        ])
    func refuses(text: String, words: String) {
        let error = #expect(throws: SessionError.self) { _ = try Self.answers(text) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
}
