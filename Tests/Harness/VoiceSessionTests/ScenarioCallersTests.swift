import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport

@testable import VoiceSession

/// Scenarios of callers who call at once.
@Suite struct ScenarioCallersTests {
    private static let text = """
        {
          "limits": {"seconds": 9},
          "callers": [
            {"caller": [{"atMs": 5, "say": "größe"}]},
            {
              "caller": [{"atMs": 7, "say": "two"}],
              "expect": [{"kind": "ended"}]
            }
          ],
          "silence": "digital"
        }
        """

    private func value(_ bytes: [UInt8]) throws -> JSONValue { try JSONReader.value(of: bytes) }

    @Test func eachCallerHasAScenarioWithWhatAllHave() throws {
        let callers = try #require(ScenarioCallers(of: Array(Self.text.utf8)))
        let all: JSONObject = ["limits": ["seconds": 9], "silence": "digital"]
        var (first, second) = (all, all)
        first["caller"] = .array([["atMs": 5, "say": "größe"]])
        second["caller"] = .array([["atMs": 7, "say": "two"]])
        second["expect"] = .array([["kind": "ended"]])
        #expect(try callers.scenarios.map(value) == [.object(first), .object(second)])
    }

    @Test func everythingStandsWhereItStood() throws {
        let whole = Array(Self.text.utf8)
        let callers = try #require(ScenarioCallers(of: whole))
        let before = try JSONReader.document(of: whole, dialect: .lenient)
        for (index, bytes) in callers.scenarios.enumerated() {
            let after = try JSONReader.document(of: bytes, dialect: .lenient)
            let own = JSONPath.root.key("callers").index(index)
            for (old, new) in [
                (
                    own.key("caller").index(0).key("say"),
                    JSONPath.root.key("caller").index(0).key("say")
                ),
                (.root.key("silence"), .root.key("silence")),
            ] {
                #expect(before.place(of: old) == after.place(of: new))
            }
        }
    }

    @Test(arguments: [
        #"{"callers": {}}"#, #"{"callers": [{"caller": []}]}"#,
        #"{"callers": [{"caller": []}, {}]}"#, #"{"callers": [{"caller": []}, 3]}"#,
        #"{"silence": "room", "callers": [{"caller": []}, {"caller": [], "silence": "room"}]}"#,
        #"{"caller": [], "callers": [{"caller": []}, {"caller": []}]}"#,
        #"{"callers": [{"caller": []}, {"caller": [], "timeZone": "Asia/Tokyo"}]}"#,
    ])
    func callersThatCannotBeToldApartAreAFaultWithItsPlace(text: String) throws {
        #expect(ScenarioCallers(of: Array(text.utf8)) == nil)
        #expect(
            ScenarioCallers.fault(of: try value(Array(text.utf8)))?.path.description.hasPrefix(
                "$.callers") == true)
    }

    @Test func aCommaBehindTheLastMemberIsLeftOut() throws {
        let text = #"{"callers": [{"caller": [], }, {"caller": []}], "silence": "room"}"#
        let callers = try #require(ScenarioCallers(of: Array(text.utf8)))
        for bytes in callers.scenarios {
            let found = try value(bytes).object
            #expect(found?.members.map(\.key) == ["caller", "silence"])
        }
    }

    @Test func aScenarioOfOneCallerHasNone() throws {
        #expect(ScenarioCallers(of: Array(#"{"caller": []}"#.utf8)) == nil)
        #expect(ScenarioCallers(of: Array("no JSON \"callers\"".utf8)) == nil)
    }
}
