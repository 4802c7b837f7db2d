import Testing
import VoiceFiles
import VoiceJSON

@testable import VoiceRedaction

@Suite("Numbers of a telephone in a redacted session")
struct TelephoneNumbersTests {
    private let numbers = TelephoneNumbers([
        "from": "+4915112345678", "to": "+4930987654",
        "outbound": ["post": "/start", "body": ["phone": "+441632960961", "order": "20261130"]],
    ])

    @Test(
        "become the usual ones, however they are written",
        arguments: [
            ("+4915112345678", "+15550100"), ("4915112345678", "15550100"),
            ("From=%2B4915112345678&To=%2B4930987654", "From=%2B15550100&To=%2B15550199"),
            ("call +49 (151) 123-456.78 back", "call +15550100 back"),
            ("sip:+441632960961@bot.example", "sip:+15550199@bot.example"),
        ])
    func writings(text: String, expected: String) {
        #expect(numbers.replaced(text) == expected)
    }

    @Test(
        "are no part of other numbers, and other numbers stay",
        arguments: ["149151123456789", "+491511234567", "49 151 12345", "order 20261130", ""])
    func others(text: String) {
        #expect(numbers.replaced(text) == text)
    }

    @Test("become the usual ones in base64, with its alphabet and padding")
    func base64() {
        func address(_ number: String) -> String {
            let body = #"{"call": "a1", "from": "\#(number)"}"#
            return "wss://bot.example/ws?body=\(Base64.text(of: Array(body.utf8)))&more=1"
        }
        #expect(numbers.replaced(address("+4915112345678")) == address("+15550100"))
    }

    @Test("that are the usual ones or missing change nothing")
    func usual() {
        let text = "+15550100 calls +15550199"
        #expect(TelephoneNumbers(["from": "+15550100", "to": "+15550199"]).replaced(text) == text)
        #expect(TelephoneNumbers([:]).replaced("+4915112345678") == "+4915112345678")
    }

    @Test("are hidden by the mask of a session, as texts and as whole numbers")
    func mask() {
        var mask = WordMask(hiding: ["hello"], needed: [], rules: [], telephone: numbers)
        #expect(mask.hide("from +4915112345678") == "from +15550100")
        #expect(mask.hide(Int64(4_915_112_345_678)) == 15_550_100)
        #expect(mask.agrees("from +4915112345678", "from +15550100"))
    }
}
