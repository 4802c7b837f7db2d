import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// Events of the telephone about marks, and of texts that a model is given as said.
@Suite struct CallAccountTests {
    @Test func aNameThatIsUnderWayTwiceIsToldOfAnAppThatTellsMarksApart() throws {
        var call = try TelephoneCall.open()
        call.speak(milliseconds: 400)
        for name in ["1", "2", "3"] { call.mark(name) }
        #expect(call.emitted("mark") == [])
        call.mark("3")
        #expect(call.emitted("mark") == ["{\"how\":\"twice\",\"mark\":\"3\"}"])
        call.mark("3")
        #expect(call.emitted("mark").count == 1)
    }

    @Test func anAppThatCountsItsMarksUsesOneName() throws {
        var call = try TelephoneCall.open()
        call.speak(milliseconds: 400)
        for _ in 0..<5 { call.mark("responsePart") }
        for name in ["a", "b", "c", "a"] { call.mark(name) }
        #expect(call.emitted("mark") == [])
    }

    @Test func aNameMayComeAgainOnceItIsBack() throws {
        var call = try TelephoneCall.open()
        for name in ["1", "2", "3", "3", "1"] {
            call.speak(milliseconds: 40)
            call.mark(name)
            call.wait(milliseconds: 60)
        }
        #expect(call.emitted("mark") == [])
        call.speak(milliseconds: 400)
        call.mark("1")
        call.clear()
        call.mark("1")
        #expect(call.emitted("mark") == [])
    }

    @Test func aSoundWithoutAMarkIsToldWhereEachHadOne() throws {
        func marks(_ sounds: [Bool]) throws -> [String] {
            var call = try TelephoneCall.open()
            for (number, hasMark) in sounds.enumerated() {
                call.speak(milliseconds: 40)
                if hasMark { call.mark("\(number)") }
                call.wait(milliseconds: 300)
            }
            return call.emitted("mark")
        }
        #expect(
            try marks([true, true, false]) == ["{\"how\":\"missing\",\"sound\":\"sound 3\"}"])
        #expect(try marks([true, false]) == [])
        #expect(try marks([false, true, true, false]) == [])
        #expect(try marks([true, true, true]) == [])
    }

    private static func chat(_ said: String...) -> CallBody {
        let messages = said.map { JSONValue.object(["role": "assistant", "content": .string($0)]) }
        return CallBody(
            .object(["messages": .array([["role": "user", "content": "hi"]] + messages)]), .json)
    }

    private func told(_ call: inout TelephoneCall, _ body: CallBody) -> [String] {
        call.telephone.tell(asked: body, TelephoneCall.line)
        call.take()
        return call.emitted("told")
    }

    @Test func aTextIsNotJudgedWhereTheWordsOfTheSoundAreNotKnown() throws {
        var call = try TelephoneCall.open()
        call.speak(milliseconds: 1_000)
        call.clear()
        let question = Self.chat()
        #expect(told(&call, question) == [] && call.notes == [])
        for _ in 0..<2 { #expect(told(&call, Self.chat("one two three")) == []) }
        #expect(call.notes.count == 1)
        #expect(call.notes.first?.contains("the rule \"text\" cannot be judged") ?? false)
    }

    @Test func theTextOfAnItemIsComparedByItsShareOfSound() throws {
        var call = try TelephoneCall.open()
        call.tell(
            model: ["type": "session.update", "session": ["output_audio_format": "g711_ulaw"]])
        call.model("a", milliseconds: 1_000)
        call.telephone.hear(
            model: CallBody(
                .string(
                    #"{"type": "response.output_audio_transcript.delta", "item_id": "a","#
                        + #" "delta": "One two three four, five six seven eight nine ten."}"#),
                .text))
        call.speak(milliseconds: 1_000)
        call.wait(milliseconds: 400)
        call.clear()
        call.tell(
            model: ["type": "conversation.item.truncate", "item_id": "a", "audio_end_ms": 400])
        let other = told(&call, Self.chat("Something else was said here"))
        #expect(other == [])
        let more = told(&call, Self.chat("One two three four five six seven"))
        #expect(more == [#"{"heard":4,"item":"a","whole":10,"words":7}"#])
        let again = told(&call, Self.chat("One two three four five six seven"))
        #expect(again.count == 1)
    }

    @Test func theTextOfAnAnswerInWordsIsCompared() {
        var answers = SaidAccount()
        answers.add("Of course. We have large, small and tiny pizzas.", heardWords: 3)
        #expect(answers.isWaiting)
        let said: JSONValue = .array([["text": "Of course."], ["text": "We"]])
        let gemini: JSONValue = ["contents": .array([["role": "model", "parts": said]])]
        #expect(answers.told(in: gemini) == [["words": 3, "heard": 3, "whole": 9]])
        #expect(!answers.isWaiting)
    }

    @Test func aMessageThatIsNestedWithoutAnEndIsRead() {
        var answers = SaidAccount()
        answers.add("one two", heardWords: 1)
        var value: JSONValue = ["role": "assistant", "content": "one two"]
        for _ in 0..<20 { value = .array([value]) }
        #expect(answers.told(in: value) == [])
    }

    @Test func plivoSignsAsItsOwnPackageChecks() throws {
        var call = try TelephoneCall(carrier: "plivo")
        call.serve()
        let request = try #require(call.requests.first)
        let headers = request.headers.reduce(into: [String: String]()) { $0[$1.name] = $1.value }
        let nonce = try #require(headers["X-Plivo-Signature-V3-Nonce"])
        let form = WebForm.fields(try #require(request.body)).members
            .map { $0.key + ($0.value.string ?? "") }.joined()
        let text = "https://bot.example/incoming-call?\(form).\(nonce)"
        let digest = KeyedDigest.sha256.bytes(of: Array(text.utf8), key: Array("voicetest".utf8))
        #expect(headers["X-Plivo-Signature-V3"] == Base64.text(of: digest))
    }

    @Test func whatWasHeardTellsWhereItEnded() throws {
        var call = try TelephoneCall.open()
        call.speak(milliseconds: 100)
        call.wait(milliseconds: 400)
        let ends = call.deeds.compactMap { deed in
            if case .heard(let piece) = deed { piece.end } else { nil }
        }
        #expect(ends == [800])
    }
}
