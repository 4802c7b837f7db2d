import Foundation
import Testing
import VoiceJSON

@testable import ProgramEngine

/// Secrets where they stand in other things, and what only looks like one.
@Suite struct CallSecretsTests {
    private static let key = "9f8e7d6c5b4a39281706f5e4d3c2b1a0"

    private func hidden(_ body: CallBody) -> String {
        JSONWriter.text(CallSecrets.hidden(body).value)
    }

    @Test(arguments: [
        #"{"client_secret":{"value":"ek_KEY","expires_at":17}}"#, #"{"auth":{"bearer":"KEY"}}"#,
        #"{"a":"{\"api_key\":\"KEY\"}"}"#, #"[["api_key","KEY"]]"#, "apikey=KEY&x=1",
        #"{"text":"use gsk_KEY"}"#, #"{"text":"use xai-KEY"}"#, #"{"text":"hf_KEY"}"#,
        #"{"sig":"KEY"}"#,
    ])
    func hidesKeys(body: String) {
        let body = body.replacing("KEY", with: Self.key)
        #expect(!hidden(CallBody(.string(body), .text)).contains(Self.key))
    }

    @Test func hidesKeysInJSONThatIsAskedAsBytes() {
        let json = Data(#"{"api_key":"\#(Self.key)"}"#.utf8)
        let body = CallBody(.string(json.base64EncodedString()), .base64)
        #expect(CallSecrets.hidden(body) == CallBody(#"{"api_key":"***"}"#, .text))
    }

    @Test(arguments: ["GET wss://h.example/s/KEY", "GET wss://h.example/?x=KEY"])
    func hidesLongKeysInAddresses(address: String) {
        let key = "eyJ" + String(repeating: "aB3d", count: 60)
        let asked = CallQuestion(
            to: address.replacing("KEY", with: key), body: CallBody(.string(""), .text))
        #expect(CallSecrets.hidden(asked).to == address.replacing("KEY", with: "***"))
        let body = CallBody(["jws": .string(key + "a")], .json)
        #expect(CallSecrets.hidden(body) == CallBody(["jws": "***"], .json))
    }

    @Test func leavesSoundThatHasTheLettersOfAKey() {
        let sound =
            String(repeating: "AAAA", count: 30) + "/AKIA" + String(repeating: "oABB", count: 80)
        for body in [
            CallBody(["audio": .string(sound)], .json),
            CallBody(["audio": .string("data:audio/wav;base64,\(sound)")], .json),
        ] {
            #expect(CallSecrets.hidden(body) == body)
        }
        let key = CallBody(["text": "the key AKIAIOSFODNN7EXAMPLE"], .json)
        #expect(CallSecrets.hidden(key) == CallBody(["text": "the key ***"], .json))
    }

    @Test(arguments: [
        #"{"text":"hf_hub_download_timeout"}"#, #"{"pair":["token","small"]}"#,
        #"{"session":{"secretary":"Ada"}}"#, "a=b&c=d", #"{"a":"{no JSON"}"#,
    ])
    func leavesWhatIsNoKey(body: String) {
        #expect(CallSecrets.hidden(CallBody(.string(body), .text)).value == .string(body))
    }
}
